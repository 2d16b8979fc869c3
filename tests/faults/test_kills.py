"""Workers killed in the middle of passing turns and of sending mails: nothing is lost, nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.faults.seed import mails_of
from tests.faults.sites import SENT, Embedded, Hosted, Post, Site

pytestmark = [pytest.mark.faults, pytest.mark.no_cover, pytest.mark.timeout(400)]

GAMES = 60
MAILED_SECONDS = 150
"""All emails are out: the lease of the one in hand is 30 s, the pause after a hitch as long."""


@pytest.mark.long
@pytest.mark.services
def test_one_of_two_workers_killed_amid_passes_and_again_amid_mails(hosted: Hosted, post: Post) -> None:
    die_twice(hosted, post, beside=hosted.stack.worker)


@pytest.mark.long
@pytest.mark.once
def test_the_site_in_one_process_killed_amid_passes_and_again_amid_mails(embedded: Embedded, post: Post) -> None:
    die_twice(embedded, post)


@pytest.mark.nightly
@pytest.mark.services
@pytest.mark.timeout(900)
def test_a_worker_killed_ten_times(hosted: Hosted, post: Post) -> None:
    hosted.seed(200, -1)
    hosted.begin_work()
    for number in range(1, 11):
        hosted.wait_until(lambda least=18 * number: len(hosted.missed()) >= least)  # type: ignore[misc]
        hosted.kill_work()
        hosted.begin_work()
    finish(hosted, post, games=200, kills=10, seconds=120)


def die_twice(site: Site, post: Post, beside: Callable[[], object] = lambda: None) -> None:
    """Kill a worker twice; `beside` starts another, which goes on."""
    site.seed(GAMES, -1)
    site.begin_work()
    beside()
    site.wait_until(lambda: len(site.missed()) >= GAMES // 4)
    site.kill_work()
    passed = len(site.missed())
    assert passed < GAMES, "the kill came too late to prove anything"
    post.hold_at = post.taken.total() + 5
    site.begin_work()
    site.wait_until(lambda: post.holds)
    site.kill_work()
    post.let_go()
    assert site.unsent(), "the kill came too late to prove anything"
    site.begin_work()
    seconds = site.wait_until(lambda: len(site.missed()) == GAMES)
    print(f"killed at {passed} of {GAMES} passes: done {seconds:.1f} s after the last restart")
    finish(site, post, games=GAMES, kills=2)


def finish(site: Site, post: Post, *, games: int, kills: int, seconds: float = MAILED_SECONDS) -> None:
    """Wait until all mails are out and count. Each kill may have cost one mail twice, and none altogether."""
    took = site.wait_until(lambda: site.unsent() == 0, seconds)
    missed = site.missed()
    assert len(missed) == games and set(missed.values()) == {1}
    sent = {key for (key,) in site.rows(SENT)}
    print(f"{len(sent)} mails, {post.doubles} of them twice, {kills} kills; the last one out after {took:.1f} s")
    assert len(post.taken) == len(sent) == mails_of(games)
    assert post.doubles <= kills
    site.check()
