"""What a seat may answer, as plain data: forms, bots and tests are made from it.

An offer is one kind of action with its fields. A field lists its values, or its bounds, or, where they hang on
another field (`by`), a table of them. Enumerating everything would explode, so bots draw random arguments.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from engine.core.units import Force, multiset_subtract

Bounds = tuple[int, int]
Value = Any
"""What an argument of an action may be: a territory, a seat, a word, cards, a force. Its kind of field says which."""

Given = Mapping[str, Value]
"""Arguments so far, by the names of their fields."""

Below = Callable[[int], int]
"""Returns a random number from 0 to n - 1."""

Allocation = tuple[tuple[int, int], ...]
"""Armies by territory."""

Rows = dict[str, tuple[Value, ...]]
"""Rows of a field's `table`, by the value of the fields on which they depend; of two with a space between them."""


class Field(Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """One argument of an action; each kind of argument is a type, and its tag the `kind` in JSON.

    `by`, where a kind has it, names an earlier field, or two with a space between them; `table` then gives this field's
    values or bounds for each value of that one, or for both with a space.
    """

    name: str

    def sample(self, given: Given, below: Below) -> Value:
        """Draw a random value, after those of earlier fields in `given`."""
        raise NotImplementedError


class ListField(Field, frozen=True):
    """One of some listed values."""

    values: tuple[Value, ...] = ()
    by: str = ""
    table: Rows = {}

    def values_for(self, given: Given) -> tuple[Value, ...]:
        return self.table.get(_key(self.by, given), ()) if self.by else self.values

    def sample(self, given: Given, below: Below) -> Value:
        values = self.values_for(given)
        return values[below(len(values))]

    def accepts(self, value: Value, given: Given) -> bool:
        """Return whether a value is one of those that are offered."""
        return value in self.values_for(given)


class TerritoryField(ListField, frozen=True, tag="territory"):
    """A territory, or -1 for none."""


class SeatField(ListField, frozen=True, tag="seat"):
    """A seat, or -1 for nobody."""


class CardsField(ListField, frozen=True, tag="cards"):
    """A tuple of cards."""


class ChoiceField(ListField, frozen=True, tag="choice"):
    """Any other value out of a list."""


class NumberField(Field, frozen=True, tag="number"):
    """A whole number from `least` to `most`; rows of `table` are (least, most)."""

    least: int = 0
    most: int = 0
    by: str = ""
    table: Rows = {}

    def bounds_for(self, given: Given) -> Bounds:
        return _bounds(self, given)

    def sample(self, given: Given, below: Below) -> int:
        return _count(self.bounds_for(given), below)

    def accepts(self, value: int, given: Given) -> bool:
        """Return whether a number lies between the bounds; where the field that they depend on has none, none does."""
        if self.by and _key(self.by, given) not in self.table:
            return False
        least, most = self.bounds_for(given)
        return least <= value <= most


class ForceField(Field, frozen=True, tag="force"):
    """`least` to `most` units: armies and some of the pieces in `values`; rows of `table` are (least, most, *pieces).

    Pieces that `must` go are among these. Where pieces stand beside armies, `armies` has how many armies there are, by
    the same key as `table`; by an empty one without it. `along` has the companions that may go with them, by the values
    of the fields that `along_by` names; where there are some, they may go without a unit.
    """

    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    by: str = ""
    table: Rows = {}
    must: tuple[str, ...] = ()
    armies: dict[str, int] = {}
    along_by: str = ""
    along: dict[str, tuple[str, ...]] = {}

    def bounds_for(self, given: Given) -> Bounds:
        return _bounds(self, given)

    def pieces_for(self, given: Given) -> tuple[str, ...]:
        return self.table[_key(self.by, given)][2:] if self.by else self.values

    def armies_for(self, given: Given) -> int:
        """Return how many armies there are: where no pieces stand beside them, at least the most that may go."""
        return self.armies.get(_key(self.by, given), self.bounds_for(given)[1])

    def along_for(self, given: Given) -> tuple[str, ...]:
        """Return the companions that may go with the units."""
        return self.along.get(_key(self.along_by, given), ()) if self.along else ()

    def sample(self, given: Given, below: Below) -> Force:
        least, most = self.bounds_for(given)
        companions = self.along_for(given)
        force = self._units(given, _count((0 if companions else least, most), below), below)
        along = tuple(kind for kind in companions if below(2))
        return Force(force.armies, (*force.pieces, *(along or companions[: force == Force(0)])))

    def _units(self, given: Given, count: int, below: Below) -> Force:
        """Draw which units go, so many of them."""
        armies = self.armies.get(_key(self.by, given), count)
        going, staying = list(self.must), list(multiset_subtract(self.pieces_for(given), self.must))
        while staying and len(going) < count:
            kind = staying.pop(0)
            if below(2) or len(going) + len(staying) + armies < count:
                going.append(kind)
        return Force(count - len(going), tuple(going))


class AmountsField(Field, frozen=True, tag="amounts"):
    """`least` to `most` in all of the things in `values`, as (thing, count) pairs.

    `table` has (least, most) for each thing of which there are less than `most`.
    """

    values: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0
    table: Rows = {}

    def most_at(self, value: Value) -> int:
        """Return how many there may be of one thing."""
        return self.table[str(value)][1] if str(value) in self.table else self.most

    def sample(self, given: Given, below: Below) -> tuple[tuple[Value, int], ...]:
        counts: dict[Value, int] = {}
        open_values = list(self.values)
        for _ in range(_count((self.least, self.most), below)):
            value = open_values[below(len(open_values))]
            counts[value] = counts.get(value, 0) + 1
            if counts[value] == self.most_at(value):
                open_values.remove(value)
        return tuple(sorted(counts.items()))


class PlacementsField(AmountsField, frozen=True, tag="placements"):
    """`least` to `most` armies in all on the territories in `values`; `table` is of those where less finds room."""

    values: tuple[int, ...] = ()


class LossesField(PlacementsField, frozen=True, tag="losses"):
    """`least` to `most` armies in all that are lost on the territories in `values`, each number of them as a force."""

    def sample(self, given: Given, below: Below) -> Value:
        return tuple((territory, Force(armies)) for territory, armies in super().sample(given, below))


class CountsField(Field, frozen=True, tag="counts"):
    """The armies that are to stand on each of the territories in `values`, `least` to `most` of them.

    Rows of `table` are groups: the armies that stand there in all, which stay as many, and then the territories.
    """

    values: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    table: Rows = {}

    def sample(self, given: Given, below: Below) -> Allocation:
        """Draw new counts for one of the groups."""
        groups = list(self.table.values())
        total, *open_spots = groups[below(len(groups))]
        counts = dict.fromkeys(open_spots, self.least)
        for _ in range(total - self.least * len(counts)):
            spot = open_spots[below(len(open_spots))]
            counts[spot] += 1
            if counts[spot] == self.most:
                open_spots.remove(spot)
        return tuple(sorted(counts.items()))


class TerritoriesField(Field, frozen=True, tag="territories"):
    """`least` to `most` different territories out of `values`, or out of those in a row of `table`."""

    values: tuple[int, ...] = ()
    least: int = 1
    most: int = 1
    by: str = ""
    table: Rows = {}

    def values_for(self, given: Given) -> tuple[int, ...]:
        return self.table.get(_key(self.by, given), ()) if self.by else self.values

    def sample(self, given: Given, below: Below) -> tuple[int, ...]:
        left = list(self.values_for(given))
        return tuple(left.pop(below(len(left))) for _ in range(_count((self.least, self.most), below)))

    def accepts(self, value: tuple[int, ...], given: Given) -> bool:
        """Return whether these are as many different territories as may be named."""
        among = {*self.values_for(given)}
        return self.least <= len(value) <= self.most and len({*value}) == len(value) and {*value} <= among


class PieceMovesField(Field, frozen=True, tag="piece_moves"):
    """Some of the pieces in `values`, at least one, each with the territory out of `places` to which it goes."""

    values: tuple[str, ...] = ()
    places: tuple[int, ...] = ()

    def sample(self, given: Given, below: Below) -> tuple[tuple[str, int], ...]:
        left = list(self.values)
        moving = [left.pop(below(len(left))) for _ in range(1 + below(len(left)))]
        return tuple((kind, self.places[below(len(self.places))]) for kind in moving)

    def accepts(self, value: tuple[tuple[str, int], ...], given: Given) -> bool:
        """Return whether each piece is one that may go, named once, and goes where it may."""
        kinds = [kind for kind, _ in value]
        known = {*kinds} <= {*self.values} and {place for _, place in value} <= {*self.places}
        return bool(kinds) and known and len({*kinds}) == len(kinds)


class RankingField(Field, frozen=True, tag="ranking"):
    """Some of the values, at least so many, the dearest first."""

    values: tuple[Value, ...] = ()
    least: int = 0

    def sample(self, given: Given, below: Below) -> tuple[Value, ...]:
        left = list(self.values)
        count = self.least + below(len(left) + 1 - self.least)
        return tuple(left.pop(below(len(left))) for _ in range(count))


AnyField = (
    TerritoryField
    | SeatField
    | CardsField
    | ChoiceField
    | NumberField
    | ForceField
    | AmountsField
    | PlacementsField
    | LossesField
    | CountsField
    | TerritoriesField
    | PieceMovesField
    | RankingField
)

Kind = TypeVar("Kind", bound=Field)


class Offer(Struct, frozen=True, omit_defaults=True):
    """One kind of action that is allowed now: its tag, a label for a button, its fields in order."""

    action: str
    label: str
    fields: tuple[AnyField, ...] = ()

    def field(self, name: str, kind: type[Kind]) -> Kind:
        """Return the field of a name, which is of that kind. Raises LookupError."""
        for field in self.fields:
            if field.name == name and isinstance(field, kind):
                return field
        raise LookupError(f"{self.action} has no {kind.__name__} {name!r}")


def random_arguments(offer: Offer, below: Below) -> dict[str, Value]:
    """Draw the arguments of one random action of `offer`."""
    given: dict[str, Value] = {}
    for field in offer.fields:
        given[field.name] = field.sample(given, below)
    return given


def _key(by: str, given: Given) -> str:
    if by in given:  # one name, as most have
        return str(given[by])
    return " ".join(str(given[name]) for name in by.split())


def _bounds(field: NumberField | ForceField, given: Given) -> Bounds:
    if field.by:
        least, most, *_ = field.table[_key(field.by, given)]
        return least, most
    return field.least, field.most


def _count(bounds: Bounds, below: Below) -> int:
    least, most = bounds
    return least + below(most - least + 1)
