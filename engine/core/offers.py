"""What a seat may answer, as plain data: forms, bots and tests are made from it.

An offer is one kind of action with its fields. A field lists its values, or its bounds, or, where they hang on
another field (`by`), a table of them. Enumerating everything would explode, so bots draw samples (see `sample`).
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.units import Force

Bounds = tuple[int, int]


class Field(Struct, frozen=True, omit_defaults=True):
    """One argument of an action.

    `kind`: territory, number, choice, cards (a tuple out of `values`), placements (`least` to `most` armies in all on
    the territories in `values`), force (armies within the bounds, and pieces out of `values`), seat, counts (the
    armies that are to stand on each of the territories in `values`), ranking (some of `values`, the dearest first).
    `by` names an earlier field, or two with a space between them; `table` then gives this field's values, or (least,
    most), for each of that one's, or for both with a space. Of placements `table` has (least, most) for each
    territory where less than `most` finds room. Of counts it has for each group of territories, under the number of
    its first, the armies that stand there in all and then its territories; each of them keeps `least` to `most`.
    """

    name: str
    kind: str
    values: tuple[Any, ...] = ()
    least: int = 0
    most: int = 0
    by: str = ""
    table: dict[str, tuple[Any, ...]] = {}

    def values_for(self, given: dict[str, Any]) -> tuple[Any, ...]:
        return self.table.get(self._key(given), ()) if self.by else self.values

    def bounds_for(self, given: dict[str, Any]) -> Bounds:
        if self.by:
            least, most, *_ = self.table[self._key(given)]
            return least, most
        return self.least, self.most

    def pieces_for(self, given: dict[str, Any]) -> tuple[str, ...]:
        return self.table[self._key(given)][2:] if self.by else self.values

    def most_at(self, territory: int) -> int:
        """Of placements: how many armies may go to one territory at the most."""
        most: int = self.table[str(territory)][1] if str(territory) in self.table else self.most
        return most

    def _key(self, given: dict[str, Any]) -> str:
        return " ".join(str(given[name]) for name in self.by.split())


class Offer(Struct, frozen=True, omit_defaults=True):
    """One kind of action that is allowed now: its tag, a label for a button, its fields in order."""

    action: str
    label: str
    fields: tuple[Field, ...] = ()


def sample(offer: Offer, below: Callable[[int], int]) -> dict[str, Any]:
    """Arguments for one random action of `offer`; `below(n)` returns a random number from 0 to n - 1."""
    given: dict[str, Any] = {}
    for field in offer.fields:
        given[field.name] = _sample_field(field, given, below)
    return given


def _sample_field(field: Field, given: dict[str, Any], below: Callable[[int], int]) -> Any:
    if field.kind in ("territory", "choice", "cards", "seat"):
        values = field.values_for(given)
        return values[below(len(values))]
    if field.kind == "counts":
        return _redistribute(field, below)
    if field.kind == "ranking":
        return _ranking(field, below)
    least, most = field.bounds_for(given)
    count = least + below(most - least + 1)
    if field.kind == "number":
        return count
    if field.kind == "force":
        pieces = tuple(kind for kind in field.pieces_for(given) if below(2))[:count]
        return Force(max(0, count - len(pieces)), pieces)
    return _scatter(field, count, below)


def _ranking(field: Field, below: Callable[[int], int]) -> tuple[Any, ...]:
    left = list(field.values)
    return tuple(left.pop(below(len(left))) for _ in range(below(len(left) + 1)))


def _scatter(field: Field, count: int, below: Callable[[int], int]) -> tuple[tuple[int, int], ...]:
    heaps: dict[int, int] = {}
    places = list(field.values)
    for _ in range(count):
        place = places[below(len(places))]
        heaps[place] = heaps.get(place, 0) + 1
        if heaps[place] == field.most_at(place):
            places.remove(place)
    return tuple(sorted(heaps.items()))


def _redistribute(field: Field, below: Callable[[int], int]) -> tuple[tuple[int, int], ...]:
    """New counts for one of the groups."""
    groups = list(field.table.values())
    total, *places = groups[below(len(groups))]
    heaps = dict.fromkeys(places, field.least)
    for _ in range(total - field.least * len(places)):
        place = places[below(len(places))]
        heaps[place] += 1
        if heaps[place] == field.most:
            places.remove(place)
    return tuple(sorted(heaps.items()))
