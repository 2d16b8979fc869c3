"""Tell what happened in the lines of a mail: numbered like the arrows of its picture, with dice and losses.

A turn mail tells first what hit its reader, then the rest seat by seat; other mails tell it in the order of time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import unescape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.decisions.context import Person, StoryLine, Throw
from games.wording.amounts import NBSP, dice_row
from games.wording.seats import LETTERS

MOST_LINES = 24
"""Older lines are left to the history."""
MOST_HITS = 12
"""Attacks on the reader that a mail tells; a long fight is one line."""
MOST_THROWS = 4
MARKS = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Item:
    """One line: `sign` is its number on the picture, or the letter of who did it; `dice` tells the throws."""

    number: int
    sign: str
    colour: str
    html: SafeString
    plain: str
    dice: str
    when: str


@dataclass(frozen=True)
class Chapter:
    """What one seat did; a chapter without a colour tells what nobody did."""

    colour: str
    title: str
    items: list[Item]


def items_of(lines: Sequence[StoryLine]) -> tuple[list[Item], int]:
    """Make the last lines of a story, and count the older ones that are left out."""
    shown = lines[-MOST_LINES:]
    return [item_of(line) for line in shown], len(lines) - len(shown)


def hits_of(lines: Sequence[StoryLine], colour: str) -> list[Item]:
    """List the attacks of others on this seat, oldest first."""
    return [item_of(line) for line in lines if is_hit(line, colour)][-MOST_HITS:]


def is_hit(line: StoryLine, colour: str) -> bool:
    """Check whether somebody else attacked this seat."""
    return bool(line.throws) and line.defender == colour != line.colour


def chapters_of(lines: Sequence[StoryLine], people: Sequence[Person], colour: str) -> tuple[list[Chapter], int]:
    """Group everything but the attacks on this seat by who did it in the order of their first line, and how many older
    lines are left out."""
    others = [line for line in lines if not is_hit(line, colour)]
    shown = others[-MOST_LINES:]
    names = {person.colour: person for person in people}
    told = [
        Chapter(seat, title_of(names.get(seat)), [item_of(line) for line in shown if line.colour == seat])
        for seat in dict.fromkeys(line.colour for line in shown)
    ]
    return told, len(others) - len(shown)


def title_of(person: Person | None) -> str:
    """ "Blue (harbour)", "You"; what nobody did stands under "Game"."""
    if person is None:
        return _("Game")
    return _("You") if person.you else f"{person.title} ({person.name})"


def item_of(line: StoryLine) -> Item:
    html = f"{line.text} {line.loss}" if line.loss else str(line.text)
    return Item(
        number=line.number,
        sign=str(line.number) if line.number else LETTERS.get(line.colour, ""),
        colour=line.colour,
        html=mark_safe(html),
        plain=plain_of(html),
        dice=dice_of(line.throws),
        when=line.when,
    )


def dice_of(throws: Sequence[Throw]) -> str:
    """ "Dice: 6 5 3 against 4 2, 5 5 against 3."; of long fights the first and the last throws."""
    if not throws:
        return ""
    if len(throws) <= MOST_THROWS:
        return _("Dice: %(throws)s.") % {"throws": format_throw(throws)}
    left_out = len(throws) - MOST_THROWS
    return ngettext(
        "Dice: %(first)s, then %(count)s more throw, last %(last)s.",
        "Dice: %(first)s, then %(count)s more throws, last %(last)s.",
        left_out,
    ) % {"first": format_throw(throws[:2]), "count": left_out, "last": format_throw(throws[-2:])}


def format_throw(throws: Iterable[Throw]) -> str:
    """ "6 5 3 against 4 2, 5 5 against 3": the dice of a throw are never parted at the end of a line."""
    return ", ".join(f"{row_of(throw)}{dice_change(throw)}" for throw in throws)


def row_of(throw: Throw) -> str:
    dice = {"attack": dice_row(throw.attack), "defend": dice_row(throw.defend)}
    return (_("%(attack)s against %(defend)s") % dice).replace(" ", NBSP)


def dice_change(throw: Throw) -> str:
    """Tell in brackets what was done to the dice before they counted."""
    return f" ({plain_of(throw.note).removesuffix('.')})" if throw.note else ""


def plain_of(html: str) -> str:
    """Strip the marks from a sentence of ours; every other "<" in it is escaped."""
    return unescape(MARKS.sub("", html))
