"""Format armies, small numbers, chances, lists and dice as players read them, in pages and mails alike."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

import engine

NBSP = "\N{NO-BREAK SPACE}"
"""Stands between words that stay on one line; text mails have an ordinary space for it."""


def pluralize_armies(number: int) -> str:
    """Count armies: "1 army", "5 armies"."""
    return ngettext("{count} army", "{count} armies", number).format(count=number)


def count_armies(count: int, rules: str) -> str:
    """Count armies in the words of a rule set: "1 army", "3 MODs"."""
    return engine.ruleset(rules).count_armies(count) if rules else pluralize_armies(count)


def count_units(count: int, rules: str) -> str:
    """Count what fights and falls: armies, or where pieces fight beside them "3 units"."""
    if rules and engine.ruleset(rules).unit_pieces:
        return ngettext("{count} unit", "{count} units", count).format(count=count)
    return count_armies(count, rules)


def units_noun(rules: str) -> str:
    """Return what fights and falls, of several: "armies", "units"."""
    return _("units") if rules and engine.ruleset(rules).unit_pieces else armies_noun(rules)


def armies_noun(rules: str) -> str:
    """Return what several armies are called in a rule set: "armies", "MODs"."""
    return engine.ruleset(rules).armies_noun if rules else _("armies")


def name_round(number: int, rules: str) -> str:
    """Name a round in the words of a rule set: "round 3", "year 3"."""
    return engine.ruleset(rules).name_round(number) if rules else _("round %(round)s") % {"round": number}


def round_name(rules: str, number: int) -> str:
    """Name a round in the words of its rules: "round 9", "year 3"; the set-up before the first one."""
    return name_round(number, rules) if number else _("set-up")


def count_funds(amount: int, rules: str) -> str:
    """Count what a game is paid in: "3 energy"."""
    return f"{amount} {engine.ruleset(rules).purchase.currency}".strip() if rules else str(amount)


NUMBERS = (
    gettext_noop("no"),
    gettext_noop("one"),
    gettext_noop("two"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
    gettext_noop("seven"),
    gettext_noop("eight"),
    gettext_noop("nine"),
    gettext_noop("ten"),
    gettext_noop("eleven"),
    gettext_noop("twelve"),
)


def number_word(number: int) -> str:
    """Spell a number out up to twelve, as running text has it; larger ones stay figures."""
    return _(NUMBERS[number]) if 0 <= number < len(NUMBERS) else str(number)


PLACES = (
    gettext_noop("first"),
    gettext_noop("second"),
    gettext_noop("third"),
    gettext_noop("fourth"),
    gettext_noop("fifth"),
    gettext_noop("sixth"),
)


def ordinal(place: int) -> str:
    """Spell the place of a seat in an order out: "first", 1 to 6."""
    return _(PLACES[place - 1])


def percent(chance: float) -> str:
    """Format a chance: "72 %"; never 0 or 100 unless it is certain."""
    if 0 < chance < 0.005:
        return _("under 1 %")
    shown = 99 if 0.995 <= chance < 1 else round(chance * 100)
    return f"{shown} %"


def join_and(words: Sequence[str]) -> str:
    """Join words: "a", "a and b", "a, b and c"; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}


def capitalized(name: str) -> str:
    """Spell a name with a capital letter in front, and leave its others as they are."""
    return name[:1].upper() + name[1:]


def join_or(words: Sequence[str]) -> str:
    """Join words of which one is chosen: "a", "a or b", "a, b or c"; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s or %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}


def dice_row(dice: Sequence[int]) -> str:
    """Format a row of dice: "6 5 3"."""
    return " ".join(map(str, dice))


def in_fours(text: str) -> str:
    """Split a long word of figures into groups of four, so that it can be compared and broken."""
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


# ---- rows of dice against each other

Dice = tuple[int, ...]


def lost_places(attack: Dice, defend: Dice, ties_to_attacker: bool = False) -> tuple[Dice, Dice]:
    """Find the places of the dice that lose an army, in each row; equal dice are the defender's if not said so."""
    pairs = list(zip(attack, defend, strict=False))
    lost = tuple(place for place, (mine, other) in enumerate(pairs) if mine < other + (not ties_to_attacker))
    return lost, tuple(place for place in range(len(pairs)) if place not in lost)


def cost_words(lost: int, killed: int, attacker: str, defender: str) -> str:
    """Say what a throw costs: "you lose 2 armies", "each side loses 1 army"."""
    if lost and lost == killed:
        return _("each side loses %(armies)s") % {"armies": pluralize_armies(lost)}
    return loses(attacker, pluralize_armies(lost)) if lost else loses(defender, pluralize_armies(killed))


def cost_short(lost: int, killed: int, attacker: str, defender: str) -> str:
    """Say beside a row of dice what it costs: "you lose 2", "each loses 1"."""
    if lost and lost == killed:
        return _("each loses %(count)s") % {"count": lost}
    return loses(attacker, str(lost)) if lost else loses(defender, str(killed))


def loses(who: str, what: str) -> str:
    text = _("%(who)s lose %(what)s") if who == _("you") else _("%(who)s loses %(what)s")
    return text % {"who": who, "what": what}


def signed(number: int) -> str:
    """Format a change with its sign: "+6", "−14"."""
    return f"{number:+d}".replace("-", "−")
