"""What a classic game holds back: armies on one territory, armies for pictured land.

Sources: Classic 1959, variations for experts, "Armies per territory" (R24); the classic parts of the 2210 and Godstorm
books, "Occupied territories" (R12). Switches: army_cap, occupied_bonus.
"""

from engine.core.ruleset import Hooks
from engine.core.table import Table
from engine.rules.classic import memory


def bonus_open(table: Table, seat: int) -> bool:
    """Return whether the active seat may still get armies for pictured land in this turn."""
    return table.options.occupied_bonus != "once_per_turn" or not memory.is_used(table, memory.BONUS)


def traded(table: Table, seat: int, bonus: int) -> None:
    if bonus >= 0 and table.options.occupied_bonus == "once_per_turn":
        memory.use(table, memory.BONUS)


def army_cap(table: Table) -> int | None:
    cap: int | None = table.options.army_cap
    return cap


HOOKS = Hooks(limit=army_cap, bonus_open=bonus_open, traded=traded)
