"""Blank cards from the form to the game: a row each, refused beside the row, read by everybody before they join."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from engine.rules.risk2210 import cards
from games.families.risk2210.blank_cards import like_choices
from games.mail.outbox import outbox_deliver
from games.models import Game
from games.services.invitations import invite_send
from tests.games.kit import Table, finish, person
from tests.games.lobby.test_new_game_form import look, post, seen
from tests.games.reader import said
from tests.games.views.test_play import client
from tests.kit.certain import some

pytestmark = pytest.mark.django_db

YEARS = {"rules": "risk2210", "seats_wanted": "3"}
FOG = {"name": "Fog Bank", "like": "naval/Stealth MODs", "cost": "1"}
FROST = {"name": "Deep Frost", "like": "nuclear/Armageddon", "cost": "0"}
FOG_WORDS = "Works like Stealth MODs: When a water territory is invaded, its defender gets 3 more MODs there."


@pytest.fixture
def visitor() -> Client:
    return client(person("alice"))


def row(number: int, **values: str) -> dict[str, str]:
    return {f"risk2210-blank_cards-{number}-{key}": value for key, value in values.items()}


def refused(answer: Any, number: int, key: str = "name") -> str:
    """Return what is said beside a field of a row that was refused, after a look at the top of the page."""
    assert answer.status_code == 422 and not Game.objects.exists()
    page = seen(answer)
    name = f"id_risk2210-blank_cards-{number}-{key}"
    assert f'<a href="#{name}">Card {number}</a>:' in page
    assert '<details class="more" id="blank_cards" open>' in page
    return said(page.split(f'id="{name}_e1"')[1].split("</p>")[0].partition(">")[2])


class TestTheForm:
    def test_rows_that_are_filled_in_become_cards_wherever_they_stand(self, visitor: Client) -> None:
        answer = post(visitor, **YEARS, turn_hours="72", **row(2, **FOG), **row(9, **FROST))
        assert answer.status_code == 302
        assert Game.objects.get().options == {
            "blank_cards": [
                {"deck": "naval", "name": "Fog Bank", "like": "Stealth MODs", "cost": 1},
                {"deck": "nuclear", "name": "Deep Frost", "like": "Armageddon", "cost": 0},
            ],
            "setup_orders": "planned",
        }

    def test_nine_rows_are_there_and_all_kinds_to_choose_from(self, visitor: Client) -> None:
        page = look(visitor, **YEARS)
        assert page.count('name="risk2210-blank_cards-') == 27 and "Card 9" in page and "Card 10" not in page
        _none, *decks = some(like_choices())
        assert sum(len(kinds) for _title, kinds in decks) == len(cards.KINDS) == 42  # type: ignore[arg-type, misc]
        assert 'id="blank_cards"' not in look(visitor, rules="modern")

    @pytest.mark.parametrize(
        ("first", "second", "says"),
        [
            (FOG, {**FROST, "name": "Fog Bank"}, "There is another card called Fog Bank: give each card"),
            (FOG, {**FROST, "name": "Stealth MODs"}, "There is another card called Stealth MODs"),
            (FOG, {**FROST, "name": "4"}, "“4” cannot be the name of a card: use 2 to 30 letters"),
            (FOG, {**FROST, "name": "x" * 31}, "at most 30 characters"),
            (FOG, {**FROST, "name": ""}, "Give this card a name, or choose no card beside it."),
        ],
    )
    def test_what_the_rules_refuse_stands_beside_its_row(
        self, visitor: Client, first: dict[str, str], second: dict[str, str], says: str
    ) -> None:
        assert says in refused(post(visitor, **YEARS, **row(1, **first), **row(4, **second)), 4)

    @pytest.mark.parametrize(
        ("field", "value", "says"),
        [
            ("like", "", "Choose the card that this one works like, or take the name out."),
            ("like", "naval/Armageddon", "Select a valid choice"),
            ("cost", "5", "Select a valid choice"),
        ],
    )
    def test_a_field_that_is_wrong_says_so_itself(self, visitor: Client, field: str, value: str, says: str) -> None:
        assert says in refused(post(visitor, **YEARS, **row(3, **{**FOG, field: value})), 3, field)

    def test_the_summary_tells_what_the_cards_do(self, visitor: Client) -> None:
        page = look(visitor, **YEARS, **row(1, **FOG), **row(2, **FOG), **row(3, name="Half"))
        told = page.split('<div id="said">')[1].split("</aside>")[0]
        assert (
            FOG_WORDS in told
            and "Naval deck, 1 energy, 2 copies" in told
            and "play <b>Risk 2210 A.D</b>. You changed 1 rule." in told
        )
        assert "Half" not in told and "Choose the card" not in page

    def test_cards_are_kept_while_other_rules_are_looked_at(self, visitor: Client) -> None:
        page = look(visitor, rules="modern", **row(2, **FOG))
        for key, value in FOG.items():
            assert f'<input type="hidden" name="risk2210-blank_cards-2-{key}" value="{value}">' in page

    def test_three_bots_can_be_played_at_once_with_blank_cards(self, visitor: Client) -> None:
        assert post(visitor, now="bots", **YEARS, **row(1, **FOG)).status_code == 302
        game = Game.objects.get()
        assert game.has_board and game.options["blank_cards"][0]["name"] == "Fog Bank"

    def test_seats_are_those_of_the_rules(self, visitor: Client) -> None:
        assert 'id="seats_wanted-5"' in look(visitor, **YEARS) and 'id="seats_wanted-6"' not in look(visitor, **YEARS)
        answer = post(visitor, rules="risk2210", seats_wanted="6")
        assert answer.status_code == 422 and "is for 2 to 5 players" in seen(answer)


class TestTheClock:
    def test_standing_orders_only_or_up_to_two_days(self, visitor: Client) -> None:
        page = look(visitor, **YEARS, reaction_hours="72")  # what the last rules had
        part = page.split('<details class="more" id="clocks" open>')[1].split("</details>")[0]
        choices = part.split('name="reaction_hours"')[1].split("</select>")[0]
        assert ">standing orders only</option>" in choices
        assert 'value="48"' in choices and 'value="72"' not in choices and 'value="12" selected' in choices
        assert post(visitor, **YEARS, reaction_hours="0").status_code == 302
        assert Game.objects.get().reaction_hours == 0

    def test_other_rules_always_have_a_clock(self, visitor: Client) -> None:
        page = look(visitor, rules="modern")
        assert 'value="0"' not in page.split('name="reaction_hours"')[1].split("</select>")[0]
        assert post(visitor, rules="modern", reaction_hours="0").status_code == 422
        assert post(visitor, **YEARS, reaction_hours="49").status_code == 422


class TestBeforeASeatIsTaken:
    @pytest.fixture
    def game(self, visitor: Client) -> Game:
        post(visitor, **YEARS, public="on", reaction_hours="0", **row(1, **FOG), **row(2, **FROST))
        return Game.objects.get()

    @pytest.mark.parametrize("inside", [True, False])
    def test_the_invitation_shows_them_in_full_above_the_button(self, game: Game, inside: bool) -> None:
        reader = client(person("bob") if inside else None)
        page = seen(reader.get(reverse("invite", args=[game.invite_token])))
        before = page.split(">Join</button>" if inside else ">Sign up to join</a> <p")[0]
        assert FOG_WORDS in before and "Deep Frost" in before and "you agree to play with them" in before
        assert page.count(FOG_WORDS) == 1 and "standing orders only" in page

    def test_the_lobby_shows_them_to_all_once(self, game: Game, visitor: Client) -> None:
        address = reverse("game-lobby", args=[game.slug])
        pages = {who: seen(client(who and person(who)).get(address)) for who in ("bob", None)}
        pages["alice"] = seen(visitor.get(address))
        assert all(page.count(FOG_WORDS) == 1 for page in pages.values())
        assert FOG_WORDS in pages["bob"].split(">Join</button>")[0]

    def test_the_mail_of_an_invitation_has_them(self, game: Game) -> None:
        invite_send(game_id=game.pk, user=game.creator, whom="carol@example.org")
        outbox_deliver()
        letter = mail.outbox[-1]
        assert FOG_WORDS in " ".join(str(letter.body).split()) and "Deep Frost" in letter.body

    def test_players_find_them_among_the_rules_of_the_game(self, visitor: Client) -> None:
        post(visitor, now="bots", **YEARS, **row(1, **FOG))
        page = seen(visitor.get(reverse("game", args=[Game.objects.get().slug])))
        assert FOG_WORDS in page.split("Rules of this game")[1]

    def test_a_rematch_shows_them_in_full_above_its_button(self, visitor: Client) -> None:
        post(visitor, now="bots", **YEARS, **row(1, **FOG), **row(2, **FROST))
        game = Game.objects.get()
        finish(Table(game, game.creator, game.creator), 0)
        page = seen(visitor.get(reverse("game", args=[game.slug])))
        before, *rest = page.split(">Rematch with the same 4 players</button>")
        assert FOG_WORDS in before and "Deep Frost" in before and "you agree to play with them" in before
        assert page.count(FOG_WORDS) == len(rest) == 1 and '<a class="btn" href="#rematch">' in before
        visitor.post(reverse("game-rematch", args=[game.slug]))
        assert game.rematches.get().options["blank_cards"] == game.options["blank_cards"]
