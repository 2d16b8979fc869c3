"""Undoing a card as it is played: once its targets are named and its dice are thrown, and before it does anything.

Who may undo it is judged on public facts alone (`Catalogue.may_undo`), and with which card. The question is a window
like that of an invasion: sealed, on the same clock, and a seat that lets all windows of the order or of the turn pass
is asked on as before and answered for at once. The card that is undone stays paid and discarded.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType, to_builtins
from msgspec.structs import replace

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent, SealedAnswerReceived
from engine.core.facts import Facts
from engine.core.language import gettext_noop
from engine.core.offers import ChoiceField, Offer
from engine.core.ruleset import Mechanic
from engine.core.state import GameState
from engine.mechanics.action_cards.kinds import Play, cards_of
from engine.mechanics.action_cards.types import WINDOW, CardPlayed, PlayCard
from engine.mechanics.battle.types import AttackInProgress
from engine.mechanics.family_state import family_state
from engine.mechanics.reaction import Decline, ReactionAsked, Scope, pass_turn


class PlayInProgress(Step, frozen=True, omit_defaults=True, tag="cards.running"):
    """A card that was played and has yet to take effect: what `Play` has of it, the invasion as (seat, from, to)."""

    order: PlayCard
    timing: str
    invasion: tuple[int, int, int] | UnsetType = UNSET
    free: bool = False
    forced: bool = False
    shown: tuple[int, ...] = ()


class UndoAsked(Decision, frozen=True, kw_only=True, tag="cards.undo_asked"):
    """Each of `seats` may undo the card that is being played, or let it pass."""

    order: PlayCard
    shown: tuple[int, ...] = ()

    pace = "window"
    sealed = True
    step = "play"
    ask = gettext_noop("undo the card just played, or let it pass")

    def pace_in(self, state: GameState) -> str:
        return "turn" if state.active in self.seats else self.pace


class CardUndone(PublicEvent, frozen=True, tag="cards.undone"):
    """The card of `seat` that was being played was undone: it has no effect."""

    seat: int
    by: int
    card: str


def ask_to_undo(context: Context, play: Play, order: PlayCard) -> bool:
    """Ask the seats that may undo a card, and let it wait for them. Returns whether somebody has yet to answer."""
    may = cards_of(context).may_undo(context, play)
    if not may:
        return False
    asked = [seat for seat in context.state.order if seat in may]
    silent = {*family_state(context).passed, *_list_passed(context)}
    for seat in asked:
        if seat in silent:
            context.emit(SealedAnswerReceived(seat, str(UndoAsked.__struct_config__.tag)))
    waiting = tuple(seat for seat in asked if seat not in silent)
    if waiting:
        context.push(_running(play, order), UndoAsked(seats=waiting, order=order, shown=play.shown))
    return bool(waiting)


def _list_passed(context: Context) -> tuple[int, ...]:
    """List the seats that let all windows of the running attack pass."""
    running = (item for item in context.state.agenda if isinstance(item, AttackInProgress))
    return tuple(seat for item in running for seat in item.passed or ())


def _running(play: Play, order: PlayCard) -> PlayInProgress:
    place = play.invasion
    invasion = (place.seat, place.src, place.dst) if place else UNSET
    return PlayInProgress(order, play.timing, invasion, play.free, play.forced, play.shown)


def play_of(context: Context, running: PlayInProgress) -> Play:
    """Make the play again that a card on its way has kept."""
    kind = cards_of(context).kinds[cards_of(context).numbers[running.order.card]]
    invasion = None
    if running.invasion is not UNSET:
        seat, src, dst = running.invasion
        invasion = ReactionAsked(seats=(), seat=seat, src=src, dst=dst)
    return Play(kind, running.order.seat, running.timing, invasion, running.free, running.forced, running.shown)


def take_effect(context: Context, running: PlayInProgress) -> None:
    """Let a card that nobody has undone do what it says."""
    play = play_of(context, running)
    play.kind.effect(context, play, running.order)


def check_undo(context: Context, asked: UndoAsked, order: PlayCard) -> None:
    """Check a sealed answer that undoes the card. Raises IllegalAction: cards.cannot_undo."""
    card = undoing_cards(context, asked)[order.seat]
    context.require(order == PlayCard(order.seat, card), "cards.cannot_undo", card=card, other=asked.order.card)


def undoing_cards(context: Context, asked: UndoAsked) -> dict[int, str]:
    """Name the card with which each seat may undo the one that is being played."""
    running = next(item for item in reversed(context.state.agenda) if isinstance(item, PlayInProgress))
    cards = cards_of(context)
    may = cards.may_undo(context, play_of(context, running))
    return {seat: cards.names[card] for seat, card in may.items()}


def resolve(context: Context, asked: UndoAsked, answers: list[Action]) -> None:
    """Keep who passes; undo the card if somebody wants it undone, the first in turn order."""
    for answer in answers:
        if isinstance(answer, Decline):
            _let_pass(context, answer)
    order = next((answer for answer in answers if isinstance(answer, PlayCard)), None)
    if order is not None:
        context.state.agenda.pop()
        kind = cards_of(context).kinds[cards_of(context).numbers[order.card]]
        context.emit(CardPlayed(order.seat, 0, order))
        kind.effect(context, Play(kind, order.seat, WINDOW, free=True), order)
        context.emit(CardUndone(asked.order.seat, order.seat, asked.order.card))


def _let_pass(context: Context, answer: Decline) -> None:
    if answer.scope == "turn":
        pass_turn(context, answer.seat)
    if answer.scope == "order":
        agenda = context.state.agenda
        for position, item in enumerate(agenda):
            if isinstance(item, AttackInProgress):
                agenda[position] = replace(item, passed=(*(item.passed or ()), answer.seat))


def undo_offers(context: Context, asked: UndoAsked, seat: int) -> tuple[Offer, ...]:
    card = ChoiceField("card", (undoing_cards(context, asked)[seat],))
    attack = any(isinstance(item, AttackInProgress) for item in context.state.agenda)
    foreign = seat != context.state.active
    scopes: tuple[Scope, ...] = ("window", *(("order",) if attack else ()), *(("turn",) if foreign else ()))
    return (
        Offer("cards.play", gettext_noop("Play"), (card,)),
        Offer("reaction.decline", gettext_noop("Let it pass"), (ChoiceField("scope", scopes),)),
    )


def about_undo(context: Context, asked: UndoAsked) -> Facts:
    return {"seat": asked.order.seat, "card": asked.order.card, "order": to_builtins(asked.order), "shown": asked.shown}


MECHANIC = Mechanic(
    name="card_undoing",
    steps={PlayInProgress: take_effect},
    answers={(UndoAsked, PlayCard): check_undo, (UndoAsked, Decline): lambda context, asked, order: None},
    resolves={UndoAsked: resolve},
    offers={UndoAsked: undo_offers},
    defaults={UndoAsked: lambda context, asked, seat: Decline(seat, "turn")},
    about={UndoAsked: about_undo},
    events=(CardUndone,),
    refusals={"cards.cannot_undo": gettext_noop("Only {card} can undo {other}.")},
)
