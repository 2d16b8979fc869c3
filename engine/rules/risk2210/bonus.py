"""The bonus for three contested territories in one turn: 1 energy and a Command card, at once and once a turn.

Source: 002, "3-Territory Bonus"; rulings "three bonus once" and "contested", proposal "bonus card none".
"""

from engine.core.actions import Action
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.errors import clipped
from engine.core.events import Event, PublicEvent
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, TokenReader, either
from engine.core.offers import ChoiceField, Offer
from engine.core.ruleset import Mechanic
from engine.mechanics.occupy import OccupyHooks
from engine.rules.risk2210.kinds import DECKS
from engine.rules.risk2210.state import state_of

TERRITORIES = 3
ENERGY = 1


class DrawAsked(Decision, frozen=True, kw_only=True, tag="bonus.draw_asked"):
    """The seat says from which deck it draws the card of its bonus."""

    step = "invade"
    ask = gettext_noop("choose a deck to draw from")


class Draw(Action, frozen=True, tag="bonus.draw", gc=False):
    deck: str


class BonusEarned(PublicEvent, frozen=True, tag="bonus.earned", gc=False):
    """A seat has taken three contested territories in its turn."""

    seat: int
    energy: int


class BonusDrawn(Event, frozen=True, tag="bonus.drawn", gc=False):
    """The card of the bonus; only the seat knows which."""

    seat: int
    deck: str
    card: int | None

    secret = {"card": "seat"}


def earn_bonus(context: Context, seat: int, dst: int, was: int) -> None:
    """Give the bonus when the third contested territory of the turn has fallen."""
    state = state_of(context)
    if state.captures != TERRITORIES or state.bonus:
        return
    state.bonus = True
    context.earn(seat, ENERGY)
    context.emit(BonusEarned(seat, ENERGY))
    decks = open_decks(context, seat)
    if len(decks) == 1:
        _draw(context, seat, decks[0])
    elif decks:
        context.push(DrawAsked(seats=(seat,)))


def open_decks(context: Context, seat: int) -> list[str]:
    """List the decks with cards left whose Commander the seat has in play."""
    return [deck for deck in DECKS if any(context.state.decks[deck]) and context.state.has_piece(seat, deck)]


def draw(context: Context, asked: DrawAsked, order: Draw) -> None:
    """Draw the card of the bonus. Raises IllegalAction: bonus.no_deck."""
    decks = open_decks(context, order.seat)
    if order.deck not in decks:
        context.refuse("bonus.no_deck", deck=clipped(order.deck), decks=either(decks))
    context.pop_decision()
    _draw(context, order.seat, order.deck)


def _draw(context: Context, seat: int, deck: str) -> None:
    card = context.draw(deck)
    assert card is not None
    hand = context.player(seat).hand
    context.change_player(seat, hand=tuple(sorted((*hand, card))))
    context.emit(BonusDrawn(seat, deck, card))


def draw_offers(context: Context, asked: DrawAsked, seat: int) -> tuple[Offer, ...]:
    return (Offer("bonus.draw", gettext_noop("Draw"), (ChoiceField("deck", tuple(open_decks(context, seat))),)),)


def draw_from_fullest(context: Context, asked: DrawAsked, seat: int) -> Draw:
    """Draw from the deck with the most cards; ties go by the order of the decks."""
    decks = context.state.decks
    return Draw(seat, max(open_decks(context, seat), key=lambda deck: sum(map(len, decks[deck]))))


def read_draw(reader: TokenReader) -> Draw:
    found = next((deck for deck in DECKS if reader.take(deck)), None)
    if found is None:
        why = gettext("Name a deck: {decks}.").format(decks=either(DECKS))
        raise reader.fail(why, wrong=reader.typed())
    return Draw(reader.seat, found)


DRAW = Command(
    "draw",
    Draw,
    read_draw,
    lambda order, writer: f"draw {order.deck}",
    "draw DECK",
    gettext_noop("draw the Command card you earn by taking three enemy territories in one turn"),
)


MECHANIC = Mechanic(
    name="bonus",
    hooks=(OccupyHooks(on_capture=(earn_bonus,)),),
    answers={(DrawAsked, Draw): draw},
    offers={DrawAsked: draw_offers},
    defaults={DrawAsked: draw_from_fullest},
    about={DrawAsked: lambda context, asked: {"decks": open_decks(context, asked.seats[0])}},
    events=(BonusEarned, BonusDrawn),
    refusals={"bonus.no_deck": gettext_noop("You cannot draw from {deck}: choose {decks}.")},
    commands=(DRAW,),
)
