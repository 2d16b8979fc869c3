"""What a view's land holds, as every drawing and list of a board shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine import PlayerView
from games.boards.pieces import Ring, rings_of
from games.families.board import ClosedWay
from games.families.parts import FamilyParts, parts_of
from games.families.pieces import describe_land
from games.wording.seats import SeatStyle, styles_of


@dataclass(frozen=True)
class Holdings:
    """The owners, units, pieces and ruins of a view's territories, and what lies on them, each read once, whatever
    shows them."""

    view: PlayerView

    @cached_property
    def family(self) -> FamilyParts:
        return parts_of(self.view.rules)

    @cached_property
    def owners(self) -> list[SeatStyle]:
        """How the owner of each territory is shown."""
        styles = styles_of(self.view, set(self.view.owner))
        return [styles[owner] for owner in self.view.owner]

    @cached_property
    def units(self) -> Sequence[int]:
        """What badges show: all units where pieces lie round them, else armies alone: pieces are counted beside."""
        return self.view.borders.units if self.family.board.piece_signs else self.view.armies

    @cached_property
    def notes(self) -> Mapping[int, str]:
        """What labels of territories say besides."""
        return describe_land(self.view)

    @cached_property
    def ruins(self) -> Mapping[int, str]:
        return self.family.board.ruins(self.view)

    @cached_property
    def blights(self) -> Mapping[int, str]:
        return self.family.board.blights(self.view)

    @cached_property
    def closed_ways(self) -> tuple[ClosedWay, ...]:
        return tuple(self.family.board.closed_ways(self.view))

    @cached_property
    def rings(self) -> Mapping[int, Ring]:
        """The pieces that stand round badges."""
        return rings_of(self.view)
