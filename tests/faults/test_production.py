"""The site as docs/hosting.md describes it: granian, two workers and the clock on PostgreSQL and Valkey."""

from __future__ import annotations

import json
import re
import time

import pytest

from tests.faults.sites import Hosted
from tests.kit.stack import PATIENCE, kill

pytestmark = [pytest.mark.faults, pytest.mark.services]


def wait_for(hosted: Hosted, status: int) -> dict[str, str]:
    """Ask /readyz until it answers so; what it says then."""
    until = time.monotonic() + PATIENCE
    while (answer := hosted.stack.get("/readyz"))[0] != status:
        assert time.monotonic() < until, answer[1] + hosted.logs()
        time.sleep(0.3)
    found: dict[str, str] = json.loads(answer[1])
    return found


def test_it_is_ready_once_a_worker_sweeps_and_stays_so_when_another_is_killed(hosted: Hosted) -> None:
    hosted.web()
    assert wait_for(hosted, 503)["sweep"].startswith("has never run")
    stack = hosted.stack
    doomed, _, _ = stack.worker(), stack.worker(), stack.clock()
    wait_for(hosted, 200)
    kill(doomed)
    with_one_worker = time.monotonic() + 12
    while time.monotonic() < with_one_worker:
        assert stack.get("/readyz")[0] == 200
        time.sleep(1)


def test_it_says_so_when_the_database_is_gone(hosted: Hosted) -> None:
    hosted.web()
    wait_for(hosted, 503)
    hosted.stack.drop_database()
    assert wait_for(hosted, 503)["database"] == "does not answer"
    assert hosted.stack.get("/livez")[0] == 200


def test_pages_load_their_styles_by_names_that_change_with_them_and_nobody_reads_mails(hosted: Hosted) -> None:
    hosted.web()
    status, page = hosted.stack.get("/accounts/login/")
    assert status == 200
    addresses = re.findall(r'(?:href|src)="(/static/[^"#]+)', page)
    assert addresses
    for address in addresses:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", address), address
        assert hosted.stack.get(address)[0] == 200
    assert hosted.stack.get("/inbox/")[0] == 404
