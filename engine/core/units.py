"""What stands on a territory: armies, which are all alike, and named pieces, which are not."""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

ALL = -2  # as a number of armies: as many as may go
Kind = TypeVar("Kind", int, str)


class Force(Struct, frozen=True, gc=False):
    """What moves, fights or is lost together: `armies` (at least 0, or ALL in an order) and kinds of pieces."""

    armies: int
    pieces: tuple[str, ...] = ()


class Piece(Struct, frozen=True):
    """A named piece on the board: its kind, the seat it belongs to and the territory it stands on."""

    kind: str
    seat: int
    at: int


def kinds_at(pieces: Iterable[Piece], territory: int, seat: int, among: Collection[str], *, without: bool) -> list[str]:
    """List the kinds of a seat's pieces on a territory: those `among` some kinds, or `without` them."""
    return [
        piece.kind
        for piece in pieces
        if piece.at == territory and piece.seat == seat and (piece.kind in among) != without
    ]


def in_order(kinds: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """Sort kinds of pieces by a rule set's order, those that it does not name last."""
    return tuple(sorted(kinds, key=lambda kind: order.index(kind) if kind in order else len(order)))


def multiset_subtract(held: Iterable[Kind], taken: Iterable[Kind]) -> tuple[Kind, ...]:
    """Subtract some cards or pieces from a multiset of them. Raises ValueError."""
    left = list(held)
    for each in taken:
        left.remove(each)
    return tuple(left)


def multiset_common(wanted: Iterable[Kind], held: Iterable[Kind]) -> tuple[Kind, ...]:
    """List those of the wanted that are held, each as often as it is."""
    left, found = list(held), []
    for each in wanted:
        if each in left:
            left.remove(each)
            found.append(each)
    return tuple(found)


def sum_counts(pairs: Iterable[tuple[object, int]]) -> int:
    """Add up the counts of (thing, count) pairs."""
    return sum(count for _, count in pairs)


def split_like(layers: Sequence[Sequence[int]], cards: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Split cards, in their order, into sorted layers of the sizes of others."""
    found, start = [], 0
    for layer in layers:
        found.append(tuple(sorted(cards[start : start + len(layer)])))
        start += len(layer)
    return tuple(found)
