"""What several miracles do, and what is told of them: losses, armies and gods that move, temples, plague, relics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.state import NOBODY
from engine.core.units import Force, multiset_subtract
from engine.mechanics.action_cards.kinds import Play, cards_of
from engine.mechanics.action_cards.playing import discard, put_back
from engine.mechanics.action_cards.types import CardRolled, PlayCard, TurnedOver
from engine.mechanics.battle import losses
from engine.mechanics.battle.types import Lost
from engine.rules.godstorm import temples
from engine.rules.godstorm.facts import temple_places
from engine.rules.godstorm.gods import banish, banish_all
from engine.rules.godstorm.kinds import CONTINENTS, GODS, TEMPLE
from engine.rules.godstorm.miracles import RELICS
from engine.rules.godstorm.state import state_of

VANISHED = "card_reserve"
"""The cause of losses by a card that sends armies into the reserve of their owner, not to a heaven."""


class ForceMoved(PublicEvent, frozen=True, tag="miracles.force_moved"):
    """A miracle carried armies and gods of a seat from one place of its own to another."""

    seat: int
    src: int
    dst: int
    force: Force


class GodSent(PublicEvent, frozen=True, tag="miracles.god_sent"):
    """A miracle sent a god of `seat` away to a temple of that seat."""

    seat: int
    kind: str
    src: int
    dst: int


class TempleRaised(PublicEvent, frozen=True, tag="miracles.temple_raised"):
    """A temple rose without being paid for."""

    seat: int
    at: int


class TempleMoved(PublicEvent, frozen=True, tag="miracles.temple_moved"):
    """A temple of `seat` was set down in another territory of that seat."""

    seat: int
    src: int
    dst: int


class TempleDestroyed(PublicEvent, frozen=True, tag="miracles.temple_destroyed"):
    """A temple is gone; `seat` is NOBODY where nobody controlled it."""

    seat: int
    at: int


class RelicTaken(PublicEvent, frozen=True, tag="miracles.relic_taken"):
    """A relic changed hands, and works for its new owner from now on."""

    seat: int
    of: int
    card: int


class RelicsDestroyed(PublicEvent, frozen=True, tag="miracles.relics_destroyed"):
    """Relics of `seat` have left the game."""

    seat: int
    cards: tuple[int, ...]


class FaithGained(PublicEvent, frozen=True, tag="miracles.faith_gained"):
    """A miracle brought faith."""

    seat: int
    faith: int


EVENTS = (ForceMoved, GodSent, TempleRaised, TempleMoved, TempleDestroyed, RelicTaken, RelicsDestroyed, FaithGained)


def opponents(context: Context, seat: int) -> tuple[int, ...]:
    return tuple(other for other in context.state.active_seats() if other != seat)


# --- chance


def roll_die(context: Context, play: Play, order: PlayCard) -> tuple[int, ...]:
    """Roll the die of a card."""
    return roll_dice(context, play.seat, 1)


def roll_dice(context: Context, seat: int, count: int) -> tuple[int, ...]:
    dice = tuple(context.roll(count, 6, f"seat {seat}"))
    context.emit(CardRolled(seat, dice))
    return dice


def draw_continent(context: Context, play: Play, order: PlayCard) -> tuple[int, ...]:
    """Draw one of the continents that are still on the board; its card is put back."""
    continent = show_and_return(context, play.seat, CONTINENTS)
    assert continent is not None
    return (continent,)


def members(context: Context, play: Play) -> tuple[int, ...]:
    """List the territories of the continent that was drawn."""
    return context.graph.continents[play.shown[0]].members


# --- armies


def show_and_return(context: Context, seat: int, deck: str) -> int | None:
    """Turn over the top card of a deck for all to see, and shuffle it back; None for an empty deck."""
    card = context.draw(deck)
    if card is not None:
        context.emit(TurnedOver(seat, deck, (card,)))
        put_back(context.state, deck, (card,))
    return card


def strike(context: Context, play: Play, due: Mapping[int, int]) -> None:
    """Have armies killed by a card: so many on each territory, as far as they stand there."""
    losses.strike(context, due, play.seat)


def remove(context: Context, at: int, armies: int, cause: str) -> int:
    """Take up to so many armies off a territory at once; returns how many were there."""
    gone, seat = min(armies, context.state.armies[at]), context.state.owner[at]
    if gone:
        losses.lose_force(context, at, Force(gone), cause)
        context.emit(Lost(seat, ((at, Force(gone)),), struck=True))
    return gone


def carry(context: Context, seat: int, src: int, dst: int, force: Force) -> None:
    """Move a force from one place of a seat to another. Gods that come down in plague are banished."""
    context.move(src, dst, force)
    context.emit(ForceMoved(seat, src, dst, force))
    arrive(context, seat, dst, force.pieces)


# --- gods


def gods_at(context: Context, at: int) -> tuple[str, ...]:
    """List the gods that stand on a territory, in their order."""
    there = {piece.kind for piece in context.state.pieces if piece.at == at}
    return tuple(kind for kind in GODS if kind in there)


def banish_at(context: Context, at: int) -> None:
    """Send away all gods that stand on a territory."""
    banish_all(context, context.state.owner[at], at)


def arrive(context: Context, seat: int, at: int, gods: Iterable[str]) -> None:
    """Send away gods of a seat who have come to a territory, if there is plague; who stands there stays."""
    if at in state_of(context).plague:
        for kind in gods:
            banish(context, seat, kind)


# --- temples


def no_temple_left(context: Context, play: Play) -> str:
    """Refuse a further temple when all of them stand on the board."""
    return "cards.no_temple_left" if len(temple_places(context.state)) >= temples.MOST else ""


def raise_temple(context: Context, seat: int, at: int) -> None:
    context.add_piece(TEMPLE, seat, at)
    context.emit(TempleRaised(seat, at))


def destroy_temple(context: Context, at: int) -> None:
    seat = context.state.owner[at]
    context.remove_piece(TEMPLE, seat, at)
    context.emit(TempleDestroyed(seat, at))


# --- relics


def relics_in_play(context: Context, seats: Iterable[int]) -> dict[str, tuple[int, int]]:
    """Map the relics of some seats, as they are written, to their owner and their card."""
    names, relics = cards_of(context).names, state_of(context).relics
    return {names[card]: (seat, card) for seat in seats for card in relics[seat]}


def lay_away(context: Context, seat: int, cards: tuple[int, ...]) -> None:
    """Put relics out of the game, on the discards of their deck."""
    relics = state_of(context).relics
    relics[seat] = multiset_subtract(relics[seat], cards)
    discard(context, RELICS, cards)


def destroy_relics(context: Context, seat: int, cards: tuple[int, ...]) -> None:
    if cards:
        lay_away(context, seat, cards)
        context.emit(RelicsDestroyed(seat, cards))


def gain_faith(context: Context, seat: int, faith: int) -> None:
    context.earn(seat, faith)
    context.emit(FaithGained(seat, faith))


def holder(context: Context, at: int) -> int:
    """Return the player who holds a territory; NOBODY for the neutral pantheon and for empty land."""
    owner = context.state.owner[at]
    return NOBODY if owner == context.state.neutral else owner


NO_GOD = {
    "death": "cards.no_death",
    "sky": "cards.no_sky",
    "war": "cards.no_war",
}
"""The refusal of a card of each deck whose god is not in play; relics need none."""

REFUSALS = {
    "cards.no_death": gettext_noop("{card} needs your god of death in play."),
    "cards.no_sky": gettext_noop("{card} needs your god of the sky in play."),
    "cards.no_war": gettext_noop("{card} needs your god of war in play."),
    "cards.no_temple_left": gettext_noop("All 12 temples are on the board, so {card} cannot raise another."),
    "cards.temple_there": gettext_noop("There is already a temple in this territory, and it can have only one."),
    "cards.first_epoch": gettext_noop("{card} cannot be played in the First Epoch."),
    "cards.no_marker": gettext_noop("The spare plague marker has been used, so {card} has no effect any more."),
    "cards.maelstrom": gettext_noop("The maelstrom has been used, so {card} has no effect any more."),
    "cards.sunken": gettext_noop("Atlantis has already sunk."),
    "cards.sacred": gettext_noop("{dst} is sacred ground: nobody can attack it again this turn."),
}
