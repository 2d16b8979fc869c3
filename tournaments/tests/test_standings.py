"""Who stands where: events of one file with expected standings, and what they do not show."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.documents import read_document, write_document
from tournaments.folders import compare_standings
from tournaments.tests.kit import FIXTURES, asking, entrants, unpack, write_round

SEED = "ab" * 32
ORDER = ["wins", "seconds", "opponents", "direct", "land", "lot"]


def table(*names: str, places: Any = None, state: str = "won", **told: Any) -> dict[str, Any]:
    """A table whose seats end in this order unless `places` says otherwise."""
    seats = [{"entrant": name, "credits": [[name, 60]]} for name in names]
    groups = places if places is not None else [[seat] for seat in range(len(names))]
    return {"state": state, "seats": seats, "places": groups, "land": {}} | told


def event(*rounds: list[dict[str, Any]], form: dict[str, Any] | None = None, **told: Any) -> dict[str, Any]:
    """An event of one file in which these tables were played, round after round."""
    names = sorted({seat["entrant"] for tables in rounds for each in tables for seat in each["seats"]})
    people = [{"id": name, "name": name.upper(), "entered": 1, "left": None} for name in names]
    played = [{"seed": SEED, "byes": [], "adjust": [], "tables": tables} for tables in rounds]
    form = form or {"kind": "swiss", "rounds": len(rounds)}
    return {"name": "e", "format": form, "tie_breaks": ORDER, "entrants": people, "rounds": played} | told


def rows(folder: Path, name: str = "01") -> dict[str, dict[str, Any]]:
    """The rows of standings by entrant, in order of places."""
    files, _missing = compare_standings(folder, write=True)
    assert f"standings/{name}.json" in files
    found: Any = read_document(folder / "standings" / f"{name}.json")["rows"]
    return {row["entrant"]: row for row in found}


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_events_of_one_file_have_the_standings_that_were_computed_by_hand(path: Path, tmp_path: Path) -> None:
    fixture = json.loads(path.read_text())
    folder = unpack(fixture, tmp_path)
    assert list(rows(folder, f"{len(fixture['rounds']):02}").values()) == fixture["expected"]


def test_a_leaver_keeps_a_share_and_nobody_wins(tmp_path: Path) -> None:
    left = table("a", "b", "c", "d")
    left["seats"][0]["credits"] = [["a", 20], ["e", 40]]
    found = rows(unpack(event([left, table("e", "f", "g")]), tmp_path))
    assert [(found[name]["points"], found[name]["wins"]) for name in "abe"] == [(200, 0), (360, 0), (400 + 540, 1)]
    assert found["e"]["games"] == 1


def test_an_adjudicated_table_is_no_win_but_a_second_and_its_land_counts(tmp_path: Path) -> None:
    judged = table("a", "b", "c", "d", state="adjudicated", land={"0": [9, 20, 40], "1": [5, 12, 30]})
    found = rows(unpack(event([judged]), tmp_path))
    assert [(found[name]["wins"], found[name]["seconds"], found[name]["land"]) for name in "abc"] == [
        (0, 0, 20),
        (0, 1, 12),
        (0, 0, 0),
    ]


def test_adjustments_count_and_below_zero_is_shown(tmp_path: Path) -> None:
    told = event([table("a", "b")])
    told["rounds"][0]["adjust"] = [{"entrant": "b", "points": -391, "reason": "late"}]
    told["entrants"][0]["name"] = "=1+1"
    folder = unpack(told, tmp_path)
    assert rows(folder)["b"]["points"] == 120 - 391
    lines = (folder / "standings" / "01.csv").read_bytes().split(b"\r\n")
    assert lines[0] == (
        b"place,entrant,name,reached,last,points,games,byes,wins,seconds,opponents,direct,land,decided_by,status"
    )
    assert lines[1].startswith(b"1,a,'=1+1,0,0,8.00,") and lines[2].startswith(b"2,b,B,0,0,-4.51,")


def test_a_criterion_parts_those_alone_who_are_still_tied(tmp_path: Path) -> None:
    """a and b end level on points, wins and seconds, and a was ahead where they met; c and d shared all."""
    first = [table("a", "b", "c", "d", places=[[0], [1], [2, 3]])]
    second = [table("b", "a", "c", "d", places=[[0], [1], [2, 3]])]
    third = [table("a", "b", "c", "d", places=[[0, 1], [2, 3]])]
    found = rows(unpack(event(first, second, third), tmp_path), "03")
    assert (found["a"]["direct"], found["b"]["direct"]) == (0, 0) and found["c"]["direct"] == 0
    order = list(found)
    assert set(order[:2]) == {"a", "b"}
    assert [found[name]["decided_by"] for name in order] == [None, "lot", "points", "lot"]


def test_who_has_left_is_shown_so_from_the_round_before(tmp_path: Path) -> None:
    told = event([table("a", "b", "c")], [table("a", "b")])
    told["entrants"][2]["left"] = 2
    folder = unpack(told, tmp_path)
    assert rows(folder)["c"]["status"] == "left" and rows(folder, "02")["a"]["status"] == "in"


def test_who_has_not_entered_yet_does_not_stand_anywhere(tmp_path: Path) -> None:
    told = event([table("a", "b", "c")])
    told["entrants"] += [
        {"id": "late", "name": "L", "entered": 2, "left": None},
        {"id": "none", "name": "N", "entered": None, "left": None},
        {"id": "out", "name": "O", "entered": 1, "left": None},
    ]
    found = rows(unpack(told, tmp_path))
    assert set(found) == {"a", "b", "c", "out"} and found["out"]["points"] == 0


def test_a_knock_out_ranks_by_how_far_one_came(tmp_path: Path) -> None:
    knockout = {"kind": "knockout", "advance": 2}
    first = [table("a", "b", "c", "d"), table("e", "f", "g", "h")]
    final = [table("e", "b", "a", "f", places=[[1], [2], [0], [3]])]
    told = event(first, final, form=knockout)
    folder = unpack(told, tmp_path)
    before = rows(folder)
    assert {name for name, row in before.items() if row["status"] == "in"} == set("abef")
    assert (before["a"]["reached"], before["c"]["reached"], before["c"]["last"]) == (2, 1, 3)
    after = rows(folder, "02")
    assert list(after)[:4] == ["b", "a", "e", "f"]
    assert [after[name]["status"] for name in "baec"] == ["in", "out", "out", "out"]
    assert after["a"]["decided_by"] == "reached" and after["e"]["decided_by"] == "last"


def test_who_leaves_a_knock_out_between_rounds_is_not_still_in(tmp_path: Path) -> None:
    first = [table("a", "b", "c", "d"), table("e", "f", "g", "h")]
    told = event(first, [table("e", "b", "f")], form={"kind": "knockout", "advance": 2})
    next(each for each in told["entrants"] if each["id"] == "a")["left"] = 2
    folder = unpack(told, tmp_path)
    before, after = rows(folder), rows(folder, "02")
    assert (before["a"]["status"], before["a"]["reached"], before["b"]["reached"]) == ("left", 1, 2)
    assert after["a"]["place"] > after["f"]["place"] and after["a"]["decided_by"] == "reached"


def test_land_counts_at_adjudicated_tables_alone(tmp_path: Path) -> None:
    land = {"0": [3, 12, 20], "1": [3, 9, 15]}
    won, ended = table("a", "b") | {"land": land}, table("b", "a") | {"land": land, "state": "adjudicated"}
    found = rows(unpack(event([won], [ended]), tmp_path), "02")
    assert (found["a"]["land"], found["b"]["land"]) == (9, 12)


def test_a_leaver_does_not_go_on_and_a_tie_goes_by_points_before(tmp_path: Path) -> None:
    knockout = {"kind": "knockout", "advance": 1}
    left = table("a", "b", "c")
    left["seats"][0]["credits"] = [["a", 30], ["x", 30]]
    tied = table("d", "e", "f", places=[[0, 1], [2]])
    found = rows(unpack(event([left, tied], form=knockout), tmp_path))
    assert found["a"]["status"] == "out" and found["b"]["status"] == "in"
    assert {found["d"]["status"], found["e"]["status"]} == {"in", "out"}  # by lot


def test_a_double_knock_out_forgives_once(tmp_path: Path) -> None:
    double = {"kind": "double", "advance": 1}
    folder = unpack(event([table("a", "b", "c"), table("d", "e", "f")], form=double), tmp_path)
    assert {row["status"] for row in rows(folder).values()} == {"in"}
    for group, tables in (("A", [table("a", "d")]), ("B", [table("b", "c"), table("e", "f")])):
        write_round(folder, 2, {"seed": SEED, "byes": [], "adjust": [], "tables": tables}, group)
    found = rows(folder, "02")
    assert {name for name, row in found.items() if row["status"] == "in"} == set("adbe")


def test_a_league_has_standings_for_each_division(tmp_path: Path) -> None:
    folder = unpack(event([table("a", "b")], form={"kind": "league"}), tmp_path)
    (folder / "rounds" / "01").rename(folder / "rounds" / "01-old")
    for path in (folder / "rounds" / "01-old").iterdir():
        path.unlink()
    (folder / "rounds" / "01-old").rmdir()
    for group, names in (("D1", "ab"), ("D2", "cd")):
        tables = [table(*names)]
        write_round(folder, 1, {"seed": SEED, "byes": [], "adjust": [], "tables": tables}, group)
    told: Any = read_document(folder / "event.json")
    told["entrants"] = [{"id": name, "name": name, "entered": 1, "left": None} for name in "abcd"]
    write_document(folder / "event.json", told)
    assert set(rows(folder, "01-D1")) == {"a", "b"} and set(rows(folder, "01-D2")) == {"c", "d"}


# ---- commands


def run(*words: object) -> tuple[int, Any]:
    """A command's status and the object that it prints."""
    out = StringIO()
    try:
        call_command(str(words[0]), *map(str, words[1:]), "--json", stdout=out)
    except SystemExit as left:
        return int(left.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def test_standings_are_checked_by_a_command(tmp_path: Path) -> None:
    folder = unpack(event([table("a", "b")]), tmp_path)
    files = ["standings/01.json", "standings/01.csv"]
    assert run("standings_check", folder) == (1, {"equal": False, "files": files, "differences": files})
    assert run("standings_check", folder, "--write") == (0, {"equal": True, "files": files, "differences": []})
    (folder / files[1]).write_bytes(b"something else")
    assert run("standings_check", folder, "--write") == (
        1,
        {"equal": False, "files": files, "differences": [files[1]]},
    )
    (folder / "event.json").write_text("{}")
    with pytest.raises(CommandError, match="tie_breaks: a list"):
        call_command("standings_check", str(folder))


def test_pairings_are_checked_by_a_command(tmp_path: Path) -> None:
    asked = tmp_path / "input.json"
    write_document(asked, asking(entrants(9)))
    status, made = run("pairing_check", asked)
    output = tmp_path / "output.json"
    assert status == 0 and made["equal"] and output.exists()
    assert run("pairing_check", asked, output) == (0, made)
    write_document(output, read_document(output) | {"byes": ["e001"]})
    assert run("pairing_check", asked, output) == (1, made | {"equal": False, "first_difference": "byes"})
    asked.write_text("no JSON")
    with pytest.raises(CommandError):
        call_command("pairing_check", str(asked))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"entrants": []}, "a, b played, but did not enter"),
        ({"stages": [{"id": "s2", "format": {"kind": "swiss"}}]}, "the event has no s1"),
        ({"points": {"rows": {}, "bye": 300}}, "no row for a table of 2"),
    ],
)
def test_a_folder_that_does_not_add_up_is_refused_in_words(change: dict[str, Any], word: str, tmp_path: Path) -> None:
    folder = unpack(event([table("a", "b")]), tmp_path)
    write_document(folder / "event.json", read_document(folder / "event.json") | change)
    with pytest.raises(CommandError, match=word):
        call_command("standings_check", str(folder))
