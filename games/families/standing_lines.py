"""Standing orders that are lines of their own, for families whose cards have names and whose armies have pieces beside
them:

    never play Cease Fire
    lose mods first, then land, naval, space, diplomat, nuclear
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

import engine
from engine import Action, PlayerView
from games.families.standing_cases import Rule, StandingCase
from games.wording.amounts import join_and

LOSSES, LOSE, PLAY = "battle.losses_asked", "battle.lose", "cards.play"


def never(rule: Rule, view: PlayerView) -> bool:
    return False


def cards_called(words: str, view: PlayerView) -> set[str]:
    """Collect the cards that words may mean, as orders name them: with a deck one of them, without all of the name."""
    cards = engine.catalogue_of(view.rules, view.options)
    said = tuple(re.findall(r"\w+", words.lower()))
    return {cards.names[number] for number in cards.called.get(said, ())}


def forbids_card(rule: Rule, view: PlayerView, action: Action) -> bool:
    """Check whether an answer would play the card that the rule never plays."""
    plain = engine.action_to_json(action)
    return plain["type"] == PLAY and plain["card"] in cards_called(rule.words["card"], view)


def unknown_card(rule: Rule, view: PlayerView) -> str:
    if cards_called(rule.words["card"], view):
        return ""
    return _("There is no card “%(name)s”.") % {"name": engine.clipped(rule.words["card"])}


NEVER_PLAY = StandingCase(
    "never_play", never, line=r"never\s+play\s+(?P<card>\S.*)", forbids=forbids_card, problem=unknown_card
)


def may_choose_losses(rule: Rule, view: PlayerView) -> bool:
    return view.asked is not None and view.asked.kind == LOSSES


def named_kinds(rule: Rule) -> list[str]:
    """List the words of the line, the first to be lost first."""
    return [word for word in re.findall(r"\w+", rule.words["kinds"].lower()) if word not in ("first", "then", "and")]


def lose_in_order(rule: Rule, view: PlayerView) -> Action:
    """Choose what is lost as the line ranks it; what it does not name is lost last."""
    rules = engine.ruleset(view.rules)
    ranked = list(dict.fromkeys([*named_kinds(rule), "armies", *rules.unit_pieces]))
    lost = [[at, _losses(view, at, count, ranked)] for at, count in view.about["due"]]
    return engine.action_from_json({"type": LOSE, "seat": view.viewer, "lost": lost})


def _losses(view: PlayerView, at: int, count: int, ranked: list[str]) -> dict[str, object]:
    """Choose `count` units of a territory, armies wherever their word stands in the ranking."""
    army_words = {"armies", *engine.ruleset(view.rules).army_words}
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
    known = [rules.army_words[1] or "armies", *rules.unit_pieces]
    if {*named_kinds(rule)} <= {*known, *rules.army_words}:
        return ""
    return _("Name what is lost first: %(kinds)s.") % {"kinds": join_and(known)}


LOSE_IN_ORDER = StandingCase(
    "lose_in_order",
    may_choose_losses,
    line=r"lose\s+(?P<kinds>\w+\s+first.*)",
    answer=lose_in_order,
    problem=unknown_kind,
)
