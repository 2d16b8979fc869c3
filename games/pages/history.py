"""The history of a game: one moment on the map, the chart of land, and the list of what happened.

    page = history_page(view, graph, Past(head=..., people=..., moments=..., seq=..., last=..., ...))
    render(request, "games/history.html", {"page": page})

`view` is the position after entry `seq` as the reader may see it; `moments` are story lines of the rounds around it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from itertools import groupby
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from common.times import dated_clock
from engine import MapGraph, PlayerView
from games.boards.board import BoardContext, board_context
from games.boards.overlays import Arrow, Marks
from games.decisions.kit.context import PageContext, Selection
from games.decisions.kit.page_types import GameHeader, PageData, ShareCard, StoryLine
from games.families.parts import parts_of
from games.families.turn import Track
from games.lines import Link
from games.pages.story import arrows_of_line
from games.pages.territory_chart import Scale, Share, TerritoryChart, territory_chart
from games.pages.turn import SeatRow, seat_rows
from games.wording.amounts import round_name
from games.wording.seats import Person

SHOWN_MOVES = 3
"""So many moves up to the present moment are drawn as arrows."""


@dataclass(frozen=True)
class Moment:
    """A line of the list; `here` if it is the moment that the board shows."""

    line: StoryLine
    here: bool


@dataclass(frozen=True)
class TurnGroup:
    """The moments of one turn under its title ("Round 7, Grey")."""

    title: str
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class HistoryPage:
    """Everything templates/jinja2/games/history.html shows. Empty addresses are left out."""

    head: GameHeader
    board: BoardContext
    seats: tuple[SeatRow, ...]
    key: str
    seq: int
    last: int
    stop: int
    stops: int
    filled: int
    said: str
    chart: TerritoryChart | None
    turns: tuple[TurnGroup, ...]
    base: str
    here: str
    first_url: str
    previous_url: str
    next_url: str
    last_url: str
    earlier_url: str
    later_url: str
    filters: tuple[SeatFilter, ...]
    player: str
    step_words: str = ""
    track: Track | None = None
    links: tuple[tuple[str, Link], ...] = ()
    share: ShareCard | None = None


@dataclass(frozen=True)
class SeatFilter:
    """A way to see only what a seat did and what was done to it; `person` is None for all."""

    person: Person | None
    url: str
    here: bool


@dataclass(frozen=True)
class Past:
    """Where in a game the reader looks, and what the page needs besides the view of that moment.

    `moments`: (title of the turn, line) in order; `url` gives the address of a moment, `base` that of the history
    without one (it takes `?seq=` from the slider); `starts`: first entry of each round; `turn_seqs`: first entry of
    each turn, for the jumps; `earlier` and `later`: moments with other parts of the list, 0 for none; `player`: the
    colour of the seat whose lines alone are listed. Of an entry with `steps` of its own, `step` is the one that the
    board shows, in words `step_words`; `coming` says that the next entry has some. `shown` and `board` are the part and
    the stage of the map that the reader chose; `links` those of `PAST_LINES`;
    `share` is what other sites show of this moment.
    """

    head: GameHeader
    people: tuple[Person, ...]
    moments: Sequence[tuple[str, StoryLine]]
    seq: int
    last: int
    base: str
    url: Callable[[int], str]
    at: datetime | None = None
    zone: tzinfo | None = None
    shares: Sequence[Share] = ()
    starts: Mapping[int, int] = field(default_factory=dict)
    turn_seqs: Sequence[int] = ()
    earlier: int = 0
    later: int = 0
    shown: str = ""
    board: str = ""
    player: str = ""
    steps: int = 0
    step: int = 0
    step_words: str = ""
    coming: bool = False
    links: tuple[tuple[str, Link], ...] = ()
    share: ShareCard | None = None

    @property
    def here(self) -> str:
        return self.url(self.seq)

    def at_moment(self, seq: int, **asked: str) -> str:
        """Build the URL of a moment, with the filter of lines kept."""
        query = {"player": self.player, **asked}
        return self.url(seq) + ("?" + urlencode(kept) if (kept := {k: v for k, v in query.items() if v}) else "")


def history_page(view: PlayerView, graph: MapGraph, past: Past) -> HistoryPage:
    """Build the page of moment `past.seq`; `view` is what its reader may see then."""
    context = PageContext(view, graph, PageData(past.head, past.people, past.here), Selection(view=past.shown))
    lines = [replace(line, number=0, url=past.at_moment(line.seq)) for _title, line in past.moments]
    scale = Scale.of(past.starts, past.last)
    here = _here(lines, past.seq)
    colours = [seat.colour for seat in view.seats]
    return HistoryPage(
        head=past.head,
        board=_board(view, graph, past, lines, here),
        seats=seat_rows(context),
        key=name_moment(view, past.at, past.zone),
        seq=past.seq,
        last=past.last,
        stop=scale.stop(past.seq),
        stops=scale.stops - 1,
        filled=round(scale.x(past.seq) / 10),
        said=_("Moment %(seq)s of %(last)s, %(round)s")
        % {"seq": past.seq, "last": past.last, "round": round_name(view.rules, view.round)},
        chart=territory_chart(past.shares, colours, past.starts, past.seq, past.last),
        turns=_turns(past.moments, lines, here),
        base=past.base,
        here=past.here,
        filters=_filters(past),
        player=past.player,
        step_words=past.step_words,
        track=parts_of(view.rules).turn.track(view),
        links=past.links,
        share=past.share,
        **_ways(past),
    )


def _filters(past: Past) -> tuple[SeatFilter, ...]:
    every = SeatFilter(None, past.at_moment(past.seq, player=""), not past.player)
    return every, *(
        SeatFilter(person, past.at_moment(past.seq, player=person.colour), past.player == person.colour)
        for person in past.people
    )


def _board(view: PlayerView, graph: MapGraph, past: Past, lines: Sequence[StoryLine], here: int) -> BoardContext:
    marks = Marks(arrows=_arrows(lines, here), highlighted=_lamp(lines, here))
    return board_context(
        view,
        graph,
        marks=marks,
        shown=past.shown,
        label=_("Board of %(game)s as it was") % {"game": past.head.name},
        link=lambda name: past.at_moment(past.seq, view=name, board=past.board),
        stage=past.board,
        stage_link=lambda stage: past.at_moment(past.seq, board=stage),
    )


def _ways(past: Past) -> dict[str, str]:
    """List the addresses of other moments: the turns and the steps before and after, and other parts of the list."""
    before = max((start for start in past.turn_seqs if start < past.seq), default=0)
    after = min((start for start in past.turn_seqs if start > past.seq), default=0)
    moments = {
        "first_url": before,
        "previous_url": past.seq - 1,
        "next_url": past.seq + 1 if past.seq < past.last else 0,
        "last_url": after,
        "earlier_url": past.earlier,
        "later_url": past.later,
    }
    ways = {name: past.at_moment(moment) if moment > 0 else "" for name, moment in moments.items()}
    return ways | _steps(past)


def _steps(past: Past) -> dict[str, str]:
    """List the addresses of the steps before and after, where an entry has some of its own."""
    ways = {}
    if past.step > 1:
        ways["previous_url"] = past.at_moment(past.seq, step=str(past.step - 1))
    if past.step < past.steps:
        ways["next_url"] = past.at_moment(past.seq, step=str(past.step + 1))
    elif past.coming:
        ways["next_url"] = past.at_moment(past.seq + 1, step="1")
    return ways


def _here(lines: Sequence[StoryLine], seq: int) -> int:
    """Find the index of the line that tells moment `seq`: the last one not after it; -1 if none."""
    return max((place for place, line in enumerate(lines) if line.seq <= seq), default=-1)


def _arrows(lines: Sequence[StoryLine], here: int) -> tuple[Arrow, ...]:
    moves = [made for line in lines[: here + 1] if (made := arrows_of_line(line, 0, 1))]
    shown = moves[-SHOWN_MOVES:]
    return tuple(replace(arrow, age=len(shown) - place) for place, made in enumerate(shown) for arrow in made)


def _lamp(lines: Sequence[StoryLine], here: int) -> tuple[int, ...]:
    if here < 0 or lines[here].src is None or lines[here].dst is None:
        return ()
    return (lines[here].src or 0, lines[here].dst or 0)


def name_moment(view: PlayerView, at: datetime | None, zone: tzinfo | None) -> str:
    """Name a moment by its round and its time: "Round 7, Thursday 12 November, 21:40"."""
    place = round_name(view.rules, view.round)
    if at is None:
        return place[:1].upper() + place[1:]
    local = at.astimezone(zone) if zone else at
    return f"{place[:1].upper()}{place[1:]}, {dated_clock(local, 'weekday')}"


def _turns(moments: Sequence[tuple[str, StoryLine]], lines: Sequence[StoryLine], here: int) -> tuple[TurnGroup, ...]:
    places = groupby(range(len(moments)), key=lambda place: moments[place][0])
    return tuple(
        TurnGroup(title, tuple(Moment(lines[place], place == here) for place in group)) for title, group in places
    )
