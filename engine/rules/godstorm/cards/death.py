"""The Death deck: 17 cards of 15 kinds, dear and terrible, played in one's own turn. Every division rounds down."""

from __future__ import annotations

from functools import partial

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.units import Force
from engine.mechanics.action_cards.kinds import CardKind, Play
from engine.mechanics.action_cards.playing import discard_hand
from engine.mechanics.action_cards.types import TURN, PlayCard
from engine.mechanics.battle.losses import after_losses
from engine.mechanics.occupy import OccupyHooks
from engine.rules.godstorm import world
from engine.rules.godstorm.cards import targets
from engine.rules.godstorm.cards.common import (
    banish_at,
    carry,
    destroy_relics,
    destroy_temple,
    draw_continent,
    members,
    remove,
    roll_die,
    show_and_return,
    strike,
)
from engine.rules.godstorm.facts import temple_stands
from engine.rules.godstorm.gods import banish
from engine.rules.godstorm.kinds import ALTAR, CRYPT, TERRITORIES
from engine.rules.godstorm.plague import halve
from engine.rules.godstorm.state import state_of

DECK = "death"
DOOMED = ("sky", "war")  # the gods whom Ragnarok Cometh banishes


class HandDiscarded(PublicEvent, frozen=True, tag="miracles.hand_discarded"):
    """A seat had to discard all miracle cards of its hand."""

    seat: int
    cards: tuple[int, ...]


class PlagueMoved(PublicEvent, frozen=True, tag="miracles.plague_moved"):
    """A plague marker went from one territory to another."""

    src: int
    dst: int


class PlagueSpread(PublicEvent, frozen=True, tag="miracles.plague_spread"):
    """The spare plague marker was placed."""

    at: int


class AtlantisSank(PublicEvent, frozen=True, tag="miracles.atlantis_sank"):
    """Atlantis is gone for the rest of the game."""


class LandTaken(PublicEvent, frozen=True, tag="miracles.land_taken"):
    """A seat took a territory without a battle; so many of its armies stand there now."""

    seat: int
    at: int
    was: int
    armies: int

    captured = "at"


class MaelstromOpened(PublicEvent, frozen=True, tag="miracles.maelstrom_opened"):
    """Nothing passes the water connection between two territories any more."""

    at: tuple[int, int]


EVENTS = (HandDiscarded, PlagueMoved, PlagueSpread, AtlantisSank, LandTaken, MaelstromOpened)


def coat_with_blood(context: Context, play: Play, order: PlayCard) -> None:
    """Take an army in every territory of a continent."""
    strike(context, play, dict.fromkeys(members(context, play), 1))


def wither(context: Context, play: Play, order: PlayCard) -> None:
    """Have a player discard the whole hand."""
    cards = context.player(order.target).hand
    discard_hand(context, order.target, play.seat)
    context.emit(HandDiscarded(order.target, cards))


