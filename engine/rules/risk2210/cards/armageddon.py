"""Armageddon: one after another from marker 1, seats play Nuclear cards without paying, as many as they like.

Source: docs/rulings.md, `armageddon jam`, `armageddon commander` and `armageddon order`. Who is asked follows
from what everybody knows; who has no Nuclear card left is passed over, and so is who declines all of the turn.
"""

from __future__ import annotations

from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.core.offers import ChoiceField, Offer
from engine.core.state import GameState
from engine.mechanics.action_cards.kinds import Play
from engine.mechanics.action_cards.playing import card_offers, check_play, holds_for, play_card
from engine.mechanics.action_cards.types import TURN, PlayCard
from engine.mechanics.family_state import family_state
from engine.mechanics.reaction import Decline, pass_turn

NUCLEAR = "nuclear"


class Armageddon(Step, frozen=True, tag="cards.armageddon"):
    """The exchange goes on with these seats, one after another."""

    seats: tuple[int, ...]


class ArmageddonAsked(Decision, frozen=True, kw_only=True, tag="cards.armageddon_asked"):
    """The seat may play a Nuclear card without paying, and is asked again after it, or decline."""

    pace = "window"
    step = "play"
    ask = gettext_noop("play a Nuclear card or decline")

    def pace_in(self, state: GameState) -> str:
        return "turn" if state.active in self.seats else self.pace


def begin_armageddon(context: Context, play: Play, order: PlayCard) -> None:
    context.push(Armageddon(context.state.order))


def ask_next(context: Context, step: Armageddon) -> None:
    """Ask the first of these seats that may have something to play; the others follow."""
    passed = family_state(context).passed
    for position, seat in enumerate(step.seats):
        if not context.player(seat).out and seat not in passed and holds_for(context, seat, (NUCLEAR,)):
            context.push(Armageddon(step.seats[position + 1 :]), ArmageddonAsked(seats=(seat,)))
            return


def play_nuclear(context: Context, asked: ArmageddonAsked, order: PlayCard) -> None:
    """Play a Nuclear card without paying. Raises IllegalAction as `check_play` does, and cards.nuclear_only."""
    play = check_play(context, order, TURN, free=True)
    context.require(play.kind.deck == NUCLEAR, "cards.nuclear_only", card=order.card)
    context.pop_decision()
    context.push(Armageddon((order.seat,)))
    play_card(context, play, order)


def decline(context: Context, asked: ArmageddonAsked, order: Decline) -> None:
    context.pop_decision()
    if order.scope == "turn":
        pass_turn(context, order.seat)


def armageddon_offers(context: Context, asked: ArmageddonAsked, seat: int) -> tuple[Offer, ...]:
    played = card_offers(context, seat, TURN, free=True, deck=NUCLEAR)
    scopes = ChoiceField("scope", ("window",) if seat == context.state.active else ("window", "turn"))
    return (*played, Offer("reaction.decline", gettext_noop("Decline"), (scopes,)))
