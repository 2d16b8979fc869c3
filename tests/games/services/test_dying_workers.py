"""A worker that dies at any step of a miss, a stand-in, a reminder or a planned turn: the next one finishes its work,
and everything has happened once."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from inspect import unwrap

import pytest
import time_machine

from games.models import OutboxMail, Player, StandIn, TurnPlan
from games.services import deadlines, heartbeat
from games.services.deadlines import deadline_sweep
from games.services.plans import plan_keep
from tests.games.kit import Table
from tests.games.services.test_absence import MONDAY, announce, notes, play_with
from tests.kit.dying import check_deaths

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]  # the clock of PostgreSQL cannot be moved

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)


def work() -> None:
    """Sweep once, as if the last sweep had been just now."""
    heartbeat.GUARD.wall = None
    deadline_sweep()


def swept(at: datetime) -> int:
    """Let workers die in the sweep of a moment; then let one live. Returns how often one died."""
    with time_machine.travel(at - MINUTE, tick=False):
        work()
    with time_machine.travel(at, tick=False):
        deaths = check_deaths(work)
        work()
    return deaths


def due(play: Table) -> datetime:
    at = play.waiting.due_at
    assert at is not None
    return at + SECOND


def test_a_no_show_whose_seat_is_offered() -> None:
    play = play_with()
    Player.objects.update(came=False)
    seat = play.waiting.player_id
    assert swept(due(play)) > 12
    assert Player.objects.get(pk=seat).state == Player.State.CARETAKER
    told = notes(play)
    assert [told.count(kind) for kind in ("missed", "seat_offered", "caretaker")] == [1, 1, 1]
    assert OutboxMail.objects.filter(template="turn").values("ref").distinct().count() == 2


def test_a_missed_turn_of_somebody_who_had_come() -> None:
    play = play_with()
    assert swept(due(play)) > 12
    assert notes(play).count("missed") == 1 and Player.objects.filter(missed=1).count() == 1


def test_a_stand_in_that_begins_and_ends() -> None:
    play = play_with(span=20160)
    user = play.asked_user
    announce(user, date(2026, 11, 24), date(2026, 11, 25))
    assert swept(MONDAY + 24 * HOUR + SECOND) > 5
    assert StandIn.objects.get().ended_at is None
    assert swept(MONDAY + 63 * HOUR + SECOND) > 5
    assert [notes(play).count(kind) for kind in ("stand_in", "stand_in_ended")] == [1, 1]
    assert OutboxMail.objects.filter(template="stand_in_summary", user=user).count() == 1


def test_a_reminder() -> None:
    play = play_with()
    at = play.waiting.remind_at
    assert at is not None
    assert swept(at + SECOND) > 5
    assert OutboxMail.objects.filter(template="reminder").count() == play.waiting.reminders_sent == 1


def test_a_plan_on_hold() -> None:
    play = play_with()
    user = play.bob if play.asked_user == play.alice else play.alice
    with time_machine.travel(MONDAY, tick=False):
        plan_keep(game_id=play.game.pk, user_id=user.pk, text="place on the weakest border\nend turn", hold=15)
        play.order("place on the weakest border\nend turn")
        if play.asked_user != user:
            play.order("place on the weakest border\nend turn")
    assert TurnPlan.objects.get().state == TurnPlan.State.HELD
    assert swept(MONDAY + 15 * MINUTE + SECOND) > 5
    assert TurnPlan.objects.get().state == TurnPlan.State.PLAYED
    assert OutboxMail.objects.filter(template="plan").count() == 1


def test_what_is_done_by_halves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reminder that is noted and mailed in two transactions is lost with a worker that dies between them."""
    play = play_with()
    monkeypatch.setattr(deadlines, "queue_reminder", unwrap(deadlines.queue_reminder))
    at = play.waiting.remind_at
    assert at is not None
    with pytest.raises(AssertionError, match="died before write"):
        swept(at + SECOND)
