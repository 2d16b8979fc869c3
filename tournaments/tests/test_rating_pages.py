"""Where ratings are seen: a person's page, the lobby of a rated game, the files, a person's data."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services import export_account
from games.models import Game
from games.selectors.profile import profile_of
from games.services.lobby import game_join, game_rematch
from games.services.organize import game_adjudicate
from games.services.seats import seat_hand_over
from tests.games.kit import make_table, person
from tests.routes_kit import organizer
from tournaments.models import RatingChange
from tournaments.pages.rating_graph import draw
from tournaments.selectors.rating_pages import profile_ratings
from tournaments.services.ratings import ratings_sweep
from tournaments.tests.test_rating_books import ended, people

pytestmark = pytest.mark.django_db


def enter(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def said(html: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html.decode()))


def test_a_profile_has_a_point_for_each_game_of_a_rule_set() -> None:
    alice, bob, carol = people(3)
    for day in range(12):
        ended({alice: 1, bob: 2 + day % 2, carol: 3 - day % 2}, 10 * day, watch="listed" if day else "anyone")
    ended({bob: 1, alice: 2}, 5, rules="capital")
    ratings_sweep()
    Game.objects.update(status=Game.Status.VOID)  # so that the page draws no map of games without a journal
    page = Client().get(reverse("profile", args=["alice"])).content.decode()
    assert page.count('class="pt win"') == 12 and page.count('<a href="/g/game-') >= 11
    assert "/g/game-0/" not in page  # which is on no list
    assert "Game 12: place 1 of 3, rating" in page and "first ten games" in page
    assert "after 12 rated games, public or not. Cautious rating:" in said(page.encode())
    other = Client().get(reverse("profile", args=["alice"]), {"rating": "capital"}).content
    assert b"Game 1: place 2 of 2, rating" in other and "Provisional: too few games" in said(other)
    assert other.count(b'class="pt"') == 1
    unknown = Client().get(reverse("profile", args=["alice"]), {"rating": "<x>"})
    assert b"Game 12: place 1 of 3" in unknown.content
    assert b"/g/game-0/" in enter(bob).get(reverse("profile", args=["alice"])).content  # who played there


def test_a_profile_without_a_rated_game_says_nothing_of_ratings() -> None:
    person("alice")
    assert b"rating-now" not in Client().get(reverse("profile", args=["alice"])).content


def test_ratings_cost_a_profile_few_queries() -> None:
    alice, bob = people(2)
    for day in range(6):
        ended({alice: 1, bob: 2}, day)
    ratings_sweep()
    with CaptureQueriesContext(connection) as seen:
        assert profile_ratings(alice, AnonymousUser(), {})
    assert len(seen) <= 5


def test_the_lobby_of_a_rated_game_says_so_and_shows_ratings() -> None:
    alice, bob = people(2)
    ended({alice: 1, bob: 2})
    ratings_sweep()
    game = make_table(alice, name="Rated", rules="modern", seats_wanted=3, bots=["recruit"], rated=True)
    page = said(enter(bob).get(reverse("game-lobby", args=[game.slug])).content)
    assert "The result changes the ratings of everyone who plays" in page
    assert re.search(r"alice.{0,80}rating 15\d\d, provisional; cautious 1[34]\d\d", page) and "no rating yet" in page
    Game.objects.filter(pk=game.pk).update(clock=game.clock_data | {"anonymous": True})
    assert "rating 15" not in said(enter(bob).get(reverse("game-lobby", args=[game.slug])).content)
    plain = make_table(alice, name="Unrated", rules="modern", seats_wanted=3)
    assert "rating" not in said(enter(bob).get(reverse("game-lobby", args=[plain.slug])).content)


def begun(alice: User, bob: User, **told: object) -> Game:
    """A rated game of two that has begun."""
    made = make_table(alice, name="Rated", rules="modern_2p", seats_wanted=2, public=True, **{"rated": True} | told)
    return game_join(game_id=made.pk, user=bob)


def test_the_page_of_a_rated_game_shows_ratings_as_they_stood_at_its_start() -> None:
    alice, bob, carol = people(3)
    ended({alice: 1, bob: 2}, rules="modern_2p")
    ended({alice: 1, bob: 2}, 1, rules="modern_2p")
    ratings_sweep()
    RatingChange.objects.filter(who=f"person:{bob.pk}").update(sigma=1)
    game, path = begun(alice, bob), "/g/{}/".format
    own = rf"alice.{{0,80}}{RATED}, provisional"
    page = said(enter(bob).get(path(game.slug)).content)
    assert re.search(own, page) and "cautious" not in page, "the list beside the board has room for few words"
    assert len(re.findall(RATED, page)) >= 2
    RatingChange.objects.update(mu=1)
    assert re.search(own, said(enter(bob).get(path(game.slug)).content)), "as it stood then"
    seat = game.players.get(user=alice).seat
    seat_hand_over(game_id=game.pk, seat=seat, by=carol)
    page = said(enter(bob).get(path(game.slug)).content)
    assert not re.search(own, page) and game.players.get(user=carol).rating is None  # a new player has none
    Game.objects.filter(pk=game.pk).update(clock=game.clock_data | {"anonymous": True})
    assert not re.search(RATED, said(enter(bob).get(path(game.slug)).content))


RATED = r"Rating 1\d\d\d"


def test_ratings_cost_the_page_of_a_game_no_query() -> None:
    alice, bob = people(2)
    ended({alice: 1, bob: 2}, rules="modern_2p")
    ratings_sweep()
    counts = []
    for rated in (True, False):
        visitor, game = enter(alice), begun(alice, bob, rated=rated)
        visitor.get(f"/g/{game.slug}/")
        with CaptureQueriesContext(connection) as seen:
            page = said(visitor.get(f"/g/{game.slug}/").content)
        assert bool(re.search(RATED, page)) == rated
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_the_result_of_a_rated_game_says_what_it_changed() -> None:
    alice, bob = people(2)
    made = make_table(alice, name="Rated", rules="modern_2p", seats_wanted=2, rated=True, public=True)
    game = game_join(game_id=made.pk, user=bob)
    game_adjudicate(game_id=game.pk, user=organizer("olga"), reason="over")
    before = said(Client().get(reverse("game", args=[game.slug]), follow=True).content)
    assert "by this game" not in before
    ratings_sweep()
    page = said(Client().get(reverse("game", args=[game.slug]), follow=True).content)
    assert len(re.findall(r"rating 1[45]\d\d, (?:[+−]\d+|\+0) by this game", page)) >= 2, page[:3000]
    Game.objects.filter(pk=game.pk).update(rated=False)
    assert "by this game" not in said(Client().get(reverse("game", args=[game.slug]), follow=True).content)


def test_a_rematch_is_rated_only_where_anybody_may_join() -> None:
    alice, bob = people(2)
    for public in (True, False):
        game = ended({alice: 1, bob: 2}, public=public, name=f"Game {public}")
        assert game_rematch(game_id=game.pk, user=alice).rated == public


def test_the_files_are_open_to_all_and_the_data_of_a_person_has_their_changes() -> None:
    alice, bob = people(2)
    ended({alice: 1, bob: 2})
    ratings_sweep()
    table, games = (Client().get(reverse(name, args=["modern"])) for name in ("ratings-table", "ratings-games"))
    assert table["Content-Type"].startswith("text/csv") and f"person:{alice.pk},1,".encode() in table.content
    assert games.content.count(b"\n") == 1 and b"game-0" in games.content
    assert Client().get("/ratings/chess.csv").status_code == 404
    assert Client().get("/ratings/capital.jsonl").content == b""
    (change,) = export_account(alice)["ratings"]  # type: ignore[misc]
    assert change["address"] == "game-0" and change["place"] == 1 and change["before"] == [25_000_000, 8_333_333]


def test_a_graph_keeps_its_points_and_its_band_between_its_lines() -> None:
    one = draw([1500], [58])
    assert one.settled is None and one.dated == [0] and one.grid[0].value == 1400 and one.grid[-1].value == 1600
    many = draw([1500 + 37 * number for number in range(23)], [60] * 23)
    assert [each.value for each in many.grid] == [1400, 1600, 1800, 2000, 2200, 2400]
    assert many.points == sorted(many.points) and len(many.dated) == 5 and many.settled is not None
    assert all(20 <= y <= 250 for _x, y in many.points)


def test_finished_games_of_a_profile_tell_what_they_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.profile.MOST", 0)  # no map is drawn of games without a journal
    alice, bob = people(2)
    ended({alice: 1, bob: 2}, watch="listed")
    ratings_sweep()
    ended({alice: 1, bob: 2}, 1, watch="listed")  # which is not booked yet
    with CaptureQueriesContext(connection) as seen:
        later, first = profile_of(alice, AnonymousUser()).results
    assert re.fullmatch(r"\+\d+", first.gain) and not later.gain
    assert re.fullmatch(r"−\d+", profile_of(bob, AnonymousUser()).results[1].gain)
    assert len([each for each in seen.captured_queries if "rating" in each["sql"].split("WHERE")[0]]) == 2
    hidden = profile_of(alice, bob, frozenset({"ratings"})).results
    assert [row.gain for row in hidden] == ["", ""]
