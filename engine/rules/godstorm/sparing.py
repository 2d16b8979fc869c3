"""The Tree of Life: armies that would fall in the defence of the Ancient Earth are kept for a faith each.

The owner is asked once a roll, before its losses are taken, for as many as fall and can be paid. Sources: the relic's
own words; R13, FAMILIES "spare".
"""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command
from engine.core.offers import NumberField, Offer
from engine.core.ruleset import Mechanic
from engine.mechanics.battle.fight import losses_in
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.types import Attack
from engine.rules.godstorm.facts import has_relic
from engine.rules.godstorm.kinds import LAND
from engine.rules.godstorm.state import state_of

TREE = "The Tree of Life"  # as typed


class SpareAsked(Decision, frozen=True, kw_only=True, tag="sparing.asked"):
    """The defender of dst may keep up to `most` of the armies that a roll costs."""

    seat: int
    src: int
    dst: int
    falling: int
    most: int

    pace = "window"
    step = "attack"
    ask = gettext_noop("say how many fallen armies you keep for faith")


class Spare(Action, frozen=True, tag="sparing.spare"):
    armies: int


class ArmiesKept(PublicEvent, frozen=True, tag="sparing.kept", gc=False):
    """A seat paid a faith for each of these armies, which do not fall in the roll."""

    seat: int
    at: int
    armies: int


def ask(context: Context, order: Attack, attack: tuple[int, ...], defend: tuple[int, ...]) -> SpareAsked | None:
    """Ask the defender with The Tree of Life and faith about the losses of a roll."""
    state, dst = state_of(context), order.dst
    owner = state.owner[dst]
    if context.graph.zone(dst) != LAND or not has_relic(state, owner, TREE):
        return None
    _, falling = losses_in(context, order, attack, defend)
    most = min(falling, state.purses[owner])
    if not most:
        return None
    return SpareAsked(seats=(owner,), seat=order.seat, src=order.src, dst=dst, falling=falling, most=most)


def spare(context: Context, asked: SpareAsked, order: Spare) -> None:
    """Pay for the armies that are kept. Raises IllegalAction: sparing.too_many."""
    context.require(0 <= order.armies <= asked.most, "sparing.too_many", most=asked.most)
    context.pop_decision()
    if order.armies:
        context.pay(order.seat, order.armies)
        state_of(context).kept = order.armies
        context.emit(ArmiesKept(order.seat, asked.dst, order.armies))


def keep(context: Context, order: Attack, losses: tuple[int, int]) -> tuple[int, int]:
    """Take those that are kept off the defender's losses."""
    state = state_of(context)
    kept, state.kept = state.kept, 0
    attacker, defender = losses
    return attacker, defender - kept


def about(context: Context, asked: SpareAsked) -> Facts:
    return {name: getattr(asked, name) for name in ("seat", "src", "dst", "falling", "most")}


SPARE = Command(
    "spare",
    Spare,
    lambda reader: Spare(reader.seat, reader.number(gettext("a number of armies, or 0"))),
    lambda order, writer: f"spare {order.armies}",  # as typed
    "spare 2",  # as typed
    gettext_noop("how many of your fallen armies The Tree of Life keeps, for 1 faith each"),
)

MECHANIC = Mechanic(
    name="sparing",
    hooks=(BattleHooks(on_dice_rolled=(ask,), change_losses=(keep,)),),
    answers={(SpareAsked, Spare): spare},
    offers={
        SpareAsked: lambda context, asked, seat: (
            Offer("sparing.spare", gettext_noop("Keep them"), (NumberField("armies", least=0, most=asked.most),)),
        )
    },
    defaults={SpareAsked: lambda context, asked, seat: Spare(seat, 0)},
    about={SpareAsked: about},
    events=(ArmiesKept,),
    refusals={"sparing.too_many": gettext_noop("You can keep 0 to {most} of them.")},
    commands=(SPARE,),
)
