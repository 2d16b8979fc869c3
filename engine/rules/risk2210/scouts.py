"""Scout Forces on their way: MODs that wait on a face-down card until their seat controls its territory.

Source: 002, "Scout Forces" among the answers about cards. They are on no board and count for nothing before that.
"""

from random import Random

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.core.state import GameState
from engine.core.units import split_like
from engine.mechanics.occupy import OccupyHooks
from engine.rules.risk2210.kinds import LAND_CARDS
from engine.rules.risk2210.state import State2210, state_of

MODS = 5


class ScoutsArrived(PublicEvent, frozen=True, tag="scouts.arrived", gc=False):
    """Scout Forces came down on the territory of their card, which is shown with it."""

    seat: int
    at: int
    armies: int


def report(context: Context) -> None:
    """Put down the Scout Forces whose territory is in their own seat's hands."""
    state = state_of(context)
    arrived = [(seat, at) for seat, at in state.scouts if state.owner[at] == seat]
    for seat, at in arrived:
        state.armies[at] += MODS
        context.emit(ScoutsArrived(seat, at, MODS))
    _discard(state, arrived)


def dismiss(context: Context, seat: int) -> None:
    """Discard the Scout Forces of a seat that is out."""
    state = state_of(context)
    _discard(state, [scout for scout in state.scouts if scout[0] == seat])


def _discard(state: State2210, gone: list[tuple[int, int]]) -> None:
    if gone:
        state.scouts = tuple(scout for scout in state.scouts if scout not in gone)
        state.discards[LAND_CARDS] = tuple(sorted((*state.discards[LAND_CARDS], *(at for _, at in gone))))


def arrive(context: Context, seat: int, dst: int, was: int) -> None:
    if state_of(context).scouts:
        report(context)


def deal_anew(state: GameState, viewer: int | None, random: Random) -> None:
    """Let the Scout Forces of others wait for other lands: any that is in the deck, and not their own seat's."""
    assert isinstance(state, State2210)
    hidden = sorted(card for layer in state.decks[LAND_CARDS] for card in layer)
    waiting = []
    for seat, at in state.scouts:
        spots = [card for card in hidden if state.owner[card] != seat]
        if seat != viewer and spots:
            chosen = random.choice(spots)
            hidden.remove(chosen)
            hidden.append(at)
            at = chosen
        waiting.append((seat, at))
    state.scouts = tuple(waiting)
    random.shuffle(hidden)
    state.decks[LAND_CARDS] = split_like(state.decks[LAND_CARDS], hidden)


MECHANIC = Mechanic(name="scouts", hooks=(OccupyHooks(on_taken=(arrive,)),), events=(ScoutsArrived,))
