"""The words that 2210 adds to positions and cases: energy, Commanders, stations, decks, and the memory of a turn.

What a position does not name is not there, decks are full but for the cards that are named anywhere. Hands that others
see are sizes by deck.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from engine.core.context import Context
from engine.core.family import CaseKey
from engine.core.state import GameState
from engine.core.units import Piece
from engine.core.view import PlayerView
from engine.core.written import PositionError, list_things, number
from engine.mechanics import card_keys
from engine.mechanics.case_words import (
    MARKERS,
    PASSED,
    SCORE,
    by_seat,
    colours,
    count,
    flag_key,
    land_names,
    lay,
    numbers,
    of_seats,
    piece_key,
    purse_key,
    seat_of,
    seats,
    show_fact,
    show_lands,
    territories,
)
from engine.rules.risk2210 import decks, years
from engine.rules.risk2210.kinds import COMMANDERS, LAND_CARDS, STATION, WATER_CARDS
from engine.rules.risk2210.options import BlankCard
from engine.rules.risk2210.state import State2210, state_of

# --- what is written


def read_scouts(said: object, context: Context) -> list[str] | int:
    """Parse the lands of one seat's Scout Forces, or how many these are."""
    return number("scouts", said) if isinstance(said, int) else territories(said, context)


def read_extraction(said: object, context: Context) -> int:
    """Parse how many cards work, or whether one does."""
    return int(said) if isinstance(said, int) else number("extraction", said)


def read_blanks(said: object, context: Context) -> tuple[BlankCard, ...]:
    try:
        return msgspec.convert(list_things(said), tuple[BlankCard, ...])
    except msgspec.ValidationError as error:
        raise PositionError(f"These are no blank cards: {error}") from error


# --- what is laid


def lay_year(context: Context, year: int) -> None:
    if not 1 <= year <= years.YEARS:
        raise PositionError(f"There is no year {year}: the war lasts {years.YEARS} years.")
    context.state.round = year


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


def show_seats(name: str) -> Callable[[PlayerView, GameState | None], list[str]]:
    return lambda view, whole: sorted(view.seats[seat].colour for seat in view.extra[name])


def seats_key(name: str) -> CaseKey:
    """Make the word of the seats that the running turn remembers."""
    return CaseKey(name, colours, lay(name, seats), show_seats(name), stage="turn")


LASTING = (
    CaseKey("blank_cards", read_blanks, lay_blanks, stage="before_board"),
    CaseKey("devastated", territories, lay_devastated, show_lands("devastated"), stage="before_board"),
    piece_key("commanders", "Commander", COMMANDERS),
    CaseKey("stations", by_seat("stations", territories), lay_stations, show_stations, stage="before_board"),
    CaseKey("year", count("year"), lay_year, lambda view, whole: max(1, view.round)),
    purse_key("energy"),
    MARKERS,
    CaseKey("scouts", by_seat("scouts", read_scouts), lay_scouts, show_scouts, like=card_keys.as_written),
    SCORE,
)
OF_THE_TURN = (
    *map(flag_key, ("invaded", "bought", "bonus", "fortified")),
    *map(seats_key, ("jammed", "cease_fire")),
    PASSED,
    CaseKey("invade_earth", territories, lay_invade_earth, show_lands("invade_earth"), stage="turn"),
    CaseKey("hidden_energy", territories, lay_hidden_energy, show_lands("hidden_energy"), stage="turn"),
    CaseKey("extraction", read_extraction, lay("extraction"), show_fact("extraction"), stage="turn"),
)
KEYS = (*LASTING, *OF_THE_TURN, *card_keys.keys("command_cards"))
