"""Who has a game's board open, and as it stood when: noted by the polls of open pages, asked before a mail is sent.

The cache keeps it, which all web servers and workers of a site share, and no query is needed. Where it is lost, a mail
comes that could have been spared.
"""

from __future__ import annotations

from typing import NamedTuple

from django.core.cache import cache

LASTS_SECONDS = 45
"""How long a poll counts. A page asks every 15 seconds, and does not note what it has just been given anew."""


class Shown(NamedTuple):
    """What an open page shows: the game's last entry, and the number of the open decision (0: not known)."""

    seq: int
    ref: int


def note_open(player: int, user: int, shown: Shown) -> None:
    """Note that a person looks at the board from a seat: its player, or a friend who stands in."""
    cache.set(key_of(player, user), [shown.seq, shown.ref], LASTS_SECONDS)


def open_board(player: int, user: int) -> Shown | None:
    """Return what the page shows that a person has open from a seat; None if there is none."""
    found = cache.get(key_of(player, user))
    return Shown(*found) if found else None


def key_of(player: int, user: int) -> str:
    return f"board:{player}:{user}"
