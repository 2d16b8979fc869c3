"""What a view of a game of 2210 shows beside the shared facts: energy, the year, what cards have done in this turn.

Source: 002, "Important Notes": energy, the numbers of cards by deck and scores are public. What land Scout
Forces wait for is known to their own seat alone, and so is who lets invasions of this turn pass.
"""

from engine.core.context import Context
from engine.core.facts import Facts
from engine.core.hooks import ViewHooks
from engine.core.ruleset import Mechanic
from engine.core.state import GameState
from engine.core.view import PlayerView
from engine.mechanics.scoring import present_scores
from engine.rules.risk2210 import years
from engine.rules.risk2210.state import State2210, state_of


def see(context: Context, viewer: int | None) -> Facts:
    """Show the facts that `viewer` may know, all of them always, so that pages need not ask whether they are there."""
    state = state_of(context)
    return {
        "purses": tuple(state.purses),
        "year": max(1, state.round),  # the marker lies on the first one from the set-up on
        "devastated": state.devastated,
        "scores": state.scores or present_scores(context, years.land_points),  # without cards that nobody has seen
        "scouts": tuple(at for seat, at in state.scouts if seat == viewer),
        "scouting": tuple(map([seat for seat, _ in state.scouts].count, range(len(state.seats)))),
        "passed": tuple(seat for seat in state.passed if seat == viewer),
        **_turn_so_far(state),
    }


def _turn_so_far(state: State2210) -> Facts:
    return {
        "bought": state.bought,
        "invaded": state.invaded,
        "bonus": state.bonus,
        "fortified": state.fortified,
        "jammed": state.jammed,
        "cease_fire": state.cease_fire,
        "invade_earth": state.invade_earth,
        "hidden_energy": state.hidden_energy,
        "extraction": state.extraction,
    }


def recall(state: GameState, view: PlayerView) -> None:
    """Lay what a view shows into a state."""
    assert isinstance(state, State2210)
    seen = view.extra
    state.purses, state.devastated, state.passed = list(seen["purses"]), seen["devastated"], seen["passed"]
    state.scouts = tuple((view.viewer, at) for at in seen["scouts"] if view.viewer is not None)
    for name in _turn_so_far(state):
        setattr(state, name, seen[name])


MECHANIC = Mechanic("view", hooks=(ViewHooks(family_view=(see,)),))
