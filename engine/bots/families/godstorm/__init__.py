"""What bots know of Risk Godstorm: gods and faith, miracles, two worlds, and that the score decides."""

from __future__ import annotations

from engine.bots import bids, heuristics
from engine.bots.families.godstorm import faith, miracles, war
from engine.bots.skills import ActionPolicy, teach

FAMILY = "godstorm"

BOTH: dict[str, ActionPolicy] = {
    "bidding.marker": faith.marker,
    "crypt.revive": war.revive,
    "embark.move": war.embark,
    "godswar.name": war.name_god,
    "godswar.fight_on": war.fight_on,
    "godswar.call_off": war.call_off,
    "sparing.spare": war.spare,
    "occupy.advance": heuristics.all_in,
    "deploy.place": war.place_for_marches,
    "fortify.move": war.move_up,
    "purchase.build": faith.build,
    "reaction.decline": heuristics.decline,
    "turn.end": heuristics.stop,
}
RECRUIT: dict[str, ActionPolicy] = {
    "bidding.bid": bids.bid_a_little,
    "purchase.hire": faith.summon,
    "purchase.buy": faith.buy_cards,
    "cards.play": miracles.play_any,
    "battle.attack": war.attack_ahead,
}
VETERAN: dict[str, ActionPolicy] = {
    "bidding.bid": faith.bid_for_the_end,
    "purchase.hire": faith.summon_for_war,
    "purchase.buy": faith.buy_some,
    "cards.play": miracles.play_worthwhile,
    "battle.attack": war.march_on,
}

teach("recruit", BOTH | RECRUIT, family=FAMILY)
teach("veteran", BOTH | VETERAN, family=FAMILY)
