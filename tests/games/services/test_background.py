"""Work that can wait: what comes first, and what it waits for."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings

from common.registry import Registry
from games.models import MailStop, OutboxMail, Waiting
from games.services import background
from games.services.background import (
    LATE,
    BackgroundWork,
    GoesOn,
    is_busy,
    may_go_on,
    next_work,
    start_background,
    work_in_background,
)
from games.services.locks import db_now
from tests.games.kit import table

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class Steps:
    """Work of so many steps."""

    def __init__(self, left: int, done: list[Steps]) -> None:
        self.left, self.done = left, done

    def waits(self, now: datetime) -> bool:
        return self.left > 0

    def work(self, goes_on: GoesOn) -> None:
        while self.left and goes_on():
            self.left -= 1
            self.done.append(self)


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Steps, Steps]]:
    """Chances and films of two steps each."""
    done: list[Steps] = []
    chances, films = Steps(2, done), Steps(2, done)
    registry: Registry[BackgroundWork] = Registry()
    registry.add(BackgroundWork("chances", chances.waits, chances.work))
    registry.add(BackgroundWork("films", films.waits, films.work, awaited=True))
    monkeypatch.setattr(background, "BACKGROUND", registry)
    yield chances, films


def test_what_somebody_waits_for_comes_first(works: tuple[Steps, Steps]) -> None:
    chances, films = works
    work_in_background(os.getppid())
    assert chances.done == [films, films, chances, chances] and next_work(db_now()) is None


def test_it_is_taken_up_between_two_steps_of_what_nobody_waits_for(works: tuple[Steps, Steps]) -> None:
    chances, films = works
    films.left = 0
    chosen = next_work(db_now())
    assert chosen is not None and chosen.name == "chances" and may_go_on(os.getppid(), chosen)
    films.left = 1
    assert not may_go_on(os.getppid(), chosen)
    chosen = next_work(db_now())
    assert chosen is not None and chosen.name == "films" and may_go_on(os.getppid(), chosen)


def test_it_ends_with_the_process_that_started_it(works: tuple[Steps, Steps]) -> None:
    work_in_background(os.getpid())
    assert not works[0].done


def test_it_waits_while_bots_play_and_while_answers_are_late(works: tuple[Steps, Steps]) -> None:
    table()
    now = db_now()
    assert not is_busy(now)
    Waiting.objects.update(due_at=now, deadline_at=now)  # the next sweep passes it
    assert not is_busy(now)
    Waiting.objects.update(due_at=now, deadline_at=None)
    assert is_busy(now), "of a bot"
    Waiting.objects.update(due_at=now - LATE, deadline_at=now - LATE)
    assert is_busy(now), "late"
    work_in_background(os.getppid())
    assert not works[0].done


def test_it_waits_while_mails_are_late_unless_their_server_is_away() -> None:
    table()
    now = db_now()
    OutboxMail.objects.update(not_before=now, state=OutboxMail.State.QUEUED)
    assert OutboxMail.objects.exists() and not is_busy(now)
    assert is_busy(now + LATE)
    stop = MailStop.objects.create(cause=MailStop.Cause.UNREACHABLE, began_at=now)
    assert not is_busy(now + LATE)
    stop.delete()
    OutboxMail.objects.update(state=OutboxMail.State.SENT)
    assert not is_busy(now + LATE)


def test_one_process_runs_on_a_host_while_there_is_work(
    works: tuple[Steps, Steps], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The process is one that ends when it is told to, in place of a whole site; the lock is the one that it gets."""
    real, begun = subprocess.Popen, list[subprocess.Popen[bytes]]()

    def begin(command: list[str], **more: object) -> subprocess.Popen[bytes]:
        assert command[1:] == [str(settings.BASE_DIR / "manage.py"), "background", "--for", str(os.getpid())]
        begun.append(real(["cat"], **(more | {"stdin": subprocess.PIPE})))
        return begun[-1]

    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "new")
    monkeypatch.setattr("games.services.background.subprocess.Popen", begin)
    start_background()
    start_background()
    assert len(begun) == 1
    with (tmp_path / "new" / "background").open() as mark, pytest.raises(BlockingIOError):
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    begun[0].kill()
    begun[0].communicate()
    start_background()
    assert len(begun) == 2
    begun[1].communicate()
    monkeypatch.setattr(background, "db_now", partial(late, db_now()))
    table()
    start_background()  # the site is busy
    monkeypatch.setattr(background, "db_now", db_now)
    for work in works:
        work.left = 0
    start_background()  # nothing to do
    assert len(begun) == 2


def late(now: datetime) -> datetime:
    return now + timedelta(minutes=1)
