"""Reminders of a clock that an outage moved while it stood still: they count anew, as of one that ran."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import SiteClock
from games.services import organize
from games.services.deadlines import queue_reminders
from games.services.site_outage import move_deadlines
from tests.games.kit import Table, person
from tests.games.play.test_game_clock import HOUR, play_with, until
from tests.games.play.test_session import attack_somebody

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved

MORNING = datetime(2026, 11, 23, 8, tzinfo=UTC)


def reminded(play: Table, at: datetime) -> int:
    with time_machine.travel(at, tick=False):
        return queue_reminders(at)


@pytest.mark.parametrize("stop", ["a reply", "a pause"])
@pytest.mark.parametrize(("given", "again"), [(10 * HOUR, 1), (2 * HOUR, 0)])
def test_who_was_reminded_before_a_stop_is_again_if_the_deadline_has_moved_far(
    stop: str, given: timedelta, again: int
) -> None:
    SiteClock.objects.get_or_create()
    play, olga = play_with(MORNING, bank=None, quiet=False), person("olga")
    User.objects.update(quiet=None)
    assert reminded(play, MORNING + 12.1 * HOUR) == 1, "half of the time is over"
    at = MORNING + 12.2 * HOUR
    with time_machine.travel(at, tick=False):
        if stop == "a reply":
            attack_somebody(play, ask=True)
        else:
            organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    with time_machine.travel(at + timedelta(minutes=5), tick=False):
        move_deadlines(given)
        if stop == "a reply":
            play.order("defend 1")
        else:
            organize.game_resume(game_id=play.game.pk, user=olga, reason="back")
    assert until(play) >= MORNING + 24 * HOUR + given
    row = play.waiting
    print(
        stop,
        given,
        row.remind_again_given,
        row.remind_at,
        row.reminders_sent,
        row.deadline_at,
        SiteClock.objects.get().given,
        play.fresh().status,
    )
    sent = sum(reminded(play, at + number * HOUR / 6) for number in range(6, 46))
    assert sent == again, "half of the time that it has now comes later"
