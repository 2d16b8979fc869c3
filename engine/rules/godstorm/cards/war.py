"""The War deck: 17 cards, cheap and for all purposes, played in one's own turn."""

from __future__ import annotations

from collections import Counter
from functools import partial

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.units import Force, multiset_subtract
from engine.mechanics.action_cards import taking
from engine.mechanics.action_cards.kinds import CardKind, Play
from engine.mechanics.action_cards.playing import add_armies
from engine.mechanics.action_cards.types import TURN, PlayCard
from engine.rules.godstorm.cards import targets
from engine.rules.godstorm.cards.common import (
    RelicTaken,
    TempleMoved,
    arrive,
    carry,
    destroy_relics,
    gain_faith,
    gods_at,
    no_temple_left,
    opponents,
    raise_temple,
    relics_in_play,
    roll_die,
    strike,
)
from engine.rules.godstorm.facts import temples_of
from engine.rules.godstorm.kinds import GODS, TEMPLE
from engine.rules.godstorm.miracles import draw_miracle
from engine.rules.godstorm.state import state_of

DECK = "war"
HEROES, GATHERED, FAITH_A_TEMPLE, FAITH_AN_ARMY, DELIVERED = 3, 2, 2, 2, 2


class PlacesSwapped(PublicEvent, frozen=True, tag="miracles.places_swapped"):
    """All armies and gods of two territories of `seat` changed places."""

    seat: int
    at: tuple[int, int]


class PlagueLifted(PublicEvent, frozen=True, tag="miracles.plague_lifted"):
    """A plague marker left the game."""

    at: int


class EpochTurnedBack(PublicEvent, frozen=True, tag="miracles.epoch_turned_back"):
    """The epoch marker went back, and lies on `epoch` now."""

    epoch: int


EVENTS = (PlacesSwapped, PlagueLifted, EpochTurnedBack)


def plunder(context: Context, play: Play, order: PlayCard) -> None:
    """Take a relic of an opponent; it works for its new owner from now on."""
    relics = state_of(context).relics
    owner, card = relics_in_play(context, opponents(context, play.seat))[order.what]
    relics[owner] = multiset_subtract(relics[owner], (card,))
    relics[play.seat] = (*relics[play.seat], card)
    context.emit(RelicTaken(play.seat, owner, card))


def found_empire(context: Context, play: Play, order: PlayCard) -> None:
    raise_temple(context, play.seat, order.at[0])


def raise_champions(context: Context, play: Play, order: PlayCard) -> None:
    """Place an army for every full pair of faith, which is kept."""
    armies = state_of(context).purses[play.seat] // FAITH_AN_ARMY
    add_armies(context, play.seat, ((order.at[0], armies),))


def take_wing(context: Context, play: Play, order: PlayCard) -> None:
    carry(context, play.seat, order.src, order.dst, Force(order.armies, order.pieces))


def deliver(context: Context, play: Play, order: PlayCard) -> None:
    """Draw the two top cards of a deck, or the one that is left."""
    for _ in range(DELIVERED):
        draw_miracle(context, play.seat, order.what)


def bear_heroes(context: Context, play: Play, order: PlayCard) -> None:
    add_armies(context, play.seat, ((order.at[0], HEROES),))


def burn_relic(context: Context, play: Play, order: PlayCard) -> None:
    owner, card = relics_in_play(context, context.state.active_seats())[order.what]
    destroy_relics(context, owner, (card,))


def collect_faith(context: Context, play: Play, order: PlayCard) -> None:
    """Collect faith for every temple."""
    gain_faith(context, play.seat, FAITH_A_TEMPLE * len(temples_of(context.state, play.seat)))


def answer_prayers(context: Context, play: Play, order: PlayCard) -> None:
    """Place as many armies as the die shows."""
    add_armies(context, play.seat, ((order.at[0], play.shown[0]),))


def rage(context: Context, play: Play, order: PlayCard) -> None:
    """Take as many armies as the die shows."""
    strike(context, play, {order.on[0]: play.shown[0]})


def gather(context: Context, play: Play, order: PlayCard) -> None:
    """Place two armies at each temple."""
    add_armies(context, play.seat, tuple((at, GATHERED) for at in temples_of(context.state, play.seat)))


def purge(context: Context, play: Play, order: PlayCard) -> None:
    """Take a plague marker out of the game, and with it all armies that stand there."""
    state, (at,) = state_of(context), order.on
    state.plague = tuple(place for place in state.plague if place != at)
    context.emit(PlagueLifted(at))
    strike(context, play, {at: state.armies[at]})


def call(context: Context, play: Play, order: PlayCard) -> None:
    """Let all armies and gods of two territories of a player change places; gods that come into plague are banished."""
    one, other = order.on
    here, there = (Force(context.state.armies[at], gods_at(context, at)) for at in (one, other))
    context.move(one, other, here)
    context.move(other, one, there)
    context.emit(PlacesSwapped(order.target, (one, other)))
    arrive(context, order.target, one, there.pieces)
    arrive(context, order.target, other, here.pieces)


