"""Values of documents that come from outside, checked by kind and bounds."""

from __future__ import annotations

from typing import TypeVar

from tournaments.documents import Document, Json

T = TypeVar("T")
KINDS: dict[type, str] = {str: "a text", list: "a list", dict: "an object"}


def get(given: Document, name: str, kind: type[T]) -> T:
    """Return what stands under a name. Raises ValueError unless it is of this kind."""
    found = given.get(name)
    if not isinstance(found, kind):
        raise ValueError(f"{name}: {KINDS[kind]}, not {found!r}"[:200])
    return found


def number(given: Document, name: str, least: int, most: int) -> int:
    """Return the whole number that stands under a name. Raises ValueError out of its bounds."""
    found = given.get(name)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise ValueError(f"{name}: a whole number from {least} to {most}, not {found!r}"[:200])
    return found


def objects(given: Document, name: str) -> list[dict[str, Json]]:
    """Return the objects of a list that stands under a name. Raises ValueError if there is anything else in it."""
    found = get(given, name, list)
    if not all(isinstance(each, dict) for each in found):
        raise ValueError(f"{name}: a list of objects")
    return [each for each in found if isinstance(each, dict)]
