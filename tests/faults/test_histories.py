"""People who play, doubt and send again while the database, the web server, the worker and the broker die: what the
journals hold must be what they were told. And the checker finds what it should find."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.database import Database
from tests.faults.histories import Kept, Tried, faults
from tests.faults.sites import Broker, Hosted, Post, stopped
from tests.faults.soak import Crowd
from tests.kit.services import Services

DUE = 12  # games whose time runs out meanwhile
ORDERS = 10  # that are taken before the next blow

KEPT = "SELECT game_id, seq, replace(key, 'api:', '') FROM games_entry WHERE key <> ''"


@pytest.fixture
def database() -> Iterator[Database]:
    with Database() as running:
        yield running


@pytest.fixture
def site(database: Database, broker: Broker, post: Post, tmp_path: Path, ready: Path) -> Iterator[Hosted]:
    with stopped(Hosted(Services(database.url, ""), broker, tmp_path, post, ready)) as found:
        yield found


@pytest.mark.long
@pytest.mark.faults
@pytest.mark.services
@pytest.mark.timeout(400)
def test_journals_hold_what_people_were_told_whatever_dies(site: Hosted, database: Database, broker: Broker) -> None:
    soak(site, database, broker, games=3, blows=["database", "web"])


@pytest.mark.nightly
@pytest.mark.faults
@pytest.mark.services
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(5))
def test_journals_hold_what_people_were_told_all_night(
    site: Hosted, database: Database, broker: Broker, seed: int
) -> None:
    blows = random.Random(seed).choices(["database", "web", "worker", "broker"], k=60)
    soak(site, database, broker, games=12, blows=blows)


def soak(site: Hosted, database: Database, broker: Broker, games: int, blows: list[str]) -> None:
    """Let a crowd play while the time of others runs out, strike one part after the other, and look at what is left."""
    made = site.seed(games + DUE, 36_000, "--tokens")
    played, due = made["games"][:games], [game["id"] for game in made["games"][games:]]
    web, back = site.web(), [0.0]
    site.begin_work()
    with Crowd(site.address, played) as crowd:
        crowd.wait_for_yes(ORDERS)
        site.write(f"UPDATE games_waiting SET due_at = clock_timestamp() WHERE game_id >= {min(due)}")
        site.wait_until(lambda: len(site.missed()) > 1)
        for blow in blows:
            if blow == "database":
                database.crash()
                assert site.stack.get(f"/g/{played[0]['slug']}/")[0] == 503
                crowd.send_into_the_dark(played[0])
                database.start()
            elif blow == "web":
                web.terminate()
                web.wait(30)
                web = site.web()
            elif blow == "worker":
                site.kill_work()
                site.begin_work()
            else:
                broker.kill()
                broker.start()
            back.append(crowd.wait_for_yes(ORDERS))
    told = Counter(order.outcome for order in crowd.tried)
    site.wait_until(lambda: len(site.missed()) == DUE)
    print(f"{len(blows)} blows, {ORDERS} orders taken within {max(back):.1f} s after each; answered {dict(told)}")
    assert faults(crowd.tried, [Kept(*row) for row in site.rows(KEPT)]) == []
    assert told["yes"] >= ORDERS * len(blows) and told["no"] and told["lost"]
    assert site.missed() == Counter(due)
    site.check()


# ---- the checker itself


def order(key: str, outcome: str, began: float = 0, ended: float = 1, game: int = 1) -> Tried:
    return Tried(game, key, began, ended, outcome)  # type: ignore[arg-type]


SOUND = [order("a", "yes"), order("b", "no"), order("c", "lost", 0, 9), order("d", "yes", 2, 3)]


@pytest.mark.parametrize(
    "kept", [[(4, "a"), (9, "d")], [(4, "a"), (6, "c"), (9, "d")], [(4, "a"), (9, "d"), (11, "c")]]
)
def test_a_sound_history_has_no_fault(kept: list[tuple[int, str]]) -> None:
    assert faults(SOUND, [Kept(1, seq, key) for seq, key in kept]) == []


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        ([(4, "a")], "'d') was answered 'yes' and is kept 0 times"),
        ([(4, "a"), (5, "a"), (9, "d")], "'a') was answered 'yes' and is kept 2 times"),
        ([(4, "a"), (5, "b"), (9, "d")], "'b') was answered 'no' and is kept 1 times"),
        ([(4, "a"), (5, "c"), (6, "c"), (9, "d")], "'c') was answered 'lost' and is kept 2 times"),
        ([(4, "a"), (9, "d"), (10, "x")], "nobody sent it"),
        ([(4, "d"), (9, "a")], "entry 9 follows one that was sent when it had its answer already"),
    ],
)
def test_what_cannot_be_is_found(kept: list[tuple[int, str]], says: str) -> None:
    (found,) = faults(SOUND, [Kept(1, seq, key) for seq, key in kept])
    assert says in found
