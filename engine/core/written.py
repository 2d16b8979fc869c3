"""Boards, seats, territories, cards and lists as people write them down in positions and cases.

The text of a board has one group for each seat: territories with their armies, `*` for every territory that no group
names. `empty: Japan` says that nobody holds it, `neutral:` stands for the neutral army.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.mapgraph import MapGraph
from engine.core.place_names import find_territory
from engine.core.state import NOBODY

NEUTRAL, EMPTY, WILD = "neutral", "empty", "wild"
JOKERS = (WILD, "joker", "wild card", "wildcard")
OTHER_COLOURS = {"black": "violet", "purple": "violet", "pink": "grey", "gray": "grey"}  # of older boxes
GROUPS = re.compile(r"\||\n(?=\s*\w+\s*:)")  # between the groups of a board: a bar, or a new line with its own colon
ITEM = re.compile(r"(?P<name>\*|.*?\S)\s*[:=]?\s*(?P<count>\d+)|(?P<first>\d+)\s+(?P<last>\S.*)")
COUNTED = re.compile(r"[\s:=*]\d+$|^\d+\s")  # a number of armies behind a name or before it


class PositionError(ValueError):
    """The position contradicts itself or cannot be read; the text says where."""


class CaseError(PositionError):
    """The case itself is wrong: it cannot be run as it is written."""


@dataclass(frozen=True)
class Board:
    """`armies` has (seat, armies) for each named territory, `rest` the same for all that no group names."""

    armies: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    rest: tuple[int, int] | None = None

    def at(self, territory: int, *, starred: bool = True) -> tuple[int, int] | None:
        """Return (seat, armies) of a territory as the text says, None if it says nothing. Where a territory is not
        `starred`, `*` does not mean it."""
        return self.armies.get(territory, self.rest if starred else None)


def read_board(text: str, graph: MapGraph, seats: Sequence[str]) -> Board:
    """Parse the text of a board. Raises PositionError for unknown names and for a territory that stands in two
    groups."""
    armies: dict[int, tuple[int, int]] = {}
    rest: list[tuple[int, int]] = []
    for group in filter(None, (part.strip() for part in GROUPS.split(str(text)))):
        who, colon, items = group.partition(":")
        if not colon:
            raise PositionError(f"{group!r} must begin with a seat and a colon.")
        owner = NOBODY if who.strip() == EMPTY else seat_number(who.strip(), seats)
        for item in filter(None, (part.strip() for part in re.split(r"[,;\n]", items))):
            name, count = _item(item, owner)
            if name == "*":
                rest.append((owner, count))
                continue
            territory = territory_number(name, graph)
            if territory in armies:
                raise PositionError(f"{graph.names[territory]} stands on the board twice.")
            armies[territory] = (owner, count)
    if len(rest) > 1:
        raise PositionError("Only one group may have the rest of the board.")
    return Board(armies, rest[0] if rest else None)


def _item(item: str, owner: int) -> tuple[str, int]:
    """Read `Brazil 3` or `*1` as name and armies; an empty territory has no number, but may have one in its name."""
    if owner == NOBODY and not COUNTED.search(item):
        return item, 0
    found = ITEM.fullmatch(item)
    if not found:
        raise PositionError(f"{item!r} must be a territory and its number of armies.")
    return found["name"] or found["last"], int(found["count"] or found["first"])


def territory_number(name: object, graph: MapGraph) -> int:
    found = find_territory(graph, str(name))
    if len(found) != 1:
        which = ", ".join(graph.names[number] for number in found)
        raise PositionError(f"{name!r} may be any of {which}." if found else f"There is no territory {name!r}.")
    return found[0]


def card_number(name: object, graph: MapGraph) -> int:
    """Read a card by the name of its territory, a joker by `wild`."""
    return graph.size if str(name).strip().casefold() in JOKERS else territory_number(name, graph)


def colour_of(name: object) -> str:
    """Return a seat's colour as this game calls it."""
    colour = str(name).strip().casefold()
    return OTHER_COLOURS.get(colour, colour)


def seat_number(name: object, seats: Sequence[str]) -> int:
    """Return a colour's index among the seats; the neutral army comes after the last of them. Raises PositionError."""
    if name in seats:
        return seats.index(str(name))
    colour = colour_of(name)
    if colour == NEUTRAL:
        return len(seats)
    if colour not in seats:
        raise PositionError(f"{name!r} does not play: the seats are {', '.join(seats)}.")
    return seats.index(colour)


# --- lists and mappings


def mapping(what: str, value: object) -> dict[str, object]:
    """Return a mapping with its keys as text, an empty one for nothing. Raises CaseError for anything else."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise CaseError(f"{what} must be a mapping, here is {value!r}")
    return {str(key): item for key, item in value.items()}


def list_things(value: object) -> list[object]:
    """Return a list as it is, a single thing as a list of one, `Alaska, Peru` as two, nothing as none."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(value, list | tuple):
        return list(value)
    return [] if value is None or value is False else [value]


def names(value: object) -> list[str]:
    """List the things that are named: `none`, `nobody` and `[]` are no thing."""
    found = [str(item) for item in list_things(value)]
    return [] if [name.casefold() for name in found] in (["none"], ["nobody"]) else found


def number(what: str, value: object) -> int:
    """Parse a whole number. Raises CaseError."""
    if isinstance(value, bool) or not str(value).isdigit():
        raise CaseError(f"`{what}` is a number")
    return int(str(value))
