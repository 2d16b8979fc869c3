"""Temples change hands with their territory; where nobody holds it they are nonaligned.

Sources: 004, "Temples", "Capturing Territories", "Eliminating a Player"; E20, R19, R20, R39.
"""

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.core.units import Piece
from engine.mechanics.occupy import OccupyHooks
from engine.rules.godstorm.facts import temple_places, temple_stands
from engine.rules.godstorm.kinds import TEMPLE

MOST = 12


class TempleTaken(PublicEvent, frozen=True, tag="temples.taken", gc=False):
    """The temple at `at` belongs to `seat` now, to nobody if that is NOBODY; `was` had it."""

    seat: int
    at: int
    was: int


def hand_over(context: Context, at: int, seat: int) -> None:
    """Give the temple of a territory, if there is one, to a seat or to nobody."""
    state = context.state
    for index, piece in enumerate(state.pieces):
        if piece.at == at and piece.kind == TEMPLE and piece.seat != seat:
            state.pieces[index] = Piece(TEMPLE, seat, at)
            context.emit(TempleTaken(seat, at, piece.seat))


def hand_over_taken(context: Context, seat: int, dst: int, was: int) -> None:
    hand_over(context, dst, seat)


def abandon(context: Context, seat: int, at: int) -> None:
    hand_over(context, at, NOBODY)


def sites(context: Context, seat: int) -> tuple[int, ...]:
    """List the own territories where a seat may put a further temple; none while all twelve stand."""
    state = context.state
    if len(temple_places(state)) >= MOST:
        return ()
    return tuple(at for at in context.territories_of(seat) if not temple_stands(state, at))


MECHANIC = Mechanic(
    name="temples", hooks=(OccupyHooks(on_taken=(hand_over_taken,), on_emptied=(abandon,)),), events=(TempleTaken,)
)
