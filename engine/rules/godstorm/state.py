"""What a game of Godstorm knows beyond the shared state: what the board and the running turn remember of it."""

from __future__ import annotations

from typing import ClassVar

from engine.core.context import Context
from engine.mechanics.family_state import FamilyState
from engine.rules.godstorm.kinds import GODS, TEMPLE


class StateGodstorm(FamilyState, kw_only=True):
    """Data only; a purse holds faith. A temple belongs to the owner of its territory, to nobody where there is none.

    `pantheons` are the numbers of each seat's pantheon, behind them that of the neutral army. `plague` are the
    territories with a marker, `spare_plague` says whether the fifth one is still in the box. `sunken` tells whether
    Atlantis has gone down, `maelstrom` the two ends of the water connection that it has closed. `relics` has the cards
    that lie open before each seat, in the order in which they came. `epoch` is the space of the marker, which may go
    back, while `round` counts the rounds that are played. `scores` has the final score of each seat, once it is
    counted.

    The others speak of the running turn: `labors` are decks whose Labor is paid, `sacred` the territories that nobody
    may attack, `godswar_bonus` holds (seat, more) pairs, `revived` are crypts that have revived somebody, `book` tells
    whether The Book of the Dead was used, `placed` whether armies of this turn were placed, and `kept` counts armies
    that The Tree of Life keeps in the running throw.
    """

    bystanders: ClassVar[frozenset[str]] = frozenset({*GODS, TEMPLE})

    pantheons: tuple[int, ...] = ()
    plague: tuple[int, ...] = ()
    spare_plague: bool = True
    sunken: bool = False
    maelstrom: tuple[int, ...] = ()
    relics: list[tuple[int, ...]] = []
    epoch: int = 1
    scores: tuple[int, ...] = ()
    labors: tuple[str, ...] = ()
    sacred: tuple[int, ...] = ()
    godswar_bonus: tuple[tuple[int, int], ...] = ()
    revived: tuple[int, ...] = ()
    book: bool = False
    placed: bool = False
    kept: int = 0

    def copy(self) -> StateGodstorm:
        twin = super().copy()
        assert isinstance(twin, StateGodstorm)
        twin.relics = [*self.relics]
        return twin

    def forget_turn(self) -> None:
        """Clear what cards and Labors of the turn that is over have left behind."""
        self.labors = ()
        self.sacred = self.revived = ()
        self.godswar_bonus = ()
        self.book = self.placed = False
        self.kept = 0


def state_of(context: Context) -> StateGodstorm:
    """Return the state that a rule works on, which is one of this family."""
    assert isinstance(context.state, StateGodstorm)
    return context.state
