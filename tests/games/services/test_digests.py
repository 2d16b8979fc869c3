"""Mail that was not wanted at once: the daily digest at its reader's hour, and once a week the games that wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.mail.outbox import outbox_deliver
from games.models import OutboxMail, Player, Waiting
from games.services.deadlines import deadline_sweep
from games.services.digests import digest_moment, queue_weekly
from games.services.organize import game_pause, game_resume
from tests.games.kit import Table, table
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db

SUNDAY = datetime(2026, 11, 29, 17, 30, tzinfo=UTC)


@pytest.fixture
def play() -> Table:
    return table()


def set_user(user: User, **fields: Any) -> None:
    User.objects.filter(pk=user.pk).update(**fields)


def due_now(template: str) -> OutboxMail:
    """The only mail of a kind, made due."""
    row = OutboxMail.objects.get(template=template)
    OutboxMail.objects.filter(pk=row.pk).update(not_before=timezone.now() - timedelta(seconds=1))
    return row


@pytest.mark.parametrize(
    ("zone", "hour", "now", "due"),
    [
        ("Europe/Berlin", 18, "2026-11-25T16:59:59", "2026-11-25T17:00:00"),
        ("Europe/Berlin", 18, "2026-11-25T17:00:00", "2026-11-26T17:00:00"),
        ("Pacific/Apia", 0, "2026-11-25T12:00:00", "2026-11-26T11:00:00"),
        ("Europe/Berlin", 2, "2027-03-27T12:00:00", "2027-03-28T01:00:00"),  # 02:00 does not exist: 03:00
        ("Europe/Berlin", 2, "2026-10-24T12:00:00", "2026-10-25T01:00:00"),  # the second 02:00
        ("Gone/Away", 7, "2026-11-25T12:00:00", "2026-11-26T07:00:00"),
    ],
)
def test_the_hour_of_a_digest_is_its_readers(zone: str, hour: int, now: str, due: str) -> None:
    user = User(timezone=zone, mail_hour=hour)
    at = datetime.fromisoformat(f"{now}+00:00")
    assert digest_moment(user, at) == datetime.fromisoformat(f"{due}+00:00")


def test_a_turn_comes_in_the_digest_with_its_deadline(play: Table) -> None:
    user = play.asked_user
    set_user(user, turn_mail="digest", timezone="Asia/Tokyo")
    outbox_deliver()
    mail.outbox.clear()
    row = OutboxMail.objects.get(template="turn")
    assert (row.state, row.error) == (OutboxMail.State.CANCELLED, "included in the daily email")
    digest = due_now("digest")
    assert row.context["digest"] == digest.key
    assert digest.not_before.astimezone(user_zone("Asia/Tokyo")).hour == 18
    assert outbox_deliver() == 1
    (message,) = mail.outbox
    assert message.to == [user.email] and message.subject == "1 game waits for you"
    assert "Long Winter: " in str(message.body) and "Tokyo time" in str(message.body)


def user_zone(name: str) -> Any:
    return User(timezone=name).zone


def test_a_digest_waits_for_its_hour_whatever_sweeps_find(play: Table) -> None:
    user, now = play.asked_user, timezone.now()
    set_user(user, turn_mail="digest", timezone="UTC", mail_hour=(now.hour + 20) % 24)
    assert outbox_deliver() >= 0
    row = OutboxMail.objects.get(template="digest")
    assert row.not_before > now + timedelta(hours=18)
    deadline_sweep()
    assert OutboxMail.objects.get(template="digest").not_before == row.not_before
    OutboxMail.objects.filter(pk=row.pk).update(not_before=now + timedelta(hours=27))
    deadline_sweep()
    assert OutboxMail.objects.get(template="digest").not_before <= timezone.now(), "no clock plans so far ahead"


def test_a_digest_without_anything_left_is_not_sent(play: Table) -> None:
    set_user(play.asked_user, turn_mail="digest")
    outbox_deliver()
    due_now("digest")
    Waiting.objects.all().delete()
    assert outbox_deliver() == 0
    assert OutboxMail.objects.get(template="digest").error == "nothing of it was left to tell when it was due"


def test_news_are_gathered_by_their_subjects(play: Table) -> None:
    outbox_deliver()
    mail.outbox.clear()
    set_user(play.alice, news_digest=True)
    olga = organizer("olga")
    game_pause(game_id=play.game.pk, user=olga, reason="a storm")
    game_resume(game_id=play.game.pk, user=olga, reason="it is over")
    outbox_deliver()
    assert {tuple(message.to) for message in mail.outbox} == {(play.bob.email,)}, "at once to who wants it so"
    mail.outbox.clear()
    due_now("digest")
    outbox_deliver()
    (message,) = mail.outbox
    body = " ".join(str(message.body).split())
    assert message.subject == "News of your games" and message.to == [play.alice.email]
    assert "the game is paused" in body and "the game continues" in body
    assert "Stop the daily email" in body


def test_a_game_may_come_in_another_way_than_all(play: Table) -> None:
    user = play.asked_user
    Player.objects.filter(game=play.game, user=user).update(mail_ways={"turn": "digest"})
    outbox_deliver()
    assert OutboxMail.objects.filter(template="digest", user=user).exists()
    Player.objects.filter(game=play.game, user=user).update(mail_ways={"turn": "each"})
    set_user(user, turn_mail="none")
    OutboxMail.objects.filter(template="turn").update(state=OutboxMail.State.QUEUED)
    assert outbox_deliver() == 1


@pytest.mark.parametrize(
    ("turn", "reminders", "chosen", "wanted"),
    [
        ("each", True, None, [True, True]),
        ("reminder", True, None, [False, True]),
        ("none", True, None, [False, False]),
        ("each", False, None, [True, False]),
        ("none", False, "reminder", [False, True]),
        ("each", True, "none", [False, False]),
        ("none", True, "digest", [True, True]),
    ],
)
def test_reminders_follow_how_turns_come(
    play: Table, turn: str, reminders: bool, chosen: str | None, wanted: list[bool]
) -> None:
    seat = Player.objects.get(game=play.game, user=play.alice)
    assert seat.user
    seat.user.turn_mail, seat.user.reminder_mail = turn, reminders
    seat.mail_ways = {"turn": chosen} if chosen else None
    assert [seat.mail_way(wish) in ("each", "digest") for wish in ("turn", "reminder")] == wanted


def test_the_weekly_mail_comes_on_sunday_past_the_hour_and_once(play: Table) -> None:
    user = play.asked_user
    User.objects.update(weekly_mail=True, timezone="Europe/Berlin", mail_hour=18)
    set_user(play.alice if user == play.bob else play.bob, weekly_mail=True)
    Waiting.objects.update(since=SUNDAY - timedelta(hours=3))
    with time_machine.travel(SUNDAY - timedelta(hours=1), tick=False):
        assert queue_weekly(timezone.now()) == 0
    with time_machine.travel(SUNDAY - timedelta(days=1), tick=False):
        assert queue_weekly(timezone.now()) == 0
    with time_machine.travel(SUNDAY, tick=False):
        assert queue_weekly(timezone.now()) == 1, "of those for whom a game waits"
        assert queue_weekly(timezone.now()) == 0
    due_now("weekly")
    outbox_deliver()
    weekly_mails = [message for message in mail.outbox if "This is your weekly list" in str(message.body)]
    assert [message.to for message in weekly_mails] == [[user.email]]
    assert "Stop the weekly email" in str(weekly_mails[0].body)


@pytest.mark.parametrize(("late", "waited", "queued"), [(0, 3, 1), (0, 1, 0), (1, 2, 1), (1, 1, 0), (3, 9, 0)])
def test_a_turn_mail_tells_of_games_that_begin_to_wait_on_sunday_evening(
    play: Table, late: int, waited: int, queued: int
) -> None:
    User.objects.update(weekly_mail=True, timezone="Europe/Berlin", mail_hour=18)
    now = SUNDAY + timedelta(hours=late)
    Waiting.objects.update(since=now - timedelta(hours=waited))
    with time_machine.travel(now, tick=False):
        assert queue_weekly(timezone.now()) == queued


def test_who_turned_the_weekly_mail_off_gets_none(play: Table) -> None:
    User.objects.update(weekly_mail=False)
    Waiting.objects.update(since=SUNDAY - timedelta(hours=3))
    with time_machine.travel(SUNDAY, tick=False):
        assert queue_weekly(timezone.now()) == 0
