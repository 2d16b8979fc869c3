"""Standing orders of Risk 2210 alone: which units are lost first.

lose mods first, then land, naval, space, diplomat, nuclear
"""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from engine import Action, PlayerView
from games.families.standing_cases import Rule, StandingCase
from games.families.standing_lines import RANKING, ranked_words, write_ranking
from games.wording.amounts import join_and

LOSSES, LOSE = "battle.losses_asked", "battle.lose"


def may_choose_losses(rule: Rule, view: PlayerView) -> bool:
    return view.asked is not None and view.asked.kind == LOSSES


def lose_in_order(rule: Rule, view: PlayerView) -> Action:
    """Choose what is lost as the line ranks it; what it does not name is lost last."""
    rules = engine.ruleset(view.rules)
    ranked = list(dict.fromkeys([*ranked_words(rule), "armies", *rules.unit_pieces]))
    lost = [[at, _losses(view, at, count, ranked)] for at, count in view.about["due"]]
    return engine.action_from_json({"type": LOSE, "seat": view.viewer, "lost": lost})


def _losses(view: PlayerView, at: int, count: int, ranked: list[str]) -> dict[str, object]:
    """Choose `count` units of a territory, armies wherever their word stands in the ranking."""
    army_words = {"armies", *engine.ruleset(view.rules).words.army_words}
    armies = 0
    pieces: list[str] = []
    left = list(view.own_pieces(at))
    for kind in ranked:
        missing = count - armies - len(pieces)
        if kind in army_words:
            armies += min(missing, view.armies[at] - armies)
        elif kind in left and missing:
            pieces.append(kind)
    return {"armies": armies, "pieces": pieces}


def unknown_kind(rule: Rule, view: PlayerView) -> str:
    rules = engine.ruleset(view.rules)
    known = [*(rules.words.army_words[1:] or ["armies"]), *rules.unit_pieces]
    if {*ranked_words(rule)} <= {*known, *rules.words.army_words}:
        return ""
    return _("Name what is lost first: %(kinds)s.") % {"kinds": join_and(known)}


LOSE_IN_ORDER = StandingCase(
    "lose_in_order",
    may_choose_losses,
    line=rf"lose\s+{RANKING}",
    answer=lose_in_order,
    problem=unknown_kind,
    write=lambda rule: f"lose {write_ranking(rule)}",
)
