"""Mail that stands still: one try now and then, an alarm, and the time back for those who could not be told."""

from __future__ import annotations

import logging
import smtplib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.mail.outbox import SendError, error_of, outbox_deliver
from games.models import AuditEntry, Entry, Game, Heartbeat, MailStop, OutboxMail, Waiting
from games.services import heartbeat, mail_outage
from games.services.credit import credit_due
from games.services.deadline_credit import mail_credit
from games.services.deadlines import deadline_expire, deadline_sweep
from games.services.mail_outage import close_outage, outage_time, total_length
from games.services.organize import game_pause, game_resume, mail_release
from tests.games.kit import Table, person, table
from tests.games.mail.test_outbox import Failing, failing
from tests.games.services.test_deadlines import run_out

__all__ = ["failing"]
pytestmark = [pytest.mark.django_db, pytest.mark.databases]

HOUR = timedelta(hours=1)
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def play() -> Table:
    made = table()
    OutboxMail.objects.exclude(template="turn").delete()
    return made


def held_up(play: Table, by: timedelta, *, ended: bool) -> OutboxMail:
    """The question's mail should have gone `by` ago, and mail has stood still since."""
    now = timezone.now()
    MailStop.objects.create(cause="unreachable", began_at=now - by, ended_at=now if ended else None, next_try_at=now)
    OutboxMail.objects.filter(template="turn").update(wanted_at=now - by)
    return OutboxMail.objects.get(template="turn")


# ---- what the server said


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (smtplib.SMTPDataError(550, b"5.7.1 spam"), SendError.MESSAGE),
        (smtplib.SMTPDataError(554, b"no"), SendError.MESSAGE),
        (smtplib.SMTPDataError(550, b"5.1.1 no such user"), SendError.ADDRESS),
        (smtplib.SMTPDataError(550, b"5.1.8 bad sender"), SendError.MESSAGE),
        (smtplib.SMTPDataError(451, b"later"), SendError.LATER),
        (smtplib.SMTPRecipientsRefused({"x": (550, b"5.1.1 unknown")}), SendError.ADDRESS),
        (smtplib.SMTPRecipientsRefused({"x": (451, b"greylisted")}), SendError.LATER),
        (smtplib.SMTPRecipientsRefused({"x": (530, b"login first")}), SendError.REFUSED),
        (smtplib.SMTPSenderRefused(550, b"not you", "post@example.org"), SendError.REFUSED),
        (smtplib.SMTPSenderRefused(552, b"too large", "post@example.org"), SendError.MESSAGE),
        (smtplib.SMTPSenderRefused(421, b"later", "post@example.org"), SendError.UNREACHABLE),
        (smtplib.SMTPAuthenticationError(535, b"wrong"), SendError.REFUSED),
        (smtplib.SMTPAuthenticationError(454, b"later"), SendError.UNREACHABLE),
        (smtplib.SMTPConnectError(554, b"no service"), SendError.REFUSED),
        (smtplib.SMTPConnectError(500, b"what?"), SendError.REFUSED),
        (smtplib.SMTPConnectError(499, b"later"), SendError.UNREACHABLE),
        (smtplib.SMTPDataError(500, b"what?"), SendError.MESSAGE),
        (smtplib.SMTPRecipientsRefused({"x": (500, b"what?")}), SendError.ADDRESS),
        (smtplib.SMTPNotSupportedError("no STARTTLS"), SendError.REFUSED),
        (smtplib.SMTPServerDisconnected("gone"), SendError.UNREACHABLE),
        (ConnectionRefusedError("refused"), SendError.UNREACHABLE),
        (TimeoutError("slow"), SendError.UNREACHABLE),
        (RuntimeError("a fault of ours"), SendError.LATER),
    ],
    ids=lambda value: str(value),
)
def test_what_a_failure_means(error: Exception, trouble: SendError) -> None:
    assert error_of(error) is trouble


