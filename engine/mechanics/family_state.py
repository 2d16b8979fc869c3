"""What the shared mechanics of families with purses remember: money, and what a seat has done in the running turn.

A family of them makes its own state from this one and lists `MECHANIC`, which clears the memory as a turn begins.
"""

from engine.core.context import Context
from engine.core.ruleset import Mechanic
from engine.core.state import GameState
from engine.mechanics.turns import TurnHooks


class FamilyState(GameState, kw_only=True):
    """Data only; a field more is a new schema, as those of a family come after these in a packed state.

    `purses` has what each seat can pay with. The others speak of the running turn: `passed` are seats that let all its
    questions about invasions pass, `jammed` seats that may play no card in it; `bought` and `invaded` tell whether the
    active seat has bought cards and has declared an invasion.
    """

    purses: list[int] = []
    passed: tuple[int, ...] = ()
    jammed: tuple[int, ...] = ()
    bought: bool = False
    invaded: bool = False

    def copy(self) -> "FamilyState":
        twin = super().copy()
        assert isinstance(twin, FamilyState)
        twin.purses = [*self.purses]
        return twin

    def forget_turn(self) -> None:
        """Clear what the family's own fields remember of a turn; here there are none."""


def family_state(context: Context) -> FamilyState:
    """Return the state that a rule works on, which has purses."""
    assert isinstance(context.state, FamilyState)
    return context.state


def forget_turn(context: Context) -> None:
    """Clear the memory of a turn as the next one begins."""
    state = family_state(context)
    state.passed = state.jammed = ()
    state.bought = state.invaded = False
    state.forget_turn()


MECHANIC = Mechanic("family_state", hooks=(TurnHooks(on_turn_start=(forget_turn,)),))
