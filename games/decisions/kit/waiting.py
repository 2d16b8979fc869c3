"""Panels for readers who are asked nothing: waiting for somebody, watching, or the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.times import format_datetime
from games.boards.overlays import Marks
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel
from games.wording.amounts import join_and
from games.wording.seats import Person, colour_name


@dataclass(frozen=True)
class QueuedSeat:
    """A seat in the order in which it is asked."""

    person: Person
    doing: str
    now: bool
    you: bool
    when: str


@dataclass(frozen=True)
class WaitingPanel:
    """Data of decisions/waiting.html. `until` is the sentence on the deadline; `used` is the share of the clock that
    has passed, in per cent; `expected` tells when it is the reader's turn; `rows` the data of decisions/rows.html, if
    dice lie on the table."""

    eyebrow: str
    who: str
    said: str
    until: str
    used: int
    hours: str
    late: str
    queue: tuple[QueuedSeat, ...]
    watching: bool
    expected: str = ""
    rows: object | None = None
    several: bool = False


def waiting(context: PageContext, rows: object | None = None) -> Panel:
    """Show who is asked, since when, until when, and what happens then; `rows` are dice on the table."""
    view, page_data = context.view, context.page_data
    asked = view.asked
    assert asked is not None
    people = [context.person(seat) for seat in asked.seats]
    titles = join_and([context.title(person.seat) for person in people])
    used, hours = _clock(context)
    who = join_and([person.name for person in people])
    since = format_datetime(page_data.since, page_data.now, page_data.zone) if page_data.since else ""
    text = _("The game has been waiting for %(who)s to %(ask)s since %(since)s.")
    if not since:
        text = _("The game is waiting for %(who)s to %(ask)s.")
    data = WaitingPanel(
        eyebrow=_explain_gone(context) or _("It’s not your turn"),
        who=who,
        said=text % {"who": who, "ask": asked.ask, "since": since},
        until=page_data.clock,
        used=used,
        hours=hours,
        late=page_data.late if page_data.deadline else "",
        queue=_queue(context),
        watching=bool(_explain_gone(context)),
        expected="" if _explain_gone(context) else page_data.expected,
        rows=rows,
        several=len(people) > 1,
    )
    heading = _("Waiting for %(seats)s") % {"seats": titles}
    return Panel("waiting", heading, data, Marks(highlighted=_here(context)), answers=False)


@dataclass(frozen=True)
class PausedPanel:
    """Data of decisions/paused.html: who is asked what when the game goes on."""

    who: str
    ask: str
    watching: bool


def paused(context: PageContext) -> Panel:
    """Say who is asked what when the game goes on: nobody is asked before."""
    asked = context.view.asked
    assert asked is not None
    who = _("You") if asked.seats == (context.view.viewer,) else join_and([context.title(seat) for seat in asked.seats])
    data = PausedPanel(who, asked.ask, bool(_explain_gone(context)))
    return Panel("paused", _("The game is paused"), data, Marks(highlighted=_here(context)), answers=False)


def _explain_gone(context: PageContext) -> str:
    """Say why the reader is never asked again; empty for players who are still in the game."""
    view = context.view
    if view.viewer is None:
        return _("You are watching")
    if view.seats[view.viewer].out:
        return _("You are out of the game")
    return "" if context.page_data.post_url else _("You have resigned")


def _clock(context: PageContext) -> tuple[int, str]:
    page_data = context.page_data
    if not page_data.since or not page_data.deadline or page_data.deadline <= page_data.since:
        return 0, ""
    whole, gone = page_data.deadline - page_data.since, page_data.now - page_data.since
    used = max(0, min(100, round(100 * gone / whole)))
    hours = {"used": int(max(0, gone.total_seconds() // 3600)), "all": int(whole.total_seconds() // 3600)}
    return used, _("%(used)s of %(all)s hours used") % hours


def _here(context: PageContext) -> tuple[int, ...]:
    """Choose where the map's highlight lies: over the last move of the story."""
    last = next((line for line in reversed(context.page_data.story) if line.src is not None), None)
    return tuple(t for t in (last.src, last.dst) if t is not None) if last else ()


def _queue(context: PageContext) -> tuple[QueuedSeat, ...]:
    """List the seats from the one that is asked to the reader; all seats for a reader who is never asked again."""
    view = context.view
    asked = view.asked
    order = [seat for seat in (view.order or tuple(range(len(view.seats)))) if not view.seats[seat].out]
    if view.active in order:
        start = order.index(view.active)
        order = order[start:] + order[:start]
    assert asked is not None
    seats = [seat for seat in order if any(person.seat == seat for person in context.page_data.people)]
    if view.viewer in seats and not _explain_gone(context):
        seats = _until(view.viewer, seats, asked.seats)
    return tuple(_describe_queued(context, seat, seat in asked.seats) for seat in seats)


def _until(reader: int | None, seats: list[int], asked: Sequence[int]) -> list[int]:
    """List seats before the reader in the order of play, after those asked out of turn; the reader comes last."""
    before = seats[: seats.index(reader)] if reader is not None else seats
    others = [seat for seat in seats if seat in asked and seat not in before and seat != reader]
    return [*others, *before, *([reader] if reader is not None else [])]


def _describe_queued(context: PageContext, seat: int, now: bool) -> QueuedSeat:
    person, page_data = context.person(seat), context.page_data
    since = format_datetime(page_data.since, page_data.now, page_data.zone) if now and page_data.since else ""
    doing = context.view.asked.ask if now and context.view.asked else person.note or (_("you") if person.you else "")
    return QueuedSeat(person, doing, now, person.you, _("since %(moment)s") % {"moment": since} if since else "")


@dataclass(frozen=True)
class OverPanel:
    """Data of decisions/over.html."""

    winners: tuple[Person, ...]
    url: str


def over(context: PageContext) -> Panel:
    """Show who won a game that has ended."""
    winners = tuple(context.person(seat) for seat in context.view.winners)
    heading = winners_heading(winners) or _("The game is over")
    return Panel("over", heading, OverPanel(winners, context.page_data.head.history_url), answers=False)


def winners_heading(winners: Sequence[Person]) -> str:
    """Say who wins, by their colours; empty where nobody does."""
    text = ngettext("%(who)s wins", "%(who)s win", len(winners))
    return text % {"who": join_and([colour_name(person.colour) for person in winners])} if winners else ""
