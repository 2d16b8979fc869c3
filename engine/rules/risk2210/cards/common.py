"""Cards that several decks have, each for its own zone: new MODs, jamming, help and traps in invasions, influence."""

from __future__ import annotations

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.state import NOBODY
from engine.mechanics.action_cards.kinds import CardKind, Play, invasion_of
from engine.mechanics.action_cards.playing import add_armies, discard, holds_for
from engine.mechanics.action_cards.types import GAME_END, TURN, WINDOW, PlayCard, TurnedOver
from engine.mechanics.battle.losses import strike
from engine.rules.risk2210 import stations
from engine.rules.risk2210.cards import targets
from engine.rules.risk2210.kinds import CARD_ZONES, DECKS, LAND_CARDS, STATION, WATER_CARDS
from engine.rules.risk2210.state import state_of

ASSEMBLED, STEALTHY, INFLUENCE = 3, 3, 3


def half(units: int) -> int:
    """Return half of a number, rounded up."""
    return (units + 1) // 2


def draw_face_up(context: Context, seat: int, deck: str, count: int) -> tuple[int, ...]:
    """Turn over so many territory cards, or as many as are left, and discard them."""
    found = draw_cards(context, deck, count)
    show_cards(context, seat, deck, found)
    return found


def draw_cards(context: Context, deck: str, count: int) -> tuple[int, ...]:
    """Draw so many cards, or as many as are left."""
    drawn = (context.draw(deck) for _ in range(count))
    return tuple(card for card in drawn if card is not None)


def show_cards(context: Context, seat: int, deck: str, cards: tuple[int, ...]) -> None:
    discard(context, deck, cards)
    context.emit(TurnedOver(seat, deck, cards))


def is_elsewhere(context: Context, play: Play) -> bool:
    """Return whether the invasion that a card would answer is of another zone than the card's."""
    return bool(play.kind.zone) and context.graph.zone(invasion_of(play).dst) != play.kind.zone


def own_invasion(context: Context, play: Play) -> str:
    """Refuse a card that is for one's own invaded territories alone."""
    if is_elsewhere(context, play):
        return "cards.other_zone"
    return "" if context.state.owner[invasion_of(play).dst] == play.seat else "cards.not_invaded"


class StationSetUp(PublicEvent, frozen=True, tag="cards.station_set_up"):
    """A card set up a Space Station."""

    seat: int
    at: int


def set_up_station(context: Context, seat: int, at: int) -> None:
    context.add_piece(STATION, seat, at)
    context.emit(StationSetUp(seat, at))


def too_many_stations(context: Context, play: Play) -> str:
    """Refuse a fifth station."""
    return "cards.four_stations" if len(stations.stations_of(context.state, play.seat)) >= stations.MOST else ""


def deck_empty(context: Context, deck: str) -> str:
    """Refuse a card that turns over cards of a deck that is used up."""
    return "" if any(context.state.decks[deck]) else "cards.deck_empty"


def no_land_card(context: Context, play: Play) -> str:
    return deck_empty(context, LAND_CARDS)


def no_water_card(context: Context, play: Play) -> str:
    return deck_empty(context, WATER_CARDS)


# --- new MODs


def assemble_mods(deck: str, text: str) -> CardKind:
    zone = CARD_ZONES[deck]
    return CardKind(
        "Assemble MODs",  # as typed
        deck,
        TURN,
        text,
        _assemble,
        copies=3,
        cost=1,
        zone=zone,
        targets=(targets.own_territory(zone),),
    )


def _assemble(context: Context, play: Play, order: PlayCard) -> None:
    add_armies(context, play.seat, ((order.at[0], ASSEMBLED),))


def reinforcements(deck: str, copies: int, text: str) -> CardKind:
    zone = CARD_ZONES[deck]
    return CardKind(
        "Reinforcements",  # as typed
        deck,
        TURN,
        text,
        _reinforce,
        copies=copies,
        zone=zone,
        targets=(targets.own_territories(zone),),
        source="002 Answers",
    )


def _reinforce(context: Context, play: Play, order: PlayCard) -> None:
    add_armies(context, play.seat, tuple((at, 1) for at in order.at))


# --- in answer to an invasion


def stealth_mods(deck: str, copies: int, text: str) -> CardKind:
    return CardKind(
        "Stealth MODs",  # as typed
        deck,
        WINDOW,
        text,
        _join_defence,
        copies=copies,
        zone=CARD_ZONES[deck],
        targets=(targets.HERE,),
        barred=without_defender,
        source="002 Answers",
    )


def without_defender(context: Context, play: Play) -> str:
    """Refuse help where no player defends: MODs claim no empty land, and neutral forces get none."""
    if is_elsewhere(context, play):
        return "cards.other_zone"
    owner = context.state.owner[invasion_of(play).dst]
    return "cards.no_defender" if owner in (NOBODY, context.state.neutral) else ""


def _join_defence(context: Context, play: Play, order: PlayCard) -> None:
    at = invasion_of(play).dst
    add_armies(context, context.state.owner[at], ((at, STEALTHY),))


def trap(title: str, deck: str, copies: int, cost: int, text: str) -> CardKind:
    """Make a card that costs the invader half of the units where the invasion comes from."""
    return CardKind(
        title,
        deck,
        WINDOW,
        text,
        _halve_invaders,
        copies=copies,
        cost=cost,
        zone=CARD_ZONES[deck],
        targets=(targets.HERE_UNWRITTEN,),
        barred=own_invasion,
    )


def _halve_invaders(context: Context, play: Play, order: PlayCard) -> None:
    """Take half of the invaders, but never the last one, whom a second trap would meet."""
    src = invasion_of(play).src
    units = context.units(src)
    strike(context, {src: min(half(units), units - 1)})


# --- jamming and influence


def frequency_jam(deck: str) -> CardKind:
    return CardKind(
        "Frequency Jam",  # as typed
        deck,
        TURN,
        gettext_noop("Name an opponent, who cannot play Command cards until your turn is over."),
        _jam,
        copies=2,
        targets=(targets.OPPONENT,),
        idle=_has_no_card_to_jam,
    )


def _has_no_card_to_jam(context: Context, play: Play, order: PlayCard) -> bool:
    """Return whether everybody knows that the opponent could play no card anyway."""
    return not holds_for(context, order.target, DECKS)


def _jam(context: Context, play: Play, order: PlayCard) -> None:
    state = state_of(context)
    state.jammed = tuple(sorted({*state.jammed, order.target}))


def colony_influence(deck: str, copies: int, text: str) -> CardKind:
    return CardKind("Colony Influence", deck, GAME_END, text, _count_later, copies=copies)  # as typed


def _count_later(context: Context, play: Play, order: PlayCard) -> None:
    """Do nothing: it counts in the final score, and no order plays it before."""
