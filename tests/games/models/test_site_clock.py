"""The site's clock: an outage is one number, whatever it costs nobody's time, and a wrong clock gives none away."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.mailing import open_mail
from accounts.models import User
from games.models import AuditEntry, Entry, Game, Heartbeat, MailStop, OutboxMail, SiteClock, Waiting
from games.services import heartbeat, organize
from games.services.deadlines import deadline_expire, deadline_sweep
from games.services.locks import game_lock
from games.services.site_outage import downtime_credit
from tests.games.kit import Table, make_table, person, table
from tests.games.services.test_deadlines import run_out

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def away(gap: timedelta) -> None:
    """Let the last sweep have been `gap` ago, by the clock."""
    deadline_sweep()
    Heartbeat.objects.update(seen_at=timezone.now() - gap)
    heartbeat.GUARD.wall = None  # the worker is another one, too


def left(play: Table) -> timedelta:
    at = play.waiting.deadline_at
    assert at is not None
    return at - timezone.now()


def is_about(found: timedelta, expected: timedelta) -> bool:
    return abs(found - expected) < MINUTE


def outage(*words: str) -> str:
    said = StringIO()
    call_command("outage", *words, stdout=said)
    return said.getvalue()


def test_an_outage_costs_the_same_however_many_games_there_are() -> None:
    play = table()
    SiteClock.objects.get_or_create()  # which a test that empties all tables has taken away
    counted = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            downtime_credit(HOUR, timezone.now())
        assert not [query for query in asked if '"games_waiting"' in query["sql"] or '"games_game"' in query["sql"]]
        counted.append(len(asked))
        bots = ("random", "random")
        make_table(play.alice, name="Another", rules="classic_1959", seats_wanted=3, bots=bots)
    assert counted[0] == counted[1]
    assert all(
        is_about(row.deadline_at - timezone.now(), hours * HOUR)
        for row, hours in zip(Waiting.objects.order_by("pk"), (74, 73), strict=False)
        if row.deadline_at
    )


def test_every_door_shows_the_deadline_that_the_sweep_obeys() -> None:
    play = table()
    away(5 * HOUR)
    deadline_sweep()
    row, game = play.waiting, play.fresh()
    assert row.deadline_at == game.deadline_at == game.turn_deadline_at and is_about(left(play), 77 * HOUR)
    assert Waiting.objects.filter(deadline_at=row.deadline_at, due_at__gt=timezone.now() + 76 * HOUR).exists()
    assert not Waiting.objects.filter(due_at__lt=timezone.now() + 76 * HOUR).exists()
    assert Waiting.objects.values_list("deadline_at", flat=True).get() == row.deadline_at
    run_out(play)
    assert deadline_sweep() == 1


def test_a_turn_that_begins_after_an_outage_has_its_hours() -> None:
    play = table()
    away(5 * HOUR)
    deadline_sweep()
    run_out(play)
    deadline_sweep()
    assert is_about(left(play), 72 * HOUR)


def test_two_sweeps_credit_an_outage_once() -> None:
    play = table()
    away(5 * HOUR)
    deadline_sweep()
    heartbeat.GUARD.wall = None
    deadline_sweep()
    assert is_about(left(play), 77 * HOUR) and AuditEntry.objects.filter(action="downtime.credit").count() == 1


def test_a_pause_over_an_outage_is_given_back_once() -> None:
    play, olga = table(), person("olga")
    organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    Game.objects.update(paused_at=timezone.now() - 10 * HOUR)
    away(5 * HOUR)
    deadline_sweep()
    organize.game_resume(game_id=play.game.pk, user=olga, reason="back")
    assert is_about(left(play), 82 * HOUR)


def test_mail_that_stood_still_over_an_outage_gives_that_time_once() -> None:
    play = table()
    now = timezone.now()
    MailStop.objects.create(cause="refused", began_at=now - 8 * HOUR)
    OutboxMail.objects.filter(template="turn").update(wanted_at=now - 8 * HOUR)
    away(5 * HOUR)
    deadline_sweep()
    Waiting.objects.filter(game=play.game).update(due_at=timezone.now())
    deadline_sweep()
    assert is_about(left(play), (72 + 5 + 3) * HOUR)


# ---- a clock that is wrong


def wrong_clock(play: Table) -> None:
    away(100 * HOUR)
    run_out(play, by=90 * HOUR)


def test_a_clock_that_is_wrong_at_start_gives_no_credit_and_skips_nobody(
    client: Client, caplog: pytest.LogCaptureFixture, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.ADMINS = [("Host", "host@example.org")]
    play = table()
    wrong_clock(play)
    seq = play.fresh().seq
    with django_capture_on_commit_callbacks(execute=True):
        assert [deadline_sweep() for _ in range(3)] == [0, 0, 0]
    assert not deadline_expire(game_id=play.game.pk)
    (row,) = OutboxMail.objects.filter(address="host@example.org")
    assert open_mail(row.context["sealed"])[0] == "[Fieldpost] Deadlines are on hold" and not mail.outbox
    assert SiteClock.objects.get().given == timedelta() and play.fresh().seq == seq
    assert [record.levelname for record in caplog.records].count("CRITICAL") == 1
    assert "manage.py outage" in client.get("/readyz").json()["clock"]
    olga = User.objects.create_superuser("olga", "olga@example.org", "a long password")
    client.force_login(olga)
    assert "By its clock the site did not run for 4 days" in client.get("/organize/").content.decode()


def test_a_clock_that_is_set_right_ends_the_hold_by_itself(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    play = table()
    wrong_clock(play)
    deadline_sweep()
    Heartbeat.objects.update(seen_at=timezone.now() - MINUTE)  # which is what the right clock finds
    assert "believed again" not in caplog.text
    assert [deadline_sweep(), deadline_sweep()] == [1, 0]
    assert [record.message for record in caplog.records].count("the clock is believed again") == 1
    assert client.get("/readyz").json()["clock"] == "ok"


def test_a_host_gives_the_time_of_a_long_outage_back() -> None:
    play = table()
    away(100 * HOUR)
    deadline_sweep()
    assert "HELD" in outage() and "4d 4h" in outage()
    assert "4d 4h 0m later" in outage("give", "--reason", "the flood")
    assert is_about(left(play), 172 * HOUR) and "HELD" not in outage()
    assert deadline_sweep() == 0 and is_about(left(play), 172 * HOUR)
    entry = AuditEntry.objects.get(action="outage.give")
    assert entry.reason == "the flood" and "the flood" in outage()


def test_a_host_ends_a_hold_and_gives_nothing() -> None:
    play = table()
    wrong_clock(play)
    deadline_sweep()
    outage("give", "0h", "--reason", "nobody was kept from playing")
    assert deadline_sweep() == 1


def test_what_a_wrong_clock_gave_is_taken_back() -> None:
    play = table()
    away(60 * HOUR)
    deadline_sweep()
    assert is_about(left(play), 132 * HOUR)
    assert "2d 12h 0m earlier" in outage("take-back", "60h", "--reason", "the clock was wrong")
    assert is_about(left(play), 72 * HOUR) and is_about(SiteClock.objects.get().given, timedelta())
    assert play.fresh().deadline_at == play.waiting.deadline_at


def test_who_was_asked_since_a_wrong_credit_loses_nothing_when_it_is_taken_back() -> None:
    play = table()
    away(60 * HOUR)
    deadline_sweep()
    run_out(play)
    deadline_sweep()
    assert is_about(left(play), 72 * HOUR)
    assert "1 kept some of it" in outage("take-back", "60h", "--reason", "the clock was wrong")
    assert is_about(left(play), 72 * HOUR) and play.fresh().deadline_at == play.waiting.deadline_at


@pytest.mark.once  # the clock of PostgreSQL cannot be moved
def test_nobody_is_skipped_at_once_because_time_was_taken_back() -> None:
    play = table()
    with time_machine.travel(timezone.now() + 71 * HOUR):
        away(60 * HOUR)
        deadline_sweep()
    with time_machine.travel(timezone.now() + 80 * HOUR):
        outage("take-back", "60h", "--reason", "the clock was wrong")
        assert is_about(left(play), 24 * HOUR)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["take-back", "60h", "--reason", "r"], "never given that much extra time"),
        (["give", "--reason", "r"], "Deadlines are not on hold"),
        (["give", "4h", "--reason", " "], "Give a reason"),
        (["take-back", "sixty", "--reason", "r"], "write 90m, 4h or 2d12h"),
        (["take-back", "60h"], "--reason"),
    ],
)
def test_a_host_is_told_what_would_be_right(words: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        outage(*words)


# ---- at once with moves, where that can happen


@pytest.fixture
def in_thread() -> Iterator[Any]:
    """Runs something beside the test, on a connection of its own."""
    threads: list[threading.Thread] = []

    def start(job: Any) -> threading.Thread:
        def run() -> None:
            try:
                job()
            finally:
                connection.close()

        threads.append(threading.Thread(target=run))
        threads[-1].start()
        return threads[-1]

    yield start
    for thread in threads:
        thread.join()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_credit_waits_for_moves_in_flight_and_loses_none_of_their_deadlines(in_thread: Any) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time, so nothing can come between")
    SiteClock.objects.get_or_create()  # made by a migration, and gone where a test before emptied the tables
    play = table()

    def credit() -> None:
        with transaction.atomic():
            downtime_credit(5 * HOUR, timezone.now())

    with transaction.atomic():
        game = game_lock(play.game.pk)
        thread = in_thread(credit)
        thread.join(0.5)
        assert thread.is_alive()
        game.save()  # every deadline as it was read
    thread.join()
    assert is_about(left(play), 77 * HOUR) and is_about(play.fresh().deadline_at - timezone.now(), 77 * HOUR)
    assert not Entry.objects.filter(game=play.game, source="deadline").exists()
