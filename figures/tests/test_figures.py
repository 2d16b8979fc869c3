"""A game in figures: public facts by round, drawn by the server with a table behind each plot."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.core.view import view_for
from engine.redeal import deal_anew
from figures.pages import APART, FRAME, keep_apart, labelled, plots_of
from figures.selectors import RoundFigures, count_rounds, rounds_of
from games.models import Game
from tests.games.kit import Table, table
from tests.games.views.test_play import client
from tests.kit.games import presets, walk

pytestmark = pytest.mark.django_db

TURN = "place on the weakest border\nend turn"
COLOURS = ("red", "blue", "yellow")


def rounds(count: int) -> list[RoundFigures]:
    """Figures of so many rounds and of now."""
    numbers = [*range(1, count + 1), count]
    made = [RoundFigures(number, [number, 5, 5], [9, 9, 9], [3, 3, 40], [0, 1, 2]) for number in numbers]
    made[-1] = RoundFigures(count, [7, 0, 2], [9, 9, 9], [3, 3, 40], [0, 1, 2], is_now=True)
    return made


def page_of(play: Table) -> str:
    return client(play.alice).get(reverse("figures", args=[play.game.slug])).content.decode()


def play_rounds(play: Table, count: int) -> None:
    while play.view().round <= count:
        play.order(TURN)


def test_the_page_shows_each_round_and_now_and_all_values_in_tables() -> None:
    play = table()
    play_rounds(play, 2)
    found = rounds_of(play.fresh())
    assert [each.round for each in found] == [1, 2, 3, 3] and found[-1].is_now
    view = play.view()
    assert found[-1].territories == [seat.territories for seat in view.seats]
    assert found[-1].cards == [seat.cards for seat in view.seats] and sum(found[0].territories) == 42
    page = page_of(play)
    assert page.count('class="course-line"') == 4 * 3 and page.count("<tbody>") == 4
    for plot in plots_of(found, [seat.colour for seat in view.seats], "classic_1959"):
        assert plot.said in page and len(plot.rows) == 4


def test_history_and_result_lead_to_the_figures() -> None:
    play = table()
    url = reverse("figures", args=[play.game.slug])
    assert url in client(play.alice).get(reverse("game-history", args=[play.game.slug])).content.decode()


def test_a_page_that_was_made_before_costs_no_reading_of_the_journal() -> None:
    play = table()
    play_rounds(play, 1)
    reader, url = client(play.alice), reverse("figures", args=[play.game.slug])
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert reader.get(url).status_code == 200
        asked.append([query["sql"] for query in queries.captured_queries])
    journal = [sum("games_snapshot" in sql or "games_entry" in sql for sql in sqls) for sqls in asked]
    assert journal == [2, 0] and len(asked[1]) == 4  # the session, the person, the game, what waits elsewhere


def test_a_game_that_has_not_begun_is_at_its_table_and_a_private_one_hidden() -> None:
    play = table(watch=Game.Watch.PLAYERS)
    assert Client().get(reverse("figures", args=[play.game.slug])).status_code == 404
    Game.objects.update(seq=0, status="open")
    assert client(play.alice).get(reverse("figures", args=[play.game.slug])).status_code == 302


def test_nothing_is_drawn_in_the_set_up() -> None:
    play = table("modern")
    assert play.view().round == 0 and rounds_of(play.fresh()) == []
    assert "Figures begin with the first round." in page_of(play)


@pytest.mark.parametrize("rules", presets())
def test_no_secret_changes_a_figure(rules: str) -> None:
    """What spectators cannot know is dealt anew in every position: the figures stay the same."""
    seats = 2 if rules.endswith("_2p") else 3
    states = list(islice(walk(rules, seats, 7), 0, 1200, 40))
    other = [deal_anew(state, None, Random(3)) for state in states]
    assert any(one != another for one, another in zip(states, other, strict=True))
    shown, again = (count_rounds(view_for(state, None) for state in each) for each in (states, other))
    assert shown == again


def test_a_round_that_was_taken_back_counts_as_it_was_played_in_the_end() -> None:
    views = [view_for(state, None) for state in islice(walk("classic_1959", 3, 1), 900)]
    back = next(at for at, view in enumerate(views) if view.round == 2)
    whole = count_rounds([*views[: back + 5], *views[back - 5 :]])
    assert whole == count_rounds(views)


def test_letters_at_the_ends_of_lines_lie_apart() -> None:
    for heights in ([20.0, 20.0, 20.0], [176.0] * 6, [12.0, 13.0, 176.0], [90.0]):
        found = keep_apart(heights)
        assert all(below - above >= APART - 1e-9 for above, below in pairwise(sorted(found)))
        assert FRAME.top - APART <= min(found) and max(found) <= FRAME.bottom + APART


@pytest.mark.parametrize("count", [1, 2, 3, 8, 9, 30, 200])
def test_plots_of_any_length_have_few_labels_and_lie_inside(count: int) -> None:
    plots = plots_of(rounds(count), COLOURS, "modern")
    assert [plot.key for plot in plots] == ["territories", "units", "income", "cards"]
    for plot in plots:
        ys = [float(y) for line in plot.lines for y in re.findall(r"(?<= )\d+\.\d+(?= |$)", line.path)]
        assert all(FRAME.top <= each.end[1] <= FRAME.bottom for each in plot.lines) and ys
        assert (
            2 <= len(plot.grid) <= 7
            and plot.marks[-1].text == "Now"
            and plot.marks[0].text == "Round 1"
            and len(plot.marks) <= 9
        )
        assert all(later.x - sooner.x > 18 for sooner, later in pairwise(plot.marks)), labelled(count + 1)
    assert "Now: Red 7, Blue 0, Yellow 2" in plots[0].said


def test_the_last_figures_of_an_ended_game_are_those_of_its_end() -> None:
    plot = plots_of(rounds(3), COLOURS, "modern", has_ended=True)[0]
    assert (plot.marks[-1].text, plot.rows[-1].title) == ("End", "End") and plot.rows[0].title == "Start of round 1"
    assert "End: Red 7, Blue 0, Yellow 2" in plot.said
