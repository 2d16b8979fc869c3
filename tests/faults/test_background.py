"""Work that can wait, by real processes beside real workers: one on a host, and resumed after a kill."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.faults.sites import Hosted

pytestmark = [pytest.mark.faults, pytest.mark.no_cover, pytest.mark.timeout(400)]

TURNS = "SELECT turns FROM chances_gamechances"
FOUND = "SELECT turns, points, count FROM chances_gamechances"
DONE = "SELECT 1 FROM chances_gamechances WHERE done_at IS NOT NULL"
SLOW = 240


def processes(site: Hosted) -> list[int]:
    """List the processes of the site's work that can wait, by what the system tells of all that run."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words, environment = (place / "cmdline").read_bytes(), (place / "environ").read_bytes()
        except OSError:  # it has ended, or is not ours
            continue
        if b"\0background\0" in words and site.environ["DATABASE_URL"].encode() in environment:
            found.append(int(place.name))
    return found


@pytest.mark.long
@pytest.mark.services
def test_chances_are_resumed_after_a_kill_and_stored_once(hosted: Hosted) -> None:
    slug = hosted.run("-m", "tests.faults.ended").split()[-1]
    hosted.begin_work()
    hosted.stack.worker()
    hosted.wait_until(lambda: any(turns for (turns,) in hosted.rows(TURNS)), SLOW)
    (running,) = processes(hosted)
    os.kill(running, signal.SIGKILL)
    ((before,),) = hosted.rows(TURNS)
    assert not hosted.rows(DONE), "the kill came too late to prove anything"
    hosted.write("UPDATE chances_gamechances SET taken_until = clock_timestamp()")  # as five minutes later
    hosted.wait_until(lambda: bool(hosted.rows(DONE)), SLOW)
    (((*turns,), points, count),) = hosted.rows(FOUND)
    assert turns[: len(before)] == before and len(turns) == count == len({turn[0] for turn in turns}) > len(before)
    hosted.stack.stop()
    hosted.write("DELETE FROM chances_gamechances")
    hosted.run("manage.py", "chances", "--game", slug)
    assert hosted.rows(FOUND) == [(turns, points, count)], "the same as with no kill"


@pytest.mark.long
@pytest.mark.services
def test_the_work_ends_with_its_worker_and_goes_on_with_another(hosted: Hosted) -> None:
    hosted.run("-m", "tests.faults.ended")
    hosted.begin_work()
    hosted.wait_until(lambda: bool(processes(hosted)), SLOW)
    hosted.kill_work()
    hosted.wait_until(lambda: not processes(hosted))
    hosted.begin_work()
    hosted.wait_until(lambda: bool(hosted.rows(DONE)), SLOW)
