"""A cache of plain values, in the memory of a process or in Redis (`common.redis_cache`).

Values are written as msgpack. Reading one runs no code, whoever may have written to Redis, as reading a pickle would.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar, cast

import msgspec
from django.core.cache import cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.utils.safestring import SafeString

PLAIN = (type(None), bool, int, float, str, bytes)
MISSING = object()
T = TypeVar("T")


class PlainValues:
    """Serialize what the cache keeps: None, booleans, numbers, str, bytes, and lists and dicts of them."""

    def dumps(self, value: object) -> int | bytes:
        """Encode a plain value; integers stay what they are, so that Redis can add to them. Raises TypeError for
        others."""
        if type(value) is int:
            return value
        _require_plain(value)
        return msgspec.msgpack.encode(value)

    def loads(self, data: Any) -> object:
        try:
            return int(data)
        except ValueError:  # no other value begins with a digit or a sign in msgpack
            return msgspec.msgpack.decode(data)


def _require_plain(value: object) -> None:
    if type(value) is list:
        for part in value:
            _require_plain(part)
    elif type(value) is dict and all(type(key) is str for key in value):
        for part in value.values():
            _require_plain(part)
    elif type(value) not in PLAIN:
        raise TypeError(
            "The cache keeps plain values (None, bool, int, float, str, bytes, list, dict), not "
            f"{type(value).__name__}; common.caches.get_or_make keeps dataclasses and tuples."
        )


def get_or_make(key: str, kind: type[T], seconds: float, make: Callable[[], T]) -> T:
    """Get what the cache has under the key as a value of this kind (dataclasses, tuples and lists of them), else make
    and keep it. What another release kept in another shape is made again."""
    found = cache.get(key)
    if isinstance(found, bytes):
        try:
            kept: T = _decoder(cast(Hashable, kind)).decode(found)
            return kept
        except msgspec.ValidationError:
            pass
    made = make()
    cache.set(key, msgspec.msgpack.encode(made, enc_hook=_plain_text), seconds)
    return made


@lru_cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=_marked_safe)


def _plain_text(value: object) -> str:
    if isinstance(value, SafeString):
        return str.__str__(value)
    raise TypeError(f"The cache cannot keep a {type(value).__name__}.")


def _marked_safe(kind: type, value: object) -> SafeString:
    if kind is SafeString and isinstance(value, str):
        return SafeString(value)
    raise TypeError(f"The cache cannot read a {kind.__name__}.")


class Memory(LocMemCache):
    """The memory of this process; takes what Redis takes and gives it back in the same types."""

    values = PlainValues()

    def get(self, key: object, default: object = None, version: int | None = None) -> object:
        found = super().get(key, MISSING, version)
        return default if found is MISSING else self.values.loads(found)

    def add(
        self, key: object, value: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return super().add(key, self.values.dumps(value), timeout, version)

    def set(
        self, key: object, value: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        super().set(key, self.values.dumps(value), timeout, version)
