"""What a veteran keeps at home: how strong the gates of its continents must be, so that nobody breaks in."""

from __future__ import annotations

from functools import cached_property

from engine.bots.board import Board
from engine.core.mapgraph import Continent

ENOUGH = 0.9  # armies at a gate for each that may come against it
REINFORCED = 0.7  # the part of an enemy's income that it may put next to a gate
STEP = 1.0  # armies that an enemy leaves behind on the way


class Holding:
    """The continents of one seat and what their gates need."""

    def __init__(self, board: Board) -> None:
        self.board = board

    @cached_property
    def held(self) -> list[Continent]:
        board = self.board
        return [part for part in board.graph.continents if all(board.owner[m] == board.seat for m in part.members)]

    @cached_property
    def needs(self) -> dict[int, int]:
        """The armies that each territory of a held continent needs where enemies may come."""
        found: dict[int, int] = {}
        for part in self.held:
            for member in part.members:
                need = self.need(member)
                if need > 1:
                    found[member] = max(need, found.get(member, 0))
        return found

    def need(self, territory: int, taken: frozenset[int] = frozenset()) -> int:
        """Return how many armies hold a territory against any one opponent, once `taken` land is one's own."""
        danger = self.danger(territory, taken)
        return max(1, round(ENOUGH * danger)) if danger > 0 else 1

    def danger(self, territory: int, taken: frozenset[int] = frozenset()) -> float:
        """Estimate the largest force that one opponent can bring against a territory in a turn."""
        board, seat = self.board, self.board.seat
        worst = 0.0
        coming: dict[int, float] = {}
        for near in board.links[territory]:
            owner = board.owner[near]
            if owner == seat or owner < 0 or near in taken:
                continue
            if owner < len(board.view.seats):
                coming[owner] = coming.get(owner, 0.0) + board.armies[near] - 1
            for far in board.links[near]:
                other = board.owner[far]
                if other in (seat, owner, -1) or other >= len(board.view.seats) or far in taken:
                    continue
                force = board.armies[far] - 1 - board.armies[near] - STEP
                if force > 0:
                    coming[other] = max(coming.get(other, 0.0), force)
        for owner, force in coming.items():
            worst = max(worst, force + REINFORCED * board.view.seats[owner].income)
        return worst
