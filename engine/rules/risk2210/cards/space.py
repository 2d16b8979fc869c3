"""The Space deck: 20 cards of 8 kinds. Sources: 002 "Invading Earth"; docs/rulings.md."""

from __future__ import annotations

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.mechanics.action_cards.kinds import CardKind, Play
from engine.mechanics.action_cards.types import TURN, PlayCard
from engine.rules.risk2210.cards.common import (
    assemble_mods,
    colony_influence,
    frequency_jam,
    no_land_card,
    reinforcements,
    show_cards,
    stealth_mods,
    trap,
)
from engine.rules.risk2210.kinds import LAND_CARDS
from engine.rules.risk2210.state import state_of


def extract_energy(context: Context, play: Play, order: PlayCard) -> None:
    """Note that the whole Moon brings energy when the turn ends."""
    state_of(context).extraction += 1


def find_landing(context: Context, play: Play, order: PlayCard) -> None:
    """Turn over land cards up to the first territory that is not the seat's own: the Moon may invade it in this turn.
    If the deck runs out first there is none."""
    state = state_of(context)
    shown: list[int] = []
    while (card := context.draw(LAND_CARDS)) is not None:
        shown.append(card)
        if state.owner[card] != play.seat:
            state.invade_earth += (card,)
            break
    show_cards(context, play.seat, LAND_CARDS, tuple(shown))


KINDS = (
    assemble_mods("space", gettext_noop("Place 3 MODs on one lunar territory of yours.")),
    colony_influence("space", 2, gettext_noop("Scores 3 points at the end if your Space Commander is in play.")),
    CardKind(
        "Energy Extraction",  # as typed
        "space",
        TURN,
        gettext_noop("If you control the whole Moon at the end of this turn, you get 7 energy."),
        extract_energy,
        cost=1,
    ),
    frequency_jam("space"),
    CardKind(
        "Invade Earth",  # as typed
        "space",
        TURN,
        gettext_noop(
            "Turn over land territory cards until one is not yours. This turn you may invade it from any lunar "
            "territory."
        ),
        find_landing,
        copies=3,
        barred=no_land_card,
    ),
    trap(
        "Orbital Mines",  # as typed
        "space",
        2,
        2,
        gettext_noop(
            "When a lunar territory of yours is invaded, the attacker loses half of the units in the attacking "
            "territory, rounded up."
        ),
    ),
    reinforcements("space", 3, gettext_noop("Place 1 MOD on each of three lunar territories of yours.")),
    stealth_mods("space", 4, gettext_noop("When a lunar territory is invaded, its defender gets 3 more MODs there.")),
)
