"""Answers to an invasion by seats whose turn it is not: one sealed question, a window, to all that may react.

Who may react is judged on public facts alone, so that a pause betrays nobody's hand. The answers take effect one after
another in turn order from the seat after the active one, and the window opens again only if something was played. Who
lets all windows of the order or of the turn pass is asked on as before and answered for at once, so that nobody sees a
difference. The family says through its hooks who may react (`may_react`) and what a played answer does
(`resolve_reaction`); its own mechanic brings the actions. What lies beneath a window on the agenda is the invasion on
its way (`battle.AttackInProgress`), which is looked at anew after it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Literal, cast

import msgspec
from msgspec.structs import replace

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import SealedAnswerReceived
from engine.core.facts import Facts
from engine.core.hooks import Hook, HookRecord
from engine.core.language import gettext_noop
from engine.core.notation import Command, TokenReader
from engine.core.offers import ChoiceField, Offer
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.family_state import family_state
from engine.mechanics.turns import seats_after_active

if TYPE_CHECKING:
    from engine.mechanics.battle.types import Attack, AttackInProgress

Scope = Literal["window", "order", "turn"]


class ReactionAsked(Decision, frozen=True, kw_only=True, tag="reaction.asked"):
    """`seat` is about to attack dst from src; each of `seats` may play something or decline."""

    seat: int
    src: int
    dst: int

    pace = "window"
    sealed = True
    step = "attack"
    ask = gettext_noop("react to the attack or let it pass")


class Decline(Action, frozen=True, omit_defaults=True, tag="reaction.decline"):
    """Let an invasion pass: this time, or in all further windows of the order or of the turn."""

    scope: Scope = "window"


class Answered(Step, frozen=True, tag="reaction.answered"):
    """A window that is closed, and what was played in it and has yet to take effect, as plain data; `played` once
    something has."""

    seat: int
    src: int
    dst: int
    answers: tuple[Facts, ...]
    played: bool = False


class InvasionHooks(HookRecord, frozen=True):
    """Who may invade a territory, and who may answer an invasion before its dice.

    may_enter: a refusal's code if `seat` may not attack dst from src, else None.
    may_react: seats that may answer an invasion, which the attack describes, judged on public facts alone.
    resolve_reaction: what an answer to an invasion does, when it takes effect.
    """

    may_enter: Hook[[Context, int, int, int], str | None] = ()
    may_react: Hook[[Context, Attack], Iterable[int]] = ()
    resolve_reaction: Hook[[Context, ReactionAsked, Action], None] = ()


def stands(context: Context, seat: int, src: int, dst: int) -> bool:
    """Return whether an invasion may still be answered: it is allowed, and somebody else has units or a building
    there. How many units attack does not matter here."""
    owner = context.state.owner[dst]
    if owner in (seat, NOBODY) or not (context.units(dst) or context.buildings_at(dst)):
        return False
    return not is_cancelled(context, seat, src, dst)


def is_cancelled(context: Context, seat: int, src: int, dst: int) -> bool:
    """Return whether `seat` may not enter dst from src any more."""
    if context.state.owner[src] != seat or dst not in context.neighbours(src, "attack"):
        return True
    return bool(why_barred(context, seat, src, dst))


def why_barred(context: Context, seat: int, src: int, dst: int) -> str | None:
    """Return the code of the family's refusal if `seat` may not attack dst from src, else None."""
    for hook in context.hooks[InvasionHooks].may_enter:
        code = hook(context, seat, src, dst)
        if code:
            return code
    return None


def open_window(context: Context, order: Attack, passed: Collection[int]) -> bool:
    """Ask everybody who may react to an attack; those that have `passed`, this order or the turn, are answered for.
    Returns whether somebody has yet to answer."""
    if not stands(context, order.seat, order.src, order.dst):
        return False
    seats = {seat for hook in context.hooks[InvasionHooks].may_react for seat in hook(context, order)}
    silent = {*passed, *family_state(context).passed}
    asked = tuple(seat for seat in context.state.order if seat in seats)
    waiting = tuple(seat for seat in asked if seat not in silent)
    given = tuple(_plain(Decline(seat)) for seat in asked if seat in silent)
    for answer in given:
        context.emit(SealedAnswerReceived(answer["seat"], str(ReactionAsked.__struct_config__.tag)))
    if waiting:
        context.push(ReactionAsked(seats=waiting, given=given, seat=order.seat, src=order.src, dst=order.dst))
    return bool(waiting)


