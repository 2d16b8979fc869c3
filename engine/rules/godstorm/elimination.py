"""Going out: a seat without an army on the Ancient Earth is out at once, whatever took its last one.

Source: 004, "Eliminating a Player"; rulings R38 and R45, reminder E23. Its cards are discarded, its armies below and in
its heaven are gone, its faith goes back to the pool; a temple without armies around it is nobody's.
"""

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.hooks import BoardHooks
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.action_cards.playing import discard_hand
from engine.mechanics.occupy import OccupyHooks
from engine.mechanics.turns import TurnHooks
from engine.rules.godstorm import miracles
from engine.rules.godstorm.state import state_of


class LeftTheGame(PublicEvent, frozen=True, tag="elimination.left"):
    """A seat that is out takes its dead with it, as (place, armies) below and in heaven, its relics and its faith."""

    seat: int
    dead: tuple[tuple[int, int], ...]
    relics: tuple[int, ...]
    faith: int


def survives(context: Context, seat: int) -> bool:
    """Return whether a seat has an army on the Ancient Earth."""
    return bool(context.territories_of(seat))


def clear_away(context: Context, seat: int, by: int) -> None:
    """Take all that is left of a seat out of the game; `action_cards` discards its hand."""
    state = state_of(context)
    places = context.places_of(seat)
    dead = tuple((at, state.armies[at]) for at in places if state.armies[at])
    if dead or state.relics[seat] or state.purses[seat]:
        context.emit(LeftTheGame(seat, dead, state.relics[seat], state.purses[seat]))
    miracles.discard_relics(context, seat)
    state.purses[seat] = 0
    for at in places:
        state.armies[at] = 0
        state.owner[at] = NOBODY


def clear_at_the_end(context: Context, seats: tuple[int, ...]) -> None:
    """Do the same for seats that went out with the last blow of the game."""
    for seat, player in enumerate(context.state.players):
        if player.out:
            discard_hand(context, seat, NOBODY)
            clear_away(context, seat, NOBODY)


MECHANIC = Mechanic(
    name="elimination",
    hooks=(
        BoardHooks(survives=(survives,)),
        OccupyHooks(on_elimination=(clear_away,)),
        TurnHooks(on_game_over=(clear_at_the_end,)),
    ),
    events=(LeftTheGame,),
)
