"""The reliability share: a hundred turns of a year, told from twenty on, and asked for by games."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.errors import LobbyError
from games.models import Game, TurnRecord
from games.selectors.reliability import reliability_of
from games.services.lobby import game_join
from tests.games.kit import make_table, person, table

pytestmark = pytest.mark.django_db


def record(user: User, game: Game, outcomes: str, ago: timedelta = timedelta()) -> None:
    """Keep turns, the oldest first: i in time, l late, m missed."""
    names = {"i": "in_time", "l": "late", "m": "missed"}
    now = timezone.now() - ago
    TurnRecord.objects.bulk_create(
        TurnRecord(user=user, game=game, round=1, outcome=names[letter], at=now + timedelta(seconds=number))
        for number, letter in enumerate(outcomes)
    )


def test_the_share_counts_a_hundred_turns_of_the_last_year() -> None:
    play = table()
    record(play.alice, play.game, "m" * 30, timedelta(days=366))
    record(play.alice, play.game, "m" * 30, timedelta(days=300))
    record(play.alice, play.game, "i" * 60 + "l" * 6 + "m" * 4)
    found = reliability_of(play.alice.pk)
    assert (found.turns, found.in_time, found.late, found.missed) == (100, 60, 6, 34)
    assert found.words == "60 of 100 turns in time" and found.outcomes[-1] == "missed"


def test_a_newcomer_is_told_as_new_until_twenty_turns() -> None:
    play = table()
    record(play.alice, play.game, "i" * 19)
    page = Client().get(reverse("profile", args=["alice"])).content.decode()
    assert reliability_of(play.alice.pk).words == "new" and "New: 19 turns so far." in page
    record(play.alice, play.game, "l", timedelta(days=1))
    page = Client().get(reverse("profile", args=["alice"])).content.decode()
    assert reliability_of(play.alice.pk).words == "19 of 20 turns in time"
    assert "<b>19</b>" in page and page.count('<i class="in_time">') == 19 and '<i class="late">' in page


@pytest.mark.parametrize(("outcomes", "joins"), [("", True), ("mm", False), ("i" * 40 + "m" * 8, True)])
def test_a_game_asks_for_a_share_that_a_newcomer_has(outcomes: str, joins: bool) -> None:
    game = make_table(person("carol"), name="Strict", rules="modern", seats_wanted=3, least_share=84)
    dora = person("dora")
    record(dora, game, outcomes)
    if joins:
        assert game_join(game_id=game.pk, user=dora, invite_token=game.invite_token).players.count() == 2
    else:
        with pytest.raises(LobbyError, match="asks for 84 of 100 turns in time. Of your last 2, 0 were"):
            game_join(game_id=game.pk, user=dora, invite_token=game.invite_token)
