"""Cards for readers who are asked nothing: waiting for somebody, watching, or the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.marks import Marks
from games.decisions.context import Desk
from games.decisions.page_data import Person
from games.decisions.panel import Card, until_of
from games.decisions.reroll import Rows, rows_of
from games.wording.amounts import listed
from games.wording.times import moment


@dataclass(frozen=True)
class Queued:
    """A seat in the order in which it is asked."""

    person: Person
    doing: str
    now: bool
    you: bool
    when: str


@dataclass(frozen=True)
class Waiting:
    """Data of decisions/waiting.html. `used` is the share of the clock that has passed, in per cent."""

    eyebrow: str
    who: str
    said: str
    until: str
    used: int
    hours: str
    late: str
    queue: tuple[Queued, ...]
    watching: bool
    rows: Rows | None = None
    several: bool = False


def waiting(desk: Desk) -> Card:
    """Who is asked, since when, until when, and what happens then."""
    view, facts = desk.view, desk.facts
    asked = view.asked
    assert asked is not None
    people = [desk.person(seat) for seat in asked.seats]
    titles = listed([person.title for person in people])
    used, hours = _clock(desk)
    who = listed([person.name for person in people])
    since = moment(facts.since, facts.now, facts.zone) if facts.since else ""
    text = _("The game has been waiting for %(who)s to %(ask)s since %(since)s.")
    if not since:
        text = _("The game is waiting for %(who)s to %(ask)s.")
    data = Waiting(
        eyebrow=_gone(desk) or _("It’s not your turn"),
        who=who,
        said=text % {"who": who, "ask": asked.ask, "since": since},
        until=moment(facts.deadline, facts.now, facts.zone) if facts.deadline else "",
        used=used, hours=hours, late=facts.late if facts.deadline else "", queue=_queue(desk),
        watching=bool(_gone(desk)), rows=rows_of(desk),
        several=len(people) > 1,
    )  # fmt: skip
    return Card(
        "waiting",
        _("Waiting for %(seats)s") % {"seats": titles},
        data,
        Marks(lamp=_here(desk)),
        (),
        until_of(desk),
        answers=False,
    )


@dataclass(frozen=True)
class Paused:
    """Data of decisions/paused.html: who is asked what when the game goes on."""

    who: str
    ask: str
    watching: bool


def paused(desk: Desk) -> Card:
    """Nobody is asked anything before the game goes on."""
    asked = desk.view.asked
    assert asked is not None
    who = _("You") if asked.seats == (desk.view.viewer,) else listed([desk.title(seat) for seat in asked.seats])
    data = Paused(who, asked.ask, bool(_gone(desk)))
    return Card("paused", _("The game is paused"), data, Marks(lamp=_here(desk)), answers=False)


def _gone(desk: Desk) -> str:
    """Why the reader is never asked again; empty for who is in the game."""
    view = desk.view
    if view.viewer is None:
        return _("You are watching")
    if view.seats[view.viewer].out:
        return _("You are out of the game")
    return "" if desk.facts.post_url else _("You have resigned")


def _clock(desk: Desk) -> tuple[int, str]:
    facts = desk.facts
    if not facts.since or not facts.deadline or facts.deadline <= facts.since:
        return 0, ""
    whole, gone = facts.deadline - facts.since, facts.now - facts.since
    used = max(0, min(100, round(100 * gone / whole)))
    hours = {"used": int(max(0, gone.total_seconds() // 3600)), "all": int(whole.total_seconds() // 3600)}
    return used, _("%(used)s of %(all)s hours used") % hours


def _here(desk: Desk) -> tuple[int, ...]:
    """Where the lamp stands: over the last thing that happened."""
    last = next((line for line in reversed(desk.facts.story) if line.src is not None), None)
    return tuple(t for t in (last.src, last.dst) if t is not None) if last else ()


def _queue(desk: Desk) -> tuple[Queued, ...]:
    """The seats from the one that is asked to the reader; for who is never asked again, all of them."""
    view = desk.view
    asked = view.asked
    order = [seat for seat in (view.order or tuple(range(len(view.seats)))) if not view.seats[seat].out]
    if view.active in order:
        start = order.index(view.active)
        order = order[start:] + order[:start]
    assert asked is not None
    seats = [seat for seat in order if any(person.seat == seat for person in desk.facts.people)]
    if view.viewer in seats and not _gone(desk):
        seats = _until(view.viewer, seats, asked.seats)
    return tuple(_queued(desk, seat, seat in asked.seats) for seat in seats)


def _until(reader: int | None, seats: list[int], asked: Sequence[int]) -> list[int]:
    """Those before the reader in the order of play, after whoever is asked out of it; the reader is the last."""
    before = seats[: seats.index(reader)] if reader is not None else seats
    others = [seat for seat in seats if seat in asked and seat not in before and seat != reader]
    return [*others, *before, *([reader] if reader is not None else [])]


def _queued(desk: Desk, seat: int, now: bool) -> Queued:
    person, facts = desk.person(seat), desk.facts
    since = moment(facts.since, facts.now, facts.zone) if now and facts.since else ""
    doing = desk.view.asked.ask if now and desk.view.asked else person.note or (_("you") if person.you else "")
    return Queued(person, doing, now, person.you, _("since %(moment)s") % {"moment": since} if since else "")


@dataclass(frozen=True)
class Over:
    """Data of decisions/over.html."""

    winners: tuple[Person, ...]
    url: str


def over(desk: Desk) -> Card:
    """The game has ended."""
    winners = tuple(desk.person(seat) for seat in desk.view.winners)
    titles = listed([person.title for person in winners])
    text = ngettext("%(who)s wins", "%(who)s win", len(winners))
    heading = text % {"who": titles} if winners else _("The game is over")
    return Card("over", heading, Over(winners, desk.facts.head.history_url), answers=False)
