"""Mail servers that take their time: RFC 5321 grants them minutes for each answer, and nothing goes out twice."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from games import tasks
from games.mail import leases, smtp
from games.mail.outbox import outbox_deliver
from games.mail.render import message_id
from games.mail.senders import Senders
from games.models import MailStop, OutboxMail
from games.services.deadlines import deadline_sweep
from tests.games.kit import Table, table
from tests.games.services.test_deadlines import run_out
from tests.kit import forked
from tests.kit.slow_smtp import SlowServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults, pytest.mark.nothing_new]

REFUSED = "SQLite in memory refuses two writers; the run on PostgreSQL tries this"


def two_writers(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test whose senders write at the same time as it does."""
    return pytest.mark.services(pytest.mark.skipif(connection.vendor == "sqlite", reason=REFUSED)(test))


@pytest.fixture
def by_smtp(settings: Any) -> Callable[[SlowServer], None]:
    """Sends to a server, with all times scaled down; the time-out that pages have is shorter than any answer."""

    def connect(server: SlowServer) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", server.port, 0.05
        settings.SMTP_WAITS = dict.fromkeys(settings.SMTP_WAITS, 15.0)

    return connect


@pytest.fixture
def short_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LEASE", timedelta(seconds=0.8))
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.2)


@pytest.fixture
def own_senders(monkeypatch: pytest.MonkeyPatch) -> Iterator[Senders]:
    """The threads of a worker that is stopped when the test ends."""
    made = Senders()
    monkeypatch.setattr(tasks, "SENDERS", made)
    yield made
    made.finish(20)


def only_turn_mail() -> Table:
    play = table()
    OutboxMail.objects.exclude(template="turn").delete()
    return play


