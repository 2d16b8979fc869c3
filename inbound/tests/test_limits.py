"""How many answers one person gets, and how long a mail may take."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
import time_machine
from django.core import mail as sent_by_django
from django.db import connection

from games.mail.outbox import outbox_deliver
from games.models import Entry, OutboxMail
from games.services.locks import db_now
from inbound import timed_reading
from inbound.models import InboundMail
from inbound.reading.replies import Context
from inbound.reading.results import Reading
from inbound.services.handling import finish, settle
from inbound.services.limits import ANSWERS_AN_HOUR, HOUR, has_had_enough
from inbound.services.receiving import mail_receive
from inbound.tests.kit import context_of
from inbound.tests.mail_kit import address, answer, reply, table_attacking
from inbound.tests.test_handling import attacking  # noqa: F401  # a fixture
from inbound.verdicts import judge
from tests.games.kit import Table

pytestmark = pytest.mark.django_db


def answered_often(play: Table) -> None:
    """Have Alice answered as often as she may be in an hour."""
    for _ in range(ANSWERS_AN_HOUR):
        assert answer(play, "status").answer == "receipt"


def test_beyond_the_limit_mails_are_played_and_summed_up(attacking: Table) -> None:  # noqa: F811  # the fixture
    src, dst = attacking.front(attacking.waiting.seat, attacking.seat(attacking.bob))
    begun = db_now()
    answered_often(attacking)
    texts = ("status", f"attack {src} {dst}\nattack {dst} {src}", "standing add when attacked: defend 1", "end trun")
    late = [answer(attacking, text) for text in (*texts, "end turn")]
    assert [mail.code for mail in late] == ["commands", "stopped", "commands", "unreadable", "played"]
    assert {mail.answer for mail in late} == {"none"}
    assert Entry.objects.filter(game=attacking.game, key=late[-1].order_key).exists()
    (row,) = OutboxMail.objects.filter(template="receipts")
    assert begun + HOUR <= row.not_before <= db_now() + HOUR
    body = summary_of(row)
    assert "We read them all, and answer the last 5 in this one." in body
    assert f", Long Winter: Played in part: attack {src} {dst}." in body
    assert "Your standing orders are changed." in body and "Nothing was played. Unclear: end trun." in body
    assert ", Long Winter: Played: end turn." in body and "Your question was left out. Send it again." in body


def summary_of(row: OutboxMail) -> str:
    """The text of the mail that sums up, sent when it is due."""
    OutboxMail.objects.exclude(pk=row.pk).update(state="cancelled")
    sent_by_django.outbox.clear()
    outbox_deliver()
    assert not sent_by_django.outbox
    with time_machine.travel(row.not_before + timedelta(seconds=1)):
        outbox_deliver()
    (letter,) = sent_by_django.outbox
    assert letter.extra_headers["Auto-Submitted"] == "auto-replied"
    return " ".join(str(letter.body).split())


def test_an_hour_later_answers_come_again(attacking: Table) -> None:  # noqa: F811  # the fixture
    answered_often(attacking)
    OutboxMail.objects.filter(template="receipt").update(created_at=db_now() - HOUR)
    assert answer(attacking, "status").answer == "receipt"
    assert not OutboxMail.objects.filter(template="receipts").exists()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_two_readers_do_not_pass_the_limit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each counts, and then takes its time before it writes: with a lock the second counts what the first wrote."""
    if connection.vendor != "postgresql":
        pytest.skip("transactions of SQLite begin as writers, one after the other")
    play = table_attacking()
    for _ in range(ANSWERS_AN_HOUR - 1):
        assert answer(play, "status").answer == "receipt"
    mails = [mail_receive(reply("status", address(play.waiting)), "smtp", db_now()) for _ in range(2)]
    for mail in mails:
        settle(mail, judge(mail))

    def count_slowly(mail: InboundMail) -> bool:
        found = has_had_enough(mail)
        time.sleep(0.5)
        return found

    def end(mail: InboundMail) -> None:
        try:
            finish(mail)
        finally:
            connection.close()

    monkeypatch.setattr("inbound.services.handling.has_had_enough", count_slowly)
    threads = [threading.Thread(target=end, args=[mail]) for mail in mails]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers = sorted(InboundMail.objects.filter(pk__in=[mail.pk for mail in mails]).values_list("answer", flat=True))
    assert answers == ["none", "receipt"]


# ---- time


def hold(raw: bytes, context: Context) -> Reading:
    """Read a mail that never ends."""
    while True:
        time.sleep(0.01)


def test_a_mail_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed_reading, "MOST_SECONDS", 0.2)
    begun = time.monotonic()
    assert timed_reading.read_in_time(hold, b"", context_of("modern")).code == "broken"
    assert time.monotonic() - begun < 5
    assert not readers_left()


def readers_left() -> list[threading.Thread]:
    """List the readers that still run, after they had the time to end."""
    for _ in range(200):
        left = [thread for thread in threading.enumerate() if thread.name.startswith(timed_reading.NAME)]
        if not left:
            break
        time.sleep(0.02)
    return left


def test_a_mail_that_takes_too_long_is_answered(
    attacking: Table,  # noqa: F811  # the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timed_reading, "MOST_SECONDS", 0.05)
    monkeypatch.setattr("inbound.verdicts.read_reply", hold)
    mail = answer(attacking, "end turn")
    assert (mail.code, mail.answer, mail.state) == ("broken", "receipt", "done")
    monkeypatch.undo()
    assert answer(attacking, "end turn").code == "played"


def test_a_fault_of_the_reader_is_no_answer() -> None:
    def fail(raw: bytes, context: Context) -> Reading:
        raise RuntimeError("a fault")

    with pytest.raises(RuntimeError, match="a fault"):
        timed_reading.read_in_time(fail, b"", context_of("modern"))
