"""The page of a replay: the board at one moment, the chart of land with its slider, and the turns beside it.

page = replay_page(view, Watched(head=..., course=..., seq=..., line=..., ...))
render(request, "replay/page.html", {"page": page}, using="jinja2")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from urllib.parse import urlencode

from django.utils.text import slugify
from django.utils.translation import gettext as _

import engine
from games.boards.board import BoardContext, board_context
from games.decisions.kit.page_types import GameHeader, ShareCard, StoryLine
from games.pages.history import name_moment
from games.pages.territory_chart import WIDE, TerritoryChart, territory_chart
from games.pages.turn import SeatRow, held_units
from games.selectors.key_moments import KeyMoment
from games.wording.amounts import capitalized, units_noun
from games.wording.seats import Person
from replay.chronicle import Chronicle, TurnRow
from replay.track import marks_of, words_of

HOLE = 999_999_999
"""Stands in an address for the number of a moment, which the script fills in."""


@dataclass(frozen=True)
class Flag:
    """A turning point over the chart and in the list, with its number and how far right it stands, in per cent."""

    number: int
    at: str
    point: KeyMoment
    seq: int
    url: str
    here: bool


@dataclass(frozen=True)
class ListedTurn:
    """A turn of the list; `here` if the board shows a moment of it."""

    row: TurnRow
    url: str
    here: bool


@dataclass(frozen=True)
class Watched:
    """Where in a game the reader looks, and what the page needs besides the view of that moment. `url` gives the
    address of a moment; `line` is what the story says of it; `stage` is the one of the map that is shown."""

    head: GameHeader
    people: tuple[Person, ...]
    course: Chronicle
    seq: int
    at: datetime
    zone: tzinfo
    line: StoryLine | None
    url: Callable[[int], str]
    base: str
    track_url: str
    log_url: str
    films_url: str
    picture: Callable[[int], str]
    shown_to: str
    share: ShareCard | None = None
    stage: str = ""
    points: tuple[KeyMoment, ...] = ()

    @property
    def place(self) -> int:
        return self.course.moments.index(self.seq)

    def at_moment(self, seq: int, **asked: str) -> str:
        """Build the address of a moment on the stage that is shown, or on another one."""
        query = {name: text for name, text in {"board": self.stage, **asked}.items() if text}
        return self.url(seq) + ("?" + urlencode(query) if query else "")


@dataclass(frozen=True)
class ReplayPage:
    """Everything templates `replay/page.html` shows. Empty addresses are left out."""

    head: GameHeader
    board: BoardContext
    stage: str
    seats: tuple[SeatRow, ...]
    key: str
    said: str
    number: int
    count: int
    chart: TerritoryChart | None
    stop: int
    stops: int
    filled: int
    flags: tuple[Flag, ...]
    turns: tuple[ListedTurn, ...]
    seq: int
    here: str
    ways: tuple[tuple[str, str, str], ...]
    base: str
    beginning: int
    track_url: str
    log_url: str
    films_url: str
    picture_url: str
    picture_pattern: str
    picture_name: str
    shown_to: str
    share: ShareCard | None = None
    speeds: tuple[tuple[str, str], ...] = ()

    @property
    def count_words(self) -> str:
        """Say which moment is shown and which is the last, with holes for both. Their numbers are those of the entries,
        as in the history and in addresses: what was taken back leaves a gap."""
        return _("%(number)s of %(count)s")

    @property
    def counted(self) -> str:
        return self.count_words % {"number": self.number, "count": self.count}


def replay_page(view: engine.PlayerView, watched: Watched) -> ReplayPage:
    """Build the page of a moment; `view` is what its reader may see then."""
    course, scale, last = watched.course, watched.course.scale, watched.course.moments[-1]
    turn = course.turn_at(watched.seq)
    return ReplayPage(
        head=watched.head,
        board=_board(view, watched),
        stage=watched.stage,
        seats=tuple(seat_row(view, person) for person in watched.people),
        key=name_moment(view, watched.at, watched.zone),
        said=words_of(watched.line),
        number=watched.seq,
        count=last,
        chart=territory_chart(course.shares, [seat.colour for seat in view.seats], course.starts, watched.seq, last),
        stop=scale.stop(watched.seq),
        stops=scale.stops - 1,
        filled=round(scale.x(watched.seq) * 100 / WIDE),
        flags=tuple(_flags(watched)),
        turns=tuple(
            ListedTurn(row, watched.at_moment(row.seq), index == turn) for index, row in enumerate(course.turns)
        ),
        seq=watched.seq,
        here=watched.url(watched.seq),
        ways=_ways(watched, turn),
        base=watched.base,
        beginning=course.beginning(),
        track_url=watched.track_url,
        log_url=watched.log_url,
        films_url=watched.films_url,
        picture_url=watched.picture(watched.seq),
        picture_pattern=watched.picture(HOLE).replace(str(HOLE), "SEQ"),
        picture_name=f"{slugify(watched.head.name)}.png",
        share=watched.share,
        shown_to=watched.shown_to,
        speeds=(("0.5", "½×"), ("1", "1×"), ("4", "4×"), ("turn", _("Turns"))),
    )


def _ways(watched: Watched, turn: int) -> tuple[tuple[str, str, str], ...]:
    """List the ways to other moments: the address, the icon and the words of each; an address is empty at an end."""
    moments, turns, place = watched.course.moments, watched.course.turns, watched.place

    def to(seq: int | None) -> str:
        return "" if seq is None else watched.at_moment(seq)

    before = turns[turn - 1].seq if turn else moments[0] if place else None
    after = turns[turn + 1].seq if turn + 1 < len(turns) else moments[-1] if place + 1 < len(moments) else None
    return (
        (to(before), "chevrons-left", _("Turn before")),
        (to(moments[place - 1] if place else None), "chevron-left", _("One step back")),
        (to(moments[place + 1] if place + 1 < len(moments) else None), "chevron-right", _("One step forward")),
        (to(after), "chevrons-right", _("Next turn")),
    )


def _board(view: engine.PlayerView, watched: Watched) -> BoardContext:
    return board_context(
        view,
        engine.mapgraph(view.map),
        marks=marks_of(watched.line),
        shown="whole",
        label=_("Board of %(game)s as it was") % {"game": watched.head.name},
        link=lambda name: watched.at_moment(watched.seq),
        stage=watched.stage,
        stage_link=lambda stage: watched.at_moment(watched.seq, board=stage),
        moves=True,
    )


def _flags(watched: Watched) -> Iterator[Flag]:
    course = watched.course
    for number, point in enumerate(watched.points, 1):
        seq = course.nearest(point.until)
        at = f"{course.scale.x(seq) * 100 / WIDE:.2f}"
        yield Flag(number, at, point, seq, watched.at_moment(seq), seq == watched.seq)


def seat_row(view: engine.PlayerView, person: Person) -> SeatRow:
    """Build the row of a seat: its territories, its armies, whether it is its turn and whether it is out."""
    row = view.seats[person.seat]
    units = held_units(view)[person.seat]
    label = capitalized(units_noun(view.rules))
    is_next = view.asked is not None and view.active == row.seat and not row.out
    return SeatRow(person, row.territories, units, (), is_next, row.out, 0, label)
