"""What is said of attacks beside their odds, and what may follow them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine import PlayerView


class AttackNotes(NamedTuple):
    """What a player should know before an attack: `sentences` on who answers and moves in, and `before_dice` beside the
    odds, on what comes first."""

    sentences: Sequence[str] = ()
    before_dice: str = ""


@dataclass(frozen=True)
class AttackParts:
    """What a family says of attacks."""

    attack_notes: Callable[[PlayerView, int, int, Sequence[str]], AttackNotes] = lambda *args: AttackNotes()
    """What to know before an attack from one territory on another, with the pieces that lead it or come along."""
    trades_after_attacks: Callable[[PlayerView], bool] = lambda view: False
    """Whether the viewer may trade in a set once the attacks are over."""
