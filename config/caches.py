"""A cache that nobody misses: while Redis is away, each process remembers for itself."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, TimeoutError

log = logging.getLogger(__name__)

REST = 5.0
"""Seconds in which Redis is not asked again after it failed."""

_failed_at = -REST  # of this process; Django makes a cache object for each of its threads


def _or_spare(name: str) -> Callable[..., Any]:
    """The operation `name` on Redis, or on the memory of this process if Redis does not answer."""

    def operation(self: RedisOrMemory, *args: Any, **kwargs: Any) -> Any:
        global _failed_at
        if time.monotonic() - _failed_at >= REST:
            try:
                return getattr(RedisCache, name)(self, *args, **kwargs)
            except (ConnectionError, TimeoutError):
                _failed_at = time.monotonic()
                log.warning("the cache does not answer; going on without it", exc_info=True)
        return getattr(self.spare, name)(*args, **kwargs)

    return operation


class RedisOrMemory(RedisCache):
    """Redis, with the memory of the process as its spare: pages must not fail for want of a cache.

    Limits that are counted here hold for each process alone while Redis is away.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.spare = LocMemCache("spare", {**params, "OPTIONS": {}})

    add = _or_spare("add")
    get = _or_spare("get")
    set = _or_spare("set")
    touch = _or_spare("touch")
    delete = _or_spare("delete")
    get_many = _or_spare("get_many")
    has_key = _or_spare("has_key")
    incr = _or_spare("incr")
    set_many = _or_spare("set_many")
    delete_many = _or_spare("delete_many")
    clear = _or_spare("clear")
