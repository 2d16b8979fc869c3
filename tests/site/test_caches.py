"""The cache while its server is away: nobody misses it, and it is not asked all the time."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from config import caches
from config.caches import RedisOrMemory
from config.environment import cache


@pytest.fixture
def nobody_listens() -> Iterator[str]:
    """The address of a port that is taken and refuses every connection."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"redis://127.0.0.1:{taken.getsockname()[1]}/0"


@pytest.fixture
def away(nobody_listens: str, monkeypatch: pytest.MonkeyPatch) -> RedisOrMemory:
    monkeypatch.setattr(caches, "_failed_at", -caches.REST)
    found = RedisOrMemory(nobody_listens, {"OPTIONS": {"socket_connect_timeout": 1}})
    found.spare.clear()
    return found


def test_every_operation_goes_on_in_memory(away: RedisOrMemory) -> None:
    away.set("a", 1, 60)
    assert away.get("a") == 1 and away.has_key("a")
    assert away.add("a", 2, 60) is False and away.add("b", 2, 60) is True
    assert away.incr("b") == 3
    assert away.get_many(["a", "b", "c"]) == {"a": 1, "b": 3}
    assert away.touch("a", 60) is True and away.touch("c", 60) is False
    assert away.get_or_set("d", 4, 60) == 4
    assert away.delete("a") is True and away.get("a", "none") == "none"
    away.set_many({"e": 5})
    away.delete_many(["b", "e"])
    assert away.get("e") is None
    away.clear()
    assert away.get("d") is None


def test_a_server_that_is_away_is_asked_again_after_a_rest(
    away: RedisOrMemory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        away.get("a")
    assert caplog.text.count("the cache does not answer") == 1
    monkeypatch.setattr(caches, "_failed_at", caches._failed_at - caches.REST)
    away.get("a")
    assert caplog.text.count("the cache does not answer") == 2


def test_a_fault_of_the_caller_is_not_taken_for_a_server_that_is_away(away: RedisOrMemory) -> None:
    with pytest.raises(TypeError):
        away.set("a", object(), 60, 1, 2, 3)
    with pytest.raises(ValueError, match="not found"):
        away.incr("nothing")


def test_the_site_of_one_process_needs_no_server() -> None:
    assert str(cache("")["BACKEND"]).endswith("LocMemCache")
    assert cache("redis://cache:6379/0")["LOCATION"] == "redis://cache:6379/0"