def close_door(context: Context, play: Play, order: PlayCard) -> None:
    """Take half of the armies in every crypt and altar space."""
    signs, armies = context.graph.signs, context.state.armies
    strike(context, play, {at: armies[at] // 2 for at in sorted(signs[CRYPT] | signs[ALTAR])})


def rust(context: Context, play: Play, order: PlayCard) -> None:
    """Remove every relic in play."""
    for seat in context.state.active_seats():
        destroy_relics(context, seat, state_of(context).relics[seat])


def rain_fire(context: Context, play: Play, order: PlayCard) -> None:
    """Remove a temple, and kill an army there and in each adjacent territory."""
    (at,) = order.on
    destroy_temple(context, at)
    strike(context, play, dict.fromkeys((at, *context.neighbours(at, "attack")), 1))


def find_new_site(context: Context, play: Play, order: PlayCard) -> tuple[int, ...]:
    """Draw territory cards, each put back, until one shows a territory that has no plague and has not sunk."""
    state, there = state_of(context), {*world.lands(context.state)}
    while True:
        card = show_and_return(context, play.seat, TERRITORIES)
        assert card is not None
        if card in there and card not in state.plague:
            return (card,)


def lose_paradise(context: Context, play: Play, order: PlayCard) -> None:
    """Move a plague marker to the territory that was drawn."""
    state, (src,), (dst,) = state_of(context), order.on, play.shown
    state.plague = tuple(sorted((*(at for at in state.plague if at != src), dst)))
    context.emit(PlagueMoved(src, dst))


def begin_twilight(context: Context, play: Play, order: PlayCard) -> None:
    """Send away every god of the sky and of war."""
    for piece in [piece for piece in context.state.pieces if piece.kind in DOOMED]:
        banish(context, piece.seat, piece.kind)


def walk(context: Context, play: Play, order: PlayCard) -> None:
    """Let armies rise from an Underworld space to a temple."""
    carry(context, play.seat, order.src, order.dst, Force(order.armies))


def no_marker(context: Context, play: Play) -> str:
    """Refuse a second use of the spare plague marker."""
    return "" if state_of(context).spare_plague else "cards.no_marker"


def forsake(context: Context, play: Play, order: PlayCard) -> None:
    """Place the spare plague marker, which strikes at once."""
    state, (at,) = state_of(context), order.on
    state.plague = tuple(sorted((*state.plague, at)))
    state.spare_plague = False
    context.emit(PlagueSpread(at))
    halve(context, at)


def shake(context: Context, play: Play, order: PlayCard) -> None:
    """Take half of the armies in every territory of a continent."""
    armies = context.state.armies
    strike(context, play, {at: armies[at] // 2 for at in members(context, play)})


def humble(context: Context, play: Play, order: PlayCard) -> None:
    """Take half of the armies in the three territories with most of them."""
    armies = context.state.armies
    sure, _ = targets.mightiest(context)
    strike(context, play, {at: armies[at] // 2 for at in (*sure, *order.on)})


def has_sunk(context: Context, play: Play) -> str:
    """Refuse to sink Atlantis twice."""
    return "cards.sunken" if state_of(context).sunken else ""


def sink(context: Context, play: Play, order: PlayCard) -> None:
    """Take all armies on Atlantis, banish its gods, destroy its temples, and take it off the board."""
    state = state_of(context)
    gone = sorted(world.atlantis(state.map))
    context.emit(AtlantisSank())
    for at in gone:
        banish_at(context, at)
        if temple_stands(state, at):
            destroy_temple(context, at)
    strike(context, play, {at: state.armies[at] for at in gone})
    world.sink(state)


def reveal_horse(context: Context, play: Play, order: PlayCard) -> None:
    """Take a territory from its last army, with as many armies as the die shows. Its gods are banished; its temple
    changes hands."""
    state, (at,), (armies,) = context.state, order.on, play.shown
    was = state.owner[at]
    after_losses(context, play.seat)
    banish_at(context, at)
    remove(context, at, 1, "card")
    state.owner[at] = play.seat
    state.armies[at] = armies
    context.emit(LandTaken(play.seat, at, was, armies))
    for hook in context.hooks[OccupyHooks].on_taken:
        hook(context, play.seat, at, was)


def no_maelstrom(context: Context, play: Play) -> str:
    """Refuse a second maelstrom."""
    return "cards.maelstrom" if state_of(context).maelstrom else ""


def boil(context: Context, play: Play, order: PlayCard) -> None:
    """Close a water connection for good."""
    one, other = order.on
    state_of(context).maelstrom = (one, other)
    context.emit(MaelstromOpened((one, other)))


def age(context: Context, play: Play, order: PlayCard) -> None:
    """Take an army in every territory with two or more."""
    armies = context.state.armies
    strike(context, play, {at: 1 for at in world.lands(context.state) if armies[at] > 1})


miracle = partial(CardKind, deck=DECK, timing=TURN)

KINDS = (
    miracle(
        "Blood Coats the Land",  # as typed
        text=gettext_noop("Draw a continent: each of its territories loses 1 army."),
        effect=coat_with_blood,
        cost=1,
        chance=draw_continent,
    ),
    miracle(
        "Crops Wither",  # as typed
        text=gettext_noop("Choose a player, who must discard all miracle cards in hand. Relics in play are safe."),
        effect=wither,
        copies=2,
        cost=2,
        targets=(targets.PLAYER,),
    ),
    miracle(
        "Death's Door Closes",  # as typed
        text=gettext_noop("Every crypt and every altar in the Underworld loses half of its armies, rounded down."),
        effect=close_door,
        cost=2,
    ),
    miracle(
        "Diamonds Turn to Rust",  # as typed
        text=gettext_noop("Every relic in play is destroyed, including yours."),
        effect=rust,
        cost=3,
    ),
    miracle(
        "Fire Rains Down",  # as typed
        text=gettext_noop("Destroy a temple. Its territory and each adjacent territory lose 1 army."),
        effect=rain_fire,
        cost=4,
        targets=(targets.TEMPLE_ANYWHERE,),
    ),
    miracle(
        "Paradise Is Lost",  # as typed
        text=gettext_noop("Choose a plague marker and turn over a territory card: the marker moves to that territory."),
        effect=lose_paradise,
        cost=2,
        targets=(targets.PLAGUED,),
        chance=find_new_site,
    ),
    miracle(
        "Ragnarok Cometh",  # as typed
        text=gettext_noop("Every god of war and every god of the sky in play is banished, including yours."),
        effect=begin_twilight,
        cost=3,
    ),
    miracle(
        "The Dead Walk",  # as typed
        text=gettext_noop(
            "Up to 6 armies rise from one of your Underworld spaces to one of your temples. 1 army must stay behind."
        ),
        effect=walk,
        copies=2,
        cost=2,
        targets=(targets.RESURRECTION,),
    ),
    miracle(
        "The Gods Forsake Us",  # as typed
        text=gettext_noop(
            "Place the spare plague marker on a territory with neither a temple nor plague. Half of its armies die at "
            "once, rounded down, and its gods are banished."
        ),
        effect=forsake,
        cost=3,
        targets=(targets.UNTOUCHED,),
        barred=no_marker,
    ),
    miracle(
        "The Ground Shakes",  # as typed
        text=gettext_noop("Draw a continent: each of its territories loses half of its armies, rounded down."),
        effect=shake,
        cost=2,
        chance=draw_continent,
    ),
    miracle(
        "The Mighty Have Fallen",  # as typed
        text=gettext_noop(
            "The three territories with the most armies lose half of them, rounded down. You break ties."
        ),
        effect=humble,
        cost=4,
        targets=(targets.TIED,),
    ),
    miracle(
        "The Sea Is Your Tomb",  # as typed
        text=gettext_noop(
            "Atlantis sinks for the rest of the game: its armies die, its gods are banished, its temples are destroyed."
        ),
        effect=sink,
        cost=3,
        barred=has_sunk,
    ),
    miracle(
        "The Trojan Horse Is Revealed",  # as typed
        text=gettext_noop(
            "Choose a territory that another player holds with exactly 1 army. That army dies. Roll a die and place "
            "that many of your armies there: the territory is yours."
        ),
        effect=reveal_horse,
        cost=2,
        targets=(targets.HELD_BY_ONE,),
        chance=roll_die,
    ),
    miracle(
        "The Waters Boil",  # as typed
        text=gettext_noop(
            "Place the maelstrom on a water connection: nothing can pass there for the rest of the game."
        ),
        effect=boil,
        cost=4,
        targets=(targets.WATER_LINK,),
        barred=no_maelstrom,
    ),
    miracle(
        "The Young Grow Old",  # as typed
        text=gettext_noop("Every territory with 2 or more armies loses 1 army."),
        effect=age,
        cost=2,
    ),
)
