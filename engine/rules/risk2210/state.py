"""What a game of 2210 knows beyond the shared state: what the board and the running turn remember of it."""

from __future__ import annotations

from typing import ClassVar

from engine.core.context import Context
from engine.mechanics.family_state import FamilyState
from engine.rules.risk2210.kinds import STATION, WATER_CARDS


class State2210(FamilyState, kw_only=True):
    """Data only; `round` is the year, and a purse holds energy.

    `devastated` are the lands that nobody can enter. `scouts` holds (seat, territory) pairs: Scout Forces that wait
    for their land, which only their seat knows. `scores` has the final score of each seat, once it is counted.

    The others speak of the running turn: `hidden_energy` are the territories on Hidden Energy cards, which lie open
    until it ends (in games stored before that was so they are among the discards already). `extraction` counts Energy
    Extraction cards, `invade_earth` are the lands that the Moon may invade, `cease_fire` the seats that the active one
    may not invade; `bonus` and `fortified` tell whether it has had its bonus for three territories and has fortified.
    """

    buildings: ClassVar[frozenset[str]] = frozenset({STATION})

    devastated: tuple[int, ...] = ()
    scouts: tuple[tuple[int, int], ...] = ()
    hidden_energy: tuple[int, ...] = ()
    extraction: int = 0
    invade_earth: tuple[int, ...] = ()
    cease_fire: tuple[int, ...] = ()
    bonus: bool = False
    fortified: bool = False
    scores: tuple[int, ...] = ()

    def forget_turn(self) -> None:
        """Clear what cards and moves of the turn that is over have left behind."""
        if self.hidden_energy:
            self.discards[WATER_CARDS] = tuple(sorted({*self.discards[WATER_CARDS], *self.hidden_energy}))
        self.hidden_energy = self.invade_earth = self.cease_fire = ()
        self.extraction = 0
        self.bonus = self.fortified = False


def state_of(context: Context) -> State2210:
    """Return the state that a rule works on, which is one of this family."""
    assert isinstance(context.state, State2210)
    return context.state
