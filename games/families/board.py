"""What the board shows of a family's land: what lies and stands there beside armies, in drawings and in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import engine
from common.lazy_text import LazyText
from engine import PlayerView
from games.wording.amounts import capitalized


@dataclass(frozen=True)
class LandMark:
    """A sign beside the badge of a territory, in the colour of a seat. `outline` is an SVG path around 0, some 24 units
    across, as large as a badge's half."""

    at: int
    seat: int
    outline: str


class ClosedWay(NamedTuple):
    """A way over water that is closed for now: between which territories, the lower number first, with the `sign` of
    what closes it and its name."""

    ends: tuple[int, int]
    sign: str
    name: str


@dataclass(frozen=True, eq=False)  # kept by what it is: to hash its names would translate them
class PieceSign:
    """How a kind of piece stands round a badge: its `place` in the ring, from 0 at the lower left to 5 at the lower
    right, and its `sign`, `pc-...` of static/icons.svg. `name` and the shorter `word` call it in texts; `good_for` says
    what it does for its owner. A `building` is drawn square and stands alone where nobody is; all else is round."""

    place: int
    sign: str
    name: LazyText
    word: LazyText
    good_for: LazyText | str = ""
    building: bool = False

    def title(self, name: str) -> str:
        """Say what a piece with a name of its own is and does: "God of war. Wins ties in the battles he fights in."."""
        return f"{capitalized(str(self.name))}. {self.good_for}" if name else str(self.good_for)


def titled_piece(view: PlayerView, seat: int, kind: str) -> str:
    """Name a piece as the rules call its kind."""
    return engine.ruleset(view.rules).piece_title(kind)


def nothing_there(view: PlayerView) -> Mapping[int, str]:
    """List no territory at all."""
    return {}


@dataclass(frozen=True)
class BoardParts:
    """What a family's board shows, on pages and in mails. The board counts `view.pieces` by itself."""

    piece_signs: Mapping[str, PieceSign] = field(default_factory=dict)
    """The kinds of pieces that stand round badges; those that are units count on the badge."""
    piece_name: Callable[[PlayerView, int, str], str] = titled_piece
    """What a seat calls its piece of a kind."""
    land_notes: Callable[[PlayerView], Mapping[int, str]] = nothing_there
    """What labels of territories say besides their armies, pieces and ground."""
    land_marks: Callable[[PlayerView], Sequence[LandMark]] = lambda view: ()
    """The signs beside badges."""
    ruins: Callable[[PlayerView], Mapping[int, str]] = nothing_there
    """Land that nobody may hold any more, with what is said of it."""
    blights: Callable[[PlayerView], Mapping[int, str]] = nothing_there
    """Land on which something bad lies for now, such as a plague, with its name."""
    closed_ways: Callable[[PlayerView], Sequence[ClosedWay]] = lambda view: ()
    """The ways over water that nobody may go for now."""
    ground_signs: Mapping[str, LazyText] = field(default_factory=dict)
    """What the signs of a map's ground are called."""
    territories: Callable[[PlayerView], Collection[int]] = lambda view: range(len(view.owner))
    """The places that count as territories and that somebody may hold."""
    marks_vacant: bool = False
    """Whether land of nobody is marked, as anybody may walk in."""
    legend: Callable[[PlayerView], str] = lambda view: ""
    """A sentence below the board's legend in mails."""