def _plain(action: Action) -> Facts:
    plain: Facts = msgspec.json.decode(msgspec.json.encode(action))
    return plain


def resolve(context: Context, asked: ReactionAsked, answers: list[Action]) -> None:
    """Keep who passes, and let what was played take effect."""
    agenda, in_turn = context.state.agenda, seats_after_active(context)
    for answer in answers:
        if isinstance(answer, Decline) and answer.scope == "order":
            running = cast("AttackInProgress", agenda[-1])
            agenda[-1] = replace(running, passed=(*(running.passed or ()), answer.seat))
        if isinstance(answer, Decline) and answer.scope == "turn":
            pass_turn(context, answer.seat)
    played = sorted((a for a in answers if not isinstance(a, Decline)), key=lambda a: in_turn.index(a.seat))
    if played:
        context.push(Answered(asked.seat, asked.src, asked.dst, tuple(map(_plain, played))))


def pass_turn(context: Context, seat: int) -> None:
    """Keep that a seat lets all windows of the running turn pass, which are those of the other seats."""
    state = family_state(context)
    if seat != state.active:
        state.passed = (*state.passed, seat)


def take_effect(context: Context, step: Answered) -> None:
    """Let the next answer take effect, and all that follows from it; after the last one the window opens again, if
    something was played at all. A card that could not be played any more, as the invasion is cancelled or has nobody
    left to meet, leaves no trace."""
    agenda = context.state.agenda
    if not step.answers:
        agenda[-1] = replace(agenda[-1], declared=not step.played)
        return
    rest = replace(step, answers=step.answers[1:])
    context.push(rest)
    if not stands(context, step.seat, step.src, step.dst):
        return
    told = len(context.events)
    _run_hooks(context, ReactionAsked(seats=(), seat=step.seat, src=step.src, dst=step.dst), step.answers[0])
    if len(context.events) > told and rest in agenda:
        agenda[agenda.index(rest)] = replace(rest, played=True)


def _run_hooks(context: Context, asked: ReactionAsked, plain: Facts) -> None:
    types = {kind.__struct_config__.tag: kind for kind in context.rules.actions()}
    answer = msgspec.convert(plain, types[plain["type"]])
    for hook in context.hooks[InvasionHooks].resolve_reaction:
        hook(context, asked, answer)


def about_window(context: Context, asked: ReactionAsked) -> Facts:
    """Say who attacks what, and which companions were declared to come along."""
    about = {"seat": asked.seat, "src": asked.src, "dst": asked.dst}
    if not context.rules.companions:
        return about
    return about | {"leaders": cast("AttackInProgress", context.state.agenda[-2]).order.leaders}


def decline_offer(context: Context, asked: ReactionAsked, seat: int) -> tuple[Offer, ...]:
    scopes = ChoiceField("scope", ("window", "order", "turn"))
    return (Offer("reaction.decline", gettext_noop("Let it pass"), (scopes,)),)


def read_decline(reader: TokenReader) -> Decline:
    """Read `this order`, `this turn`, or nothing for this window."""
    reader.take("for", "rest", "of")
    if reader.take("this", "order"):
        return Decline(reader.seat, "order")
    return Decline(reader.seat, "turn" if reader.take("this", "turn") else "window")


DECLINE = Command(
    "decline",
    Decline,
    read_decline,
    lambda order, writer: "decline" if order.scope == "window" else f"decline this {order.scope}",  # as typed
    "decline [this order] [this turn]",  # as typed
    gettext_noop("let an invasion pass: this one, or every one in this order or turn"),
    also=("pass", "skip", "let it pass"),  # as typed
)

MECHANIC = Mechanic(
    name="reaction",
    steps={Answered: take_effect},
    answers={(ReactionAsked, Decline): lambda context, asked, order: None},
    resolves={ReactionAsked: resolve},
    offers={ReactionAsked: decline_offer},
    defaults={ReactionAsked: lambda context, asked, seat: Decline(seat, "turn")},
    about={ReactionAsked: about_window},
    commands=(DECLINE,),
)
