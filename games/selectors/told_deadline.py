"""Tell a reader until when an open answer is awaited: the sentence of `games.clocks.words`, with what it needs to know
of the row, the seat and the reader. Pages, mails, the API and calendars have it from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import partial

from common.times import format_day
from games.clocks.words import Owner, Reader, adds_to_moment, describe
from games.models import Waiting
from games.wording.seats import colour_name


def reader_of(
    row: Waiting,
    viewer: int | None,
    now: datetime,
    zone: tzinfo,
    *,
    name_day: Callable[[datetime], str] | None = None,
    is_visitor: bool = False,
) -> Reader:
    """Build the reader of a row's deadline, the seat `viewer` or a spectator. Reads the row's game and player, who is
    awaited. While a friend stands in, the seat is told nothing of its owner's nights."""
    rules, stands_in = row.game.time.rules, row.player.substitute_for(row.pace)
    seat = row.player.seat_time(rules, row.pace)
    if stands_in is not None and stands_in.by:
        seat = replace(seat, quiet=None)
    owner = Owner(rules, seat, row.since) if row.seat == viewer else None
    return Reader(
        zone=zone,
        now=now,
        name_day=name_day or partial(format_day, now=now),
        seat=colour_name(row.player.colour),
        owner=owner,
        is_shared=row.pace == Waiting.Pace.SEALED,
        is_visitor=is_visitor,
    )


def tell_deadline(row: Waiting, reader: Reader) -> str:
    """Tell until when an open answer is awaited; empty where nobody is waited for."""
    deadline = row.deadline
    return describe(deadline, reader) if deadline else ""


def explain_deadline(row: Waiting, reader: Reader) -> str:
    """Tell the same below the moment itself; empty where that would add nothing."""
    deadline = row.deadline
    return describe(deadline, reader) if deadline and adds_to_moment(deadline, reader) else ""