def wait_until(done: Callable[[], bool], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, "not in time"
        time.sleep(0.02)


def test_the_waits_are_those_of_the_rfc() -> None:
    waits = site.SMTP_WAITS
    assert all(waits[step] >= 300 for step in ("greeting", "mail", "rcpt"))
    assert waits["data"] >= 120 and waits["block"] >= 180 and waits["end"] >= 600


@two_writers
def test_a_server_that_is_slow_at_each_line_gets_a_mail_once_while_others_look_for_work(
    by_smtp: Callable[[SlowServer], None], short_lease: None
) -> None:
    only_turn_mail()
    with SlowServer(line=0.2, end=1.2) as server:
        by_smtp(server)
        others = threading.Event()

        def look_for_work() -> None:
            while not others.wait(0.1):
                assert outbox_deliver() == 0
            connection.close()

        beside = threading.Thread(target=look_for_work)
        first = threading.Thread(target=lambda: (outbox_deliver(), connection.close()))
        first.start()
        wait_until(lambda: OutboxMail.objects.filter(state=OutboxMail.State.SENDING).exists())
        beside.start()
        first.join()
        others.set()
        beside.join()
        assert list(server.taken.values()) == [1] and server.began == 1
    assert OutboxMail.objects.get().state == OutboxMail.State.SENT
    assert OutboxMail.objects.get().attempts == 1 and not MailStop.objects.exists()


@pytest.mark.parametrize("step", ["greeting", "ehlo", "mail", "rcpt", "data", "end"])
def test_each_step_has_a_time_of_its_own(step: str, by_smtp: Callable[[SlowServer], None], settings: Any) -> None:
    only_turn_mail()
    with SlowServer(steps={step: 1.5}) as server:
        by_smtp(server)
        mine = "other" if step == "ehlo" else step
        settings.SMTP_WAITS = {**dict.fromkeys(settings.SMTP_WAITS, 10.0), mine: 0.1}
        assert outbox_deliver() == 0
        OutboxMail.objects.update(not_before="2020-01-01T00:00Z")
        MailStop.objects.all().delete()
        settings.SMTP_WAITS = {**dict.fromkeys(settings.SMTP_WAITS, 1.0), mine: 10.0}
        assert outbox_deliver() == 1


@two_writers
def test_a_slow_server_keeps_neither_the_worker_nor_deadlines_nor_other_mails(
    by_smtp: Callable[[SlowServer], None], own_senders: Senders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "SLOW", 0.3)
    play = table()
    slow, quick = OutboxMail.objects.get(template="turn"), OutboxMail.objects.exclude(template="turn").get()
    get_user_model().objects.filter(pk=quick.user_id).update(email="quick@example.org")
    OutboxMail.objects.filter(pk=quick.pk).update(not_before=timezone.now() + timedelta(hours=1))
    with SlowServer(steps={"rcpt": 100}) as server:
        by_smtp(server)
        site.SMTP_WAITS["rcpt"] = 200.0
        server.quick = "quick"
        tasks.outbox()
        assert not server.taken  # a worker that waited for the server would be back when it has taken the mail
        wait_until(lambda: server.reached["rcpt"] == 1)
        time.sleep(0.4)
        OutboxMail.objects.filter(pk=quick.pk).update(not_before=timezone.now())
        tasks.outbox()
        run_out(play)
        assert deadline_sweep() == 1
        wait_until(lambda: OutboxMail.objects.get(pk=quick.pk).state == OutboxMail.State.SENT)
        assert server.taken.total() == 1  # the server thinks about the first still
        server.hurry.set()
        wait_until(lambda: OutboxMail.objects.get(pk=slow.pk).state == OutboxMail.State.SENT)
        own_senders.finish(20)
    sent = OutboxMail.objects.filter(state=OutboxMail.State.SENT)  # of the missed turn too, as far as there was time
    assert {row.template for row in sent} >= {"turn", quick.template}
    assert server.taken == Counter(message_id(row.key) for row in sent)
    assert server.began == server.taken.total()  # nobody was killed, so no mail was begun twice


@two_writers
def test_one_mail_at_a_time_is_handed_over_and_the_server_hears_from_those_that_wait(
    by_smtp: Callable[[SlowServer], None], own_senders: Senders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that stops meanwhile ends the mail that is being handed over; those that wait go back untried."""
    monkeypatch.setattr(leases, "SLOW", 0.1)
    monkeypatch.setattr(smtp, "ALIVE_SECONDS", 0.5)
    only_turn_mail()
    row = OutboxMail.objects.get()
    row.pk, row.key = None, "another"
    row.save()
    with SlowServer(end=100) as server:
        by_smtp(server)
        site.SMTP_WAITS["end"] = 200.0
        assert own_senders.wake()
        wait_until(lambda: server.began == 1)
        wait_until(lambda: OutboxMail.objects.filter(state=OutboxMail.State.QUEUED).exists())  # given back
        wait_until(own_senders.wake)
        wait_until(lambda: server.reached["noop"] > 1)
        assert server.began == 1 and server.reached["data"] == 1
        stopping = threading.Thread(target=own_senders.finish, args=(20,))
        stopping.start()
        wait_until(lambda: smtp.HANDOVER.stopping)
        server.hurry.set()
        stopping.join()
        assert server.began == server.taken.total() == 1
    assert sorted(OutboxMail.objects.values_list("state", "attempts")) == [("queued", 0), ("sent", 1)]


TWO_PROCESSES = """
import os, select, signal, time
from games.mail.smtp import HandoverLock

lock, (told, tell) = HandoverLock(), os.pipe()

def hand_over():
    if not (child := os.fork()):
        lock.acquire(lambda: None)
        os.write(tell, b"x")
        time.sleep(60)
    return child

first = hand_over()
os.read(told, 1)
second = hand_over()
print(bool(select.select([told], [], [], 0.5)[0]))
os.kill(first, signal.SIGKILL)
print(bool(select.select([told], [], [], 30)[0]))
os.kill(second, signal.SIGKILL)
"""


def test_the_processes_of_a_worker_hand_over_one_mail_at_a_time_and_a_dead_one_holds_up_none() -> None:
    done = forked.run("-c", TWO_PROCESSES, env=forked.environ())
    assert done.stdout.split() == ["False", "True"], done.stderr


@two_writers
def test_a_slow_mail_keeps_none_of_those_that_were_taken_with_it(
    by_smtp: Callable[[SlowServer], None], own_senders: Senders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sender takes all of them by one statement, and gives back what it cannot send soon."""
    monkeypatch.setattr(leases, "SLOW", 0.3)
    only_turn_mail()
    slow = OutboxMail.objects.get()
    user = get_user_model().objects.create_user("quick", "quick@example.org", "a long password")
    summaries = [
        OutboxMail(key=f"quick {number}", template="summary", user=user, not_before=timezone.now(), state="queued")
        for number in range(3)
    ]
    with SlowServer(end=100) as server:
        by_smtp(server)
        site.SMTP_WAITS["end"] = 200.0
        server.quick = "quick"
        OutboxMail.objects.bulk_create(summaries)
        assert own_senders.wake()
        wait_until(lambda: server.began == 1)
        wait_until(lambda: OutboxMail.objects.filter(state=OutboxMail.State.QUEUED).count() == 3)
        assert own_senders.wake()
        wait_until(lambda: not OutboxMail.objects.filter(key__startswith="quick", state="queued").exists())
        assert OutboxMail.objects.get(pk=slow.pk).state == OutboxMail.State.SENDING and not server.taken
        server.hurry.set()
        own_senders.finish(20)
    assert server.taken == Counter([message_id(slow.key)]) and server.began == 1


@two_writers
def test_a_worker_that_stops_ends_the_mail_in_its_hands_and_takes_no_other(
    by_smtp: Callable[[SlowServer], None], own_senders: Senders
) -> None:
    only_turn_mail()
    row = OutboxMail.objects.get()
    row.pk, row.key = None, "another"
    row.save()
    with SlowServer(end=0.5) as server:
        by_smtp(server)
        assert own_senders.wake() and not own_senders.wake()
        wait_until(lambda: server.began == 1)
        own_senders.finish(20)
        assert server.began == server.taken.total() == 1
    assert sorted(OutboxMail.objects.values_list("state", flat=True)) == ["queued", "sent"]
