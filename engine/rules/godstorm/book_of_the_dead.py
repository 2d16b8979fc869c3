"""The Book of the Dead: two of the armies that a seat has raised are given up for four faith, once a turn.

Source: 004, the relic; ruling R27: only armies for land and continents can be given up, and there always are three. It
is read before the first army is placed.
"""

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.offers import ChoiceField, Offer
from engine.core.ruleset import Mechanic
from engine.mechanics import deploy
from engine.mechanics.action_cards.playing import TAG
from engine.mechanics.action_cards.types import PlayCard
from engine.mechanics.deploy import Place, PlaceAsked
from engine.rules.godstorm.facts import has_relic
from engine.rules.godstorm.state import state_of

TITLE = "The Book of the Dead"  # as typed
ARMIES, FAITH = 2, 4


class BookRead(PublicEvent, frozen=True, tag="relics.book_read", gc=False):
    """A seat gave up armies for faith."""

    seat: int
    armies: int
    faith: int


def may_read(context: Context, seat: int) -> bool:
    """Return whether a seat may read the book now."""
    state = state_of(context)
    return has_relic(state, seat, TITLE) and not state.book and not state.placed and state.pool >= ARMIES


def read(context: Context, asked: PlaceAsked, order: PlayCard) -> None:
    """Give up armies for faith. Raises IllegalAction: relics.not_yours, relics.book_used, relics.book_too_late, and
    cards.other_target for another card or target."""
    state = state_of(context)
    context.require(order == PlayCard(order.seat, TITLE), "cards.while_placing", card=TITLE)
    context.require(has_relic(state, order.seat, TITLE), "relics.not_yours", relic=TITLE)
    context.require(not state.book, "relics.book_used")
    context.require(may_read(context, order.seat), "relics.book_too_late")
    state.book = True
    state.pool -= ARMIES
    context.earn(order.seat, FAITH)
    context.emit(BookRead(order.seat, ARMIES, FAITH))


def place(context: Context, asked: PlaceAsked, order: Place) -> None:
    """Place armies as everywhere, which closes the book. Raises IllegalAction as `deploy.place` does."""
    deploy.place(context, asked, order)
    state_of(context).placed = True


def offers(context: Context, asked: PlaceAsked, seat: int) -> tuple[Offer, ...]:
    card = ChoiceField("card", (TITLE,))
    return (Offer(TAG, gettext_noop("Play"), (card,)),) if may_read(context, seat) else ()


MECHANIC = Mechanic(
    name="book_of_the_dead",
    answers={(PlaceAsked, PlayCard): read, (PlaceAsked, Place): place},
    offers={PlaceAsked: offers},
    events=(BookRead,),
    refusals={
        "cards.while_placing": gettext_noop("While you place armies you can play only {card}, and without a target."),
        "relics.not_yours": gettext_noop("You do not have {relic}."),
        "relics.book_used": gettext_noop(
            "You have already read The Book of the Dead this turn: you can do that only once."
        ),
        "relics.book_too_late": gettext_noop(
            "You can read The Book of the Dead only before you place your first army."
        ),
    },
)
