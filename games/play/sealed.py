"""Hide orders that others may not read: sealed answers, and orders that name what only some seats may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from django.utils.translation import gettext as _

import engine
from games.models import Entry, Waiting
from games.models.game import StoodIn
from games.wording.narration.roles import is_by_host

SEALED = "turn.answered"
"""The tag of the event that stands for a sealed answer."""


class Given(Protocol):
    """What an entry, or a row of some of its columns, has to say of how it came about."""

    @property
    def seat(self) -> int | None: ...

    @property
    def pace(self) -> str: ...

    @property
    def events(self) -> Sequence[engine.Facts]: ...

    @property
    def stand_in(self) -> dict[str, str] | None: ...


def is_sealed(events: Iterable[engine.Facts], seat: int | None) -> bool:
    """Check whether stored events are those of a sealed answer of `seat`. The events of an open order may tell of
    sealed answers too: of seats that have said beforehand that they let it pass."""
    return any(event["type"] == SEALED and event["seat"] == seat for event in events)


def visible_order_text(entry: Entry, viewer: int | None) -> str:
    """Return an entry's order for a seat or a spectator; empty if it is somebody else's sealed answer, or names what
    only other seats may know."""
    if viewer is not None and entry.seat == viewer:
        return entry.order
    hidden = is_sealed(entry.events, entry.seat) or names_secret(entry.events, viewer)
    return "" if hidden else entry.order


def names_secret(events: Iterable[engine.Facts], viewer: int | None) -> bool:
    """Check whether the order of these stored events names what one of them hides from a viewer. One that cannot be
    read hides it."""
    return any(_hides_order(plain, viewer) for plain in events)


def _hides_order(plain: engine.Facts, viewer: int | None) -> bool:
    if is_by_host(plain) or engine.is_public(plain):
        return False
    try:
        return engine.hides_order(engine.event_from_json(dict(plain)), viewer)
    except ValueError:
        return True


def visible_source(entry: Entry, viewer: int | None) -> str:
    """Return by what an entry came about; empty if it is a sealed answer of another seat, answers a window for it, or
    comes of its plan: nobody else may tell its standing orders, its word and its clock apart, nor that it took an
    answer that mails suggest."""
    if viewer is not None and entry.seat == viewer:
        return entry.source
    return "" if entry.source == Entry.Source.PLAN or hides_source(entry) else entry.source


NAMED = {"host.stand_in": ("by",), "host.stand_in_ended": ("by",), "host.replaced": ("by", "was")}
"""The fields of the host's notes that name people who play."""


def events_without_people(events: Iterable[engine.Facts]) -> list[engine.Facts]:
    """Take the names of people out of stored events, for a game that hides them."""
    return [
        {**event, **{name: _("somebody") for name in NAMED.get(event["type"], ()) if event.get(name)}}
        for event in events
    ]


def stand_in_without_people(stand_in: dict[str, str] | None) -> dict[str, str] | None:
    """Take the names of people out of what an entry keeps of who gave it for the owner of its seat."""
    return stand_in and {name: text and (text if name == "bot" else _("somebody")) for name, text in stand_in.items()}


def visible_stand_in(entry: Given, viewer: int | None) -> StoodIn | None:
    """Return who gave an entry for the owner of its seat; None if the owner did, and where others may not tell by what
    an answer came about."""
    if not entry.stand_in or (hides_source(entry) and (viewer is None or entry.seat != viewer)):
        return None
    return StoodIn(**entry.stand_in)


def hides_source(entry: Given) -> bool:
    """Check whether an entry is an answer that looks the same to others whatever gave it."""
    return entry.pace == Waiting.Pace.WINDOW or is_sealed(entry.events, entry.seat)