def chill(context: Context, play: Play, order: PlayCard) -> None:
    """Take an army for each god, wherever gods stand."""
    strike(context, play, Counter(piece.at for piece in context.state.pieces if piece.kind in GODS))


def move_temple(context: Context, play: Play, order: PlayCard) -> None:
    seat = context.state.owner[order.src]
    context.move_piece(TEMPLE, seat, order.src, order.dst)
    context.emit(TempleMoved(seat, order.src, order.dst))


def too_early(context: Context, play: Play) -> str:
    """Refuse to turn back before the first epoch."""
    return "cards.first_epoch" if state_of(context).epoch <= 1 else ""


def turn_back(context: Context, play: Play, order: PlayCard) -> None:
    """Put the epoch marker back by one."""
    state = state_of(context)
    state.epoch -= 1
    context.emit(EpochTurnedBack(state.epoch))


def see_visions(context: Context, play: Play, order: PlayCard) -> None:
    taking.look_into(context, play.seat, order.target)


miracle = partial(CardKind, deck=DECK, timing=TURN)

KINDS = (
    miracle(
        "A Shrine Is Plundered",  # as typed
        text=gettext_noop("Take a relic that another player has in play. It works for you from now on."),
        effect=plunder,
        cost=1,
        targets=(targets.FOREIGN_RELIC,),
    ),
    miracle(
        "An Empire Is Born",  # as typed
        text=gettext_noop("Place a temple on a territory of yours that has none. It costs nothing."),
        effect=found_empire,
        targets=(targets.SITE,),
        barred=no_temple_left,
    ),
    miracle(
        "Champions Arise",  # as typed
        text=gettext_noop(
            "For every 2 faith you have, place 1 army. All of them go on one territory. You keep the faith."
        ),
        effect=raise_champions,
        targets=(targets.OWN,),
    ),
    miracle(
        "Eagles Take Wing",  # as typed
        text=gettext_noop(
            "Move any number of armies and gods from one territory of yours to any other. 1 army must stay behind."
        ),
        effect=take_wing,
        cost=1,
        targets=(targets.FLIGHT,),
    ),
    miracle(
        "Faith Shall Deliver",  # as typed
        text=gettext_noop("Draw the top 2 cards of one miracle deck. You do not need its god to draw them."),
        effect=deliver,
        cost=1,
        targets=(targets.FILLED_DECK,),
    ),
    miracle(
        "Heroes Are Born",  # as typed
        text=gettext_noop("Place 3 armies on one territory of yours."),
        effect=bear_heroes,
        targets=(targets.OWN,),
    ),
    miracle(
        "Only Ash Remains",  # as typed
        text=gettext_noop("Destroy a relic in play, even one of yours."),
        effect=burn_relic,
        targets=(targets.ANY_RELIC,),
    ),
    miracle(
        "Our Faith Is Our Strength",  # as typed
        text=gettext_noop("You get 2 faith for every temple you control."),
        effect=collect_faith,
    ),
    miracle(
        "Prayers Are Answered",  # as typed
        text=gettext_noop("Choose a territory of yours with a temple and roll a die: place that many armies there."),
        effect=answer_prayers,
        targets=(targets.OWN_TEMPLE,),
        chance=roll_die,
    ),
    miracle(
        "Storms Rage",  # as typed
        text=gettext_noop("Choose a territory and roll a die: that many armies die there."),
        effect=rage,
        targets=(targets.PEOPLED,),
        chance=roll_die,
    ),
    miracle(
        "The Faithful Gather",  # as typed
        text=gettext_noop("Place 2 armies on each of your territories that has a temple."),
        effect=gather,
    ),
    miracle(
        "The Land Is Purged",  # as typed
        text=gettext_noop("Remove a plague marker from the game. All armies in its territory die."),
        effect=purge,
        cost=2,
        targets=(targets.PLAGUED,),
    ),
    miracle(
        "The Siren Calls",  # as typed
        text=gettext_noop("Choose two territories of another player: all armies and gods in them change places."),
        effect=call,
        cost=3,
        targets=(targets.ONE_PLAYERS_LANDS,),
    ),
    miracle(
        "The Sun Grows Cold",  # as typed
        text=gettext_noop("Each territory with gods loses 1 army for every god there, including yours."),
        effect=chill,
    ),
    miracle(
        "The Temple Falls",  # as typed
        text=gettext_noop("Move a player’s temple to another territory of that player that has none."),
        effect=move_temple,
        targets=(targets.TEMPLE_AND_SITE,),
    ),
    miracle(
        "Time Stands Still",  # as typed
        text=gettext_noop(
            "Move the epoch marker back one space: the game lasts one epoch longer. You cannot play this in the First "
            "Epoch."
        ),
        effect=turn_back,
        cost=4,
        barred=too_early,
    ),
    miracle(
        "Visions Become Real",  # as typed
        text=gettext_noop("Look at the miracle cards in another player’s hand and take one of them."),
        effect=see_visions,
        targets=(targets.WITH_HAND,),
    ),
)
