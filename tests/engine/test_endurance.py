"""Bots that play by lot get through every preset: no position that cannot be, no dead end, no game without an end but
for a limit of rounds. `python -m engine play --check` does the same from the command line."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine import FastChance, apply, new_game, ruleset
from engine.core.reducer import Transition, default_answer
from engine.core.ruleset import RuleSet
from engine.invariants import InvariantChecker, InvariantViolation
from engine.sim import play_match, run_matches
from tests.kit.games import presets

pytestmark = pytest.mark.nothing_new

OURS = [ruleset(id) for id in presets()]
GAMES, ROUNDS = 20, 20  # games that are not over by then are broken off
DAILY = ("modern", "classic_1959_2p")
"""A game of many and one of two, which is played beside a neutral army; the others come by night."""
NIGHTLY_GAMES, NIGHTLY_ROUNDS = 1_000, 100


def mixes(rules: RuleSet) -> list[dict[str, Any]]:
    """The preset as it is, with all overlays that fit on it, then with each of them alone."""
    alone = [dict(overlay.changes) for overlay in rules.overlays]
    together = {name: value for changes in alone for name, value in changes.items()}
    return [{}, together, *alone]


def endure(rules: RuleSet, games: int, rounds: int) -> int:
    """How many of the games were over in time."""
    over = 0
    least, most = rules.seats
    for number in range(games):
        options = mixes(rules)[number % (2 if games == GAMES else len(rules.overlays) + 2)]
        players = ["random"] * (least + number % (most - least + 1))
        match = play_match(rules.id, players, f"endurance {number}", options=options, longest=rounds, check=True)
        assert match.winners or match.rounds > rounds
        over += bool(match.winners)
    return over


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [rules for rules in OURS if rules.id in DAILY], ids=lambda rules: rules.id)
def test_random_games_come_to_an_end_or_to_the_limit(rules: RuleSet) -> None:
    assert endure(rules, GAMES, ROUNDS) >= GAMES // 4


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", OURS, ids=lambda rules: rules.id)
def test_a_thousand_random_games_come_to_an_end_or_to_the_limit(rules: RuleSet) -> None:
    assert endure(rules, NIGHTLY_GAMES, NIGHTLY_ROUNDS) >= NIGHTLY_GAMES // 2


# --- games that end with a score: of 2210 after five years, of Godstorm after five epochs and those that come again


BOTS = ("random", "recruit")
LONGEST = {"risk2210": 5, "godstorm": 6}
"""The most rounds of a game: there is one Time Stands Still."""
PLANNED = {
    "risk2210": {
        "setup_orders": "planned",
        "blank_cards": [
            {"deck": "land", "name": "Far Patrol", "like": "Scout Forces", "cost": 0},
            {"deck": "naval", "name": "Fog Bank", "like": "Naval Stealth MODs", "cost": 2},
        ],
    },
    "godstorm": {"setup_orders": "planned"},
}


def end_all(rules: str, seats: int, games: int, options: dict[str, Any]) -> None:
    """Play the first games of the series that `python -m engine play --rules RULES --seats N --bots random,recruit
    --seed endurance --check` plays, and goes on with by `--first`."""
    players = [BOTS[seat % 2] for seat in range(seats)]
    for match in run_matches(rules, players, games, "endurance", options=options, check=True):
        assert match.winners and match.rounds <= LONGEST[rules]


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", LONGEST)
def test_bots_of_two_strengths_end_their_games(rules: str, seats: int) -> None:
    end_all(rules, seats, 3, {})
    end_all(rules, seats, 2, PLANNED[rules])


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", LONGEST)
def test_bots_of_two_strengths_end_five_hundred_games(rules: str, seats: int) -> None:
    end_all(rules, seats, 500, {})
    end_all(rules, seats, 50, PLANNED[rules])


# --- the look-out itself


def begun(rules: str = "modern") -> tuple[InvariantChecker, Transition]:
    played = new_game(rules, ("red", "blue", "green"), chance=FastChance(1))
    return InvariantChecker(played), played


def test_a_sound_game_passes() -> None:
    watch, played = begun()
    for number in range(200):
        seat = played.state.active
        played = apply(played.state, default_answer(played.state, seat), FastChance(number))
        watch.after(played)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda state: state.armies.__setitem__(0, 7), "units stand, events tell of"),
        (lambda state: state.decks.clear() or state.decks.update(cards=((1, 2),)), "a card was lost"),
        (lambda state: state.owner.__setitem__(5, 1), "territory 5 of seat 1 has 0 units"),
        (lambda state: state.agenda.clear(), "nobody is asked"),
    ],
)
def test_what_cannot_be_is_found(spoil: Any, says: str) -> None:
    watch, played = begun()
    spoil(played.state)
    with pytest.raises(InvariantViolation, match=says):
        watch.after(Transition(played.state, [], []))


def test_too_many_armies_and_land_of_a_seat_that_is_out_are_found() -> None:
    _, played = begun("classic_1959")
    state = played.state
    state.players[state.owner[0]] = replace(state.players[state.owner[0]], out=True)
    with pytest.raises(InvariantViolation, match="is out and holds"):
        InvariantChecker(played)
    state.options = replace(state.options, army_cap=2)
    state.players[state.owner[0]] = replace(state.players[state.owner[0]], out=False)
    state.armies[0] = 3
    with pytest.raises(InvariantViolation, match="events tell of"):
        InvariantChecker(played)
