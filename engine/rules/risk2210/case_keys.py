"""The words that 2210 adds to positions and cases: energy, Commanders, stations, decks, and the memory of a turn.

What a position does not name is not there, decks are full but for the cards that are named anywhere. Hands that others
see are sizes by deck.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core.context import Context
from engine.core.family import CaseKey
from engine.core.mapgraph import mapgraph
from engine.core.state import GameState
from engine.core.units import Piece
from engine.core.view import PlayerView
from engine.core.written import PositionError, listed, mapping, number
from engine.mechanics import card_keys
from engine.mechanics.case_words import (
    by_seat,
    colours,
    count,
    flag,
    land_names,
    lay,
    lay_markers,
    lay_purses,
    numbers,
    of_seats,
    seat_of,
    seats,
    show_fact,
    show_lands,
    show_markers,
    show_passed,
    show_purses,
    show_scores,
    show_seats,
    territories,
    territory,
)
from engine.rules.risk2210 import decks, years
from engine.rules.risk2210.kinds import COMMANDERS, LAND_CARDS, STATION, WATER_CARDS
from engine.rules.risk2210.options import BlankCard
from engine.rules.risk2210.state import State2210, state_of

# --- what is written


def read_commanders(said: Any, context: Context) -> dict[str, str]:
    """Parse the territories of one seat's Commanders. Raises PositionError for a kind that there is not."""
    found = {}
    for written, at in mapping("commanders", said).items():
        kind = str(written).strip().casefold()
        if kind not in COMMANDERS:
            raise PositionError(f"There is no Commander {written!r}: they are {', '.join(COMMANDERS)}.")
        found[kind] = territory(at, context)
    return found


def read_scouts(said: Any, context: Context) -> list[str] | int:
    """Parse the lands of one seat's Scout Forces, or how many these are."""
    return number("scouts", said) if isinstance(said, int) else territories(said, context)


def read_blanks(said: Any, context: Context) -> tuple[BlankCard, ...]:
    try:
        return msgspec.convert(listed(said), tuple[BlankCard, ...])
    except msgspec.ValidationError as error:
        raise PositionError(f"These are no blank cards: {error}") from error


# --- what is laid


def lay_year(context: Context, year: int) -> None:
    if not 1 <= year <= years.YEARS:
        raise PositionError(f"There is no year {year}: the war lasts {years.YEARS} years.")
    context.state.round = year


def lay_commanders(context: Context, commanders: dict[str, dict[str, str]]) -> None:
    for who, held in commanders.items():
        for kind, at in held.items():
            context.state.pieces.append(Piece(kind, seat_of(context, who), context.graph.names.index(at)))


def lay_stations(context: Context, stations: dict[str, list[str]]) -> None:
    for who, held in stations.items():
        for at in numbers(context, held):
            context.state.pieces.append(Piece(STATION, seat_of(context, who), at))


def lay_devastated(context: Context, lands: list[str]) -> None:
    state = state_of(context)
    state.devastated = numbers(context, lands)
    for land in state.devastated:
        card_keys.discard(state, LAND_CARDS, land)


def lay_blanks(context: Context, blanks: tuple[BlankCard, ...]) -> None:
    state = context.state
    state.options = replace(state.options, blank_cards=blanks)
    decks.fill(state)


def lay_scouts(context: Context, scouts: dict[str, list[str] | int]) -> None:
    """Send Scout Forces to the lands that are named. Raises PositionError where they are only counted."""
    state = state_of(context)
    for who, held in scouts.items():
        if isinstance(held, int):
            raise PositionError(f"Name the territories of {who}'s Scout Forces.")
        state.scouts += tuple((seat_of(context, who), at) for at in numbers(context, held))
    for _, at in state.scouts:
        card_keys.take_out(state, LAND_CARDS, at)


def lay_hidden_energy(context: Context, at: list[str]) -> None:
    state = state_of(context)
    state.hidden_energy = numbers(context, at)
    for land in state.hidden_energy:
        if land not in state.discards[WATER_CARDS]:
            card_keys.take_out(state, WATER_CARDS, land)


def lay_invade_earth(context: Context, at: list[str]) -> None:
    state = state_of(context)
    state.invade_earth = numbers(context, at)
    for land in state.invade_earth:
        card_keys.discard(state, LAND_CARDS, land)


# --- what is shown


def show_commanders(view: PlayerView, whole: GameState | None) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {seat.colour: {} for seat in view.seats}
    for piece in view.pieces:
        if piece.kind != STATION:
            found[view.seats[piece.seat].colour][piece.kind] = mapgraph(view.map).names[piece.at]
    return found


def show_stations(view: PlayerView, whole: GameState | None) -> dict[str, list[str]]:
    return {
        seat.colour: land_names(view, (p.at for p in view.pieces if p.kind == STATION and p.seat == seat.seat))
        for seat in view.seats
    }


def show_scouts(view: PlayerView, whole: GameState | None) -> dict[str, list[str] | int]:
    """Return the lands that Scout Forces wait for, of other seats how many."""
    if isinstance(whole, State2210):
        return {
            colour: land_names(view, (at for seat, at in whole.scouts if whole.seats[seat] == colour))
            for colour in whole.seats
        }
    sent: dict[str, list[str] | int] = of_seats(view, view.extra["scouting"])
    if view.viewer is not None:
        sent[view.seats[view.viewer].colour] = land_names(view, view.extra["scouts"])
    return sent


LASTING = (
    CaseKey("blank_cards", read_blanks, lay_blanks, stage="before_board"),
    CaseKey("devastated", territories, lay_devastated, show_lands("devastated"), stage="before_board"),
    CaseKey(
        "commanders", by_seat("commanders", read_commanders), lay_commanders, show_commanders, stage="before_board"
    ),
    CaseKey("stations", by_seat("stations", territories), lay_stations, show_stations, stage="before_board"),
    CaseKey("year", count("year"), lay_year, lambda view, whole: max(1, view.round)),
    CaseKey(
        "energy",
        by_seat("energy", count("energy")),
        lay_purses,
        show_purses,
    ),
    CaseKey(
        "markers",
        by_seat("markers", count("markers")),
        lay_markers,
        show_markers,
    ),
    CaseKey("scouts", by_seat("scouts", read_scouts), lay_scouts, show_scouts, like=card_keys.as_written),
    CaseKey("score", by_seat("score", count("score")), show=show_scores),
)
OF_THE_TURN = (
    CaseKey("invaded", flag, lay("invaded"), show_fact("invaded"), stage="turn"),
    CaseKey("bought", flag, lay("bought"), show_fact("bought"), stage="turn"),
    CaseKey("bonus", flag, lay("bonus"), show_fact("bonus"), stage="turn"),
    CaseKey("fortified", flag, lay("fortified"), show_fact("fortified"), stage="turn"),
    CaseKey("jammed", colours, lay("jammed", seats), show_seats("jammed"), stage="turn"),
    CaseKey("cease_fire", colours, lay("cease_fire", seats), show_seats("cease_fire"), stage="turn"),
    CaseKey("passed", colours, lay("passed", seats), show_passed, stage="turn"),
    CaseKey("invade_earth", territories, lay_invade_earth, show_lands("invade_earth"), stage="turn"),
    CaseKey("hidden_energy", territories, lay_hidden_energy, show_lands("hidden_energy"), stage="turn"),
    CaseKey(
        "extraction",
        lambda said, context: int(said),
        lay("extraction"),
        show_fact("extraction"),
        stage="turn",
    ),
)
KEYS = (*LASTING, *OF_THE_TURN, *card_keys.keys("command_cards"))
