"""What the words of several families have in common: seats, territories and numbers in positions and cases.

Each word is a `CaseKey` of a reader, a function that lays what it read, and one that shows it as a viewer sees it.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.core.context import Context
from engine.core.family import CaseKey
from engine.core.mapgraph import mapgraph
from engine.core.state import GameState
from engine.core.units import Piece
from engine.core.view import PlayerView
from engine.core.written import PositionError, mapping, names, number, seat_number, territory_number
from engine.mechanics import bidding
from engine.mechanics.family_state import FamilyState, family_state

T = TypeVar("T")

# --- what is written


def colour(who: str, context: Context) -> str:
    """Return the colour of a seat in its one spelling. Raises PositionError."""
    seats = context.state.seats
    seat = seat_number(who, seats)
    if seat >= len(seats):
        raise PositionError(f"{who!r} is no seat: they are {', '.join(seats)}.")
    return seats[seat]


def territory(name: object, context: Context) -> str:
    return context.graph.names[territory_number(name, context.graph)]


def territories(said: object, context: Context) -> list[str]:
    return sorted(territory(name, context) for name in names(said))


def by_seat(what: str, read: Callable[[object, Context], T]) -> Callable[[object, Context], dict[str, T]]:
    """Make a reader of values by seat."""
    return lambda said, context: {
        colour(who, context): read(value, context) for who, value in mapping(what, said).items()
    }


def read_pieces(name: str, title: str, kinds: Iterable[str]) -> Callable[[object, Context], dict[str, str]]:
    """Make a reader of where the pieces of one seat stand, by kind, which raises PositionError for another kind."""

    def read(said: object, context: Context) -> dict[str, str]:
        found = {}
        for written, at in mapping(name, said).items():
            kind = str(written).strip().casefold()
            if kind not in kinds:
                raise PositionError(f"There is no {title} {written!r}: they are {', '.join(kinds)}.")
            found[kind] = territory(at, context)
        return found

    return read


def count(what: str) -> Callable[[object, Context], int]:
    return lambda said, context: number(what, said)


def flag(said: object, context: Context) -> bool:
    return bool(said)


def colours(said: object, context: Context) -> list[str]:
    return sorted(colour(who, context) for who in names(said))


# --- what is laid


def seat_of(context: Context, who: str) -> int:
    return context.state.seats.index(who)


def numbers(context: Context, lands: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(context.graph.names.index(land) for land in lands))


def seats(context: Context, who: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(seat_of(context, one) for one in who))


def lay_purses(context: Context, purses: dict[str, int]) -> None:
    for who, amount in purses.items():
        family_state(context).purses[seat_of(context, who)] = amount


def lay_pieces(context: Context, pieces: dict[str, dict[str, str]]) -> None:
    for who, held in pieces.items():
        for kind, at in held.items():
            context.state.pieces.append(Piece(kind, seat_of(context, who), context.graph.names.index(at)))


def lay_markers(context: Context, markers: dict[str, int]) -> None:
    last = len(markers) + 1
    state = context.state
    state.order = tuple(sorted(state.order, key=lambda seat: markers.get(state.seats[seat], last)))


def lay(
    name: str, translate: Callable[[Context, T], object] = lambda context, value: value
) -> Callable[[Context, T], None]:
    """Make a function that lays a value into the field of this name."""
    return lambda context, value: setattr(context.state, name, translate(context, value))


# --- what is shown


def of_seats(view: PlayerView, values: Iterable[T]) -> dict[str, T]:
    return {seat.colour: value for seat, value in zip(view.seats, values, strict=True)}


def land_names(view: PlayerView, at: Iterable[int]) -> list[str]:
    return sorted(mapgraph(view.map).names[here] for here in at)


def show_purses(view: PlayerView, whole: GameState | None) -> dict[str, int]:
    return of_seats(view, view.extra["purses"])


def show_pieces(view: PlayerView, kinds: Iterable[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {seat.colour: {} for seat in view.seats}
    for piece in view.pieces:
        if piece.kind in kinds:
            found[view.seats[piece.seat].colour][piece.kind] = mapgraph(view.map).names[piece.at]
    return found


def show_markers(view: PlayerView, whole: GameState | None) -> dict[str, int]:
    return {view.seats[seat].colour: place for seat, place in bidding.markers_of(view).items()}


def show_passed(view: PlayerView, whole: GameState | None) -> list[str]:
    passed = whole.passed if isinstance(whole, FamilyState) else view.extra["passed"]
    return sorted(view.seats[seat].colour for seat in passed)


def show_scores(view: PlayerView, whole: GameState | None) -> dict[str, int]:
    return of_seats(view, view.extra["scores"])


def show_fact(name: str) -> Callable[[PlayerView, GameState | None], object]:
    return lambda view, whole: view.extra[name]


def show_lands(name: str) -> Callable[[PlayerView, GameState | None], list[str]]:
    return lambda view, whole: land_names(view, view.extra[name])


# --- whole words


def piece_key(name: str, title: str, kinds: Iterable[str]) -> CaseKey:
    """Make the word of where the pieces of each seat stand, one of a kind; `title` is what one of them is called."""
    return CaseKey(
        name,
        by_seat(name, read_pieces(name, title, kinds)),
        lay_pieces,
        lambda view, whole: show_pieces(view, kinds),
        stage="before_board",
    )


def purse_key(name: str) -> CaseKey:
    """Make the word of what each seat can spend."""
    return CaseKey(name, by_seat(name, count(name)), lay_purses, show_purses)


def flag_key(name: str) -> CaseKey:
    """Make the word of what has happened in the running turn or not."""
    return CaseKey(name, flag, lay(name), show_fact(name), stage="turn")


MARKERS = CaseKey("markers", by_seat("markers", count("markers")), lay_markers, show_markers)
SCORE = CaseKey("score", by_seat("score", count("score")), show=show_scores)
PASSED = CaseKey("passed", colours, lay("passed", seats), show_passed, stage="turn")
