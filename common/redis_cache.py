"""The cache in Redis, which works without it: while it is away, each process remembers for itself.

Apart from `common.caches`, so that a site without Redis does not load its library at every start.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, TimeoutError

from common.caches import Memory

log = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 5.0
"""How long after a failure Redis is asked again."""

_failed_at = -RETRY_AFTER_SECONDS  # of this process; Django makes a cache object for each of its threads


def _redis_or_memory(name: str) -> Callable[..., Any]:
    """Make the operation `name` on Redis, or on this process's memory while Redis does not answer."""

    def operation(self: RedisOrMemory, *args: object, **kwargs: object) -> Any:
        global _failed_at
        if time.monotonic() - _failed_at >= RETRY_AFTER_SECONDS:
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

    def __init__(self, server: str, params: dict[str, object]) -> None:
        super().__init__(server, params)
        self.spare = Memory("spare", {**params, "OPTIONS": {}})

    add = _redis_or_memory("add")
    get = _redis_or_memory("get")
    set = _redis_or_memory("set")
    touch = _redis_or_memory("touch")
    delete = _redis_or_memory("delete")
    get_many = _redis_or_memory("get_many")
    has_key = _redis_or_memory("has_key")
    incr = _redis_or_memory("incr")
    set_many = _redis_or_memory("set_many")
    delete_many = _redis_or_memory("delete_many")
    clear = _redis_or_memory("clear")
