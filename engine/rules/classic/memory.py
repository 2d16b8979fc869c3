"""What a turn remembers: things that may be done once in it.

`ClassicState.used` holds their names; the next turn begins with none. Hosts and cases know them by these names.
"""

from engine.core.ruleset import Hooks
from engine.core.table import Table
from engine.rules.classic.state import state_of

COMMANDER = "commander"  # 1959 for experts, R23
BONUS = "bonus"  # two armies on a pictured territory, where they come once a turn, R12


def is_used(table: Table, name: str) -> bool:
    return name in state_of(table).used


def use(table: Table, name: str) -> None:
    """Note that the running turn has done this; a second time changes nothing."""
    if not is_used(table, name):
        state_of(table).used = (*state_of(table).used, name)


def forget(table: Table) -> None:
    """Clear the memory at the start of a turn: everything may be done once again."""
    state_of(table).used = ()


HOOKS = Hooks(turn_began=forget)
