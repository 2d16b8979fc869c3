"""The parts of a mail in words: dice, the letters of the seats, hands and standings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from django.utils.safestring import SafeString

import engine
from engine.position import position
from games.decisions.kit.page_types import StoryLine, Throw
from games.mail.parts import (
    MOST_LINES,
    MOST_THROWS,
    Standing,
    TerritoryText,
    armies_sign,
    badge,
    card_of,
    cards_by_symbol,
    dice_of,
    hand_words,
    items_of,
    legend,
    plain_of,
    regions_of,
    shown_height,
    standings_of,
)
from games.wording.amounts import NBSP
from tests.games.decisions.test_panels import GRAPH, page_data_of

BOARD = "red: Brazil 8 | blue: Siam 3 | green: *1"


def seen(viewer: int | None = 0, rules: str = "modern", **more: Any) -> engine.PlayerView:
    return engine.view_for(
        position(BOARD if rules == "modern" else "red: Japan 5 | blue: *1", rules=rules, **more), viewer
    )


def spaced(text: str) -> str:
    return text.replace(NBSP, " ")


def throw(number: int, note: str = "") -> Throw:
    return Throw(number, (6, number), (4,), (), (0,), "", 5, 4, SafeString(note))


def line(**more: Any) -> StoryLine:
    return StoryLine(1, 0, "red", SafeString("<b>Red</b> &lt;3 attacked."), **more)


def test_the_last_lines_of_a_story_are_told_and_the_others_counted() -> None:
    items, left_out = items_of([line(number=n) for n in range(MOST_LINES + 2)])
    assert (len(items), left_out, items[0].sign) == (MOST_LINES, 2, "2")
    assert items_of([line()] * MOST_LINES)[1] == 0


def test_a_line_has_its_number_or_the_letter_of_who_did_it() -> None:
    (one, other), _left = items_of([line(number=3, loss="(–2)", when="18:02"), line()])
    assert (one.sign, one.plain, one.html, one.when) == (
        "3",
        "Red <3 attacked. (–2)",
        "<b>Red</b> &lt;3 attacked. (–2)",
        "18:02",
    )
    assert (other.sign, other.plain, other.dice) == ("R", "Red <3 attacked.", "")
    assert plain_of("a <i>b</i>") == "a b"


def test_long_fights_are_told_by_their_first_and_last_throws() -> None:
    assert dice_of([]) == ""
    few = [throw(n) for n in range(1, MOST_THROWS + 1)]
    assert spaced(dice_of(few)) == "Dice: 6 1 against 4, 6 2 against 4, 6 3 against 4, 6 4 against 4."
    five = [*few, throw(5)]
    assert spaced(dice_of(five)) == (
        "Dice: 6 1 against 4, 6 2 against 4, then 1 more throw, last 6 4 against 4, 6 5 against 4."
    )
    assert "then 2 more throws, last 6 5 against 4, 6 6 against 4." in spaced(dice_of([*five, throw(6)]))
    assert spaced(dice_of([throw(1, "<b>One</b> was rerolled.")])) == "Dice: 6 1 against 4 (One was rerolled)."


def test_letters_stand_for_the_seats() -> None:
    people = page_data_of(seen()).people
    assert spaced(legend(people)) == "You are R (redy). B bluey, G greeny."
    assert spaced(legend(people, neutral=True)) == "You are R (redy). B bluey, G greeny, N neutral army."
    assert spaced(legend(page_data_of(seen(None)).people)) == "R redy, B bluey, G greeny."
    assert (armies_sign("red", 2), armies_sign("", 2), armies_sign("", 0)) == ("R 2", "2", "")
    assert badge("red") == '<span class="badge o0">R</span>'
    assert badge("blue", 0) == '<span class="badge o1">0</span>'


def test_a_territory_is_told_with_what_stands_there() -> None:
    assert spaced(TerritoryText("Canada", "blue", "B 5", "Diplomat, station").text) == (
        "Canada B 5 with Diplomat, station"
    )
    assert TerritoryText("Canada", "", "").text == "Canada"


def test_free_land_is_called_so_once_somebody_has_land() -> None:
    view = seen()
    brazil = GRAPH.number["brazil"]
    owner = [-1 if at == brazil else seat for at, seat in enumerate(view.owner)]
    armies = [0 if at == brazil else count for at, count in enumerate(view.armies)]
    part = msgspec.structs.replace(view, owner=tuple(owner), armies=tuple(armies))
    empty = msgspec.structs.replace(view, owner=(-1,) * GRAPH.size, armies=(0,) * GRAPH.size)
    told = {land.name: land.said for region in regions_of(part) for land in region.lands}
    assert (told["Brazil"], told["Siam"]) == ("free", "B 3")
    assert {land.said for region in regions_of(empty) for land in region.lands} == {""}
    south = next(region for region in regions_of(view) if region.name == "South America")
    assert south.bonus == 2 and "Brazil R 8" in spaced(south.text) and south.text.endswith(".")


def test_cards_are_listed_by_symbol_with_jokers_last() -> None:
    symbols = GRAPH.symbols("A")
    held = [card_of(GRAPH, symbols, number) for number in (GRAPH.size, 0, 1, GRAPH.size + 1)]
    assert [card.name for card in held] == ["a wild card", GRAPH.names[0], GRAPH.names[1], "a wild card"]
    assert cards_by_symbol(held).endswith("a wild card and a wild card")
    assert f"{GRAPH.names[0]} ({symbols[0]})" in cards_by_symbol(held[1:2])
    assert card_of(GRAPH, (), 0).symbol == ""


def test_a_hand_says_whether_it_has_a_set_and_what_that_brings() -> None:
    assert hand_words(seen()) == ""
    view = msgspec.structs.replace(seen(), hand=(0, 1))
    said = hand_words(msgspec.structs.replace(view, extra={**view.extra, "next_set": 8}))
    assert said.startswith("Your hand: ") and "No set yet." in said
    assert spaced(said).endswith("The next set traded in is worth 8 armies.")
    none = hand_words(msgspec.structs.replace(view, extra={**view.extra, "next_set": 0}))
    assert none.endswith("No set yet.")


def test_seats_that_are_in_are_listed_in_the_order_of_play() -> None:
    view = seen(rules="risk2210", seats=["red", "blue"])
    people = page_data_of(view).people
    assert [row.person.seat for row in standings_of(msgspec.structs.replace(view, order=(1, 0)), people)] == [1, 0]
    assert [row.person.seat for row in standings_of(msgspec.structs.replace(view, order=()), people)] == [0, 1]
    seats = tuple(msgspec.structs.replace(seat, out=seat.seat == 1) for seat in view.seats)
    assert [row.person.seat for row in standings_of(msgspec.structs.replace(view, seats=seats), people)] == [0]
    assert [row.person.seat for row in standings_of(view, people[1:])] == [1]
    assert standings_of(seen(), page_data_of(seen()).people) == ()
    you, other = people
    assert Standing(you, "7 energy").text == "R you: 7 energy" and Standing(other, "none").text == "B bluey: none"
    assert Standing(replace(you, you=False), "none").text == "R redy: none"


@pytest.mark.parametrize(("width", "height", "shown"), [(1200, 800, 400), (600, 601, 601), (0, 0, 0)])
def test_a_picture_keeps_its_shape(width: int, height: int, shown: int) -> None:
    assert shown_height(b"\0" * 16 + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08") == shown
    assert shown_height(b"") == 0
