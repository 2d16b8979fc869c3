"""What capitals and missions have bots take: the fewest armies that win the game."""

from __future__ import annotations

from typing import Any

import pytest

from engine import mapgraph, view_for
from engine.bots.board import Board
from engine.bots.campaign import Goal
from engine.bots.objectives import CAPITAL, FINAL, LIFE, STEP, objectives, own_capital
from engine.position import position

GRAPH = mapgraph("classic42")


def at(*names: str) -> frozenset[int]:
    return frozenset(GRAPH.names.index(name) for name in names)


def land_of(*continents: str) -> frozenset[int]:
    return frozenset(land for part in GRAPH.continents if part.id in continents for land in part.members)


def goals(board: str, **said: Any) -> list[Goal]:
    view = view_for(position(board, step="attack", **said), 0)
    return list(objectives(view, Board(view)))


def mission_of(board: str, mission: str) -> list[Goal]:
    said = {"rules": "secret_mission", "options": {"missions": "eu14"}, "missions": {"red": mission}}
    return goals(board, **said)


def lands_of(found: list[Goal]) -> frozenset[int]:
    """The land of the goal that wins the game; each of it is a goal of its own too."""
    last, *steps = found
    assert (last.worth, last.final, last.bold) == (FINAL, True, True)
    assert sorted(steps, key=lambda goal: min(goal.lands)) == [
        Goal(frozenset((land,)), STEP) for land in sorted(last.lands)
    ]
    return last.lands


@pytest.mark.parametrize(
    ("board", "mission", "missing"),
    [
        ("red: Peru 1, Siam 1 | blue: *1", "asia_africa", land_of("asia", "africa") - at("Siam")),
        (
            "red: Peru 1, Brazil 1, Argentina 1, Siam 1, Iceland 1 | blue: *1",
            "europe_australia_third",
            land_of("europe", "australia") - at("Iceland") | at("Venezuela"),
        ),
        ("red: Egypt 1, Peru 1 | blue: Siam 1, China 2 | green: *1", "destroy_blue", at("Siam", "China")),
    ],
)
def test_a_mission_wants_the_land_that_it_lacks(board: str, mission: str, missing: frozenset[int]) -> None:
    assert lands_of(mission_of(board, mission)) == missing


def held(*continents: str) -> str:
    return ", ".join(f"{GRAPH.names[land]} 1" for land in sorted(land_of(*continents)))


AROUND = ("Iceland", "Western Europe", "Southern Europe", "Middle East", "Kamchatka")
"""All that borders on the Americas and Africa."""


@pytest.mark.parametrize(
    ("continents", "others", "wanted"),
    [
        (("north_america", "south_america", "africa"), "blue: *2", AROUND),  # five are missing, and five are near
        (
            ("north_america", "south_america", "africa", "australia"),
            "blue: Kamchatka 4, Middle East 2, Siam 9, Iceland 9 | green: *5",
            ("Middle East",),
        ),
        (
            ("north_america", "south_america", "africa", "australia"),
            "blue: Kamchatka 4, Iceland 4 | green: *5",
            ("Iceland",),
        ),
    ],
)
def test_a_number_of_territories_wants_the_weakest_within_reach(
    continents: tuple[str, ...], others: str, wanted: tuple[str, ...]
) -> None:
    assert lands_of(mission_of(f"red: {held(*continents)} | {others}", "occupy_24")) == at(*wanted)


@pytest.mark.parametrize("continents", [("north_america", "south_america"), ("asia", "europe", "africa")])
def test_land_out_of_reach_and_enough_land_are_no_goals(continents: tuple[str, ...]) -> None:
    assert mission_of(f"red: {held(*continents)} | blue: *2", "occupy_24") == []


CAPITALS = {"red": "Brazil", "blue": "Siam", "green": "Japan"}
BOARD = "red: Brazil 1, Egypt 3 | blue: Siam 5, Peru 1 | green: Japan 2, *1"
LOST = "red: Egypt 3, Peru 1 | blue: Siam 5, Brazil 1 | green: Japan 2, *1"


@pytest.mark.parametrize(
    ("board", "options", "wanted"),
    [
        (
            BOARD,
            {"capitals": "lose_and_out"},
            [Goal(at("Siam"), CAPITAL, bold=True), Goal(at("Japan"), CAPITAL, bold=True)],
        ),
        (
            LOST,
            {"capitals": "lose_and_out"},
            [
                Goal(at("Brazil"), LIFE, bold=True),
                Goal(at("Siam"), CAPITAL, bold=True),
                Goal(at("Japan"), CAPITAL, bold=True),
            ],
        ),
    ],
)
def test_capitals_are_goals(board: str, options: dict[str, object], wanted: list[Goal]) -> None:
    assert goals(board, options=options, capitals=CAPITALS) == wanted


@pytest.mark.parametrize(
    ("board", "needed", "final"),
    [
        (BOARD, "all", at("Siam", "Japan")),
        (BOARD, 1, at("Japan")),
        (LOST, "all", at("Siam", "Japan", "Brazil")),
        (LOST, 1, at("Japan", "Brazil")),
    ],
)
def test_the_weakest_capitals_that_win_are_the_final_goal(board: str, needed: object, final: frozenset[int]) -> None:
    found = goals(board, rules="capital", options={"capitals_needed": needed}, capitals=CAPITALS)
    assert found[-1] == Goal(final, FINAL, final=True, bold=True)
    assert all(goal.worth == CAPITAL for goal in found[:-1])


def test_games_without_either_have_no_objectives() -> None:
    view = view_for(position(BOARD, step="attack"), 0)
    assert not list(objectives(view, Board(view)))
    assert own_capital(view) == -1
