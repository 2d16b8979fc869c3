"""The Land deck: 20 cards of 8 kinds. Sources: 002 "Answers to some questions"; docs/rulings.md."""

from __future__ import annotations

from engine.core.context import Context
from engine.core.events import Event
from engine.core.language import gettext_noop
from engine.mechanics.action_cards.kinds import CardKind, Play, invasion_of
from engine.mechanics.action_cards.types import TURN, WINDOW, PlayCard
from engine.rules.risk2210 import scouts, stations
from engine.rules.risk2210.cards import targets
from engine.rules.risk2210.cards.common import (
    assemble_mods,
    colony_influence,
    frequency_jam,
    no_land_card,
    own_invasion,
    reinforcements,
    set_up_station,
    stealth_mods,
    too_many_stations,
    trap,
)
from engine.rules.risk2210.kinds import LAND, LAND_CARDS
from engine.rules.risk2210.state import state_of


class ScoutsSent(Event, frozen=True, tag="scouts.sent"):
    """Scout Forces wait on a face-down card; only their seat knows its territory."""

    seat: int
    territory: int | None

    secret = {"territory": "seat"}


def send_scouts(context: Context, play: Play, order: PlayCard) -> None:
    """Lay the top land card face down with 5 MODs, which go to its territory once the seat controls it."""
    card = context.draw(LAND_CARDS)
    assert card is not None
    state_of(context).scouts += ((play.seat, card),)
    context.emit(ScoutsSent(play.seat, card))
    scouts.report(context)


def no_site_here(context: Context, play: Play) -> str:
    """Refuse a station in an invasion of somebody else's land, beside another station, or as the fifth."""
    wrong = own_invasion(context, play)
    if not wrong and stations.stands_at(context.state, invasion_of(play).dst):
        wrong = "cards.station_there"
    return wrong or too_many_stations(context, play)


def hide_station(context: Context, play: Play, order: PlayCard) -> None:
    """Set up a station in the invaded territory, so that all its defenders throw eight-sided dice."""
    set_up_station(context, play.seat, invasion_of(play).dst)


KINDS = (
    assemble_mods("land", gettext_noop("Place 3 MODs on one land territory of yours.")),
    colony_influence("land", 2, gettext_noop("Scores 3 points at the end if your Land Commander is in play.")),
    frequency_jam("land"),
    trap(
        "Land Death Trap",  # as typed
        "land",
        1,
        3,
        gettext_noop(
            "When a land territory of yours is invaded, the attacker loses half of the units in the attacking "
            "territory, rounded up."
        ),
    ),
    reinforcements("land", 3, gettext_noop("Place 1 MOD on each of three land territories of yours.")),
    CardKind(
        "Scout Forces",  # as typed
        "land",
        TURN,
        gettext_noop(
            "Draw a land territory card in secret and set 5 MODs aside on it. They land there as soon as you control "
            "the territory."
        ),
        send_scouts,
        copies=3,
        barred=no_land_card,
        source="002 Answers",
    ),
    stealth_mods("land", 5, gettext_noop("When a land territory is invaded, its defender gets 3 more MODs there.")),
    CardKind(
        "Stealth Station",  # as typed
        "land",
        WINDOW,
        gettext_noop(
            "When a land territory of yours is invaded, set up a Space Station there before the dice are rolled."
        ),
        hide_station,
        zone=LAND,
        targets=(targets.HERE,),
        barred=no_site_here,
    ),
)
