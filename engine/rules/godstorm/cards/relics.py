"""The Magic deck: 15 relics, which come into play as they are drawn, cost nothing more and stay.

What a relic does is done where it works: in godswars, at a price, in a bid. Here are the cards, those that work at the
start of a turn by drawing others, and Aegis, which undoes a miracle as it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.mechanics.action_cards.kinds import CardKind, Play, cards_of
from engine.mechanics.action_cards.types import PlayCard
from engine.rules.godstorm.cards.common import lay_away
from engine.rules.godstorm.forcing import turn_over_and_play
from engine.rules.godstorm.miracles import RELICS, draw_miracle
from engine.rules.godstorm.state import state_of

RELIC, UNDO = "relic", "undo"
"""When a relic works: as long as it is in play, or thrown away in answer to a miracle."""

AEGIS = "Aegis"


def work_in_play(context: Context, play: Play, order: PlayCard) -> None:
    """Do nothing: a relic works as long as it is in play, and no order plays it."""


def throw_away(context: Context, play: Play, order: PlayCard) -> None:
    """Discard the relic away with which a miracle is undone."""
    lay_away(context, play.seat, (cards_of(context).numbers[order.card],))


def may_undo(context: Context, play: Play) -> Mapping[int, int]:
    """Let the owner of Aegis undo any miracle of another player, relics aside."""
    if play.kind.deck == RELICS:
        return {}
    aegis = cards_of(context).numbers[AEGIS]
    owners = (seat for seat, relics in enumerate(state_of(context).relics) if aegis in relics)
    return {seat: aegis for seat in owners if seat != play.seat}


def draw_death(context: Context, seat: int) -> None:
    draw_miracle(context, seat, "death")


def draw_war(context: Context, seat: int) -> None:
    draw_miracle(context, seat, "war")


def draw_sky(context: Context, seat: int) -> None:
    draw_miracle(context, seat, "sky")


def open_box(context: Context, seat: int) -> None:
    """Turn over a Death card, which must be played at once for nothing."""
    turn_over_and_play(context, seat, "death")


AT_TURN_START: Mapping[str, Callable[[Context, int], None]] = {
    "Arawn's Cauldron of Life": draw_death,  # as typed
    "Pandora's Box": open_box,  # as typed
    "The Golden Fleece": draw_war,  # as typed
    "The Great Pyramids": draw_sky,  # as typed
}
"""The relics that draw cards at the start of their owner's turn, by title."""


def _relic(title: str, text: str, timing: str = RELIC) -> CardKind:
    return CardKind(title, RELICS, timing, text, throw_away if timing == UNDO else work_in_play)


KINDS = (
    _relic(
        "Aegis, Shield of Athena",  # as typed
        gettext_noop("When another player plays a miracle card, discard Aegis to undo it."),
        UNDO,
    ),
    _relic(
        "Arawn's Cauldron of Life",  # as typed
        gettext_noop("At the start of your turn you draw a Death card."),
    ),
    _relic(
        "Excalibur",  # as typed
        gettext_noop("At the start of your turn you get 2 more armies for each continent you hold completely."),
    ),
    _relic(
        "Freya's Tears of Gold",  # as typed
        gettext_noop("At the start of your turn you get 1 more faith."),
    ),
    _relic(
        "Gungnir, Spear of Odin",  # as typed
        gettext_noop("In a godswar you reroll your 1s until none are left."),
    ),
    _relic(
        "Mjolnir, Hammer of Thor",  # as typed
        gettext_noop("Your total in each godswar is 3 higher. Thule scores you 1 more point at the end."),
    ),
    _relic(
        "Pandora's Box",  # as typed
        gettext_noop(
            "At the start of your turn you draw a Death card and must play it at once, at no cost. Graecia scores you "
            "1 more point at the end."
        ),
    ),
    _relic(
        "Stonehenge",  # as typed
        gettext_noop(
            "When you buy miracle cards, each costs you 1 faith instead of 2. Anglia scores you 1 more point at the "
            "end."
        ),
    ),
    _relic(
        "The Book of the Dead",  # as typed
        gettext_noop("Once a turn you may raise 2 fewer armies to get 4 faith."),
    ),
    _relic(
        "The Golden Fleece",  # as typed
        gettext_noop("At the start of your turn you draw a War card."),
    ),
    _relic(
        "The Great Pyramids",  # as typed
        gettext_noop("At the start of your turn you draw a Sky card. Egypt scores you 1 more point at the end."),
    ),
    _relic(
        "The Scales of Osiris",  # as typed
        gettext_noop("From each crypt you revive 2 armies instead of 1."),
    ),
    _relic(
        "The Tablets of Destiny",  # as typed
        gettext_noop("When you bid for turn order, your bid counts as 3 higher."),
    ),
    _relic(
        "The Tree of Life",  # as typed
        gettext_noop(
            "When your armies would die in defence, you may keep each of them for 1 faith. Babylon scores you 1 "
            "more point at the end."
        ),
    ),
    _relic(
        "The Wine of Eternal Life",  # as typed
        gettext_noop("At the start of your turn you get 1 more army."),
    ),
)
