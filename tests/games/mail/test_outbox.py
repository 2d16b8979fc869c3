"""The outbox: each mail once, later if the server cannot, never if nobody wants it any more."""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from games.mail import outbox
from games.mail.leases import LEASE, claim
from games.mail.outbox import SmtpConnection, deliver_due, due_mails, outbox_deliver
from games.models import Game, OutboxMail
from games.services import mail_outage
from games.services.notifications import NewMail, mail_enqueue
from games.services.organize import game_pass, game_pause, game_resume
from tests.games.kit import Table, make_table, person, table

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


class Failing(BaseEmailBackend):
    """A mail server that answers with the error that a test gives it."""

    error: Exception = smtplib.SMTPServerDisconnected("gone")

    def send_messages(self, email_messages: Sequence[object]) -> int:
        raise self.error


@pytest.fixture
def play() -> Table:
    made = table()
    OutboxMail.objects.exclude(template="turn").delete()
    return made


@pytest.fixture
def failing(settings: object) -> type[Failing]:
    settings.EMAIL_BACKEND = "tests.games.mail.test_outbox.Failing"  # type: ignore[attr-defined]
    return Failing


def test_who_is_asked_gets_one_mail(play: Table) -> None:
    assert outbox_deliver() == 1 and outbox_deliver() == 0
    message = mail.outbox[0]
    assert message.to == [play.asked_user.email]
    assert "Long Winter" in message.subject and play.game.slug in message.body
    row = OutboxMail.objects.get(template="turn")
    assert row.state == OutboxMail.State.SENT and row.sent_at is not None


def test_going_on_with_a_turn_on_the_page_mails_nobody(play: Table) -> None:
    play.order(play.likely())
    assert OutboxMail.objects.filter(template="turn").count() == 1


def test_going_on_by_links_is_mailed_a_little_later(play: Table) -> None:
    play.order(play.likely(), source="link")
    row = OutboxMail.objects.order_by("pk").last()
    assert row is not None and row.template == "turn"
    assert row.not_before > timezone.now() + timedelta(seconds=10)


def test_a_question_that_was_answered_is_not_mailed(play: Table) -> None:
    play.order(play.likely())
    assert outbox_deliver() == 0
    assert OutboxMail.objects.get(template="turn").state == OutboxMail.State.CANCELLED
    assert not mail.outbox


def test_who_wants_no_mail_gets_none(play: Table) -> None:
    user = play.asked_user
    user.turn_mail = "none"
    user.save()
    assert outbox_deliver() == 0 and not mail.outbox


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPServerDisconnected("gone"),
        ConnectionRefusedError("refused"),
        TimeoutError("slow"),
        smtplib.SMTPRecipientsRefused({"x@example.org": (451, b"later")}),
        smtplib.SMTPDataError(451, b"later"),
        smtplib.SMTPSenderRefused(451, b"later", "post@example.org"),
    ],
)
def test_a_hitch_is_tried_again_after_half_a_minute(play: Table, failing: type[Failing], error: Exception) -> None:
    failing.error = error
    assert outbox_deliver() == 0
    row = OutboxMail.objects.get(template="turn")
    assert row.state == OutboxMail.State.RETRY and row.attempts == 1 and row.claimed_until is None
    assert timedelta(seconds=25) < row.not_before - timezone.now() < timedelta(seconds=40)


def test_a_connection_on_which_something_went_wrong_is_closed(play: Table, failing: type[Failing]) -> None:
    failing.error = smtplib.SMTPServerDisconnected("gone")
    with SmtpConnection() as line:
        first = line.connection
        assert line.connection is first
        deliver_due(line, due_mails(timezone.now(), 10), lambda: True)
        assert line.connection is not first


def test_a_refused_address_is_dead_at_once_and_told(
    play: Table, failing: type[Failing], caplog: pytest.LogCaptureFixture
) -> None:
    failing.error = smtplib.SMTPRecipientsRefused({"x@example.org": (550, b"unknown")})
    user = play.asked_user
    outbox_deliver()
    user.refresh_from_db()
    row = OutboxMail.objects.get(template="turn")
    assert row.state == OutboxMail.State.DEAD and user.bounced_at is not None
    assert f"mail {row.key}: SMTPRecipientsRefused" in caplog.text


def test_a_refused_sender_stops_the_queue_but_kills_nothing(play: Table, failing: type[Failing]) -> None:
    failing.error = smtplib.SMTPAuthenticationError(535, b"wrong")
    mail_enqueue(
        NewMail(key="x", template="invitation", not_before=timezone.now(), address="x@example.org", game=play.game)
    )
    outbox_deliver()
    states = set(OutboxMail.objects.values_list("state", flat=True))
    assert states == {OutboxMail.State.RETRY, OutboxMail.State.QUEUED}


