"""A person's page: what they play, what came of their games and whom they met, as the reader may see it."""

from __future__ import annotations

import csv
import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.registry import Registry
from games.models import Game, Player, TurnRecord
from games.selectors.profile import profile_of
from games.selectors.profile_sections import ProfileSection, parts_to_hide
from games.selectors.reliability import reliability_of
from tests.games.kit import Table, person, table
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    """A listed game of Alice, Bob and a bot."""
    return table(watch=Game.Watch.LISTED)


def end(play: Table, *places: int) -> None:
    """End the game with a place for Alice, for Bob and for the bot."""
    players = list(Player.objects.filter(game=play.game).order_by("pk"))
    order = [play.seat(play.alice), play.seat(play.bob)]
    order += [player.seat or 0 for player in players if player.bot]
    by_seat = dict(zip(order, places, strict=True))
    for player in players:
        player.place = by_seat[player.seat or 0]
        player.result = "won" if player.place == 1 else "lost"
        player.save()
    result = {"winners": [seat for seat, place in by_seat.items() if place == 1]}
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.OVER, ended_at=timezone.now(), result=result)


def said(of: User, reader: User | None = None) -> str:
    visitor = client(reader) if reader else Client()
    page = visitor.get(reverse("profile", args=[of.username])).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition("<main")[2]).split())


def test_a_running_game_names_its_opponents_and_its_day(play: Table) -> None:
    page = said(play.alice)
    begun = timezone.localtime(play.fresh().started_at)
    assert f"Classic 1959, begun {begun.day} {begun:%B %Y}, round 1" in page
    assert re.search(r"against (bob and Wanderer|Wanderer and bob)", page), page
    assert "Finished games No finished public games yet." in page and "Against" not in page


def test_a_finished_game_tells_its_day_and_place(play: Table) -> None:
    end(play, 2, 1, 3)
    now = timezone.localtime()
    page = said(play.alice)
    assert "1 finished game that you can see." in page
    assert f"ended {now.day} {now:%B %Y}" in page and "2 of 3" in page
    assert "1 finished game that you can see, 1 won." in said(play.bob)
    assert "1 finished game, 1 won." in said(play.bob, play.bob)


def test_it_counts_who_finished_first_and_bots_are_no_rivals(play: Table) -> None:
    end(play, 2, 1, 3)
    (rival,) = profile_of(play.alice, AnonymousUser()).rivals
    assert (rival.name, rival.games, rival.ahead, rival.behind, rival.share) == ("bob", 1, 0, 1, 0)
    (rival,) = profile_of(play.bob, AnonymousUser()).rivals
    assert (rival.name, rival.games, rival.ahead, rival.behind, rival.share) == ("alice", 1, 1, 0, 100)


def test_of_an_older_game_it_knows_only_who_won(play: Table) -> None:
    end(play, 2, 1, 3)
    Player.objects.filter(game=play.game).update(place=None)
    (row,) = profile_of(play.alice, AnonymousUser()).results
    assert (row.place, row.seats) == (0, 3)
    (row,) = profile_of(play.bob, AnonymousUser()).results
    assert row.place == 1
    (rival,) = profile_of(play.bob, AnonymousUser()).rivals
    assert (rival.ahead, rival.behind) == (1, 0)


