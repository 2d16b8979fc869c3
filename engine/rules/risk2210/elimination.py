"""Going out: a seat without a unit on any board is out at once, and nobody inherits anything.

Source: 002, "Eliminating a Player"; ruling "elimination no loot", proposal "elimination by card".
"""

from engine.core.context import Context
from engine.core.hooks import BoardHooks
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.occupy import OccupyHooks
from engine.mechanics.turns import TurnHooks
from engine.rules.risk2210 import scouts


def survives(context: Context, seat: int) -> bool:
    """Return whether a seat has a MOD or a Commander on a board."""
    state = context.state
    return any(owner == seat and state.units(at) for at, owner in enumerate(state.owner))


def clear_away(context: Context, seat: int, by: int) -> None:
    """Remove the stations and the waiting Scout Forces of a seat that is out; `action_cards` discards its hand."""
    scouts.dismiss(context, seat)
    clear_land(context, seat)


def clear_land(context: Context, seat: int) -> None:
    """Remove the stations of a seat without units; what they alone held is nobody's."""
    state = context.state
    state.pieces = [piece for piece in state.pieces if piece.seat != seat]
    for territory in context.territories_of(seat):
        state.owner[territory] = NOBODY


def clear_at_the_end(context: Context, seats: tuple[int, ...]) -> None:
    """Remove the stations of seats that went out with the last blow of the game."""
    for seat, player in enumerate(context.state.players):
        if player.out:
            clear_land(context, seat)


MECHANIC = Mechanic(
    "elimination",
    hooks=(
        BoardHooks(survives=(survives,)),
        OccupyHooks(on_elimination=(clear_away,)),
        TurnHooks(on_game_over=(clear_at_the_end,)),
    ),
)
