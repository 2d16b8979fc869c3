"""What units of others are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import ngettext


def enemy_armies(count: int) -> str:
    """Count the armies of others next door: "3 enemy armies"."""
    return ngettext("%(count)s enemy army", "%(count)s enemy armies", count) % {"count": count}


def neutral_armies(count: int) -> str:
    """Count the armies of nobody's player next door: "3 neutral armies"."""
    return ngettext("%(count)s neutral army", "%(count)s neutral armies", count) % {"count": count}


@dataclass(frozen=True)
class WordParts:
    """What a family calls units of others; what it calls units is said by its rules."""

    enemy_words: Callable[[int], str] = enemy_armies
    """Count the units of others next door."""
    neutral_words: Callable[[int], str] = neutral_armies
    """Count the units of nobody's player next door."""
