"""Friends who stand in: what is theirs for a while and what never is, and what is left of them afterwards."""

from __future__ import annotations

import pytest
import time_machine

from accounts.services import delete_account
from games.models import Entry
from tests.games.kit import person
from tests.games.services.test_absence import HOUR, MONDAY, away_with_friend, play_with

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved


def test_the_name_of_a_friend_who_gave_no_order_goes_with_the_account() -> None:
    play, friend = play_with(span=4320), person("friend")
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        delete_account(friend)
    notes = Entry.objects.filter(game=play.game, kind="note", events__0__type__startswith="host.stand_in")
    assert [note.events[0]["by"] for note in notes if note.events[0]["bot"] == ""] == [""]
