"""Valkey killed with everything in it: moves go on, nothing that was due is lost, and little of it is late."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable

import pytest

from tests.faults.sites import Broker, Hosted
from tests.faults.visitor import Visitor

pytestmark = [pytest.mark.faults, pytest.mark.services, pytest.mark.timeout(400)]

GAMES = 28
MOVES = 12
"""Games that are moved in before it dies, and as many after."""
WAIT = 1.0
"""Seconds by which a move is longer at least if it waits for a broker that is not there."""


@pytest.mark.long
def test_it_dies_before_a_deadline_and_comes_back_after_it(hosted: Hosted, broker: Broker) -> None:
    outage(hosted, broker, seconds=8)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_it_is_away_for_ten_minutes(hosted: Hosted, broker: Broker) -> None:
    outage(hosted, broker, seconds=600)


@pytest.mark.long
def test_a_worker_that_did_not_see_it_restart_goes_on(hosted: Hosted, broker: Broker) -> None:
    """Its connections are dead when it looks again. One that listens for what others publish joined the new broker by
    itself, and waited there for ever."""
    due = [game["id"] for game in hosted.seed(2, 3600)["games"]]
    hosted.begin_work()
    hosted.wait_until(lambda: bool(hosted.rows("SELECT 1 FROM games_heartbeat")))
    assert broker.listening() == 0
    with hosted.frozen_work():
        broker.kill()
        broker.start()
        hosted.write("UPDATE games_waiting SET due_at = clock_timestamp()")
    hosted.wait_until(lambda: set(hosted.missed()) == set(due))
    assert '"level": "critical"' not in hosted.logs()


def outage(site: Hosted, broker: Broker, seconds: float) -> None:
    """Kill the broker over a deadline, and play on by pages and links meanwhile."""
    made = site.seed(GAMES + 2 * MOVES, 3600)
    site.web()
    site.begin_work()
    site.wait_until(lambda: bool(site.rows("SELECT 1 FROM games_heartbeat")))
    early, played = made["games"][:MOVES], made["games"][MOVES : 2 * MOVES]
    due = [game["id"] for game in made["games"][2 * MOVES :]]
    usual = middle(move(site, made, game, number) for number, game in enumerate(early))
    broker.kill()
    site.write(
        f"UPDATE games_waiting SET due_at = clock_timestamp() + interval '4 seconds' WHERE game_id >= {min(due)}"
    )
    dead_since = time.monotonic()
    took = middle(move(site, made, game, number) for number, game in enumerate(played))
    reads = [look(site, made, path) for path in ("/games/", f"/g/{played[0]['slug']}/history/", "/accounts/login/")]
    time.sleep(max(0.0, seconds - (time.monotonic() - dead_since)))
    assert not site.missed(), "the broker was not missed"
    broker.start()
    late = site.wait_until(lambda: len(site.missed()) == len(due))
    print(f"broker away {time.monotonic() - dead_since - late:.1f} s; last pass {late:.1f} s after its return")
    print(f"a move before {usual:.2f} s, meanwhile {took:.2f} s; pages {max(reads):.2f} s")
    assert took < usual + WAIT, "each move waited for the broker"
    assert set(site.missed()) == set(due) and set(site.missed().values()) == {1}
    site.check()


def middle(seconds: Iterable[float]) -> float:
    return statistics.median(seconds)


def move(site: Hosted, made: dict, game: dict, number: int) -> float:  # type: ignore[type-arg]
    """Play one open answer, by page and by link in turns; the seconds it took."""
    visitor = Visitor(site.address, made["cookies"][str(game["user"])] if number % 2 else "")
    path = f"/g/{game['slug']}/" if number % 2 else game["link"]
    visitor.get(path)
    began = time.monotonic()
    answer = visitor.post(path, order=game["order"], ref=game["ref"], key=f"key {number}", line="1")
    assert answer.status in (200, 302), answer.text
    return time.monotonic() - began


def look(site: Hosted, made: dict, path: str) -> float:  # type: ignore[type-arg]
    """Open a page that likes to have a cache; the seconds it took."""
    visitor = Visitor(site.address, made["cookies"][str(made["games"][0]["user"])])
    began = time.monotonic()
    answer = visitor.get(path)
    assert answer.status in (200, 302), answer.text
    return time.monotonic() - began
