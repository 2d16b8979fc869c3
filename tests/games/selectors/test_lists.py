"""The list of one's games: what each row says, to whom, and what stands where."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models.signals import post_init
from django.urls import reverse

import engine
from accounts.models import User
from common.prepared import Prepared
from games.decisions.registry import DECISIONS, GENERIC
from games.models import Game
from games.selectors import lists
from games.selectors.lists import my_games
from games.services.invitations import invite_send
from games.services.lobby import game_join
from games.services.organize import game_pause
from games.templatetags.fieldpost import asked_words
from tests.games.kit import attacked, make_table, person, table
from tests.games.mail.kit import put_up_for_trade
from tests.games.views.test_page_queries import MOST
from tests.games.views.test_play import client
from tests.kit.certain import some
from tests.routes_kit import organizer

pytestmark = [pytest.mark.django_db, pytest.mark.databases, pytest.mark.no_cover]


def open_table(**fields: Any) -> Game:
    return make_table(person("alice"), name="Low Tide", rules="modern", seats_wanted=4, **fields)


def home_of(user: User) -> str:
    return " ".join(client(user).get(reverse("home")).content.decode().split())


def test_of_games_that_have_ended_only_those_shown_are_read(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    alice = table().alice
    for number in range(5):
        game = make_table(alice, name=f"Past {number}", rules="modern", seats_wanted=3)
        status = Game.Status.VOID if number % 2 else Game.Status.OVER
        Game.objects.filter(pk=game.pk).update(status=status, moved_at=game.created_at)
    monkeypatch.setattr(lists, "MOST_ENDED", 3)
    monkeypatch.setattr(lists, "MY_SEATS", Prepared(lists.seats_of, user=int))  # the other is compiled with another
    read: list[str] = []
    post_init.connect(lambda instance, **more: read.append(instance.name), Game, weak=False, dispatch_uid="read")
    try:
        with django_assert_num_queries(3):
            mine = my_games(alice)
    finally:
        post_init.disconnect(sender=Game, dispatch_uid="read")
    assert [player.game.name for player in mine.ended] == ["Past 4", "Past 3", "Past 2"]
    assert set(read) == {"Long Winter", "Past 4", "Past 3", "Past 2"}


def test_a_row_asks_in_the_words_of_the_mail() -> None:
    play = table()
    count = play.view(play.waiting.seat).pool
    assert f"Place {count} armies, then attack if you like." in home_of(play.asked_user)


def test_a_row_says_what_is_defended_against_whom() -> None:
    play = attacked()
    view = play.view(play.waiting.seat)
    there = engine.mapgraph(view.map).names[view.about["dst"]]
    assert re.search(
        rf"Defend {there} (for the neutral army )?against (Red|Blue|Green|Yellow)\.", home_of(play.asked_user)
    )


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("none", r"Place \d+ armies, then attack if you like\."),
        ("set", r"Trade in a set, or keep your cards\."),
        ("must", r"You must trade in a set of cards\."),
    ],
)
def test_a_row_knows_whether_its_reader_holds_a_set_and_tells_nobody_else(held: str, said: str) -> None:
    play = table()
    put_up_for_trade(play, held)
    asked = play.asked_user
    page, other = home_of(asked), home_of(play.bob if asked == play.alice else play.alice)
    assert re.search(said, page) and (bool(re.search("rade in a set", page))) == (held != "none")
    assert "’s turn" in other and not re.search(r"rade in|a set\b|Place \d", other)


@pytest.mark.parametrize("games", [1, 10])
def test_a_home_page_asks_hardly_more_than_a_turn_page_however_many_games_it_lists(
    games: int, django_assert_max_num_queries: Any
) -> None:
    alice = table().alice
    for number in range(games):
        bots = make_table(alice, name=f"Low Tide {number}", rules="modern", seats_wanted=3, bots=("random",) * 2)
        past = make_table(alice, name=f"Past {number}", rules="modern", seats_wanted=3)
        Game.objects.filter(pk=past.pk).update(status=Game.Status.OVER)
        make_table(alice, name=f"Dawn {number}", rules="modern", seats_wanted=3)
        make_table(User.objects.get(username="bob"), name=f"Dusk {number}", rules="modern", seats_wanted=3)
    visitor, home = client(alice), reverse("home")
    visitor.get(home)
    with django_assert_max_num_queries(MOST + 1):  # and one for a seat that is offered to the reader
        page = visitor.get(home).content.decode()
    assert page.count('class="own-game"') + page.count('class="wait-row"') == games + 1
    assert bots.name in page and page.count("Past ") == page.count("of 3 seats taken") / 2 == games


def test_a_paused_game_stands_by_itself() -> None:
    play = table()
    game_pause(game_id=play.game.pk, user=organizer("olga"), reason="holidays")
    for user in (play.alice, play.bob):
        page = home_of(user)
        assert ">Paused</h3>" in page and "Waiting for others" not in page and "Take your turn" not in page


def test_who_is_invited_by_name_finds_it_in_the_list() -> None:
    game, bob = open_table(public=False), person("bob")
    assert "You are invited" not in home_of(bob)
    invite_send(game_id=game.pk, user=game.creator, whom="bob")
    page = home_of(bob)
    assert f"{game.creator.username} invites you" in page and reverse("invite", args=[game.invite_token]) in page
    game_join(game_id=game.pk, user=bob, invite_token=game.invite_token)
    assert "invites you" not in home_of(bob)


def test_who_is_invited_by_a_confirmed_address_finds_it_in_the_list() -> None:
    game, bob, carol = open_table(public=False), person("bob"), person("carol")
    for user, verified in ((bob, False), (carol, True)):
        EmailAddress.objects.create(user=user, email="shared@example.org", verified=verified)
    invite_send(game_id=game.pk, user=game.creator, whom="Shared@example.org")
    assert "invites you" not in home_of(bob)
    page = home_of(carol)
    assert f"{game.creator.username} invites you" in page and reverse("invite", args=[game.invite_token]) in page
    assert client(carol).get(reverse("game-lobby", args=[game.slug])).status_code == 302
    game_join(game_id=game.pk, user=carol, invite_token=game.invite_token)
    assert "invites you" not in home_of(carol)


def test_an_invitation_to_a_full_or_closed_table_is_not_shown() -> None:
    game, bob = open_table(), person("bob")
    invite_send(game_id=game.pk, user=game.creator, whom="bob")
    page = home_of(bob)
    assert page.count(game.name) == 1 and "invites you" in page and "No open games right now." in page
    Game.objects.filter(pk=game.pk).update(seats_wanted=1)
    assert game.name not in home_of(bob)
    Game.objects.filter(pk=game.pk).update(seats_wanted=3, status=Game.Status.VOID)
    assert game.name not in home_of(bob)


def test_every_question_of_the_games_has_its_sentence() -> None:
    assert all(decision.summary is not GENERIC.summary for decision in some(DECISIONS))
    assert asked_words("no.such_asked") == "Answer a question."


def test_a_newcomer_plays_bots_with_one_press() -> None:
    """No form before the first game: what it would ask has its usual value."""
    nora = person("nora")
    home = home_of(nora)
    assert "Welcome, nora" in home and "It’s not your turn" not in home
    assert re.search(r'<button[^>]*name="now" value="bots"', home)
    answer = client(nora).post(reverse("game-new"), {"now": "bots"})
    game = Game.objects.get()
    assert answer.status_code == 302 and answer["Location"] == reverse("game", args=[game.slug])
    assert (game.rules, game.turn_hours, game.is_running, game.players.count()) == ("modern", 24, True, 4)
    assert "Welcome, nora" not in home_of(nora)
