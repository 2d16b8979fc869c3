"""The Naval deck: 20 cards of 7 kinds. Sources: 002 "Answers to some questions"; docs/rulings.md."""

from __future__ import annotations

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.mechanics.action_cards.kinds import CardKind, Play
from engine.mechanics.action_cards.types import TURN, PlayCard, TurnedOver
from engine.rules.risk2210.cards.common import (
    assemble_mods,
    colony_influence,
    draw_cards,
    frequency_jam,
    no_water_card,
    reinforcements,
    stealth_mods,
    trap,
)
from engine.rules.risk2210.kinds import WATER_CARDS
from engine.rules.risk2210.state import state_of


def look_for_energy(context: Context, play: Play, order: PlayCard) -> None:
    """Turn over a water card, which lies open until the turn ends; who controls its territory then gets energy."""
    found = draw_cards(context, WATER_CARDS, 1)
    state_of(context).hidden_energy += found
    context.emit(TurnedOver(play.seat, WATER_CARDS, found))


KINDS = (
    assemble_mods("naval", gettext_noop("Place 3 MODs on one water territory of yours.")),
    colony_influence("naval", 2, gettext_noop("Scores 3 points at the end if your Naval Commander is in play.")),
    frequency_jam("naval"),
    CardKind(
        "Hidden Energy",  # as typed
        "naval",
        TURN,
        gettext_noop("Turn over a water territory card. If you control it at the end of this turn, you get 4 energy."),
        look_for_energy,
        copies=5,
        barred=no_water_card,
    ),
    reinforcements("naval", 2, gettext_noop("Place 1 MOD on each of three water territories of yours.")),
    stealth_mods("naval", 5, gettext_noop("When a water territory is invaded, its defender gets 3 more MODs there.")),
    trap(
        "Water Death Trap",  # as typed
        "naval",
        1,
        3,
        gettext_noop(
            "When a water territory of yours is invaded, the attacker loses half of the units in the attacking "
            "territory, rounded up."
        ),
    ),
)
