"""What a classic game knows beyond the shared state: capitals, missions, and what a turn has used up."""

from engine.core.context import Context
from engine.core.state import GameState


class ClassicState(GameState, kw_only=True):
    """Data only.

    `capitals` has the territory of each seat's capital, -1 for none; empty before they are known. `missions` has the
    id of each seat's mission, which nobody else may see. `used` names what may be done once a turn and has been.
    `shown` holds (seat, card) pairs: cards laid open on the table that still belong to a hand;
    `shown_for` is the territory that their seat attacks with them, None where a position does not say.
    """

    capitals: tuple[int, ...] = ()
    missions: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    shown: tuple[tuple[int, int], ...] = ()
    shown_for: int | None = None


def state_of(context: Context) -> ClassicState:
    """Return the state that a rule works on, which is one of this family."""
    assert isinstance(context.state, ClassicState)
    return context.state
