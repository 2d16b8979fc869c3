"""The site as docs/hosting.md describes it: granian, two workers and the clock on PostgreSQL and Valkey."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.services import Services
from tests.kit.stack import PATIENCE, Stack, kill

pytestmark = [pytest.mark.services, pytest.mark.faults]


@pytest.fixture
def stack(real_services: Services, tmp_path: Path) -> Iterator[Stack]:
    made = Stack(real_services, tmp_path)
    made.command("migrate", "--noinput", "-v", "0")
    try:
        yield made
    finally:
        made.stop()


def wait_for(stack: Stack, status: int) -> dict[str, str]:
    """Ask /readyz until it answers so; what it says then."""
    until = time.monotonic() + PATIENCE
    while (answer := stack.get("/readyz"))[0] != status:
        assert time.monotonic() < until, answer[1] + stack.logs()
        time.sleep(0.3)
    found: dict[str, str] = json.loads(answer[1])
    return found


def test_it_is_ready_once_a_worker_sweeps_and_stays_so_when_another_is_killed(stack: Stack) -> None:
    stack.web()
    assert wait_for(stack, 503)["sweep"].startswith("has never run")
    doomed, _, _ = stack.worker(), stack.worker(), stack.clock()
    wait_for(stack, 200)
    kill(doomed)
    with_one_worker = time.monotonic() + 12
    while time.monotonic() < with_one_worker:
        assert stack.get("/readyz")[0] == 200
        time.sleep(1)


def test_it_says_so_when_the_database_is_gone(stack: Stack) -> None:
    stack.web()
    wait_for(stack, 503)
    stack.drop_database()
    assert wait_for(stack, 503) == {"database": "does not answer"}
    assert stack.get("/livez")[0] == 200


def test_pages_load_their_styles_by_names_that_change_with_them_and_nobody_reads_mails(stack: Stack) -> None:
    stack.command("collectstatic", "--noinput", "-v", "0")
    stack.web()
    status, page = stack.get("/accounts/login/")
    assert status == 200
    addresses = re.findall(r'(?:href|src)="(/static/[^"#]+)', page)
    assert addresses
    for address in addresses:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", address), address
        assert stack.get(address)[0] == 200
    assert stack.get("/inbox/")[0] == 404
