"""Cases of standing orders of Godstorm: a miracle that is being played, which Aegis may undo.

when a miracle is played by blue: play Aegis
when Crops Wither is played: ask me within 12 hours
"""

from __future__ import annotations

from engine import PlayerView
from engine.rules.godstorm.cards import relics
from games.families.standing_cases import INVADED, SHARED_CASES, Rule, StandingCase
from games.families.standing_lines import NEVER_PLAY, cards_called, unknown_card

UNDO = "cards.undo_asked"


def miracle_fits(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against the card that is being played: by whom, and on which territory."""
    if view.asked is None or view.asked.kind != UNDO or rule.armies:
        return False
    order = view.about["order"]
    places = (*order.get("at", ()), *order.get("on", ()), order.get("src"), order.get("dst"))
    by = view.seats[view.about["seat"]].colour
    return rule.by in ("", by) and (rule.at is None or rule.at in places)


def card_fits(rule: Rule, view: PlayerView) -> bool:
    """Check the same against a rule that names the card."""
    return miracle_fits(rule, view) and view.about["card"] in cards_called(rule.words["card"], view)


MIRACLE = StandingCase(
    "a miracle is played",  # as typed
    miracle_fits,
    pattern=r"a\s+miracle\s+is\s+played",
    may_ask=True,
    timing=relics.UNDO,
)
CARD = StandingCase(
    "card is played",  # as typed
    card_fits,
    pattern=r"(?P<card>[^:]*?\S)\s+is\s+played",
    may_ask=True,
    problem=unknown_card,
)
CASES = (*SHARED_CASES, INVADED, MIRACLE, CARD, NEVER_PLAY)
"""All that may stand in standing orders: nobody is asked about attacks on others, and no losses are chosen."""
EXAMPLES = {
    "cards": "when a miracle is played by blue: play Aegis",  # as typed
    "ask": "when invaded with 8 or more: ask me within {hours} hours",  # as typed
}
