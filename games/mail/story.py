"""What happened, as the lines of a mail: numbered like the arrows of its picture, with dice and losses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import unescape

from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

from games.pages.amounts import dice_row
from games.pages.facts import StoryLine, Throw
from games.seats import LETTERS

MOST_LINES = 24
"""Older lines are left to the history."""
MOST_THROWS = 4


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


def items_of(lines: Sequence[StoryLine]) -> tuple[list[Item], int]:
    """The last lines of a story, and how many older ones are left out."""
    shown = lines[-MOST_LINES:]
    return [item_of(line) for line in shown], len(lines) - len(shown)


def item_of(line: StoryLine) -> Item:
    html = f"{line.text} {line.loss}" if line.loss else str(line.text)
    return Item(
        number=line.number,
        sign=str(line.number) if line.number else LETTERS.get(line.colour, ""),
        colour=line.colour,
        html=mark_safe(html),
        plain=unescape(strip_tags(html)),
        dice=dice_of(line.throws),
        when=line.when,
    )


def dice_of(throws: Sequence[Throw]) -> str:
    """ "Dice: 6 5 3 against 4 2, 5 5 against 3."; of long fights the first and the last throws."""
    if not throws:
        return ""
    if len(throws) <= MOST_THROWS:
        return f"Dice: {said(throws)}."
    left_out = len(throws) - MOST_THROWS
    more = f"{left_out} more {'throw' if left_out == 1 else 'throws'}"
    return f"Dice: {said(throws[:2])}, then {more}, last {said(throws[-2:])}."


def said(throws: Iterable[Throw]) -> str:
    return ", ".join(f"{dice_row(throw.attack)} against {dice_row(throw.defend)}{changed(throw)}" for throw in throws)


def changed(throw: Throw) -> str:
    """What was done to the dice before they counted, in brackets."""
    return f" ({unescape(strip_tags(throw.note)).removesuffix('.')})" if throw.note else ""
