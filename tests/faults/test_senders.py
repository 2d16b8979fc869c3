"""Slow mail servers and many mails: no lease runs out under a sender's hands, and turns are passed all the same."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import tasks
from games.mail import leases, outbox
from games.mail.leases import claim
from games.mail.outbox import outbox_deliver
from games.models import Heartbeat, OutboxMail, Waiting
from games.services import heartbeat, mail_outage
from tests.games.kit import Table, table
from tests.games.services.test_deadlines import run_out

pytestmark = [pytest.mark.django_db, pytest.mark.faults]


class Clock:
    """The database's clock, put forward by hand."""

    def __init__(self, step: timedelta = timedelta()) -> None:
        self.now, self.step = timezone.now() + timedelta(seconds=1), step

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now


@pytest.fixture
def play() -> Table:
    made = table()
    row = OutboxMail.objects.get(template="turn")
    OutboxMail.objects.exclude(pk=row.pk).delete()
    for number in range(5):
        row.pk, row.key = None, f"another {number}"
        row.save()
    return made


def test_a_lease_begins_when_its_mail_is_taken_up(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(step=timedelta(seconds=15))  # so slow is the server, twice for each mail
    left: list[timedelta] = []

    def deliver(mail: OutboxMail, *args: object) -> None:
        assert mail.claimed_until is not None
        left.append(mail.claimed_until - clock.now)

    monkeypatch.setattr(outbox, "db_now", clock)
    monkeypatch.setattr(leases, "db_now", clock)
    monkeypatch.setattr(outbox, "deliver", deliver)
    outbox_deliver()
    assert left == [leases.LEASE] * 6


@pytest.mark.django_db(transaction=True)
def test_what_a_slow_server_keeps_waiting_is_given_back(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "SLOW", 0.05)
    held: list[int] = []

    def deliver(mail: OutboxMail, *args: object) -> None:
        deadline = time.monotonic() + 20
        while OutboxMail.objects.filter(state=OutboxMail.State.SENDING).count() > 1 and time.monotonic() < deadline:
            time.sleep(0.02)
        held.append(OutboxMail.objects.filter(state=OutboxMail.State.SENDING).count())

    monkeypatch.setattr(outbox, "deliver", deliver)
    outbox_deliver()
    assert held[0] == 1


def test_a_mail_that_another_sender_tried_in_vain_waits_its_pause(play: Table) -> None:
    now = timezone.now() + timedelta(seconds=1)
    row = OutboxMail.objects.latest("pk")
    assert row in outbox.due_mails(now, 10)
    OutboxMail.objects.filter(pk=row.pk).update(state=OutboxMail.State.RETRY, not_before=now + mail_outage.FIRST_TRY)
    assert row.pk not in claim(outbox.due_mails(now, 10), now + leases.LEASE)


@pytest.mark.parametrize("silence", [None, timedelta(seconds=11), timedelta(seconds=2)], ids=["never", "long", "short"])
def test_whoever_sends_mails_sweeps_when_nobody_has_for_a_while(
    play: Table, silence: timedelta | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.SENDERS, "wake", outbox_deliver)
    run_out(play)
    if silence is not None:
        Heartbeat.objects.create(name="sweep", seen_at=timezone.now() - silence)
    before = play.waiting.seat
    tasks.outbox()
    assert (play.waiting.seat == before) == (silence == timedelta(seconds=2))


def test_the_schedule_is_as_often_as_sweeps_expect(settings: Any) -> None:
    assert settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"] == heartbeat.SWEEP_INTERVAL.total_seconds()


def test_a_dead_workers_claim_on_a_turn_lasts_seconds(play: Table) -> None:
    from games.services.deadlines import CLAIM, deadline_sweep

    row = run_out(play)
    Waiting.objects.filter(pk=row.pk).update(claimed_until=timezone.now() + CLAIM)
    assert deadline_sweep() == 0
    Waiting.objects.filter(pk=row.pk).update(claimed_until=timezone.now() - timedelta(milliseconds=1))
    assert deadline_sweep() == 1
    assert CLAIM.total_seconds() <= 10
