"""Rows of dice against each other: which dice lose an army, and what a throw costs, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.wording.amounts import pluralize_armies

Dice = tuple[int, ...]


def lost_places(attack: Dice, defend: Dice) -> tuple[Dice, Dice]:
    """Find the places of the dice that lose an army, in each row."""
    pairs = list(zip(attack, defend, strict=False))
    lost = tuple(place for place, (mine, other) in enumerate(pairs) if mine <= other)
    return lost, tuple(place for place in range(len(pairs)) if place not in lost)


def cost_words(lost: int, killed: int, attacker: str, defender: str) -> str:
    """Say what a throw costs: "you lose 2 armies", "each side loses 1 army"."""
    if lost and lost == killed:
        return _("each side loses %(armies)s") % {"armies": pluralize_armies(lost)}
    return loses(attacker, pluralize_armies(lost)) if lost else loses(defender, pluralize_armies(killed))


def cost_short(lost: int, killed: int, attacker: str, defender: str) -> str:
    """Say it in the margin of a row of dice: "you lose 2", "each loses 1"."""
    if lost and lost == killed:
        return _("each loses %(count)s") % {"count": lost}
    return loses(attacker, str(lost)) if lost else loses(defender, str(killed))


def loses(who: str, what: str) -> str:
    text = _("%(who)s lose %(what)s") if who == _("you") else _("%(who)s loses %(what)s")
    return text % {"who": who, "what": what}
