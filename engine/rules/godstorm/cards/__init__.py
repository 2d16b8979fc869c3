"""The miracles: 66 cards of 57 kinds in four decks, each deck a module.

Sources: 004, "Obtain Miracle Cards", "Play Miracle Cards"; what the rulebook leaves to the cards is in docs/rulings.md.
War and Death cards are played in one's own turn, Sky cards when one is attacked, with the god of their deck in play;
relics of the Magic deck lie open. While a miracle is played the owner of Aegis may undo it.
"""

from __future__ import annotations

from engine.core.context import Context
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.action_cards.kinds import CardKind, Catalogue, register_catalogue
from engine.mechanics.action_cards.playing import holds_for
from engine.mechanics.battle.types import Attack
from engine.mechanics.reaction import InvasionHooks
from engine.rules.godstorm.cards import common, death, relics, sky, war
from engine.rules.godstorm.facts import relics_of
from engine.rules.godstorm.kinds import LAND
from engine.rules.godstorm.state import state_of

KINDS: tuple[CardKind, ...] = (*war.KINDS, *death.KINDS, *sky.KINDS, *relics.KINDS)


def may_play(context: Context, seat: int, deck: str) -> str:
    """Refuse cards of a deck whose god the seat has not in play."""
    return "" if context.state.has_piece(seat, deck) else common.NO_GOD[deck]


BOOK = Catalogue(KINDS, may_play, while_attacking=lambda context: False, may_undo=relics.may_undo, open_cards=relics_of)
register_catalogue("godstorm", lambda options: BOOK)


def may_react(context: Context, order: Attack) -> tuple[int, ...]:
    """List who is asked about an attack: the player who is attacked on the Ancient Earth and has a Sky card and the
    god of the sky; what the cards say nobody looks at."""
    state = context.state
    attacked = state.owner[order.dst]
    if attacked in (NOBODY, state.neutral) or context.graph.zone(order.dst) != LAND:
        return ()
    return (attacked,) if holds_for(context, attacked, (sky.DECK,)) else ()


def on_sacred_ground(context: Context, seat: int, src: int, dst: int) -> str | None:
    """Refuse to attack a territory whose ground was made sacred in this turn."""
    return "cards.sacred" if dst in state_of(context).sacred else None


MECHANIC = Mechanic(
    name="miracle_cards",
    hooks=(InvasionHooks(may_react=(may_react,), may_enter=(on_sacred_ground,)),),
    events=(*common.EVENTS, *war.EVENTS, *death.EVENTS),
    refusals=common.REFUSALS,
)
