"""Workers that send to a mail server which takes seconds over every line and longer over every mail."""

from __future__ import annotations

import time

import pytest

from tests.faults.sites import Hosted, Site
from tests.kit.slow_smtp import SlowServer

pytestmark = [pytest.mark.faults, pytest.mark.services]

LINE, END = 15.0, 45.0
"""Seconds for each answer and before a mail is taken: far within what RFC 5321 grants, far beyond a time limit."""


def mail_of_a_start(site: Site, server: SlowServer) -> None:
    """A game whose start is to be mailed, by a site that sends to `server`."""
    site.environ["EMAIL_URL"] = server.url
    site.seed(1, 3600, "--mails")
    site.begin_work()


@pytest.mark.long
@pytest.mark.timeout(400)
def test_a_kill_costs_one_copy_however_many_mails_are_on_their_way(hosted: Hosted) -> None:
    """The kill comes when the server has been given one mail and all that precedes another, by a second sender."""
    with SlowServer(line=0.3, end=300) as server:
        mail_of_a_start(hosted, server)
        hosted.wait_until(lambda: server.reached["rcpt"] >= 2)
        time.sleep(1.5)  # in which the second mail would follow, line by line
        hosted.kill_work()
        assert server.began == 1
        server.hurry.set()
        hosted.begin_work()
        hosted.wait_until(lambda: hosted.unsent() == 0, 120)
        assert len(server.taken) == 3 and server.taken.total() <= 3 + 1


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["hosted", "embedded"])
@pytest.mark.parametrize("kills", [0, 1])
def test_a_server_as_slow_as_real_ones_gets_each_mail_once_and_a_copy_more_for_a_kill(
    kind: str, kills: int, request: pytest.FixtureRequest
) -> None:
    site: Site = request.getfixturevalue(kind)
    with SlowServer(LINE, END) as server:
        mail_of_a_start(site, server)
        began = time.monotonic()
        for _ in range(kills):
            site.wait_until(lambda: server.began > 0, 300)
            site.kill_work()
            site.begin_work()
        site.wait_until(lambda: site.unsent() == 0, 900)
        print(f"{kind}, {kills} kills: {dict(server.taken)} after {time.monotonic() - began:.0f} s")
        assert len(server.taken) == 3 and server.taken.total() <= 3 + kills
