"""The page of absences: announce a vacation, read what it does in each game, give it back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import Theme
from games.models import Player, Vacation
from games.services.absence import Wanted, settle_stand_ins, vacation_announce
from games.services.locks import db_now
from games.services.tokens import token_make
from tests.games.kit import person, table

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved

MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


@pytest.fixture
def alice(client: Client) -> Client:
    play = table("classic_1959")
    client.force_login(play.alice)
    return client


def announce(client: Client, **changes: object) -> str:
    game = Player.objects.get(user__username="alice").game_id
    data = {"do": "announce", "first": "2026-12-18", "last": "2026-12-27", "who": "caretaker", "scope": "both"}
    answer = client.post(reverse("away"), {**data, "games": [game], **changes}, follow=True)
    return answer.content.decode()


def test_a_vacation_is_announced_told_and_given_back(alice: Client) -> None:
    with time_machine.travel(MONDAY, tick=False):
        page = announce(alice)
        assert "from Friday 18 December\n          to Sunday 27 December" in page or "Sunday 27 December" in page
        assert "The caretaker plays from 18 December" in page
        assert "<b>18 days</b>" in page
        row = Vacation.objects.get()
        assert row.games is None, "all games that are offered stand for later ones too"
        page = alice.post(reverse("away"), {"do": "give_back", "vacation": row.pk}, follow=True).content.decode()
    assert "<b>28 days</b>" in page
    assert not Vacation.objects.exists()


def move_to(visitor: Client, zone: str) -> None:
    sent = {"timezone": zone, "language": "", "theme": Theme.DEVICE, "quiet_from": "", "quiet_to": ""}
    assert visitor.post(reverse("account-overview"), sent).status_code == 302


def test_a_day_that_has_begun_is_not_given_back_by_moving_west(alice: Client) -> None:
    move_to(alice, "Pacific/Auckland")
    with time_machine.travel(MONDAY, tick=False):
        announce(alice)
    row = Vacation.objects.get()
    with time_machine.travel(datetime(2026, 12, 18, 2, tzinfo=UTC), tick=False):  # 15:00 there on the first day
        move_to(alice, "Pacific/Honolulu")  # where it is the day before
        move_to(alice, "UTC")
        move_to(alice, "Pacific/Honolulu")
        page = alice.post(reverse("away"), {"do": "give_back", "vacation": row.pk}, follow=True).content.decode()
    row.refresh_from_db()
    assert (row.first, row.last) == (date(2026, 12, 18), date(2026, 12, 18)) and "<b>27 days</b>" in page


def test_a_day_that_has_not_begun_is_given_back_wherever_one_has_moved(alice: Client) -> None:
    with time_machine.travel(MONDAY, tick=False):
        announce(alice)
    with time_machine.travel(datetime(2026, 12, 17, 23, tzinfo=UTC), tick=False):
        move_to(alice, "Pacific/Honolulu")
        alice.post(reverse("away"), {"do": "give_back", "vacation": Vacation.objects.get().pk})
    assert not Vacation.objects.exists()


def test_who_plays_is_chosen_for_a_single_game(alice: Client) -> None:
    game = Player.objects.get(user__username="alice").game_id
    with time_machine.travel(MONDAY, tick=False):
        announce(alice)
        row = Vacation.objects.get()
        sent = {"do": "choose", "vacation": row.pk, f"in-{game}": "orders", f"in-{game + 1}": "orders"}
        page = alice.post(reverse("away"), sent, follow=True).content.decode()
        row.refresh_from_db()
        assert row.choices == {str(game): "orders"}, "others' games are not named"
        assert '<option value="orders" selected>' in page
        assert "Your standing orders play from 18 December" in page
        assert alice.post(reverse("away"), sent | {"vacation": "x"}).status_code == 404
        assert alice.post(reverse("away"), sent | {f"in-{game}": "nobody"}).status_code == 422


def test_what_is_refused_keeps_what_was_typed(alice: Client) -> None:
    with time_machine.travel(MONDAY, tick=False):
        page = announce(alice, last="2027-01-20", who="orders")
    assert "at most 21 days in one piece" in page
    assert 'value="2026-12-18"' in page
    assert 'value="orders" checked' in page


def test_everybody_at_the_table_reads_who_is_away_and_who_plays(alice: Client) -> None:
    game = Player.objects.get(user__username="alice").game
    with time_machine.travel(MONDAY, tick=False):
        announce(alice, first="2026-11-23", last="2026-11-30")
        board = alice.get(reverse("game", args=[game.slug])).content.decode()
        assert "away until 30 November" in board
    with time_machine.travel(MONDAY + timedelta(hours=25), tick=False):
        assert settle_stand_ins(db_now()) == 1
        board = alice.get(reverse("game", args=[game.slug])).content.decode()
        assert "away until 30 November, the caretaker plays" in board
        seat = alice.get(reverse("game-settings", args=[game.slug])).content.decode()
        assert "Take your seat back" in seat
        alice.post(reverse("game-settings", args=[game.slug]), {"do": "take_back"})
    assert Player.objects.get(user__username="alice").stand_in is None


def test_a_stand_in_reads_nothing_that_the_owner_prepared(client: Client) -> None:
    play, friend = table("classic_1959"), person("friend")
    user = play.asked_user
    wanted = Wanted(date(2026, 11, 23), date(2026, 11, 30), friend=friend)
    with time_machine.travel(MONDAY, tick=False):
        made = vacation_announce(user=user, wanted=wanted)
        client.force_login(friend)
        page = client.get(reverse("stand-in", args=[made.pk])).content.decode()
        assert f"{user.username} is away from Monday 23 November" in page
        client.post(reverse("stand-in", args=[made.pk]), {"do": "agree"})
        assert client.get(reverse("game-plan", args=[play.game.slug])).status_code == 404
    with time_machine.travel(MONDAY + timedelta(hours=25), tick=False):
        assert settle_stand_ins(db_now()) == 1
        board = client.get(reverse("game", args=[play.game.slug])).content.decode()
        assert "Place" in board and reverse("game-settings", args=[play.game.slug]) not in board
        for name in ("game-settings", "game-plan"):
            assert client.get(reverse(name, args=[play.game.slug])).status_code == 404
        assert client.post(reverse("standing-check", args=[play.game.slug]), {"text": ""}).status_code == 404
        text = token_make(user=friend, name="mine", scope="play", game=None, days=7)[1]
        for path in ("standing/", "standing/uses/", "plan/"):
            answer = client.get(f"/api/games/{play.game.slug}/{path}", headers={"authorization": f"Bearer {text}"})
            assert answer.status_code == 403, path
        answer = client.get(f"/api/games/{play.game.slug}/", headers={"authorization": f"Bearer {text}"})
        assert answer.json()["seat"] == play.waiting.seat


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 20, "\u0663", "-1", "1.5", ""])
def test_what_is_no_number_of_a_vacation_is_none(alice: Client, number: str) -> None:
    assert alice.post(reverse("away"), {"do": "give_back", "vacation": number}).status_code == 404
