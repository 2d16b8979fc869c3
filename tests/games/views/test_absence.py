"""The page of absences: announce a vacation, read what it does in each game, give it back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.models import Player, Vacation
from games.services.absence import settle_stand_ins
from games.services.locks import db_now
from tests.games.kit import table

pytestmark = pytest.mark.django_db

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
