"""Everything twice: two clocks, two workers, each message sixty times, and six threads at the same work."""

from __future__ import annotations

import pytest

from tests.faults.seed import mails_of
from tests.faults.sites import SENT, Hosted, Post
from tests.kit.stack import PATIENCE

pytestmark = [pytest.mark.faults, pytest.mark.services, pytest.mark.timeout(400)]


def test_what_is_done_by_many_at_once_is_done_once(hosted: Hosted, post: Post) -> None:
    overdo(hosted, post, games=12)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_what_is_done_by_many_at_once_is_done_once_three_hundred_times(hosted: Hosted, post: Post) -> None:
    overdo(hosted, post, games=300)


def overdo(site: Hosted, post: Post, games: int) -> None:
    site.seed(games, 3600)
    site.begin_work()
    site.begin_work()
    site.stack.clock()
    site.wait_until(lambda: bool(site.rows("SELECT 1 FROM games_heartbeat")))
    site.write("UPDATE games_waiting SET due_at = clock_timestamp()")
    site.run("-m", "tests.faults.flood", "60")
    site.wait_until(lambda: len(site.missed()) == games)
    site.wait_until(lambda: site.unsent() == 0, seconds=PATIENCE + 2 * games)
    assert set(site.missed().values()) == {1}
    sent = {key for (key,) in site.rows(SENT)}
    print(f"{games} turns passed once; {len(sent)} mails sent, {post.doubles} of them twice")
    assert len(post.taken) == len(sent) == mails_of(games) and post.doubles == 0
    site.check()
