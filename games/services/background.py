"""Work that can wait, such as films and chances: one process of low priority on each host does it, and only while the
site has nothing else to do."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db.models import Q

from common.registry import Registry
from games.models import Game, OutboxMail, Waiting
from games.services import mail_outage
from games.services.locks import db_now

GoesOn = Callable[[], bool]
"""Asked before each step, of some seconds: whether to take it."""

LATE = timedelta(seconds=20)
"""What is due for so long finds the workers busy: a sweep begins every ten seconds."""

_process: subprocess.Popen[bytes] | None = None


@dataclass(frozen=True)
class BackgroundWork:
    """Work of an app. `waits` says whether there is some at a moment, in one or two queries; `work` does it, stores
    each step, and ends when nothing is left or it may not go on. What somebody waits for (`awaited`) comes first."""

    name: str
    waits: Callable[[datetime], bool]
    work: Callable[[GoesOn], object]
    awaited: bool = False


BACKGROUND: Registry[BackgroundWork] = Registry()


def start_background() -> None:
    """Start a process for the work that waits, unless one runs on this host or the site is busy."""
    now = db_now()
    if is_busy(now) or next_work(now) is None:
        return
    global _process
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (settings.DATA_DIR / "background").open("w") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        # The process inherits the lock, and so has it until it ends, however it ends.
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "background", "--for", str(os.getpid())]
        _process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[mark.fileno()]
        )


def work_in_background(parent: int) -> None:
    """Do the work that waits, until none is left, the site is busy, or the process that started this one is gone."""
    while may_go_on(parent) and (chosen := next_work(db_now())) is not None:
        chosen.work(partial(may_go_on, parent, chosen))


def may_go_on(parent: int, chosen: BackgroundWork | None = None) -> bool:
    """Check that the next step may be taken, and that nothing waits that comes before this work."""
    now = db_now()
    if os.getppid() != parent or is_busy(now):
        return False
    return chosen is None or chosen.awaited or next_work(now) in (chosen, None)


def next_work(now: datetime) -> BackgroundWork | None:
    """Choose the work to be done next; None if none waits."""
    return next((work for work in sorted(BACKGROUND, key=lambda work: not work.awaited) if work.waits(now)), None)


def is_busy(now: datetime) -> bool:
    """Check whether bots are at play, or answers or mails have been due for a while. Up to three queries. Mails that
    wait for their server keep nobody busy."""
    at_play = Q(deadline_at=None, due_at__lte=now) | Q(due_at__lte=now - LATE)
    if Waiting.objects.filter(at_play, game__status=Game.Status.RUNNING).exists():
        return True
    waiting = OutboxMail.objects.filter(state__in=OutboxMail.WAITING_STATES, not_before__lte=now - LATE)
    return waiting.exists() and mail_outage.current_outage() is None
