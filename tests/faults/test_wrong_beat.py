"""A real beat whose clock runs ahead and is set right: the sweep goes on at once, without a restart."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

import pytest

from tests.faults.sites import Hosted
from tests.kit.wrong_clock import WrongClock

pytestmark = [pytest.mark.faults, pytest.mark.services]
SEEN = "SELECT seen_at FROM games_heartbeat WHERE name = 'sweep'"
SOON = 30.0
"""Seconds to the next sweep that were promised."""


def last_sweep(site: Hosted) -> datetime | None:
    rows = site.rows(SEEN)
    return rows[0][0] if rows else None


def next_sweep(site: Hosted) -> float:
    """Wait for one more sweep; the seconds until it came."""
    before = last_sweep(site)
    return site.wait_until(lambda: last_sweep(site) != before)


@pytest.mark.long
@pytest.mark.parametrize(
    "ahead", [pytest.param(["+100h"], id="100h"), pytest.param(["+60", "+1h"], id="less", marks=pytest.mark.nightly)]
)
def test_the_next_sweep_comes_soon_after_the_clock_is_set_right(
    hosted: Hosted, tmp_path: Path, ahead: list[str]
) -> None:
    clock = WrongClock(tmp_path)
    hosted.stack.worker()
    right = dict(hosted.stack.environ)
    hosted.stack.environ.update(clock.environ)
    hosted.stack.clock()
    hosted.stack.environ.clear()
    hosted.stack.environ.update(right)
    next_sweep(hosted), next_sweep(hosted)
    for offset in ahead:
        clock.set(offset)
        next_sweep(hosted)
        time.sleep(1)  # so that both jobs have run by the wrong clock
        clock.set("+0")
        waited = next_sweep(hosted), next_sweep(hosted)
        print(f"ahead by {offset}: the next sweeps after {waited[0]:.0f} and {waited[1]:.0f} s")
        assert max(waited) < SOON, hosted.logs()