def test_a_mail_that_is_refused_whole_is_dead_and_its_reader_keeps_the_address(
    play: Table, failing: type[Failing]
) -> None:
    failing.error = smtplib.SMTPDataError(554, b"5.7.1 this looks like spam")
    user = play.asked_user
    outbox_deliver()
    user.refresh_from_db()
    row = OutboxMail.objects.get(template="turn")
    assert row.state == OutboxMail.State.DEAD and row.attempts == 1 and user.bounced_at is None
    assert not MailStop.objects.exists()


# ---- trying again


def test_a_server_that_answers_at_length_is_tried_again_like_any_other(play: Table, failing: type[Failing]) -> None:
    failing.error = smtplib.SMTPAuthenticationError(535, b"see our terms of use " * 200)
    for tries in (1, 2):
        MailStop.objects.update(next_try_at=timezone.now())
        OutboxMail.objects.update(not_before=timezone.now())
        assert outbox_deliver() == 0
        stop, row = MailStop.objects.get(), OutboxMail.objects.get()
        assert stop.tries == tries and "see our terms of use" in stop.error
        stop.full_clean(), row.full_clean()


def test_a_refused_login_is_tried_with_one_mail_ever_more_rarely(
    play: Table, failing: type[Failing], settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    failing.error = smtplib.SMTPAuthenticationError(535, b"wrong")
    first = OutboxMail.objects.get(template="turn")
    for number in range(4):
        OutboxMail.objects.create(
            key=f"more {number}",
            template="turn",
            user=first.user,
            game=first.game,
            seat=first.seat,
            ref=first.ref,
            not_before=first.not_before,
        )
    with caplog.at_level(logging.CRITICAL):
        assert outbox_deliver() == 0 and outbox_deliver() == 0
    assert "mail stands still" in caplog.text
    assert sum(OutboxMail.objects.values_list("attempts", flat=True)) == 1
    waits = [MailStop.objects.get().next_try_at - timezone.now()]  # type: ignore[operator]
    for _ in range(2):
        MailStop.objects.update(next_try_at=timezone.now())
        outbox_deliver()
        waits.append(MailStop.objects.get().next_try_at - timezone.now())  # type: ignore[operator]
    assert sum(OutboxMail.objects.values_list("attempts", flat=True)) == 3
    assert waits == sorted(waits) and waits[2] > timedelta(seconds=100)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    MailStop.objects.update(next_try_at=timezone.now())
    OutboxMail.objects.update(not_before=timezone.now())
    assert outbox_deliver() == 5
    stop = MailStop.objects.get()
    assert stop.ended_at is not None and stop.tries == 3


def test_pauses_grow_to_ten_minutes() -> None:
    waits = [mail_outage.pause(tries, mail_outage.LONGEST_PAUSE).total_seconds() for tries in (1, 2, 3, 50)]
    assert 30 <= waits[0] <= 33 and 60 <= waits[1] <= 66 and 120 <= waits[2] <= 132 and 600 <= waits[3] <= 660


def test_an_answer_about_one_address_ends_a_standstill(play: Table, failing: type[Failing]) -> None:
    held_up(play, HOUR, ended=False)
    failing.error = smtplib.SMTPRecipientsRefused({"x@example.org": (451, b"later")})
    outbox_deliver()
    assert MailStop.objects.get().ended_at is not None


# ---- the time back


def test_who_could_not_be_told_is_not_passed_and_gets_the_time_back(play: Table) -> None:
    held_up(play, 5 * HOUR, ended=False)
    row, before = run_out(play), play.fresh().seq
    Game.objects.filter(pk=play.game.pk).update(turn_deadline_at=timezone.now())
    assert deadline_sweep() == 0
    after = play.waiting
    assert after.ref == row.ref and after.player.missed == 0
    assert after.deadline_at is not None and after.mail_credit is not None
    assert abs(after.deadline_at - timezone.now() - 5 * HOUR) < timedelta(minutes=1)
    assert abs(after.mail_credit - 5 * HOUR) < timedelta(minutes=1)
    note = Entry.objects.get(game=play.game, seq=before + 1)
    assert note.events[0] == {"type": "host.delayed", "seat": row.seat, "minutes": 300}
    assert AuditEntry.objects.get(action="mail.credit").details == {"seat": row.seat, "minutes": 300}


def test_the_story_tells_it(play: Table) -> None:
    held_up(play, 5 * HOUR, ended=False)
    run_out(play)
    deadline_sweep()
    reader = Client()
    reader.force_login(play.asked_user)
    page = reader.get(reverse("game", args=[play.game.slug])).content.decode()
    assert "Mail was delayed" in page and "5 hours" in page


def test_the_credit_is_given_once(play: Table) -> None:
    row = held_up(play, 5 * HOUR, ended=True)
    assert mail_credit(row)
    assert not mail_credit(row)
    run_out(play)
    assert deadline_sweep() == 1
    assert AuditEntry.objects.filter(action="mail.credit").count() == 1


def deliver_late(play: Table, *, ended: bool) -> datetime:
    """Send the mail that 30 hours held up; its question has these hours back and ends at the moment returned."""
    before = play.waiting.deadline_at
    held_up(play, 30 * HOUR, ended=ended)
    assert outbox_deliver() == 1 and before is not None
    after = play.waiting.deadline_at
    assert isinstance(after, datetime) and abs(after - before - 30 * HOUR) < timedelta(minutes=1)
    return after


def test_a_mail_that_goes_after_a_standstill_names_the_new_deadline(play: Table) -> None:
    after = deliver_late(play, ended=True)
    user = play.asked_user
    assert f"{after.astimezone(user.zone):%H:%M}" in mail.outbox[0].body


def test_the_mail_that_ends_a_standstill_gives_its_question_the_time_back(play: Table) -> None:
    deliver_late(play, ended=False)


def test_a_short_standstill_a_turn_that_was_told_of_and_one_nobody_wants_to_hear_of_are_owed_nothing(
    play: Table,
) -> None:
    row = held_up(play, timedelta(minutes=9), ended=True)
    assert credit_due(play.waiting, timezone.now()) == timedelta()
    MailStop.objects.update(began_at=timezone.now() - 2 * HOUR, ended_at=None)
    OutboxMail.objects.update(wanted_at=timezone.now() - 2 * HOUR)
    assert credit_due(play.waiting, timezone.now()) > HOUR
    OutboxMail.objects.filter(pk=row.pk).update(state="sent", sent_at=timezone.now() - 2 * HOUR)
    assert credit_due(play.waiting, timezone.now()) == timedelta()
    OutboxMail.objects.filter(pk=row.pk).update(state="queued", sent_at=None)
    type(play.alice).objects.update(turn_mail="none")
    assert credit_due(play.waiting, timezone.now()) == timedelta()


def test_the_rest_of_a_standstill_is_given_when_it_is_over(play: Table) -> None:
    row = held_up(play, 2 * HOUR, ended=False)
    run_out(play)
    assert deadline_sweep() == 0
    MailStop.objects.update(began_at=timezone.now() - 3 * HOUR)
    OutboxMail.objects.filter(pk=row.pk).update(wanted_at=timezone.now() - 3 * HOUR)
    assert abs(credit_due(play.waiting, timezone.now()) - HOUR) < timedelta(minutes=1)


def test_a_standstill_is_given_back_up_to_the_pause_and_after_it_and_the_pause_once(play: Table) -> None:
    held_up(play, 2 * HOUR, ended=False)
    asked_until = play.waiting.deadline_at
    olga = person("olga")
    game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    assert asked_until and abs(play.waiting.deadline_at - asked_until - 2 * HOUR) < timedelta(minutes=1)
    now = timezone.now()
    Game.objects.filter(pk=play.game.pk).update(paused_at=now - 9 * HOUR)
    MailStop.objects.update(began_at=now - 11 * HOUR)
    OutboxMail.objects.filter(template="turn").update(wanted_at=now - 11 * HOUR)
    game_resume(game_id=play.game.pk, user=olga, reason="back")
    assert abs(play.waiting.deadline_at - asked_until - 11 * HOUR) < timedelta(minutes=1)
    assert credit_due(play.waiting, timezone.now()) < timedelta(minutes=1)


def test_who_answers_out_of_turn_gets_it_back_too(play: Table) -> None:
    from tests.games.play.test_session import attack_somebody

    attack_somebody(play, ask=True)
    row = play.waiting
    assert row.pace == "reaction"
    held_up_at = timezone.now() - 3 * HOUR
    MailStop.objects.create(cause="refused", began_at=held_up_at)
    OutboxMail.objects.filter(template="turn", ref=row.ref).update(wanted_at=held_up_at)
    run_out(play)
    assert not deadline_expire(game_id=play.game.pk)
    assert play.waiting.ref == row.ref and play.fresh().turn_left is not None


def test_an_outage_of_the_whole_site_is_not_given_back_twice(play: Table) -> None:
    deadline_sweep()
    mail_row = held_up(play, 2 * HOUR, ended=False)
    Heartbeat.objects.filter(name="sweep").update(seen_at=timezone.now() - HOUR)
    heartbeat.GUARD.wall = None
    before = play.waiting.deadline_at
    deadline_sweep()
    mail_row.refresh_from_db()
    assert before is not None and play.waiting.deadline_at is not None
    assert abs(play.waiting.deadline_at - before - HOUR) < timedelta(minutes=1)
    assert abs(credit_due(play.waiting, timezone.now()) - HOUR) < timedelta(minutes=1)


def test_spans_that_overlap_count_once() -> None:
    spans = [(NOW, NOW + 2 * HOUR), (NOW + HOUR, NOW + 3 * HOUR), (NOW + 5 * HOUR, NOW + 6 * HOUR)]
    assert total_length(spans) == 4 * HOUR and total_length([]) == timedelta()
    MailStop.objects.create(cause="refused", began_at=NOW, ended_at=NOW + timedelta(minutes=10))
    assert outage_time(NOW - HOUR, NOW + HOUR) == timedelta()
    MailStop.objects.create(cause="refused", began_at=NOW, ended_at=NOW + timedelta(minutes=11))
    assert outage_time(NOW + timedelta(minutes=5), NOW + HOUR) == timedelta(minutes=6)


def test_a_standstill_ends_once_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    MailStop.objects.create(cause="refused", began_at=NOW)
    for said in (True, False):
        caplog.clear()
        close_outage(NOW + HOUR)
        assert ("mail goes again" in caplog.text) == said
    assert MailStop.objects.get().ended_at == NOW + HOUR


# ---- nobody sends, or far too much is sent


def test_workers_that_send_nothing_are_noticed(play: Table) -> None:
    now = timezone.now()
    OutboxMail.objects.update(not_before=now - HOUR, wanted_at=now - HOUR)
    deadline_sweep()
    assert not MailStop.objects.exists()  # nobody has ever sent: not known since when
    Heartbeat.objects.create(name=mail_outage.SENDER, seen_at=now - HOUR / 2)
    run_out(play)
    assert deadline_sweep() == 0
    stop = MailStop.objects.get()
    assert stop.cause == "silent" and abs(stop.began_at - (now - HOUR / 2)) < timedelta(seconds=1)
    assert outbox_deliver() == 1
    assert MailStop.objects.get().ended_at is not None


def sent_mails(count: int, at: datetime) -> None:
    OutboxMail.objects.bulk_create(
        OutboxMail(key=f"{at} {number}", template="over", state="sent", not_before=at, sent_at=at)
        for number in range(count)
    )


def test_a_flood_stops_all_mail_until_an_organizer_has_looked(play: Table, settings: Any) -> None:
    settings.MAILS_UNQUESTIONED = 10
    now = timezone.now()
    sent_mails(7, now - timedelta(days=3))  # one a day
    sent_mails(9, now - HOUR)
    assert not mail_outage.is_flood(now)
    sent_mails(1, now - 2 * HOUR)
    assert outbox_deliver() == 0 and outbox_deliver() == 0
    assert MailStop.objects.get().cause == "flood"
    mail_release(user=person("olga"), reason="a tournament has begun")
    assert outbox_deliver() == 1
    stop = MailStop.objects.get()
    assert stop.ended_at and stop.allowed_until == stop.ended_at + timedelta(days=1)
    assert AuditEntry.objects.get(action="mail.release").details == {"causes": ["flood"]}


def test_a_flood_that_has_run_off_is_over_by_itself(play: Table, settings: Any) -> None:
    settings.MAILS_UNQUESTIONED = 1
    sent_mails(3, timezone.now() - HOUR)
    assert outbox_deliver() == 0
    OutboxMail.objects.filter(state="sent").update(sent_at=timezone.now() - timedelta(days=2))
    assert outbox_deliver() == 1
    assert MailStop.objects.get().ended_at is not None


def test_many_mails_are_no_flood_where_there_are_always_many(settings: Any) -> None:
    settings.MAILS_UNQUESTIONED = 10
    sent_mails(28, timezone.now() - timedelta(days=3))  # four a day
    sent_mails(19, timezone.now() - HOUR)
    assert not mail_outage.is_flood(timezone.now())
    sent_mails(1, timezone.now() - 2 * HOUR)
    assert mail_outage.is_flood(timezone.now())


# ---- organizers and the operator


def test_organizers_see_it_and_may_have_it_tried_at_once(play: Table, client: Client) -> None:
    staff = person("olga")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    client.force_login(staff)
    assert "No mail has left since" not in client.get(reverse("organize")).content.decode()
    assert client.get(reverse("organize-release")).status_code == 302
    held_up(play, HOUR, ended=False)
    MailStop.objects.update(next_try_at=timezone.now() + HOUR, error="SMTPAuthenticationError: (535, b'wrong')")
    for name in ("organize", "organize-outbox", "organize-people"):
        page = client.get(reverse(name)).content.decode()
        assert "No mail has left since" in page and "535" in page
    assert client.get("/readyz").status_code == 503
    assert client.post(reverse("organize-release"), {"reason": ""}).status_code == 422
    assert outbox_deliver() == 0
    assert client.post(reverse("organize-release"), {"reason": "password mended"}).status_code == 302
    assert outbox_deliver() == 1


def test_an_open_answer_without_a_mail_is_owed_nothing(play: Table) -> None:
    MailStop.objects.create(cause="refused", began_at=timezone.now() - HOUR)
    OutboxMail.objects.all().delete()
    assert credit_due(Waiting.objects.get(game=play.game), timezone.now()) == timedelta()


# ---- a clock that ran ahead


def test_mails_and_claims_of_a_clock_that_ran_ahead_are_due_again(play: Table) -> None:
    mail_row = OutboxMail.objects.filter(template="turn")
    ahead = timezone.now() + 100 * HOUR
    mail_row.update(state="retry", not_before=ahead)
    assert outbox_deliver() == 0
    deadline_sweep()
    assert outbox_deliver() == 1
    mail_row.update(state="sending", not_before=timezone.now(), claimed_until=ahead)
    deadline_sweep()
    assert outbox_deliver() == 0, "its sender may still be at it"
    assert mail_row.get().claimed_until - timezone.now() <= mail_outage.SHORT_CLAIM


def test_a_try_that_a_clock_put_off_for_days_is_made_at_once() -> None:
    now = timezone.now()
    stop = MailStop.objects.create(cause="unreachable", began_at=now, next_try_at=now + 100 * HOUR)
    assert mail_outage.should_retry(stop, now)
    stop = MailStop.objects.get()
    assert not mail_outage.should_retry(stop, now)
