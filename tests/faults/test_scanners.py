"""Machines that open every link of a mail before its reader does: nothing that they can do changes anything."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import pytest

from tests.faults.sites import Hosted
from tests.faults.visitor import Visitor, paths_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.faults, pytest.mark.services, pytest.mark.timeout(400)]

BUSY = 60.0
"""Seconds for which a site may be too busy for its scanners."""

SCANNERS = 6
STATE = (
    "SELECT id, seq, head, status, deadline_at FROM games_game ORDER BY id",
    "SELECT id, ref, seat, due_at, reminded_at FROM games_waiting ORDER BY id",
    "SELECT id, turn_mail, reminder_mail, news_mail, mail_muted_until, is_active FROM accounts_user ORDER BY id",
    "SELECT id, user_id, seat, state, missed FROM games_player ORDER BY id",
)


@pytest.fixture
def mailed(hosted: Hosted) -> list[str]:
    """Every path on the site that the mails of a game's start lead to, with a running site behind them."""
    hosted.seed(1, 3600, "--mails")
    hosted.web()
    text = hosted.run("-m", "tests.faults.letters")
    paths = [path for path in paths_in(text, hosted.address) if not path.startswith("/static/")]
    assert any(path.startswith("/l/") for path in paths) and any(path.startswith("/m/") for path in paths)
    return paths


def state(site: Hosted) -> list[Any]:
    return [site.rows(question) for question in STATE]


def ask_until_served(scanner: Visitor, method: str, path: str) -> int:
    """Ask as often as a busy site says to come back; the status of its answer."""
    until = time.monotonic() + BUSY
    while (status := scanner.ask(method, path).status) == HTTPStatus.SERVICE_UNAVAILABLE and time.monotonic() < until:
        time.sleep(1)
    return status


def test_opening_all_links_at_once_changes_nothing(hosted: Hosted, mailed: list[str]) -> None:
    before = state(hosted)

    def scan(number: int) -> set[int]:
        scanner, method = Visitor(hosted.address), ("GET", "HEAD")[number % 2]
        return {ask_until_served(scanner, method, path) for path in mailed}

    with ThreadPoolExecutor(SCANNERS) as scanners:
        seen = set().union(*scanners.map(scan, range(SCANNERS)))
    assert max(seen) < 500, seen
    assert state(hosted) == before
    print(f"{SCANNERS} scanners, {len(mailed)} links each: statuses {sorted(seen)}, nothing changed")
    press(hosted, next(path for path in mailed if path.startswith("/l/")))


def press(site: Hosted, link: str) -> None:
    """A press that another site forges does nothing; the reader's own counts, once, for all that was scanned."""
    before = state(site)
    forger = Visitor(site.address)
    forger.cookies = "other=1"
    assert forger.post(link).status == 403
    assert state(site) == before
    site.write("DELETE FROM accounts_ratecount")  # the reader has an address of their own
    assert Visitor(site.address).post(link).status == 200
    after = state(site)
    assert after != before
    assert Visitor(site.address).post(link).status == 200
    assert state(site) == after
    site.check()


@pytest.mark.browser
def test_a_scanner_that_runs_scripts_changes_nothing(hosted: Hosted, mailed: list[str], browser: Browser) -> None:
    before = state(hosted)
    page = browser.new_context().new_page()
    for path in mailed[:12]:
        page.goto(hosted.address + path, wait_until="load")
        page.mouse.wheel(0, 2000)
        page.mouse.move(200, 300)
        time.sleep(0.2)
    page.context.close()
    assert state(hosted) == before
