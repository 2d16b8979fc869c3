"""What a turn remembers: things that may be done once in it.

`ClassicState.used` holds their names; the next turn begins with none. Hosts and cases know them by these names.
"""

from engine.core.context import Context
from engine.core.ruleset import Mechanic
from engine.mechanics.turns import TurnHooks
from engine.rules.classic.state import state_of

COMMANDER = "commander"  # 1959 for experts, R23
BONUS = "bonus"  # two armies on a pictured territory, where they come once a turn, R12


def is_used(context: Context, name: str) -> bool:
    return name in state_of(context).used


def use(context: Context, name: str) -> None:
    """Note that the running turn has done this; a second time changes nothing."""
    if not is_used(context, name):
        state_of(context).used = (*state_of(context).used, name)


def clear_memory(context: Context) -> None:
    """Clear the memory at the start of a turn: everything may be done once again."""
    state_of(context).used = ()


MECHANIC = Mechanic("once_per_turn", hooks=(TurnHooks(on_turn_start=(clear_memory,)),))
