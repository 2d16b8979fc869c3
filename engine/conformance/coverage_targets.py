"""What there is to prove: sections of the rulebooks, rulings, test cases and cards, as each family lists them.

A case names what it proves in its `source`.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from engine.core.family import Provable
from engine.core.registry import families


def is_named(item: Provable, source: str) -> bool:
    return item.key.casefold() in map(str.casefold, _split_source(source))


def unknown_parts(sources: Iterable[str]) -> Iterator[list[str]]:
    """Yield for each source what it names that is not in the book: a misspelt section would else prove nothing."""
    known = {item.key.casefold() for item in items()}
    for source in sources:
        yield [part for part in _split_source(source) if part.casefold() not in known]


@cache
def _split_source(source: str) -> tuple[str, ...]:
    """Split a source into its keys. `cards Alaska, Peru` is `card Alaska; card Peru`, so that each is named in one
    way."""
    parts: list[str] = []
    for part in filter(None, map(str.strip, source.split(";"))):
        word, _, names = part.partition(" ")
        parts += (
            [f"card {name.strip()}" for name in names.split(",")] if word.casefold() in ("card", "cards") else [part]
        )
    return tuple(parts)


def items() -> Iterator[Provable]:
    """Yield everything there is to prove, family by family in the order of their books."""
    for family in families().values():
        yield from family.book()


def sections() -> list[Provable]:
    """List the sections of the rulebooks: what names the functions that carry it out."""
    return [item for item in items() if item.code]
