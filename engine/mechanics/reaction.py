"""Answers to an invasion by seats whose turn it is not: one sealed question to all that may react.

Who may react is judged on public facts alone, so that a pause betrays nobody's hand. The answers are read in turn
order, and the question comes again only if somebody played something. The family says through its hooks who may
react (`reactions`) and what a played answer does (`resolve_reaction`); its own mechanic brings the actions.
"""

from typing import Literal

from engine.core.actions import Action, End
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.notation import Command, Formatter, TokenReader
from engine.core.offers import Offer
from engine.core.ruleset import Mechanic


class ReactionAsked(Decision, frozen=True, kw_only=True, tag="reaction.asked"):
    """`seat` is about to attack dst from src; each of `seats` may play something or decline (End)."""

    seat: int
    src: int
    dst: int

    pace = "window"
    sealed = True
    step = "attack"
    ask = gettext_noop("react to the attack or let it pass")


Scope = Literal["window", "order", "turn"]
FURTHER: tuple[Scope, ...] = ("order", "turn")


class Decline(Action, frozen=True, omit_defaults=True, tag="reaction.decline"):
    """Play nothing. The `scope` says how far that goes: this "window", all of the running "order", or of the "turn"."""

    scope: Scope = "window"


def read_decline(reader: TokenReader) -> Decline:
    """Read how far a decline goes: nothing more for this question alone, `this order`, `this turn`."""
    reader.pass_over("this")
    scope: Scope = next((word for word in FURTHER if reader.take(word)), "window")
    return Decline(reader.seat, scope)


def write_decline(order: Decline, writer: Formatter) -> str:
    return "decline" if order.scope == "window" else f"decline this {order.scope}"  # as typed


DECLINE = Command(
    "decline",
    Decline,
    read_decline,
    write_decline,
    "decline [this order] [this turn]",
    gettext_noop("play nothing, now or for the rest of the order or of the turn"),
)


def offer_reactions(context: Context, seat: int, src: int, dst: int) -> None:
    """Ask everybody who may react; nothing happens where nobody may."""
    seats = {other for hook in context.rules.reaction_hooks for other in hook(context, seat, src, dst)}
    if seats:
        in_order = tuple(other for other in context.state.order if other in seats)
        context.push(ReactionAsked(seats=in_order, seat=seat, src=src, dst=dst))


def resolve(context: Context, asked: ReactionAsked, answers: list[Action]) -> None:
    played = [answer for answer in answers if not isinstance(answer, End)]
    for answer in played:
        for hook in context.rules.resolve_hooks:
            hook(context, asked, answer)
    if played:
        offer_reactions(context, asked.seat, asked.src, asked.dst)


def decline_offer(context: Context, asked: ReactionAsked, seat: int) -> tuple[Offer, ...]:
    return (Offer("turn.end", gettext_noop("Let it pass")),)


MECHANIC = Mechanic(
    name="reaction",
    answers={(ReactionAsked, End): lambda context, asked, order: None},
    resolves={ReactionAsked: resolve},
    offers={ReactionAsked: decline_offer},
    commands=(DECLINE,),
    defaults={ReactionAsked: lambda context, asked, seat: End(seat)},
    about={ReactionAsked: lambda context, asked: {"seat": asked.seat, "src": asked.src, "dst": asked.dst}},
)