def test_games_that_are_not_listed_are_shown_to_their_players_alone(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(watch=Game.Watch.ANYONE)
    stranger = person("carol")
    for reader in (None, stranger):
        assert "Long Winter" not in said(play.alice, reader)
    assert "Long Winter" in said(play.alice, play.bob)
    end(play, 1, 2, 3)
    assert "No finished public games yet. You see only public games here." in said(play.alice)
    assert "You see public games here, and those that you play too." in said(play.alice, play.bob)
    assert "public games here" not in said(play.alice, play.alice)
    assert profile_of(play.alice, stranger).finished == 0
    assert profile_of(play.alice, play.bob).finished == 1


def test_it_takes_as_many_queries_however_many_games(play: Table, django_assert_num_queries: Any) -> None:
    client(play.bob).get(reverse("profile", args=["alice"]))  # draws the small map, which is kept
    with django_assert_num_queries(5):
        profile_of(play.alice, play.bob)
    end(play, 1, 2, 3)
    profile_of(play.alice, play.bob)
    with django_assert_num_queries(6):  # of which one asks for ratings
        profile_of(play.alice, play.bob)


def test_places_are_counted_by_the_number_of_players(play: Table) -> None:
    end(play, 2, 1, 3)
    (row,) = profile_of(play.alice, AnonymousUser()).places
    assert (row.seats, row.games, [(bar.place, bar.count, bar.share) for bar in row.bars]) == (
        3,
        1,
        [(1, 0, 0), (2, 1, 100), (3, 0, 0)],
    )
    assert "Places 3 players 1 game 0 first 1 second 0 third" in said(play.alice)
    Player.objects.update(place=None, result="lost")
    assert not profile_of(play.alice, AnonymousUser()).places


HEADINGS = {
    "running": "Playing now",
    "results": "Finished games",
    "places": "Places",
    "reliability": "Reliability",
    "against": "Against",
}


def hide(user: User, *names: str) -> None:
    shown = [name for name, _ in parts_to_hide() if name not in names]
    assert client(user).post(reverse("profile-parts"), {"shown": shown}).status_code == 302


@pytest.mark.parametrize("part", HEADINGS)
def test_what_a_person_hides_is_left_out_for_others_and_stays_for_them(play: Table, part: str) -> None:
    end(play, 2, 1, 3)
    hide(play.alice, part)
    for reader in (None, play.bob):
        page = said(play.alice, reader)
        assert [name for name, title in HEADINGS.items() if title not in page] == [part]
    assert ("1 finished game" in said(play.alice)) == (part != "results")
    own = said(play.alice, play.alice).partition("What others see here")[0]
    assert all(title in own for title in HEADINGS.values())
    hide(play.alice)
    assert all(title in said(play.alice) for title in HEADINGS.values())


def test_parts_of_apps_can_be_hidden_and_are_not_made_then(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    section = ProfileSection("stamps", "games/profile.html", lambda *given: asked.append(given), "Stamps")
    registry: Registry[ProfileSection] = Registry()
    registry.add(section)
    monkeypatch.setattr("games.selectors.profile_sections.PROFILE_SECTIONS", registry)
    said(play.alice)
    assert len(asked) == 1 and ("stamps", "Stamps") in parts_to_hide()
    hide(play.alice, "stamps")
    said(play.alice)
    assert len(asked) == 1
    said(play.alice, play.alice)
    assert len(asked) == 2


def test_only_the_person_chooses_and_unknown_parts_are_passed_over(play: Table) -> None:
    assert "What others see here" not in said(play.alice, play.bob)
    assert Client().post(reverse("profile-parts")).status_code == 302
    client(play.alice).post(reverse("profile-parts"), {"shown": ["results", "nonsense"]})
    hidden = User.objects.get(pk=play.alice.pk).hidden_parts
    assert "results" not in hidden and "nonsense" not in hidden and "running" in hidden
    assert not User.objects.get(pk=play.bob.pk).hidden_parts


def test_ones_own_results_come_as_a_table_that_no_program_takes_for_formulas(play: Table) -> None:
    end(play, 2, 1, 3)
    Game.objects.filter(pk=play.game.pk).update(name="=cmd()", watch=Game.Watch.PLAYERS)
    answer = client(play.alice).get(reverse("own-results"))
    head, row = csv.reader(answer.content.decode().splitlines())
    assert answer["Content-Type"].startswith("text/csv") and head[0] == "game"
    assert row[0] == "'=cmd()" and row[4:7] == ["2", "3", "lost"] and "bob" in row[7]
    assert row[3] == f"{timezone.now():%Y-%m-%d}"


def test_how_fast_a_person_answers_is_told_once_enough_turns_are_known(play: Table) -> None:
    now = timezone.now()
    for number in range(20):
        assert not reliability_of(play.alice.pk).usual
        TurnRecord.objects.create(user=play.alice, game=play.game, round=number, outcome="in_time", took=540, at=now)
    assert "Half of these turns were over within 9 hours." in said(play.alice)
