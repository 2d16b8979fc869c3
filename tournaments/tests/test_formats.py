"""Formats: who is paired, who goes on, and that nobody is lost on the way."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kit.packages import ROOT
from tournaments.documents import digest_of, read_document
from tournaments.events import read_event
from tournaments.folders import compare_standings
from tournaments.formats import FORMATS, read_format
from tournaments.formats.league import move_divisions, split_field
from tournaments.history import Drawn
from tournaments.organize.kinds import KINDS
from tournaments.pairing import pair_round
from tournaments.rounds import make_inputs
from tournaments.sizes import TableSizes
from tournaments.tests.kit import FOURS, announce, play_event, publish, seed_of

pytestmark = pytest.mark.nothing_new

SIZES = TableSizes(4, 3, 5)
KNOCKOUT: dict[str, Any] = {"kind": "knockout", "advance": 2}
EVENTS: dict[str, list[dict[str, Any]]] = {
    "knockout": [KNOCKOUT],
    "double": [{"kind": "double", "advance": 1}],
    "pods": [{"kind": "pods", "games": 3, "cut": 6}, KNOCKOUT],
    "series": [{"kind": "series", "games": 4}],
    "league": [{"kind": "league", "division": 7, "at_once": 2}],
    "swiss": [{"kind": "swiss", "rounds": 5}],
    "ladder": [{"kind": "ladder", "rounds": 9}],
    "hill": [{"kind": "hill", "rounds": 9}],
}


def play(event: dict[str, Any], lots: int = 1, *, plain: bool = False) -> list[Drawn]:
    """All that is drawn in an event until its end."""
    return [drawn for groups in play_event(event, Random(lots), plain=plain) for drawn in groups]


def players(rounds: list[Drawn], group: str = "") -> list[int]:
    return [len(drawn.players) for drawn in rounds if drawn.group == group]


def test_every_format_says_its_rules_in_one_sentence_with_its_own_numbers() -> None:
    assert list(FORMATS) == list(EVENTS)
    for kind, stages in EVENTS.items():
        form = read_format(stages[0], SIZES)
        sentence = form.rules % stages[0]
        assert form.kind == kind and sentence.endswith(".") and sentence.count(". ") == 0


def test_the_docs_have_a_section_about_every_kind_of_event_with_its_numbers() -> None:
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    sections = dict(part.split("\n", 1) for part in text.split("\n## ")[1:])
    assert set(sections) == {str(kind.title) for kind in KINDS}
    for form in FORMATS.values():
        said = " ".join(sections[form.title].split())
        assert "*" in said and all(f"`{name}`" in said for name in form.numbers), form.kind


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ({"kind": "lottery"}, "kind: one of knockout"),
        ({"kind": "knockout"}, "advance"),
        ({"kind": "knockout", "advance": 3}, "advance: less than the 3"),
        ({"kind": "swiss", "rounds": 0}, "rounds"),
        ({"kind": "pods", "games": 3, "cut": 1}, "cut"),
        ({"kind": "league", "division": 8, "at_once": 1}, "division: 7 or 13"),
        ({"kind": "hill", "rounds": True}, "rounds"),
    ],
)
def test_numbers_that_a_format_cannot_have_are_refused(form: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        read_format(form, SIZES)


def test_two_brackets_that_both_wait_must_find_room_at_one_table() -> None:
    form = {"kind": "double", "advance": 2}
    assert read_format(form, SIZES).kind == "double"
    with pytest.raises(ValueError, match="at most half of the 3"):
        read_format(form, TableSizes(3, 3, 3))


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("count", [2, 3, 6, 7, 16, 23])
def test_an_event_comes_to_its_end_and_its_files_agree(kind: str, count: int, tmp_path: Path) -> None:
    event = announce(count, *EVENTS[kind])
    rounds = play(event)
    folder = publish(tmp_path, event, rounds)
    files, differences = compare_standings(folder)
    assert not differences and (files or kind == "ladder")
    for name in files:
        if name.endswith(".json"):
            rows: Any = read_document(folder / name)["rows"]
            assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
    assert not make_inputs(read_event(event), rounds, seed_of(99))


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_is_the_same_whenever_it_is_played(kind: str) -> None:
    """The digests were written down once: other ones break every event that is being played."""
    rounds = play(announce(23, *EVENTS[kind]))
    assert digest_of({"rounds": [digest_of(drawn.output) for drawn in rounds]})[:16] == GOLDEN[kind]


GOLDEN = {
    "knockout": "24e7527f9781835b",
    "double": "326ee470f735747c",
    "pods": "48b74a0e908fd41a",
    "series": "ff3fe4bdece52182",
    "league": "1cfe6ad06e8c5ac4",
    "swiss": "8aab6c5059db0eb3",
    "ladder": "eb1d07f678b90ec4",
    "hill": "2a49924dfbc70d4b",
}


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("count", [3, 9, 17, 30])
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_whoever_leaves_when_nobody_is_lost_or_sits_twice(kind: str, count: int, size: int) -> None:
    """In every round everybody who is still in has one table or bye; nobody plays after leaving."""
    lots = Random(count * size)
    least = max(size - 1, 2)
    sizes = {"preferred": size, "least": least, "most": min(size + 1, 6)}
    forms = [{**form, "advance": 1} if "advance" in form else form for form in EVENTS[kind]]
    event = announce(count, *forms, sizes=sizes, work=200)

    def leave(told: dict[str, Any], number: int) -> None:
        for each in told["entrants"]:
            if number > 1 and each["left"] is None and lots.random() < 0.05:
                each["left"] = number
            elif kind == "swiss" and lots.random() < 0.05:
                each["sits_out"].append(number)

    for groups in play_event(event, lots, leave):
        number = groups[0].number
        named = [name for drawn in groups for name in drawn.players]
        assert len(named) == len(set(named))
        people = {each["id"]: each for each in event["entrants"]}
        if groups[0].given["mode"] != "rotate":
            assert not [name for name in named if people[name]["left"]]
        for drawn in groups:
            seated = Counter(name for table in drawn.tables for name in table) + Counter(drawn.byes)
            games = 1 if drawn.given["mode"] != "design" else min(4, len(drawn.players))
            assert seated == Counter(dict.fromkeys(drawn.players, games))
        if kind == "swiss":
            playing = {name for name, each in people.items() if not each["left"] and number not in each["sits_out"]}
            assert set(named) == playing


def replace_no_shows(event: dict[str, Any], groups: list[Drawn], lots: Random) -> list[tuple[str, str]]:
    """Give some seats of a round to substitutes who wait, as if their entrants had not come; lists both."""
    people, replaced = {each["id"]: each for each in event["entrants"]}, list[tuple[str, str]]()
    waiting = [name for name, each in people.items() if each["reserve"] and each["entered"] is None]
    for drawn in groups:
        told: Any = drawn.told
        for seat in [seat for table in told["tables"] for seat in table["seats"] if seat["credits"]]:
            if waiting and lots.random() < 0.05:
                gone, taker = seat["entrant"], waiting.pop(0)
                seat |= {"entrant": taker, "credits": [[taker, 60]], "instead_of": gone}
                people[gone]["left"] = people[taker]["entered"] = drawn.number + 1
                replaced.append((gone, taker))
    return replaced


def check_no_shows(kind: str, count: int, size: int) -> int:
    """Play an event in which people do not come, leave and are replaced; returns how many were."""
    lots, takers, gone = Random(f"{kind} {count} {size}"), set[str](), set[str]()
    forms = [{**form, "advance": 1} if "advance" in form else form for form in EVENTS[kind]]
    sizes = {"preferred": size, "least": max(size - 1, 2), "most": min(size + 1, 6)}
    event = announce(count + 9, *forms, sizes=sizes, work=100)
    for each in event["entrants"][count:]:
        each |= {"entered": None, "reserve": True}

    def leave(told: dict[str, Any], number: int) -> None:
        for each in told["entrants"]:
            if number > 1 and each["entered"] and each["left"] is None and lots.random() < 0.03:
                each["left"] = number
                gone.add(each["id"])

    for groups in play_event(event, lots, leave):
        named = [name for drawn in groups for name in drawn.players]
        seated = Counter(name for drawn in groups for table in drawn.tables for name in table)
        seated.update(name for drawn in groups for name in drawn.byes)
        assert seated == Counter(dict.fromkeys(named, 1)) and not gone & set(named)
        if kind == "swiss":
            playing = {each["id"] for each in event["entrants"] if each["entered"] and each["left"] is None}
            assert set(named) == playing and takers - gone <= playing
        for left, taker in replace_no_shows(event, groups, lots):
            gone.add(left)
            takers.add(taker)
    return len(takers)


@pytest.mark.parametrize("kind", ["swiss", "knockout", "double", "hill", "ladder"])
def test_whoever_does_not_come_is_replaced_and_nobody_is_lost_or_sits_twice(kind: str) -> None:
    assert sum(check_no_shows(kind, count, size) for count, size in ((9, 3), (23, 4), (40, 5))) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["swiss", "knockout", "double", "hill", "ladder"])
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_events_of_up_to_300_lose_nobody(kind: str, size: int) -> None:
    for count in (3, *Random(f"{kind} {size}").sample(range(4, 300), 8), 300):
        check_no_shows(kind, count, size)


# ---- one by one


def test_a_knock_out_is_drawn_anew_until_one_table_is_left() -> None:
    rounds = play(announce(16, {"kind": "knockout", "advance": 1}))
    assert players(rounds) == [16, 4]
    rounds = play(announce(64, KNOCKOUT), lots=5)
    assert players(rounds)[:3] == [64, 32, 16] and len(rounds[-1].tables) == 1 and not rounds[-1].byes
    for before, after in zip(rounds, rounds[1:], strict=False):
        best = {
            seat.entrant for table in before.results.tables for seat in table.seats if table.place(seat.entrant) <= 2
        }
        assert set(after.players) <= best | set(before.byes)


def test_after_two_failures_one_is_out_of_a_double_knock_out() -> None:
    *rounds, final = play(announce(30, *EVENTS["double"]), plain=True)
    assert final.group == "F" and len(final.tables) == 1 and 2 <= len(final.players) <= 5
    failures = Counter[str]()
    for drawn in rounds:
        assert {failures[name] for name in drawn.players} == {{"": 0, "A": 0, "B": 1}[drawn.group]}
        for table in drawn.results.tables:
            failures.update(seat.entrant for at, seat in enumerate(table.seats) if table.place_of[at] > 1)
    assert {name for name in rounds[0].players if failures[name] < 2} == set(final.players)


def test_pods_repeat_their_tables_in_turned_seats_and_the_best_play_on() -> None:
    event = announce(16, *EVENTS["pods"])
    rounds = play(event, plain=True)
    first, second, third, *knockout = rounds
    assert [[*table[1:], table[0]] for table in map(list, first.tables)] == [list(table) for table in second.tables]
    assert second.given["players"] == third.given["players"] == first.given["players"]
    assert len(knockout[0].players) == 6 and knockout[0].stage == "s2" and knockout[0].number == 4
    ranks: Any = knockout[0].given["players"]
    assert sorted(each["rank"] for each in ranks) == [1, 2, 3, 4, 5, 6]
    assert all(each["score"] == 0 and each["seats"] for each in ranks)  # points of the stage, seats of the event


def test_games_of_pods_do_not_wait_for_each_other() -> None:
    event, running = read_event(announce(8, *EVENTS["pods"])), list[Drawn]()
    for number in (1, 2, 3):
        inputs = make_inputs(event, running, seed_of(number))
        assert len(inputs) == 1 and inputs[0]["round"] == number
        running.append(Drawn(inputs[0], pair_round(inputs[0])))
    assert not make_inputs(event, running, seed_of(4))  # the cut waits for all


def test_a_late_entrant_of_a_swiss_begins_with_nothing_and_who_sits_out_gets_nothing() -> None:
    event = announce(9, {"kind": "swiss", "rounds": 3})
    event["entrants"][8]["entered"] = 2
    event["entrants"][0]["sits_out"] = [2]
    first, second, third = play(event)
    assert "e009" not in first.players and "e009" in second.players and "e001" not in second.players
    told: Any = {each["id"]: each for each in third.given["players"]}
    late: Any = {each["id"]: each for each in second.given["players"]}
    assert late["e009"]["score"] == 0 and "e001" in told


def test_too_few_for_a_table_of_a_ladder_wait() -> None:
    rounds = play(announce(4, {"kind": "ladder", "rounds": 12}), lots=3)
    assert rounds and all(len(drawn.players) >= FOURS["least"] for drawn in rounds)


def test_the_winner_stays_on_the_hill_and_the_others_queue_again() -> None:
    rounds = play(announce(9, *EVENTS["hill"]), lots=4)
    queue = [f"e{at:03}" for at in range(1, 10)]
    holder = ""
    for drawn in rounds:
        assert set(drawn.players) == set(queue[:4])
        (table,) = drawn.results.tables
        won = [table.seats[seat].entrant for seat in table.places[0] if table.seats[seat].credits]
        holder = holder if holder in won else min(won, key=queue.index, default="")
        others = sorted(set(drawn.players) - {holder}, key=lambda name: (table.place(name), queue.index(name)))
        queue = [*([holder] if holder else []), *(name for name in queue if name not in drawn.players), *others]


def test_divisions_are_as_large_as_can_be() -> None:
    assert [len(members) for members in split_field(["e"] * 49, 7)] == [7] * 7
    assert [len(members) for members in split_field(["e"] * 5, 7)] == [5]
    assert [len(members) for members in split_field(["e"] * 40, 13)] == [14, 13, 13]


def test_the_first_goes_up_and_the_last_two_go_down() -> None:
    divisions = [[f"{letter}{place}" for place in range(1, 8)] for letter in "abc"]
    everybody = {name for members in divisions for name in members}
    after = move_divisions(divisions, everybody, [], 7)
    assert set(after[0]) == {"a1", "a2", "a3", "a4", "a5", "b1", "c1"}
    assert set(after[1]) == {"a6", *(f"b{place}" for place in range(2, 8))}
    assert set(after[2]) == {"a7", *(f"c{place}" for place in range(2, 8))}
    after = move_divisions(divisions, everybody - {"a2", "b4"}, ["new1", "new2"], 7)
    assert set(after[0]) == {
        "a1",
        "a3",
        "a4",
        "a5",
        "b1",
        "c1",
        "b2",
    }  # the best from below, and nobody who just went down
    assert sorted(map(len, after)) == [7, 7, 7] and {"new1", "new2"} <= set(after[2])


def test_teams_are_ranked_by_what_their_members_won(tmp_path: Path) -> None:
    event = announce(16, {"kind": "swiss", "rounds": 2, "count": 2})
    for at, each in enumerate(event["entrants"]):
        each["team"] = f"t{at % 4}"
    rounds = play(event)
    assert all(not drawn.output["together"] for drawn in rounds)
    folder = publish(tmp_path, event, rounds)
    rows: Any = read_document(folder / "standings" / "02-teams.json")["rows"]
    one: Any = read_document(folder / "standings" / "01.json")["rows"]
    two: Any = read_document(folder / "standings" / "02.json")["rows"]
    first = {row["entrant"]: row["points"] for row in one}
    won = {row["entrant"]: (first[row["entrant"]], row["points"] - first[row["entrant"]]) for row in two}
    for row in rows:
        members = [won[each["id"]] for each in event["entrants"] if each["team"] == row["entrant"]]
        assert row["points"] == sum(sum(sorted(points, reverse=True)[:2]) for points in zip(*members, strict=True))
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)


def test_pairs_are_kept_apart_from_the_round_that_says_so() -> None:
    event = announce(8, {"kind": "swiss", "rounds": 3}, apart=[["e002", "e001", 2]])
    rounds = play(event)
    assert [drawn.given["apart"] for drawn in rounds] == [[], [["e001", "e002"]], [["e001", "e002"]]]
