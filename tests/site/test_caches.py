"""The cache while its server is away: nobody misses it, and it is not asked all the time."""

from __future__ import annotations

import base64
import json
import pickle
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from django.core.cache import cache as site_cache
from django.utils.safestring import SafeString

from common import redis_cache
from common.caches import Memory, PlainValues, get_or_make
from common.redis_cache import RETRY_AFTER_SECONDS, RedisOrMemory
from config.celery import app
from config.environment import cache
from tests.kit.services import Services


@pytest.fixture
def nobody_listens() -> Iterator[str]:
    """The address of a port that is taken and refuses every connection."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"redis://127.0.0.1:{taken.getsockname()[1]}/0"


@pytest.fixture
def away(nobody_listens: str, monkeypatch: pytest.MonkeyPatch) -> RedisOrMemory:
    monkeypatch.setattr(redis_cache, "_failed_at", -RETRY_AFTER_SECONDS)
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
    monkeypatch.setattr(redis_cache, "_failed_at", redis_cache._failed_at - RETRY_AFTER_SECONDS)
    away.get("a")
    assert caplog.text.count("the cache does not answer") == 2


def test_a_fault_of_the_caller_is_not_taken_for_a_server_that_is_away(away: RedisOrMemory) -> None:
    with pytest.raises(TypeError):
        away.set("a", object(), 60, 1, 2, 3)
    with pytest.raises(ValueError, match="not found"):
        away.incr("nothing")


def test_the_site_of_one_process_needs_no_server() -> None:
    assert str(cache("")["BACKEND"]).endswith("caches.Memory")
    assert cache("redis://cache:6379/0")["LOCATION"] == "redis://cache:6379/0"


PLAIN = [None, True, 0, -7, 2**40, 1.5, "", "words", b"\x89PNG", [1, [2.5, "x"]], {"a": [None], "b": {"c": b""}}]


@pytest.mark.services
def test_what_stands_in_redis_is_plain_data_and_no_pickle(real_services: Services) -> None:
    found = cache(real_services.redis_url)
    kind = RedisOrMemory(real_services.redis_url, {"OPTIONS": found["OPTIONS"], "VERSION": found["VERSION"]})
    for number, value in enumerate(PLAIN):
        kind.set(f"plain-{number}", value, 60)
        raw: Any = kind._cache.get_client().get(kind.make_key(f"plain-{number}"))
        assert raw == str(value).encode() if type(value) is int else msgspec.msgpack.decode(raw) == value
        assert kind.get(f"plain-{number}") == value and type(kind.get(f"plain-{number}")) is type(value)
    assert kind.incr("plain-3") == -6


@pytest.mark.services
def test_what_wakes_the_workers_stands_in_redis_as_json(real_services: Services) -> None:
    queue = "of-this-test"
    with app.connection_for_write(real_services.redis_url) as broker:
        app.send_task("games.tasks.sweep", connection=broker, queue=queue)
        message = json.loads(broker.default_channel.client.lpop(queue))
    assert message["content-type"] == "application/json"
    assert json.loads(base64.b64decode(message["body"]))[0] == []


class Bomb:
    """What a pickle can do to whoever reads it."""

    def __reduce__(self) -> Any:
        return pytest.fail, ("a value of the cache was run",)


def test_a_pickle_in_the_cache_is_not_read_as_one() -> None:
    with pytest.raises(msgspec.DecodeError):
        PlainValues().loads(pickle.dumps(Bomb()))


@pytest.mark.parametrize("value", [(1, 2), {1: 2}, {1}, SafeString("x"), object(), [object()], {"a": (1,)}])
def test_what_is_not_plain_is_refused_wherever_it_is_kept(value: Any) -> None:
    with pytest.raises(TypeError, match="plain values"):
        Memory("refusing", {}).set("key", value)


def test_the_memory_of_one_process_keeps_what_redis_keeps() -> None:
    memory = Memory("plain", {})
    for value in PLAIN:
        memory.set("key", value)
        assert memory.get("key") == value and type(memory.get("key")) is type(value)
    assert memory.get("nothing", 5) == 5 and memory.add("key", 1) is False


@dataclass(frozen=True)
class Record:
    words: SafeString
    numbers: tuple[int, ...] = ()


def test_records_come_back_as_they_were_and_are_made_once() -> None:
    site_cache.delete("record")
    made = [Record(SafeString("<b>"), (1, 2))]
    for _ in range(2):
        found = get_or_make("record", list[Record], 60, lambda: [made.pop()])
        assert found == [Record(SafeString("<b>"), (1, 2))] and type(found[0].words) is SafeString


def test_records_of_another_shape_are_made_again() -> None:
    for old in ("words", 3, msgspec.msgpack.encode({"other": 1})):
        site_cache.set("record", old)
        assert get_or_make("record", Record, 60, lambda: Record(SafeString("new"))).words == "new"
