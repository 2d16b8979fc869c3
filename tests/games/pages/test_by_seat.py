"""A story folded by seat: what hit the reader, what all have to know, and a few words for each seat."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

import engine
from games.decisions.kit.page_types import StoryLine, Throw
from games.pages.by_seat import deeds, fold_story
from games.wording.seats import Person

SET_UP = engine.view_for(engine.new_game("modern", ["red", "blue", "green"], chance=engine.FastChance(1)).state, 0)
VIEW = structs.replace(SET_UP, round=1)
NAMES = engine.mapgraph("classic42").names
PEOPLE = (Person(0, "red", "alice", you=True), Person(1, "blue", "bob"), Person(2, "green", "carol"))
THROW = Throw(1, (6,), (1,), (), (0,), "captured", 1, 0)


def line(seat: int, colour: str, **fields: object) -> StoryLine:
    return replace(StoryLine(1, seat, colour, ""), **fields)  # type: ignore[arg-type]  # fields of the line


def fight(src: int, dst: int, taken: bool, number: int = 0, lost: int = 0, defender: str = "green") -> StoryLine:
    won = (dst,) if taken else ()
    shape = {"src": src, "dst": dst, "held": not taken, "throws": (THROW,), "taken": won, "number": number}
    return line(1, "blue", lost=lost, defender=defender, **shape)


def test_attacks_on_the_reader_news_and_seats_are_parted() -> None:
    hit, other = fight(0, 1, taken=True, defender="red"), fight(0, 2, taken=False)
    struck = line(2, "green", card="Cease Fire", victims=("red",))
    out, bids = line(2, "green", is_news=True), StoryLine(1, None, "", "")
    folded = fold_story([bids, hit, other, struck, out], PEOPLE, "red", VIEW)
    assert folded.hits == (hit, struck) and folded.news == (bids, out)
    assert [(seat.title, seat.lines) for seat in folded.seats] == [("Blue (bob)", (other,))]
    mine = fold_story([line(0, "red")], PEOPLE, "red", VIEW).seats
    assert [(seat.title, seat.words) for seat in mine] == [("You", "")]
    assert fold_story([line(2, "green")], PEOPLE, "red", VIEW).seats[0].words == "attacked nobody"
    assert fold_story([line(2, "green")], PEOPLE, "red", SET_UP).seats[0].words == "took part in the set-up"


def test_a_seat_that_attacked_only_the_reader_attacked_nobody_else() -> None:
    hit, drawn = fight(0, 1, taken=False, defender="red"), line(1, "blue")
    folded = fold_story([hit, drawn, line(2, "green")], PEOPLE, "red", VIEW)
    assert [seat.words for seat in folded.seats] == ["attacked nobody else", "attacked nobody"]
    struck = line(0, "red", victims=("red",))
    assert fold_story([struck, line(0, "red")], PEOPLE, "red", VIEW).seats[0].words == ""


def test_a_few_words_name_what_was_taken_and_lost_with_the_numbers_of_arrows() -> None:
    told = [
        fight(0, 1, taken=False, lost=2),
        fight(0, 1, taken=True, number=1, lost=1),
        fight(2, 3, taken=False, number=2),
    ]
    told += [line(1, "blue", card="Armageddon"), line(1, "blue", src=5, dst=6, number=3)]
    said = (
        f"took {NAMES[1]} (1), failed to take {NAMES[3]} (2), moved to {NAMES[6]} (3), played Armageddon, lost 3 armies"
    )
    assert deeds(told, VIEW) == said


def test_of_many_the_newest_are_named_and_the_others_counted() -> None:
    told = [fight(0, dst, taken=True) for dst in range(1, 8)]
    assert deeds(told, VIEW) == f"took {NAMES[4]}, {NAMES[5]}, {NAMES[6]}, {NAMES[7]} and 3 more territories"
    cards = [line(1, "blue", card=f"Card {number}") for number in range(5)]
    assert deeds(cards, VIEW) == "played Card 1, Card 2, Card 3, Card 4 and 1 more card"
