"""What is said of attacks beside their odds, and what may follow them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine import PlayerView


@dataclass(frozen=True)
class AttackParts:
    """What a family says of attacks."""

    attack_notes: Callable[[PlayerView, int, int, Sequence[str]], Sequence[str]] = lambda view, src, dst, leaders: ()
    """Sentences before an attack from one territory on another, with the pieces that lead it or come along."""
    before_armies: Callable[[PlayerView, int, int, Sequence[str]], str] = lambda view, src, dst, leaders: ""
    """A sentence beside the odds of an attack, on what comes before its dice."""
    invades_spaces: Callable[[PlayerView], bool] = lambda view: False
    """Whether the invasions of the open step are of spaces that are no territories."""
    free_move_land: Callable[[PlayerView], Collection[int]] = lambda view: range(len(view.owner))
    """The land among which the free move to come may go; none where that step lies behind."""
    trades_after_attacks: Callable[[PlayerView], bool] = lambda view: False
    """Whether the viewer may trade in a set once the attacks are over."""
