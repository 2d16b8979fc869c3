"""Campaigns: which lands to take in one turn, from where, with what, and how likely it is to succeed.

A goal is a set of territories with a worth, in armies. For a goal the planner finds the cheapest ways there through
enemy land, from the strong stacks first; every stack on the way is a front with the land that hangs on it. What a
front needs, against what it has and what may still be placed, gives the chance of the whole campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from math import erf, sqrt

from engine.bots.board import Board
from engine.bots.holding import Holding
from engine.core.mapgraph import Continent

LOSS = 0.87  # attacking armies that a defending one costs on the average, in fights of several armies
SPREAD = 0.95  # standard deviation of the losses, per square root of a defender
PLENTY = 200  # armies on the whole board from which one of them counts for less
BEHIND = 1.0  # armies that stay on each captured territory
WEAK_START = 0.5  # how much shorter a way may be, in armies, for each army that its stack lacks of the strongest


@dataclass(frozen=True)
class Goal:
    """Land worth having: what its capture brings, in armies; `final` if it wins the game."""

    lands: frozenset[int]
    worth: float
    final: bool = False
    bold: bool = False  # worth more than what one holds
    part: Continent | None = None  # the continent that it completes


@dataclass
class Front:
    """The part of a campaign that starts from one own stack."""

    source: int
    full: bool = False  # no further army finds room at the source
    lands: list[int] = field(default_factory=list)
    defenders: int = 0
    placed: int = 0
    reserve: int = 1  # stay at the source
    garrison: int = 0  # are to stand at gates in the end

    @property
    def need(self) -> float:
        """Armies that are likely to be used up or bound, those left behind among them."""
        return LOSS * self.defenders + BEHIND * len(self.lands) + self.reserve - 1 + self.garrison


@dataclass(frozen=True)
class Campaign:
    """What it takes to reach a goal. `price` is what a lost army counts, 1 or less."""

    goal: Goal
    fronts: tuple[Front, ...]
    chance: float
    price: float

    @property
    def is_free(self) -> bool:
        """Whether every front starts from land that is full."""
        return all(front.full for front in self.fronts)

    def reserve(self, source: int) -> int:
        """Return how many armies the plan keeps at a source."""
        return next((front.reserve for front in self.fronts if front.source == source), 1)

    @property
    def gain(self) -> float:
        """Worth by chance, less the armies lost; where there is no room for new ones, they cost nothing."""
        losses = sum(LOSS * front.defenders for front in self.fronts if not front.full)
        return self.chance * self.goal.worth - (0.0 if self.goal.final else self.price * losses)


class Planner:
    """The ways from one's own stacks into enemy land, as a board stands."""

    def __init__(self, board: Board, armies: Mapping[int, int] | None = None) -> None:
        """Look at the board; `armies` replaces the numbers on some territories, to try a position."""
        self.board = board
        self.armies = list(board.armies)
        for territory, number in (armies or {}).items():
            self.armies[territory] = number

    @cached_property
    def before(self) -> dict[int, int]:
        """For each enemy territory that can be reached the one before it on the cheapest way there."""
        board, armies = self.board, self.armies
        strongest = max((armies[here] for here in board.borders), default=0)
        cost = {here: WEAK_START * (strongest - armies[here]) for here in board.borders}
        waiting = [(price, here) for here, price in sorted(cost.items())]
        before: dict[int, int] = {}
        while waiting:
            price, here = heappop(waiting)
            if price > cost[here]:
                continue
            for there in board.links[here]:
                if board.owner[there] in (board.seat, -1):
                    continue
                onward = price + armies[there] + 1
                if onward < cost.get(there, 1e9):
                    cost[there] = onward
                    before[there] = here
                    heappush(waiting, (onward, there))
        return before

    @cached_property
    def holding(self) -> Holding:
        return Holding(self.board)

    @cached_property
    def price(self) -> float:
        """Less than 1 where armies abound: else everybody would sit behind their own for ever. Squared, for stacks grow
        with the sum, and a fight between them shall cost less and less."""
        return min(1.0, PLENTY / sum(self.armies)) ** 2

    def campaign(self, goal: Goal, pool: int) -> Campaign | None:
        """Plan how to reach a goal with `pool` armies to place; None if no way leads there."""
        fronts = self._fronts(goal.lands)
        if not fronts:
            return None
        self._bind(fronts, goal)
        self._share_out(fronts, pool)
        chance = 1.0
        for front in fronts:
            surplus = self.armies[front.source] - 1 + front.placed - front.need
            chance *= _normal(surplus / (0.5 + SPREAD * sqrt(front.defenders)))
        return Campaign(goal, tuple(fronts), chance, self.price)

    def _fronts(self, lands: Iterable[int]) -> list[Front]:
        fronts: dict[int, Front] = {}
        seen: set[int] = set()
        for land in sorted(lands):
            if land not in self.before:
                return []
            while land not in seen and self.board.owner[land] != self.board.seat:
                seen.add(land)
                source = self._source(land)
                front = fronts.setdefault(source, Front(source, self.board.is_full(source)))
                front.lands.append(land)
                front.defenders += self.armies[land]
                land = self.before[land]
        return sorted(fronts.values(), key=lambda front: (-front.need, front.source))

    def _source(self, land: int) -> int:
        while self.board.owner[land] != self.board.seat:
            land = self.before[land]
        return land

    def _bind(self, fronts: list[Front], goal: Goal) -> None:
        """Set aside what holds the continents that one has, and the one that the goal completes."""
        if goal.bold or self.board.leads:
            return
        holding, taken = self.holding, frozenset(land for front in fronts for land in front.lands)
        for front in fronts:
            if front.source in holding.needs and not front.full:
                front.reserve = holding.need(front.source, taken)
        if goal.part is None:
            return
        sources = {front.source for front in fronts}
        for member in goal.part.members:
            here = self.armies[member] if self.board.owner[member] == self.board.seat and member not in sources else 1
            fronts[0].garrison += max(0, holding.need(member, taken) - here)

    def _share_out(self, fronts: list[Front], pool: int) -> None:
        """Place what each front lacks, plus a margin, in order of need; the rest goes to the largest front."""
        for front in fronts:
            lack = front.need + SPREAD * sqrt(front.defenders) - (self.armies[front.source] - 1)
            front.placed = 0 if front.full else min(pool, max(0, round(lack)))
            pool -= front.placed
        fronts[0].placed += pool


def _normal(deviations: float) -> float:
    """Return the probability that a normal variable stays under so many standard deviations."""
    return 0.5 * (1 + erf(deviations / sqrt(2)))
