"""Panels of those who are asked nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.utils.safestring import SafeString

import engine
from engine.position import position
from games.decisions.kit.context import PageContext, Selection
from games.decisions.kit.page_types import StoryLine
from games.decisions.kit.waiting import paused, waiting
from games.decisions.registry import panel_for
from tests.games.decisions.test_panels import GRAPH, HEAD, page_data_of, positions

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def page(viewer: int | None, asked: tuple[int, ...] = (0,), out: int | None = None, **more: Any) -> PageContext:
    """Red is in its turn, and these seats of four are asked, as one of them sees it or a spectator."""
    board = "red: Brazil 8 | blue: Siam 3 | green: Peru 2 | violet: *1"
    state = position(board, rules="modern", step="attack", seats=["red", "blue", "green", "violet"])
    view = engine.view_for(state, viewer)
    assert view.asked is not None
    seats = [msgspec.structs.replace(seat, out=seat.seat == out) for seat in view.seats]
    view = msgspec.structs.replace(view, asked=msgspec.structs.replace(view.asked, seats=asked), seats=tuple(seats))
    return PageContext(view, GRAPH, replace(page_data_of(view), **more), Selection())


def queue(viewer: int | None, asked: tuple[int, ...] = (0,), out: int | None = None) -> list[int]:
    return [row.person.seat for row in waiting(page(viewer, asked, out)).data.queue]


def test_a_game_that_is_over_names_its_winners_and_leads_to_its_history() -> None:
    view = msgspec.structs.replace(engine.view_for(positions("modern")[0][1], 0), asked=None, winners=(1,))
    panel = panel_for(PageContext(view, GRAPH, page_data_of(view), Selection()))
    assert panel.template == "over" and not panel.answers
    assert [person.seat for person in panel.data.winners] == [1]
    assert panel.data.url == HEAD.history_url
    for winners, heading in (((1,), "Blue wins"), ((0, 1), "Red and Blue win"), ((), "The game is over")):
        won = msgspec.structs.replace(view, winners=winners)
        assert panel_for(PageContext(won, GRAPH, page_data_of(won), Selection())).heading == heading


def test_the_seats_from_the_one_that_is_asked_to_the_reader_are_listed() -> None:
    assert queue(3) == [0, 1, 2, 3] and queue(2) == [0, 1, 2]
    assert queue(2, asked=(3,)) == [3, 0, 1, 2], "who is asked out of turn comes first"
    assert queue(2, asked=(1,)) == [0, 1, 2]
    assert queue(None) == [0, 1, 2, 3], "all of them for a spectator"
    assert queue(3, out=1) == [0, 2, 3], "nobody who is out"
    assert queue(2, out=2) == [0, 1, 3]
    resigned = waiting(page(1, post_url="")).data.queue
    assert [row.person.seat for row in resigned] == [0, 1, 2, 3]


def test_the_list_begins_with_the_turn_and_goes_on_in_the_order_of_play() -> None:
    context = page(None)
    for active, order, shown in (
        (1, (), [1, 2, 3, 0]),
        (0, (2, 0, 3, 1), [0, 3, 1, 2]),
        (0, (2, 3, 1), [2, 3, 1]),  # whoever is in its turn is out
    ):
        view = msgspec.structs.replace(context.view, active=active, order=order)
        rows = waiting(replace(context, view=view)).data.queue
        assert [row.person.seat for row in rows] == shown
    few = replace(context.page_data, people=context.page_data.people[:2])
    assert [row.person.seat for row in waiting(replace(context, page_data=few)).data.queue] == [0, 1]


def test_what_each_seat_of_the_list_does() -> None:
    context = page(1, since=NOON, now=NOON + HOUR, zone=UTC)
    people = [replace(person, note="bot" if person.seat == 2 else "") for person in context.page_data.people]
    context = replace(context, page_data=replace(context.page_data, people=tuple(people)))
    red, blue = waiting(context).data.queue
    assert context.view.asked is not None
    assert (red.doing, red.now, red.you, red.when) == (context.view.asked.ask, True, False, "since today, 12:00")
    assert (blue.doing, blue.now, blue.you, blue.when) == ("you", False, True, "")
    told = [(row.doing, row.when) for row in waiting(replace(context, view=page(None).view)).data.queue]
    assert told[1:] == [("you", ""), ("bot", ""), ("", "")]


def test_who_is_asked_is_named_with_since_when() -> None:
    panel = waiting(page(1, since=NOON, now=NOON + HOUR, zone=UTC))
    assert panel.heading == "Waiting for Red" and not panel.answers
    data = panel.data
    assert (data.eyebrow, data.who, data.several, data.watching) == ("It’s not your turn", "redy", False, False)
    assert data.said.startswith("The game has been waiting for redy to ") and data.said.endswith("since today, 12:00.")
    both = waiting(page(3, asked=(0, 1))).data
    assert both.several and both.said.startswith("The game is waiting for redy and bluey to ")


@pytest.mark.parametrize(
    ("reader", "words"),
    [
        ({"viewer": None}, "You are watching"),
        ({"viewer": 1, "out": 1}, "You are out of the game"),
        ({"viewer": 1, "post_url": ""}, "You have resigned"),
    ],
)
def test_who_is_never_asked_again_is_told_why(reader: dict[str, Any], words: str) -> None:
    context = page(**reader)
    data = waiting(context).data
    assert (data.eyebrow, data.watching) == (words, True) and paused(context).data.watching


def clock(passed: timedelta, **more: Any) -> tuple[int, str]:
    times = {"since": NOON, "deadline": NOON + 40 * HOUR, **more}
    data = waiting(page(1, now=NOON + passed, zone=UTC, **times)).data
    return data.used, data.hours


def test_the_share_of_the_clock_that_has_passed_is_within_bounds() -> None:
    assert clock(10.6 * HOUR) == (26, "10 of 40 hours used")
    assert clock(-HOUR) == (0, "0 of 40 hours used")
    assert clock(41 * HOUR) == (100, "41 of 40 hours used")
    for none in ({"since": None}, {"deadline": None}, {"deadline": NOON}, {"deadline": NOON - HOUR}):
        assert clock(HOUR, **none) == (0, "")


def test_what_follows_is_told_only_where_there_is_a_deadline() -> None:
    for deadline, late in ((NOON, "the caretaker plays"), (None, "")):
        context = page(1, deadline=deadline, late="the caretaker plays", clock="Until noon.", now=NOON, zone=UTC)
        data = waiting(context, rows := object()).data
        assert (data.late, data.until, data.rows) == (late, "Until noon.", rows)


def test_a_pause_says_who_is_asked_when_the_game_goes_on() -> None:
    panel = paused(page(0))
    assert (panel.heading, panel.answers) == ("The game is paused", False)
    assert (panel.data.who, panel.data.watching) == ("You", False)
    assert paused(page(1)).data.who == "Red"
    assert paused(page(0, asked=(0, 1))).data.who == "Red and Blue"


def test_the_map_shows_the_last_move_of_the_story() -> None:
    def line(seq: int, src: int | None, dst: int | None) -> StoryLine:
        return StoryLine(seq, 0, "red", SafeString("…"), src=src, dst=dst)

    lines = (line(1, 3, 4), line(2, 5, None), line(3, None, 7))
    assert waiting(page(1, story=lines)).marks.highlighted == (5,)
    assert paused(page(1, story=lines[:1])).marks.highlighted == (3, 4)
    assert waiting(page(1)).marks.highlighted == ()
