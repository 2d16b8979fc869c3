"""To whom a message goes: read from a line of orders, from seats, or from a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.models import Colour, Player
from press.models import EVERYONE

VERB = "press"
ALL, UNSIGNED, ORGANIZERS = "all", "unsigned", "organizers"
LINE = re.compile(r"\s*press\s+([^:]*?)\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
HEAD = re.compile(r"\s*press\s+([^:]*?)\s*:?\s*", re.IGNORECASE)
END = re.compile(r"\s*end press\s*", re.IGNORECASE)

USAGES: tuple[tuple[str, str | Promise], ...] = (
    ("press red: TEXT", gettext_lazy("write to Red")),  # as typed
    ("press red, blue: TEXT", gettext_lazy("write to both, who read each other’s answers")),  # as typed
    ("press all: TEXT", gettext_lazy("write to everyone")),  # as typed
    ("press unsigned: TEXT", gettext_lazy("write to everyone without your name, where the game allows it")),  # as typed
    ("press organizers: TEXT", gettext_lazy("ask the organizers")),  # as typed
)


@dataclass(frozen=True)
class Audience:
    """Whom a message is for: seats, everyone, everyone without the sender's name, or the organizers."""

    seats: frozenset[int] = frozenset()
    is_unsigned: bool = False
    is_for_organizers: bool = False

    @property
    def is_everyone(self) -> bool:
        return not self.seats and not self.is_for_organizers


@dataclass(frozen=True)
class Line:
    """A message as a line says it: `who` are words that `audience_named` reads."""

    who: tuple[str, ...]
    text: str


def read_line(typed: str) -> Line:
    """Read `press red, blue: text`, or a block of lines from `press red` to `end press`. Raises UnreadableOrder."""
    lines = typed.strip().splitlines()
    if len(lines) > 1 and END.fullmatch(lines[-1]) and (head := HEAD.fullmatch(lines[0])):
        who, text = head[1], "\n".join(lines[1:-1])
    elif found := LINE.fullmatch(typed.strip()):
        who, text = found[1], found[2]
    else:
        raise engine.UnreadableOrder(typed, _("Write “press red: your message”, or “press all: your message”."))
    names = tuple(word for word in re.split(r"[,\s]+", who.lower()) if word and word != "and")
    for name in names:
        if name not in (ALL, UNSIGNED, ORGANIZERS, *Colour.values):
            raise engine.UnreadableOrder(typed, _("“%(name)s” is not a colour of this game.") % {"name": name})
    if not names:
        raise engine.UnreadableOrder(typed, _("Say who should read it: a colour, all, or organizers."))
    if len(names) > 1 and not set(names) <= set(Colour.values):
        raise engine.UnreadableOrder(typed, _("Name colours, or one of all, unsigned and organizers."))
    return Line(names, text.strip())


def audience_named(names: Sequence[str], players: Iterable[Player]) -> Audience | None:
    """Return whom words name at a table; None if a colour is not at it."""
    if names[0] in (ALL, UNSIGNED, ORGANIZERS):
        return Audience(is_unsigned=names[0] == UNSIGNED, is_for_organizers=names[0] == ORGANIZERS)
    seats = {player.colour: player.seat for player in players}
    found = [seats.get(name) for name in names]
    return Audience(frozenset(seat for seat in found if seat is not None)) if None not in found else None


def key_of(seats: Iterable[int]) -> str:
    """Return the `seats` of the conversation of some seats; that of everyone for none."""
    return ",".join(map(str, sorted(set(seats)))) or EVERYONE


def seats_of(key: str) -> tuple[int, ...]:
    """Return the seats of a conversation; none for that of everyone."""
    return () if key == EVERYONE else tuple(map(int, key.split(",")))
