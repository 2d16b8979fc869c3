"""What the units of a family are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText


def armies_words(count: int) -> str:
    """Count the armies on a territory: "3 armies"."""
    return ngettext("%(count)s army", "%(count)s armies", count) % {"count": count}


def enemy_armies(count: int) -> str:
    """Count the armies of others next door: "3 enemy armies"."""
    return ngettext("%(count)s enemy army", "%(count)s enemy armies", count) % {"count": count}


def neutral_armies(count: int) -> str:
    """Count the armies of nobody's player next door: "3 neutral armies"."""
    return ngettext("%(count)s neutral army", "%(count)s neutral armies", count) % {"count": count}


@dataclass(frozen=True)
class WordParts:
    """What a family calls the units that badges count."""

    unit_words: Callable[[int], str] = armies_words
    """Count the units on a territory."""
    enemy_words: Callable[[int], str] = enemy_armies
    """Count the units of others next door."""
    neutral_words: Callable[[int], str] = neutral_armies
    """Count the units of nobody's player next door."""
    units_label: LazyText = _("Armies")
    """The head of their sums, as in the seat list."""
