"""What a view of a game of Godstorm shows beside the shared facts: faith, the epoch, both worlds, relics, and what has
happened in this turn.

Source: 004, "The Rules of War": faith and the numbers of cards by deck are public, relics lie open. Who lets invasions
of this turn pass is known to their own seat alone.
"""

from collections import Counter
from collections.abc import Mapping

from engine.core.context import Context
from engine.core.facts import Facts
from engine.core.hooks import ViewHooks, WordHooks
from engine.core.ruleset import Mechanic
from engine.core.state import GameState
from engine.core.view import PlayerView
from engine.mechanics.scoring import present_scores
from engine.rules.godstorm import epochs, world
from engine.rules.godstorm.facts import heaven_of, pantheon_of
from engine.rules.godstorm.kinds import PANTHEONS, UNCHOSEN
from engine.rules.godstorm.miracles import RELICS
from engine.rules.godstorm.state import StateGodstorm, state_of


def see(context: Context, viewer: int | None) -> Facts:
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
        "scores": state.scores or present_scores(context, lambda context, seat: epochs.score_of(context, seat).total),
        "passed": tuple(seat for seat in state.passed if seat == viewer),
        **_turn_so_far(state),
    }


def _turn_so_far(state: StateGodstorm) -> Facts:
    return {
        "bought": state.bought,
        "labors": state.labors,
        "sacred": state.sacred,
        "godswar_bonus": state.godswar_bonus,
        "revived": state.revived,
        "book": state.book,
    }


def recall(state: GameState, view: PlayerView) -> None:
    """Lay what a view shows into a state."""
    assert isinstance(state, StateGodstorm)
    seen = view.extra
    state.purses, state.relics = list(seen["purses"]), list(seen["relics"])
    for name in ("epoch", "pantheons", "plague", "spare_plague", "maelstrom", "passed", *_turn_so_far(state)):
        setattr(state, name, seen[name])
    open_cards = Counter(card for relics in state.relics for card in relics)
    hidden = Counter(card for layer in state.decks[RELICS] for card in layer) - open_cards
    state.decks[RELICS] = (tuple(sorted(hidden.elements())),)
    if seen["sunken"]:
        world.sink(state)


def piece_names(view: PlayerView, seat: int) -> Mapping[str, str]:
    """Return the names of a seat's gods by their kinds: "Arawn"; none before the seat has a pantheon."""
    known = view.extra.get("pantheons", ())
    number = known[seat] if 0 <= seat < len(known) else UNCHOSEN
    return PANTHEONS[number].gods if number != UNCHOSEN else {}


MECHANIC = Mechanic("view", hooks=(ViewHooks(family_view=(see,)), WordHooks(piece_names=(piece_names,))))
