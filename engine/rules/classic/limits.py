"""What a classic game holds back: armies on one territory, armies for pictured land.

Sources: Classic 1959, variations for experts, "Armies per territory" (R24); the classic parts of the 2210 and Godstorm
books, "Occupied territories" (R12). Switches: army_cap, occupied_bonus.
"""

from engine.core.context import Context
from engine.core.hooks import BoardHooks
from engine.core.ruleset import Mechanic
from engine.mechanics.card_sets import CardSetHooks
from engine.rules.classic import once_per_turn


def bonus_open(context: Context, seat: int) -> bool:
    """Return whether the active seat may still get armies for pictured land in this turn."""
    return context.options.occupied_bonus != "once_per_turn" or not once_per_turn.is_used(context, once_per_turn.BONUS)


def note_trade(context: Context, seat: int, bonus: int) -> None:
    if bonus >= 0 and context.options.occupied_bonus == "once_per_turn":
        once_per_turn.use(context, once_per_turn.BONUS)


def army_cap(context: Context) -> int | None:
    cap: int | None = context.options.army_cap
    return cap


MECHANIC = Mechanic(
    "limits",
    hooks=(
        BoardHooks(army_limit=(army_cap,)),
        CardSetHooks(territory_bonus_allowed=(bonus_open,), on_trade=(note_trade,)),
    ),
)