def test_after_three_days_a_mail_is_given_up(play: Table, failing: type[Failing]) -> None:
    failing.error = TimeoutError("slow")
    OutboxMail.objects.update(wanted_at=timezone.now() - timedelta(days=4))
    outbox_deliver()
    assert OutboxMail.objects.get(template="turn").state == OutboxMail.State.DEAD


# ---- a paused game


@pytest.mark.parametrize("template", ["turn", "reminder"])
def test_a_question_of_a_paused_game_is_mailed_when_it_goes_on(play: Table, template: str) -> None:
    olga = person("olga")
    OutboxMail.objects.update(template=template)
    game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    row, now = OutboxMail.objects.get(template=template), timezone.now()
    outbox_deliver()
    row.refresh_from_db()
    assert row.state == OutboxMail.State.QUEUED and row.attempts == 0 and row.claimed_until is None
    assert row.not_before > now + timedelta(minutes=5)  # not as if it were late
    Game.objects.filter(pk=play.game.pk).update(paused_at=now - timedelta(days=5))
    game_resume(game_id=play.game.pk, user=olga, reason="back")
    outbox_deliver()
    outbox_deliver()
    row.refresh_from_db()
    assert row.state == OutboxMail.State.SENT
    [message] = [message for message in mail.outbox if "/l/" in message.body]
    assert message.to == [play.asked_user.email]
    until = play.waiting.deadline_at
    assert until and until > now + timedelta(days=7) and f"{until.day} {until:%B}" in message.body


def test_a_question_answered_by_a_pass_before_the_pause_is_not_mailed(play: Table) -> None:
    olga = person("olga")
    row = OutboxMail.objects.get(template="turn")
    game_pass(game_id=play.game.pk, user=olga, reason="asked for it")
    game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    outbox_deliver()
    row.refresh_from_db()
    assert row.state == OutboxMail.State.CANCELLED


def test_a_long_pause_is_no_reason_to_give_a_mail_up(play: Table, failing: type[Failing]) -> None:
    failing.error = TimeoutError("slow")
    olga = person("olga")
    game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    long_ago = timezone.now() - timedelta(days=5)
    Game.objects.filter(pk=play.game.pk).update(paused_at=long_ago)
    OutboxMail.objects.filter(template="turn").update(created_at=long_ago, wanted_at=long_ago)
    game_resume(game_id=play.game.pk, user=olga, reason="back")
    OutboxMail.objects.filter(template="notice").delete()
    outbox_deliver()
    assert OutboxMail.objects.get(template="turn").state == OutboxMail.State.RETRY


def test_two_workers_do_not_claim_one_mail(play: Table) -> None:
    row, now = OutboxMail.objects.get(template="turn"), timezone.now()
    assert claim(due_mails(now, 10), now + LEASE) == [row.pk]
    assert claim(due_mails(now, 10), now + LEASE) == []
    assert claim(due_mails(now + timedelta(minutes=1), 10), now + LEASE) == [row.pk]


def test_the_same_mail_has_the_same_message_id(play: Table) -> None:
    from games.mail.render import mail_for

    row = OutboxMail.objects.get(template="turn")
    first, second = mail_for(row), mail_for(row)
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]


def test_a_key_is_queued_once(play: Table) -> None:
    assert mail_enqueue(NewMail(key="k", template="over", not_before=timezone.now(), game=play.game))
    assert not mail_enqueue(NewMail(key="k", template="over", not_before=timezone.now(), game=play.game))


def test_waits_grow_to_an_hour() -> None:
    waits = [mail_outage.pause(attempts, outbox.LONGEST_RETRY).total_seconds() for attempts in (1, 2, 5, 40)]
    assert 30 <= waits[0] <= 33 and 60 <= waits[1] <= 66 and waits[3] <= 3960 and waits == sorted(waits)


def test_who_is_asked_again_at_once_on_the_page_is_mailed_only_if_gone() -> None:
    alice = person("alice")
    game = make_table(alice, name="Alone", rules="modern", seats_wanted=3, bots=("random", "random"))
    OutboxMail.objects.all().delete()
    alone = Table(game, alice, alice)
    for _ in range(3):
        alone.order(alone.likely())
    waits = [row.not_before - timezone.now() for row in OutboxMail.objects.filter(template="turn")]
    assert waits and min(waits) > timedelta(minutes=9)
