"""Who meets whom: what holds for every round, whatever its size."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tournaments.documents import digest_of, to_canonical, write_document
from tournaments.pairing import main, pair_round
from tournaments.sizes import TableSizes, share_out
from tournaments.tests.kit import FOURS, asking, entrants, play_rounds, player


def pair(given: dict[str, Any]) -> Any:
    """The output for an input."""
    return pair_round(given)


def names_in(output: dict[str, Any]) -> list[str]:
    return sorted([name for table in output["tables"] for name in table] + output["byes"])


@pytest.mark.parametrize("least", [3, 4, 5])
def test_sizes_of_tables_are_shared_out_by_the_rule(least: int) -> None:
    sizes = TableSizes(least, least, least + 1)
    for players in range(2, 301):
        tables, byes = share_out(players, sizes)
        assert sum(tables) + byes == players and max(tables) - min(tables) <= 1
        assert players < least or all(least <= size <= least + 1 for size in tables)
        if byes:  # one bye fewer would not do
            assert not any(
                -(-(players - byes + 1) // count) <= least + 1 and (players - byes + 1) // count >= least
                for count in range(1, players)
            )


@pytest.mark.parametrize("mode", ["near", "pots"])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 11, 16, 23, 41])
def test_everybody_sits_at_one_table_in_every_round(count: int, mode: str) -> None:
    for given, output in play_rounds(entrants(count), 4, mode=mode, work=500):
        assert names_in(output) == [each["id"] for each in given["players"]]
        assert sorted(map(len, output["tables"]), reverse=True) == share_out(count, TableSizes(4, 3, 5))[0]


@pytest.mark.parametrize("count", [40, 41, 64])
def test_nobody_meets_again_and_seats_are_even_over_seven_rounds(count: int) -> None:
    for _given, output in play_rounds(entrants(count), 7):
        assert (output["repeats"], output["together"], output["uneven_seats"]) == ([], [], [])


@pytest.mark.nightly
@pytest.mark.parametrize("count", range(40, 257, 8))
def test_nobody_meets_again_in_events_of_every_size(count: int) -> None:
    for _given, output in play_rounds(entrants(count), 7, work=200_000):
        assert (output["repeats"], output["uneven_seats"]) == ([], [])


def test_repeats_are_as_few_as_can_be_where_there_must_be_some() -> None:
    """Nine at two tables, round after round; the costs were proved by a solver."""
    costs = [
        sum(met**2 for _a, _b, met in output["repeats"])
        for _given, output in play_rounds(entrants(9), 4, mode="pots", work=40_000)
    ]
    assert costs[:3] == [0, 6, 14]


def test_who_is_kept_apart_and_who_is_of_a_team_does_not_meet() -> None:
    players = [player(f"e{number:02}", rank=number, team=f"t{number % 4}") for number in range(16)]
    output = pair(asking(players, apart=[["e00", "e01"], ["e05", "e06"]]))
    assert output["together"] == []
    tables = [set(table) for table in output["tables"]]
    assert not any({"e00", "e01"} <= table or {"e05", "e06"} <= table for table in tables)


def test_what_cannot_be_kept_apart_is_said() -> None:
    players = [player(name) for name in "abc"]
    output = pair(asking(players, apart=[["a", "c"]]))
    assert output["together"] == [["a", "c"]]
    met = [player("a", met={"b": 2}), player("b", met={"a": 2}), player("c")]
    assert pair(asking(met))["repeats"] == [["a", "b", 2]]
    seated = [player(name, seats={"3": [0, 1, 1]}) for name in "abc"]
    assert len(pair(asking(seated))["uneven_seats"]) == 2


def test_players_of_like_scores_meet() -> None:
    scores = [600, 600, 600, 600, 360, 360, 360, 360, 60, 60, 60, 60]
    players = [player(f"e{at:02}", score=score) for at, score in enumerate(scores)]
    output = pair(asking(players))
    assert output["distance"] == 0
    assert [sorted(table) for table in output["tables"]] == [
        [f"e{at:02}" for at in range(first, first + 4)] for first in (0, 4, 8)
    ]


def test_one_of_each_pot_sits_at_each_table() -> None:
    players = entrants(16)
    output = pair(asking(players, mode="pots"))
    pots = {each["id"]: (each["rank"] - 1) // 4 for each in players}
    for table in output["tables"]:
        assert sorted(pots[name] for name in table) == [0, 1, 2, 3]


def test_a_bye_goes_to_who_had_fewest_then_to_the_last() -> None:
    fixed = {"preferred": 4, "least": 4, "most": 4}
    players = [
        *(player(f"e{at}", rank=at, score=600 - at) for at in range(1, 8)),
        player("e8", rank=8, byes=1),
        player("e9", rank=9, score=593),
    ]
    assert pair(asking(players, tables=fixed))["byes"] == ["e9"]  # as low as e7, and ranked behind


def test_tables_of_another_size_are_shared_out() -> None:
    players = [player(f"e{at}", off=at % 2) for at in range(7)]  # one of four, one of three
    output = pair(asking(players))
    short = next(table for table in output["tables"] if len(table) == 3)
    assert all(int(name[1:]) % 2 == 0 for name in short)


def test_the_seats_of_later_games_are_turned() -> None:
    given = asking([player(name) for name in "abcd"], mode="rotate", first=[["c", "a", "d", "b"]], turn=1)
    assert pair(given)["tables"] == [["a", "d", "b", "c"]]
    given["players"].append(player("e"))  # who had a bye in the first game
    assert pair(given)["byes"] == ["e"]


@pytest.mark.parametrize("count", range(4, 21))
def test_a_division_plays_four_games_each_in_another_seat(count: int) -> None:
    output = pair(asking(entrants(count), mode="design"))
    tables = output["tables"]
    for seat in range(4):
        assert len({table[seat] for table in tables}) == len(tables) == count
    met = {frozenset(two): 0 for two in combinations([f"e{at:03}" for at in range(1, count + 1)], 2)}
    for table in tables:
        for two in combinations(table, 2):
            met[frozenset(two)] += 1
    assert max(met.values()) - min(met.values()) <= 1
    assert set(met.values()) == {7: {2}, 13: {1}}.get(count, set(met.values()))


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    """The digest was written down once: another one breaks every event that is being played."""
    given = asking(entrants(23), mode="pots", apart=[["e001", "e009"]])
    assert digest_of(pair_round(given)) == DIGEST
    write_document(tmp_path / "input.json", given)
    done = subprocess.run(
        [sys.executable, "-m", "tournaments.pairing", tmp_path / "input.json"], capture_output=True, check=True
    )
    assert done.stdout == to_canonical(pair_round(given))


DIGEST = "ad51fc6cb45914c5420fbe9d39de622d720e57f2c0258745b25641b9a8b7da2a"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"schema": "x"}, "schema"),
        ({"mode": "far"}, "mode"),
        ({"seed": "12"}, "seed"),
        ({"work": -1}, "work"),
        ({"work": True}, "work"),
        ({"players": []}, "players"),
        ({"players": [player("a"), player("a")]}, "players"),
        ({"players": [1]}, "players"),
        ({"players": [player("a", rank="1")]}, "rank"),
        ({"players": [player("a", met=[])]}, "met"),
        ({"players": [player("a", seats={"4": ["x"]})]}, "seats"),
        ({"tables": {**FOURS, "least": 5}}, "tables"),
        ({"tables": {**FOURS, "most": 99}}, "most"),
        ({"apart": [["a", "x"]]}, "apart"),
        ({"mode": "rotate", "first": [["a", "a"]], "turn": 0}, "first"),
        ({"mode": "rotate", "first": [["a", "x"]], "turn": 0}, "first"),
        ({"mode": "design", "players": [player("a")]}, "players"),
    ],
)
def test_an_input_that_cannot_be_paired_is_refused_by_name(change: dict[str, Any], word: str) -> None:
    given = asking([player("a"), player("b")]) | change
    with pytest.raises(ValueError, match=f"^{word}"):
        pair_round(given)


def test_use_from_a_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    (tmp_path / "input.json").write_text("[]")
    assert main([str(tmp_path / "input.json")]) == 1 and main([str(tmp_path / "none.json")]) == 1
    assert "no JSON object" in capsys.readouterr().err
