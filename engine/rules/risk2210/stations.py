"""Space Stations: a MOD a turn on the spot, the way to the Moon, captured with the land they stand on.

Source: 002, "Space Stations", "Lunar Territories", "Fortify Position"; rulings "moon fortify", "moon invade". A station
is no unit: it is counted nowhere, and it never moves.
"""

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.hooks import BoardHooks
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY, GameState
from engine.mechanics.income import income_of
from engine.mechanics.occupy import OccupyHooks
from engine.rules.risk2210.kinds import MOON, STATION
from engine.rules.risk2210.state import state_of

MOST = 4
LANDING = "landing"  # the sign of a landing site
MODS_A_TURN = 1


class CollectFurther(Step, frozen=True, tag="stations.collect"):
    """The energy of a turn, as much as MODs for land and regions, and the MODs of stations."""

    step = "collect"


class EnergyCollected(PublicEvent, frozen=True, tag="energy.collected", gc=False):
    """`left` is what the seat has with it."""

    seat: int
    energy: int
    left: int


class StationsPaid(PublicEvent, frozen=True, tag="stations.paid"):
    """One MOD came down at each of these stations."""

    seat: int
    at: tuple[int, ...]


class StationCaptured(PublicEvent, frozen=True, tag="stations.captured", gc=False):
    """The station at `at` is now the captor's, or was removed, as the captor has four (`kept` is False)."""

    seat: int
    at: int
    was: int
    kept: bool


def stations_of(state: GameState, seat: int) -> tuple[int, ...]:
    """List the territories with a station of a seat, in map order."""
    return tuple(sorted(piece.at for piece in state.pieces if piece.kind == STATION and piece.seat == seat))


def stands_at(state: GameState, territory: int) -> bool:
    """Return whether a station of anybody stands there."""
    return any(piece.at == territory and piece.kind == STATION for piece in state.pieces)


def collect_further(context: Context, step: CollectFurther) -> None:
    state = context.state
    seat = state.active
    energy = income_of(context, seat).total
    context.earn(seat, energy)
    context.emit(EnergyCollected(seat, energy, state_of(context).purses[seat]))
    at = stations_of(state, seat)
    for territory in at:
        state.armies[territory] += MODS_A_TURN
    if at:
        context.emit(StationsPaid(seat, at))


def change_links(context: Context, src: int, purpose: str, linked: tuple[int, ...]) -> tuple[int, ...]:
    """Add the ways between stations and landing sites: up alone for an invasion, both ways for a fortify move; as
    borders, those from which a landing site may be invaded."""
    state, graph = context.state, context.graph
    sites = graph.signs[LANDING]
    if src in sites:
        if purpose == "attack":
            return _down_to_earth(context, src, linked)
        owner = state.owner[src]
        own = purpose == "fortify"
        stations = [piece.at for piece in state.pieces if piece.kind == STATION and (piece.seat == owner or not own)]
        return (*linked, *sorted(stations))
    if purpose == "border":
        return linked
    if graph.zone(src) == MOON:
        return _down_to_earth(context, src, linked) if purpose == "attack" else linked
    return (*linked, *sorted(sites)) if state.pieces and stands_at(state, src) else linked


def _down_to_earth(context: Context, src: int, linked: tuple[int, ...]) -> tuple[int, ...]:
    """Add the lands that Invade Earth opens to the lunar territories of the active seat."""
    state = state_of(context)
    if state.owner[src] != state.active:
        return linked
    return (*linked, *state.invade_earth)


def capture(context: Context, seat: int, dst: int, was: int) -> None:
    """Hand a station over with the territory it stands on; a captor who has four removes it."""
    state = context.state
    holder = next((piece.seat for piece in state.pieces if piece.at == dst and piece.kind == STATION), NOBODY)
    if holder in (NOBODY, seat):
        return
    kept = len(stations_of(state, seat)) < MOST
    context.remove_piece(STATION, holder, dst)
    if kept:
        context.add_piece(STATION, seat, dst)
    context.emit(StationCaptured(seat, dst, holder, kept))


def station_places(context: Context) -> tuple[int, ...]:
    """List the territories with a station of anybody, in map order."""
    return tuple(sorted(piece.at for piece in context.state.pieces if piece.kind == STATION))


MECHANIC = Mechanic(
    name="stations",
    hooks=(BoardHooks(change_links=(change_links,), border_key=(station_places,)), OccupyHooks(on_taken=(capture,))),
    steps={CollectFurther: collect_further},
    events=(EnergyCollected, StationsPaid, StationCaptured),
)
