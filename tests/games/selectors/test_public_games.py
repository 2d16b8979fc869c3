"""Public games: who finds what, by name, player, rules and state; and what home says of one's own games."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import engine
from games.models import Game
from games.wording.narration.sentences import Names
from games.wording.narration.toll import toll
from tests.games.kit import Table, make_table, person, table
from tests.games.services.test_lobby import form
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


def found(query: str = "") -> list[str]:
    page = Client().get(reverse("games-public") + query)
    assert page.status_code == 200
    return re.findall(r'class="open-row"[^>]*>\s*<span><b>([^<]+)</b>', page.content.decode())


@pytest.fixture
def play() -> Table:
    """A listed game that is being played, by Alice and Bob, and three that gather: one of them by invitation."""
    play = table(watch=Game.Watch.LISTED)
    carol = person("carol")
    for name, rules, public in (
        ("Low Tide", "modern", True),
        ("High Tide", "capital", True),
        ("Private", "modern", False),
    ):
        make_table(carol, name=name, rules=rules, seats_wanted=4, public=public)
    return play


def test_games_with_free_seats_come_first_and_private_ones_never(play: Table) -> None:
    assert found() == ["High Tide", "Low Tide"]
    assert found("?show=running") == ["Long Winter"]
    assert found("?show=all") == ["High Tide", "Low Tide", "Long Winter"]
    assert found("?show=over") == []


def test_the_list_opens_on_what_there_is(play: Table) -> None:
    Game.objects.filter(status=Game.Status.OPEN).delete()
    assert found() == ["Long Winter"] and found("?show=open") == []
    Game.objects.update(status=Game.Status.OVER)
    assert found() == ["Long Winter"] and found("?show=running") == []
    page = Client().get(reverse("games-public")).content.decode()
    assert '<option value="over" selected>' in page
    Game.objects.all().delete()
    assert found() == [] and '<option value="open" selected>' in Client().get(reverse("games-public")).content.decode()


@pytest.mark.parametrize("watch", [Game.Watch.ANYONE, Game.Watch.PLAYERS])
def test_no_list_names_a_game_that_its_creator_does_not_list(play: Table, watch: str) -> None:
    """Neither the front page, nor Public games, nor the page of a player; the address opens it as before."""
    places = [reverse("landing"), reverse("games-public") + "?show=all", reverse("profile", args=["alice"])]
    assert all("Long Winter" in Client().get(place).content.decode() for place in places)
    Game.objects.filter(pk=play.game.pk).update(watch=watch)
    assert not any("Long Winter" in Client().get(place).content.decode() for place in places)
    opened = Client().get(reverse("game", args=[play.game.slug])).status_code
    assert opened == (200 if watch == Game.Watch.ANYONE else 404)


def test_a_game_against_bots_is_listed_only_if_that_was_chosen() -> None:
    """By the form as it stands, and with *Who may watch* changed."""
    user = client(person("dora"))
    fields = form(rules="modern", seats_wanted="3", **{"bots-recruit": "2"})
    for watch, listed in (("anyone", []), ("listed", ["Listed"])):
        assert user.post(reverse("game-new"), {**fields, "name": watch.capitalize(), "watch": watch}).status_code == 302
        assert found("?show=all") == listed
    assert user.post(reverse("game-new"), {"now": "bots"}).status_code == 302
    assert Game.objects.count() == 3 and found("?show=all") == ["Listed"]
    page = unescape(user.get(reverse("game-new")).content.decode())
    assert "Only a listed game stands on the front page" in page and '<option value="anyone" selected>' in page


def test_they_are_searched_by_parts_of_names_of_games_and_players(play: Table) -> None:
    assert found("?search=tide") == ["High Tide", "Low Tide"]
    assert found("?search=low") == ["Low Tide"]
    assert found("?show=all&search=bo") == ["Long Winter"]
    assert found("?search=private") == []


def test_they_are_filtered_by_rules(play: Table) -> None:
    assert found("?rules=capital") == ["High Tide"]
    assert found("?show=all&rules=classic_1959") == ["Long Winter"]


@pytest.mark.parametrize("query", ["?show=nonsense", "?rules=chess", "?page=-3", "?page=99999999", "?search=%00"])
def test_nonsense_finds_something_or_nothing_and_breaks_nothing(play: Table, query: str) -> None:
    assert Client().get(reverse("games-public") + query).status_code in (200, 400)


def test_a_game_that_only_players_may_watch_is_listed_while_it_gathers(play: Table) -> None:
    Game.objects.update(watch=Game.Watch.PLAYERS)
    assert found("?show=all") == ["High Tide", "Low Tide"]


def test_long_lists_have_pages_and_ask_little(
    play: Table, monkeypatch: Any, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr("games.selectors.lists.PUBLIC_PAGE", 2)
    assert found("?show=all") == ["High Tide", "Low Tide"] and found("?show=all&page=2") == ["Long Winter"]
    with django_assert_max_num_queries(2):
        Client().get(reverse("games-public") + "?show=all")


# ---- home


def test_home_says_what_others_did_since_the_last_turn() -> None:
    play = table()
    victim = play.seat(play.bob if play.asked_user == play.alice else play.alice)
    for _ in range(12):  # the victim has had a turn
        if play.waiting.seat != victim and play.fresh().round == 2:
            break
        play.order("end turn" if play.waiting.kind == "battle.attack_asked" else play.likely())
    attacker = play.waiting.seat
    src, dst = play.front(attacker, victim)
    play.order(play.likely().splitlines()[0])
    play.order(f"attack {src} {dst} until captured or 2 left, then advance all")
    user = play.alice if play.seat(play.alice) == victim else play.bob
    page = " ".join(client(user).get(reverse("home")).content.decode().split())
    colour = play.view().seats[attacker].colour.capitalize()
    assert f"{colour} took {dst} from you." in page or f"{colour} attacked you, and you held." in page


def test_the_toll_names_who_took_what_and_counts_the_armies() -> None:
    names = Names(["red", "blue", "green"], engine.mapgraph("classic42"), 0, html=False)
    fought = {"type": "battle.fought", "seat": 1, "defender": 0, "defend_losses": 1}
    taken = {"type": "battle.captured", "seat": 1, "was": 0}
    atlas = names.graph.names
    assert toll([fought], names) == "Blue attacked you, and you held. You lost 1 army."
    two = [fought, {**taken, "dst": 0}, fought, {**taken, "dst": 1}]
    assert toll(two, names) == f"Blue took {atlas[0]} and {atlas[1]} from you. You lost 2 armies."
    many = [fought, *({**taken, "dst": dst} for dst in range(5))]
    assert toll(many, names).startswith("Blue took 5 territories from you.")
    assert toll([{**fought, "seat": 0, "defender": 1}], names) == ""


def test_the_toll_names_who_struck_with_a_card() -> None:
    names = Names(["red", "blue", "green"], engine.mapgraph("earth2210"), 0, html=False, rules="risk2210")
    card = {"type": "cards.played", "seat": 1, "order": {"card": "Rocket Strike Land", "on": [3]}, "cost": 2}
    lost = {"type": "battle.lost", "seat": 0, "lost": [[3, {"armies": 2, "pieces": ["naval"]}]], "struck": True}
    assert toll([card, lost], names) == "Blue struck you with a card. You lost 3 units."
    assert toll([{**card, "seat": 0}, lost], names) == toll([card, {**lost, "seat": 2}], names) == ""


def test_home_lists_ended_games_with_their_result() -> None:
    play = table()
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.OVER, round=9)
    page = " ".join(client(play.alice).get(reverse("home")).content.decode().split())
    assert ">Finished</h3>" in page and "ended in round 9" in page


STAGES = {"modern": "round 5", "risk2210": "year 5", "godstorm": "epoch 5"}


def page_text(client: Client, name: str, query: str = "") -> str:
    return " ".join(client.get(reverse(name) + query).content.decode().split())


@pytest.mark.parametrize("rules", STAGES)
def test_lists_name_the_stage_in_the_words_of_the_rules(rules: str) -> None:
    play = table(rules=rules, watch=Game.Watch.LISTED)
    games, shown = Game.objects.filter(pk=play.game.pk), f"{engine.ruleset(rules).title}, "
    games.update(round=5)
    assert shown + STAGES[rules] in page_text(Client(), "games-public", "?show=all")
    assert shown + STAGES[rules] in page_text(Client(), "landing")
    games.update(status=Game.Status.OVER)
    assert f"{shown}ended in {STAGES[rules]}" in page_text(Client(), "games-public", "?show=all")
    assert f"{shown}ended in {STAGES[rules]}" in page_text(client(play.alice), "home")


def test_lists_name_the_stage_where_no_round_is_played() -> None:
    play = table(rules="modern", watch=Game.Watch.LISTED)
    games = Game.objects.filter(pk=play.game.pk)
    assert "Modern, set-up<" in page_text(Client(), "games-public") and "Modern, set-up<" in page_text(
        Client(), "landing"
    )
    games.update(status=Game.Status.PAUSED)
    assert "Modern, paused<" in page_text(Client(), "games-public")
    games.update(status=Game.Status.VOID)
    assert "Modern, called off" in page_text(client(play.alice), "home")
