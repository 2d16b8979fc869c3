"""What bots know of Risk 2210 A.D.: the sea and the Moon, Commanders, cards, and that the score decides."""

from __future__ import annotations

from engine.bots import bids, heuristics
from engine.bots.families.risk2210 import cards, purse, war
from engine.bots.skills import ActionPolicy, teach

FAMILY = "risk2210"


BOTH: dict[str, ActionPolicy] = {
    "bidding.marker": purse.marker,
    "reaction.decline": heuristics.decline,
    "battle.lose": war.lose_least,
    "turn.end": heuristics.stop,
}
RECRUIT: dict[str, ActionPolicy] = {
    "bidding.bid": bids.bid_a_little,
    "deploy.place": war.place_ahead,
    "purchase.hire": purse.hire_next,
    "purchase.build": purse.build,
    "purchase.buy": purse.buy_cards,
    "cards.play": cards.play_any,
    "battle.attack": war.attack_ahead,
    "occupy.advance": heuristics.all_in,
    "fortify.move": war.move_up,
}
VETERAN: dict[str, ActionPolicy] = {
    "bidding.bid": purse.bid_for_the_end,
    "deploy.place": war.place_for_marches,
    "purchase.hire": purse.hire_for_marches,
    "purchase.build": purse.build,
    "purchase.buy": purse.buy_for_score,
    "cards.play": cards.play_worthwhile,
    "battle.attack": war.march_on,
    "occupy.advance": heuristics.all_in,
    "fortify.move": war.move_up,
}

CARETAKER: dict[str, ActionPolicy] = {
    "purchase.hire": purse.hire_next,
    "purchase.build": purse.build,
    "battle.lose": war.lose_least,
}
"""For its first pieces and its losses; what else may be bought or played it leaves alone."""

teach("caretaker", CARETAKER, family=FAMILY)
teach("recruit", BOTH | RECRUIT, family=FAMILY)
teach("veteran", BOTH | VETERAN, family=FAMILY)
