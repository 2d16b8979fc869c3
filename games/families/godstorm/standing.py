"""Cases of standing orders of Godstorm: a miracle that is being played, which Aegis may undo, and armies that fall,
which The Tree of Life may keep.

when a miracle is played by blue: play Aegis
when Crops Wither is played: ask me within 12 hours
when I lose armies at Egypt: spare 2
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine import Action, PlayerView
from engine.rules.godstorm.cards import relics
from engine.rules.godstorm.godswar import NameGod
from engine.rules.godstorm.sparing import TREE, Spare
from games.families.standing_cases import INVADED, SHARED_CASES, Rule, StandingCase, attack_fits
from games.families.standing_lines import (
    BID_LINE,
    NEVER_PLAY,
    PREFER_MARKERS,
    RANKING,
    cards_called,
    ranked_words,
    unknown_card,
    write_ranking,
)
from games.wording.amounts import join_and

UNDO, SPARE, NAME_GOD = "cards.undo_asked", "sparing.asked", "godswar.asked"
GODS = ("war", "sky", "magic", "death")


def miracle_fits(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against the card that is being played: by whom, and on which territory."""
    if view.asked is None or view.asked.kind != UNDO or rule.has_size:
        return False
    order = view.about["order"]
    places = (*order.get("at", ()), *order.get("on", ()), order.get("src"), order.get("dst"))
    return rule.is_by(view.seats[view.about["seat"]].colour) and any(map(rule.is_at, places))


def card_fits(rule: Rule, view: PlayerView) -> bool:
    """Check the same against a rule that names the card."""
    return miracle_fits(rule, view) and view.about["card"] in cards_called(rule.words["card"], view)


MIRACLE = StandingCase(
    "a miracle is played",  # as typed
    miracle_fits,
    pattern=r"a\s+miracle\s+is\s+played",
    may_ask=True,
    timing=relics.UNDO,
    when=gettext_lazy("when another player plays a miracle"),
)
CARD = StandingCase(
    "card is played",  # as typed
    card_fits,
    pattern=r"(?P<card>[^:]*?\S)\s+is\s+played",
    may_ask=True,
    problem=unknown_card,
    write=lambda rule: f"{' '.join(rule.words['card'].split())} is played",  # as typed
)


def fall_fits(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against the roll whose dead The Tree of Life may keep."""
    return view.asked is not None and view.asked.kind == SPARE and attack_fits(rule, view)


def spare_at_most(rule: Rule, view: PlayerView) -> Action | None:
    """Keep as many as the order of the rule says, or all that fall and can be paid."""
    asked = [action for order in rule.orders if (action := read_spare(order, view))]
    return Spare(asked[0].seat, min(asked[0].armies, view.about["most"])) if asked else None


def read_spare(order: str, view: PlayerView) -> Spare | None:
    try:
        action = engine.parse_order(order, view)
    except engine.OrderError:
        return None
    return action if isinstance(action, Spare) else None


FALLING = StandingCase(
    "I lose armies",  # as typed
    fall_fits,
    pattern=r"I\s+lose\s+armies",
    may_ask=True,
    card=TREE,
    when=gettext_lazy("when armies of yours fall in defence"),
    answer=spare_at_most,
)


def names_god(rule: Rule, view: PlayerView) -> bool:
    return view.asked is not None and view.asked.kind == NAME_GOD


def name_god(rule: Rule, view: PlayerView) -> Action | None:
    """Name the first god of the line who is in the battle."""
    assert view.viewer is not None
    god = next((god for god in ranked_words(rule) if god in view.about["gods"]), "")
    return NameGod(view.viewer, god) if god else None


def unknown_god(rule: Rule, view: PlayerView) -> str:
    if {*ranked_words(rule)} <= {*GODS}:
        return ""
    return _("Name the gods in the order in which they fight: %(gods)s.") % {"gods": join_and(GODS)}


GODSWAR = StandingCase(
    "godswar",  # as typed
    names_god,
    line=rf"godswar\s+{RANKING}",
    answer=name_god,
    problem=unknown_god,
    write=lambda rule: f"godswar {write_ranking(rule)}",
)
"""Names the god who fights a godswar against an invader, the first of the line who is there."""

CASES = (*SHARED_CASES, INVADED, MIRACLE, FALLING, CARD, NEVER_PLAY, PREFER_MARKERS, BID_LINE, GODSWAR)
"""All that may stand in standing orders: nobody is asked about attacks on others, and no losses are chosen."""
EXAMPLES = {
    "cards": "when invaded at Egypt: play Men Become Warriors",  # as typed
    "miracles": "when a miracle is played by blue: play Aegis",  # as typed
    "markers": "prefer markers 2, 1",  # as typed
    "fallen": "when I lose armies: spare 2",  # as typed
    "ask": "when invaded with 8 or more: ask me within {hours} hours",  # as typed
}
