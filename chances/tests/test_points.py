"""What happened in a turn, and which turns changed who would win."""

from __future__ import annotations

import engine
from chances.points import Point, TurnFacts, facts_by_turn, turning_points
from chances.wording import sentence_of, title_of
from games.families.parts import parts_of
from games.play.playouts import TurnStart, turn_starts
from games.wording.amounts import NBSP

GRAPH = engine.mapgraph("classic42")
COLOURS = ("red", "blue", "green")
AUSTRALIA = next(each for each in GRAPH.continents if each.id == "australia")
REST = next(place for place in range(len(GRAPH.names)) if place not in AUSTRALIA.members)
QUIET = TurnFacts(out=[], gained=[], broke=[], sets=0, armies=0, captures=0)


def began(seat: int, number: int) -> engine.Facts:
    return {"type": "turn.began", "seat": seat, "round": number}


def captured(seat: int, place: int, was: int) -> engine.Facts:
    return {"type": "battle.captured", "seat": seat, "src": REST, "dst": place, "was": was}


def test_a_turn_is_summed_up() -> None:
    owners = [1 if place in AUSTRALIA.members else 2 for place in range(len(GRAPH.names))]
    told = [
        (1, [{"type": "setup.dealt", "owners": owners}]),
        (2, [began(0, 1)]),
        (3, [{"type": "cards.traded", "seat": 0, "cards": [1, 2, 3], "number": 1, "value": 8, "bonus": -1}]),
        (4, [captured(0, place, 1) for place in AUSTRALIA.members]),
        (5, [{"type": "seat.eliminated", "seat": 1, "by": 0, "cards": 2}]),
        (6, [{"type": "turn.ended", "seat": 0}, began(2, 1)]),
        (7, [captured(2, AUSTRALIA.members[0], 0)]),
    ]
    starts = turn_starts(told)
    assert starts == [TurnStart(2, 1, 0), TurnStart(6, 1, 2)]
    first, second = facts_by_turn(told, starts, GRAPH, parts_of("modern").result.land_changes)
    whole = TurnFacts(out=[1], gained=["australia"], broke=[(1, "australia")], sets=1, armies=8, captures=4)
    assert first == whole
    assert second == TurnFacts(**{**QUIET, "broke": [(0, "australia")], "captures": 1})


def turn(seq: int, *wins: float) -> list[object]:
    return [seq, seq // 10, seq // 10 % 3, 100, list(wins)]


def test_the_largest_changes_are_turning_points() -> None:
    chances = [(34, 33, 33), (34, 36, 30), (60, 20, 20), (58, 22, 20), (57, 23, 20), (80, 10, 10)]
    turns = [turn(10 + 10 * number, *wins) for number, wins in enumerate(chances)]
    found = turning_points(turns, [QUIET] * 6, [1, 0, 0], 99)  # type: ignore[arg-type]
    assert [(point["seq"], point["whose"], point["ends"]) for point in found] == [
        (20, 0, False),
        (50, 0, False),
        (60, 0, True),
    ]
    assert (found[-1]["before"], found[-1]["after"], found[-1]["until"]) == (0.8, 1.0, 99)


def test_an_elimination_counts_for_more_than_a_change_that_may_be_chance() -> None:
    turns = [turn(10 + 10 * number, 34 + number % 2 * 8, 33, 33 - number % 2 * 8) for number in range(8)]
    facts = [QUIET] * 7 + [TurnFacts(**{**QUIET, "out": [2]})]
    found = turning_points(turns, facts, [0.5, 0.5, 0], 99)  # type: ignore[arg-type]
    assert len(found) == 3 and found[-1]["out"] == [2]


def test_a_turn_that_changed_no_chance_is_no_turning_point() -> None:
    turns = [turn(10, 60, 20, 20), turn(20, 0, 100, 0), turn(30, 0, 100, 0), turn(40, 0, 100, 0)]
    facts = [QUIET, TurnFacts(**{**QUIET, "broke": [(0, "europe")]}), QUIET, QUIET]
    found = turning_points(turns, facts, [0, 1, 0], 50)  # type: ignore[arg-type]
    assert [point["seq"] for point in found] == [10]  # the others would read "from under 1 % to under 1 %"


def point(**facts: object) -> Point:
    usual = {"seq": 20, "until": 30, "round": 5, "seat": 0, "whose": 0, "before": 0.12, "after": 0.41, "ends": False}
    return Point(**{**QUIET, **usual, **facts})  # type: ignore[typeddict-item]


def sentence(**facts: object) -> str:
    """The sentence of a point, whose per cent signs stay beside their numbers."""
    told = sentence_of(point(**facts), GRAPH, COLOURS)
    assert " %" not in told
    return told.replace(NBSP, " ")


def test_a_turning_point_tells_a_turn_and_a_chance() -> None:
    assert title_of(point(), "modern", COLOURS) == "Round 5, Red"
    told = sentence(out=[1], gained=["australia"], broke=[(1, "australia"), (2, "asia")], sets=1, armies=8, captures=9)
    deeds = "Red eliminated Blue, traded in a set of cards for 8 armies and completed Australia"
    assert told == f"{deeds}. Red’s chance to win rose from 12 % to 41 %."
    told = sentence(broke=[(2, "asia")], captures=2, whose=2, before=0.5, after=0)
    assert told == "Red broke up Green’s Asia. Green’s chance to win fell from 50 % to under 1 %."
    assert sentence(captures=1).startswith("Red captured 1 territory. Red’s")
    assert sentence(captures=1, after=0.05).startswith("Red captured 1 territory. Even so, Red’s chance to win fell")
    assert sentence(after=0.05).startswith("Red captured no territory. Red’s chance to win fell")
    assert sentence().startswith("Red captured no territory. ")
    assert sentence(after=1).endswith("rose from 12 % to 99 %.")
    assert sentence(after=1, ends=True).endswith(". Red, whose chance to win was 12 %, won.")
