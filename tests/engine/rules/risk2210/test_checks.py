"""Positions that no game of 2210 can reach are found, whichever of its rules they break."""

from collections.abc import Callable

import pytest

from engine import COLOURS, FastChance, GameState, Piece, ScriptedChance, new_game
from engine.core.state import NOBODY
from engine.rules.risk2210 import checks
from engine.sim import play_match

JAPAN, EGYPT, TYCHO = 23, 18, 68
GAMES = 20  # of random bots, five for each number of seats


def begun(seats: int = 3) -> GameState:
    return new_game("risk2210", COLOURS[:seats], chance=FastChance(1)).state


def broken(state: GameState) -> list[str]:
    return [said for invariant in (*checks.INVARIANTS, *checks.BOARD_INVARIANTS) for said in invariant(state)]


def standing() -> GameState:
    state = begun()
    state.owner[JAPAN] = state.owner[EGYPT] = state.owner[TYCHO] = 0
    state.devastated = tuple(land for land in state.devastated if land not in (JAPAN, EGYPT)) or (1,)
    return state


def add(*pieces: Piece) -> Callable[[GameState], object]:
    return lambda state: state.pieces.extend(pieces)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (add(Piece("naval", 0, JAPAN), Piece("naval", 0, EGYPT)), "seat 0 has 2 of the kind naval"),
        (add(Piece("station", 0, TYCHO)), "a station stands on 68, which is no land"),
        (add(Piece("station", 0, JAPAN), Piece("station", 0, JAPAN)), "two stations stand on one land"),
        (add(Piece("naval", 1, JAPAN)), "naval of seat 1 stands on the land of 0"),
        (add(Piece("wizard", 0, JAPAN)), "nobody knows a wizard"),
        (add(*(Piece("station", 0, JAPAN),) * 5), "seat 0 has 5 of the kind station"),
        (lambda state: setattr(state, "devastated", (JAPAN,)), "devastated land 23 is held"),
        (lambda state: state.armies.__setitem__(state.devastated[0], 1), "devastated land {waste} is held"),
        (
            lambda state: state.pieces.append(Piece("land", NOBODY, state.devastated[0])),
            "devastated land {waste} is held",
        ),
        (lambda state: state.purses.__setitem__(1, -1), "energy is overdrawn"),
        (lambda state: state.decks.__setitem__("naval", ((20,),)), "the deck naval is not whole"),
        (
            lambda state: state.discards.__setitem__("water_territories", (42,)),
            "the deck water_territories is not whole",
        ),
        (lambda state: setattr(state, "scouts", ((0, JAPAN),)), "the deck land_territories is not whole"),
    ],
)
def test_what_cannot_be_is_told(change: Callable[[GameState], object], says: str) -> None:
    state = standing()
    assert broken(begun()) == []
    change(state)
    assert says.format(waste=state.devastated[0]) in broken(state)


def test_as_many_pieces_as_there_are_may_stand() -> None:
    state = standing()
    lands = [land for land in range(10) if land not in state.devastated][:4]
    for land in lands:
        state.owner[land] = 0
        state.pieces.append(Piece("station", 0, land))
    state.pieces += [Piece("naval", 0, TYCHO), Piece("naval", 1, EGYPT)]
    state.owner[EGYPT] = 1
    state.purses = [0] * len(state.purses)
    assert broken(state) == []


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("seats", range(2, 6))
def test_random_games_end_after_five_years_without_an_illegal_state(seats: int) -> None:
    for number in range(GAMES // 4):
        match = play_match("risk2210", ["random"] * seats, f"2210 {number}", longest=5, check=True)
        assert match.winners and match.rounds <= 5


def test_for_two_the_neutral_army_holds_28_territories() -> None:
    state = begun(2)
    owners = [state.owner.count(seat) for seat in (0, 1, state.neutral, NOBODY)]
    assert owners == [0, 0, 28, 41] and len(state.devastated) == 4
    zones = [sum(state.owner[at] == state.neutral for at in span) for span in (range(42), range(42, 55), range(55, 69))]
    assert zones == [16, 6, 6]
    assert {state.armies[at] for at, owner in enumerate(state.owner) if owner == state.neutral} == {3}
    assert not {at for at in state.devastated if state.owner[at] != NOBODY}


def test_the_highest_roll_begins() -> None:
    chance = ScriptedChance({"seat 0": [3, 1], "seat 1": [6], "seat 2": [2]}, FastChance(0))
    state = new_game("risk2210", COLOURS[:3], chance=chance).state
    assert (state.order, state.active) == ((1, 2, 0), 1)
