"""The history of a game: one moment on the map, the river of land, and the list of what happened.

    page = history_page(view, graph, Past(head=..., people=..., moments=..., seq=..., last=..., ...))
    render(request, "games/history.html", {"page": page})

`view` is the position after entry `seq` as the reader may see it; `moments` are story lines of the rounds around it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from itertools import groupby

from accounts.dates import dated_clock
from engine import MapGraph, PlayerView
from games.board import BoardContext, board_context
from games.boards.marks import Arrow, Marks
from games.pages.choice import Choice
from games.pages.desk import Desk
from games.pages.facts import Facts, GameHead, Person, StoryLine
from games.pages.river import River, Share, river
from games.pages.turn import SeatRow, seat_rows

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
    """Everything templates/games/history.html shows. Empty addresses are left out."""

    head: GameHead
    board: BoardContext
    seats: tuple[SeatRow, ...]
    key: str
    seq: int
    last: int
    filled: int
    said: str
    river: River | None
    turns: tuple[TurnGroup, ...]
    base: str
    here: str
    first_url: str
    previous_url: str
    next_url: str
    last_url: str
    earlier_url: str
    later_url: str
    mine_only: bool
    has_seat: bool


@dataclass(frozen=True)
class Past:
    """Where in a game the reader looks, and what the page needs besides the view of that moment.

    `moments`: (title of the turn, line) in order; `url` gives the address of a moment, `base` that of the history
    without one (it takes `?seq=` from the slider); `starts`: first entry of each round; `turn_seqs`: first entry of
    each turn, for the jumps; `earlier` and `later`: moments with other parts of the list, 0 for none.
    """

    head: GameHead
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
    mine_only: bool = False

    @property
    def here(self) -> str:
        return self.url(self.seq)


def history_page(view: PlayerView, graph: MapGraph, past: Past) -> HistoryPage:
    """The page of moment `past.seq`, of which `view` is what its reader may see."""
    desk = Desk(view, graph, Facts(past.head, past.people, past.here), Choice(view=past.shown))
    lines = [replace(line, number=0) for _, line in past.moments]
    here = _here(lines, past.seq)
    colours = [seat.colour for seat in view.seats]
    return HistoryPage(
        head=past.head, board=_board(view, graph, past, lines, here), seats=seat_rows(desk),
        key=_key(view.round, past.at, past.zone), seq=past.seq, last=past.last,
        filled=round(100 * past.seq / max(1, past.last)),
        said=f"Moment {past.seq} of {past.last}, round {view.round}",
        river=river(past.shares, colours, past.starts, past.seq, past.last),
        turns=_turns(past.moments, lines, here), base=past.base, here=past.here,
        mine_only=past.mine_only, has_seat=view.viewer is not None, **_ways(past),
    )  # fmt: skip


def _board(view: PlayerView, graph: MapGraph, past: Past, lines: Sequence[StoryLine], here: int) -> BoardContext:
    marks = Marks(arrows=_arrows(lines, here), lamp=_lamp(lines, here))
    return board_context(
        view, graph, marks=marks, shown=past.shown, label=f"Board of {past.head.name} as it was",
        link=lambda name: f"{past.here}?view={name}",
    )  # fmt: skip


def _ways(past: Past) -> dict[str, str]:
    """Addresses of other moments: the turns and the steps before and after, and other parts of the list."""
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
    return {name: past.url(moment) if moment > 0 else "" for name, moment in moments.items()}


def _here(lines: Sequence[StoryLine], seq: int) -> int:
    """The place of the line that tells moment `seq`: the last one not after it; -1 if none."""
    return max((place for place, line in enumerate(lines) if line.seq <= seq), default=-1)


def _arrows(lines: Sequence[StoryLine], here: int) -> tuple[Arrow, ...]:
    moves = [line for line in lines[: here + 1] if line.src is not None and line.dst is not None and line.colour]
    shown = moves[-SHOWN_MOVES:]
    return tuple(
        Arrow(line.src or 0, line.dst or 0, line.colour, 0, len(shown) - number, line.held)
        for number, line in enumerate(shown)
    )


def _lamp(lines: Sequence[StoryLine], here: int) -> tuple[int, ...]:
    if here < 0 or lines[here].src is None or lines[here].dst is None:
        return ()
    return (lines[here].src or 0, lines[here].dst or 0)


def _key(number: int, at: datetime | None, zone: tzinfo | None) -> str:
    place = f"Round {number}" if number else "Set-up"
    if at is None:
        return place
    local = at.astimezone(zone) if zone else at
    return f"{place}, {dated_clock(local, 'weekday')}"


def _turns(moments: Sequence[tuple[str, StoryLine]], lines: Sequence[StoryLine], here: int) -> tuple[TurnGroup, ...]:
    places = groupby(range(len(moments)), key=lambda place: moments[place][0])
    return tuple(
        TurnGroup(title, tuple(Moment(lines[place], place == here) for place in group)) for title, group in places
    )
