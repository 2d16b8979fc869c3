"""What a view of a game of Godstorm shows beside the shared facts: faith, the epoch, both worlds, relics, and what has
happened in this turn.

Source: 004, "The Rules of War": faith and the numbers of cards by deck are public, relics lie open. Who lets invasions
of this turn pass is known to their own seat alone.
"""

from typing import Any

from engine.core.context import Context
from engine.core.ruleset import Hooks
from engine.rules.godstorm import epochs
from engine.rules.godstorm.facts import heaven_of, pantheon_of
from engine.rules.godstorm.state import StateGodstorm, state_of


def see(context: Context, viewer: int | None) -> dict[str, Any]:
    """Show the facts that `viewer` may know, all of them always, so that pages need not ask whether they are there."""
    state = state_of(context)
    seats = range(len(state.players))
    heavens = tuple(heaven_of(state, seat) for seat in seats)
    return {
        "purses": tuple(state.purses),
        "epoch": state.epoch,
        "pantheons": tuple(pantheon_of(state, seat) for seat in range(max(len(seats), len(state.pantheons)))),
        "heavens": heavens,
        "risen": tuple(state.armies[at] if at >= 0 else 0 for at in heavens),
        "plague": state.plague,
        "spare_plague": state.spare_plague,
        "sunken": state.sunken,
        "maelstrom": state.maelstrom,
        "relics": tuple(state.relics),
        "scores": state.scores or epochs.present_scores(context),
        "passed": tuple(seat for seat in state.passed if seat == viewer),
        **_turn_so_far(state),
    }


def _turn_so_far(state: StateGodstorm) -> dict[str, Any]:
    return {
        "bought": state.bought,
        "labors": state.labors,
        "sacred": state.sacred,
        "godswar_bonus": state.godswar_bonus,
        "revived": state.revived,
        "book": state.book,
    }


HOOKS = Hooks(family_view=see)
