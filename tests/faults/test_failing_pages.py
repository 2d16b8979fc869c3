"""Pages that fail while the mail server is slow: the host hears of them, and nobody waits for that."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.sites import Hosted
from tests.kit.slow_smtp import SlowServer

pytestmark = [pytest.mark.faults, pytest.mark.services]
MAIL_SECONDS = 12.0
AT_ONCE, IN_ALL = 16, 1000
LIVES = 1.0
"""Seconds for `/livez`, which waits for no page; it takes 0.04 where nothing else runs."""

SLOWEST = 5.0
"""Seconds for a page on a busy machine; one that waited for its mail would take more than twice as long."""

BUSY = 60
"""So often a visitor comes back to a site that is too busy."""

TICKS = "SELECT seen_at FROM games_heartbeat WHERE name = 'outbox'"
HOW_OFTEN = re.compile(rb"This happened (?:(once)|(\d+) times)")


def fail(site: Hosted) -> float:
    """Ask for a page that fails, again where the site is too busy; the seconds it took."""
    asked = urllib.request.Request(f"{site.address}/api/me/", headers={"Authorization": "Bearer of-no-use"})
    for _try in range(BUSY):
        began = time.monotonic()
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked, timeout=120)
        with refused.value:
            if refused.value.code == 500:
                return time.monotonic() - began
            assert refused.value.code == 503
        time.sleep(1)
    raise AssertionError("the site stays too busy")


def told(server: SlowServer) -> list[int]:
    """How many failures each mail tells of."""
    found = [HOW_OFTEN.search(letter) for letter in server.letters]
    return [int(match[2] or 1) for match in found if match]


@pytest.mark.long
def test_a_thousand_failures_make_one_mail_and_keep_nobody_waiting(hosted: Hosted) -> None:
    with SlowServer(end=MAIL_SECONDS) as server, ThreadPoolExecutor(AT_ONCE) as visitors:
        hosted.environ |= {"EMAIL_URL": server.url, "ADMIN_MAILS": "host@example.org"}
        hosted.web()
        hosted.begin_work()
        hosted.wait_until(lambda: bool(hosted.rows(TICKS)))
        hosted.write("ALTER TABLE games_apitoken RENAME TO lost")
        failing = [visitors.submit(fail, hosted) for _ in range(AT_ONCE)]
        began = time.monotonic()
        assert hosted.stack.get("/livez")[0] == 200
        lived = time.monotonic() - began
        slowest = max(each.result() for each in failing)
        print(f"/livez after {lived:.2f} s, the slowest of {AT_ONCE} failing pages {slowest:.2f} s")
        assert lived < LIVES and slowest < SLOWEST
        began = time.monotonic()
        list(visitors.map(fail, [hosted] * (IN_ALL - AT_ONCE)))
        print(f"{IN_ALL} failures in {time.monotonic() - began:.0f} s")
        hosted.wait_until(lambda: bool(told(server)))
        list(visitors.map(fail, [hosted] * AT_ONCE))
        ticks = hosted.rows(TICKS)
        hosted.wait_until(lambda: hosted.rows(TICKS) != ticks)
        assert len(told(server)) == 1
        hosted.write("UPDATE games_failure SET quiet_until = now()")
        server.hurry.set()
        hosted.wait_until(lambda: sum(told(server)) == IN_ALL + AT_ONCE)
        assert len(told(server)) == 2
