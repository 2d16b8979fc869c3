"""Who leads a fight, how many units stay behind it, how many dice are thrown in it and with how many sides: the usual
ones as a family's hooks change them, on the board of a game as well as in what a seat sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import UNSET, UnsetType

from engine.core.hooks import BoardHooks, DiceHooks

if TYPE_CHECKING:
    from engine.core.mapgraph import MapGraph
    from engine.core.ruleset import RuleSet

SIDES = 6
MOST = {"attacker": 3, "defender": 2}  # 1959 (c): under no circumstance more than three; one or two
Row = tuple[int, ...]


class Clash(NamedTuple):
    """A fight over `dst` from `src`. `leaders` are the kinds of pieces that lead it; UNSET: all that may."""

    src: int
    dst: int
    leaders: tuple[str, ...] | UnsetType = UNSET


class Terms(NamedTuple):
    """What two rows of dice count for in a fight: the lowest face that may lie on each side, 2 where ones are thrown
    again until none is left, and whether the attacker wins ties."""

    attack_from: int = 1
    defend_from: int = 1
    ties_to_attacker: bool = False


USUAL_TERMS = Terms()


class Order(Protocol):
    """What says who fights whom: an attack, or a `Clash`."""

    @property
    def src(self) -> int: ...
    @property
    def dst(self) -> int: ...
    @property
    def leaders(self) -> tuple[str, ...] | UnsetType: ...


class Board(Protocol):
    """What contexts and views know of who stands where."""

    @property
    def graph(self) -> MapGraph: ...
    @property
    def owner(self) -> Sequence[int]: ...
    @property
    def rule_set(self) -> RuleSet: ...
    def units(self, territory: int) -> int: ...
    def own_pieces(self, territory: int) -> tuple[str, ...]: ...
    def companions_at(self, territory: int) -> tuple[str, ...]: ...
    def buildings_at(self, territory: int) -> tuple[str, ...]: ...
    def bystanders_at(self, territory: int) -> tuple[str, ...]: ...
    def must_stay(self, territory: int) -> int: ...
    def dice_row(self, role: str, order: Order) -> Row: ...
    def terms(self, order: Order) -> Terms: ...


def must_stay(hooks: BoardHooks, board: Board, territory: int) -> int:
    """Count the units that have to stay behind on a territory: one, unless the family has it otherwise there."""
    for hook in hooks.must_stay:
        least = hook(board, territory)
        if least is not None:
            return least
    return 1


def may_lead(hooks: DiceHooks, board: Board, order: Order) -> tuple[str, ...]:
    """List the kinds of the pieces on the source of an attack that may lead it."""
    return tuple(kind for hook in hooks.may_lead for kind in hook(board, order))


def name_leaders(hooks: DiceHooks, board: Board, order: Order) -> Clash:
    """Name the leaders of an attack: those that it names itself, or all that may lead."""
    leaders = may_lead(hooks, board, order) if order.leaders is UNSET else order.leaders
    return Clash(order.src, order.dst, leaders)


def dice_sides(hooks: DiceHooks, board: Board, role: str, order: Order, count: int) -> Row:
    """List the number of sides of each of `count` dice, in the order in which they are thrown."""
    row = (SIDES,) * count
    for hook in hooks.dice_sides:
        row = hook(board, role, order, row)
    return row


def wins_ties(hooks: DiceHooks, board: Board, order: Order) -> bool:
    """Return whether the attacker wins ties in a fight."""
    return any(hook(board, order) for hook in hooks.wins_ties)


def throws_again(hooks: DiceHooks, board: Board, role: str, order: Order) -> bool:
    """Return whether a role throws dice that show 1 again, until none does."""
    return any(hook(board, role, order) for hook in hooks.throws_again)


def terms(hooks: DiceHooks, board: Board, order: Order) -> Terms:
    """Compute the terms of a fight, led by the leaders that its order names or by all that may lead."""
    if not hooks.wins_ties and not hooks.throws_again:
        return USUAL_TERMS
    clash = name_leaders(hooks, board, order)
    attack_from, defend_from = (1 + throws_again(hooks, board, role, clash) for role in MOST)
    return Terms(attack_from, defend_from, wins_ties(hooks, board, clash))


def full_row(hooks: DiceHooks, board: Board, role: str, order: Order) -> Row:
    """List the dice that a role throws while it has enough units; a force of n units throws the first n."""
    if not hooks.dice_sides:
        return (SIDES,) * MOST[role]
    clash = name_leaders(hooks, board, order)
    return dice_sides(hooks, board, role, clash, MOST[role])
