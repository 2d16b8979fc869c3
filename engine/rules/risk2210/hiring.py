"""What is for sale in 2210: Commanders for 3 energy, stations for 5, Command cards for 1, four a turn.

Source: 002, "Hire and Place Commanders and Build Space Stations", "Buy Command Cards".
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.context import Context
from engine.core.language import gettext_noop
from engine.mechanics import purchase
from engine.mechanics.purchase import PurchaseHooks, Ware
from engine.rules.risk2210 import stations
from engine.rules.risk2210.bonus import open_decks
from engine.rules.risk2210.kinds import COMMANDERS, LAND, STATION

COMMANDER_COST, STATION_COST = 3, 5


def wares(context: Context, seat: int) -> Sequence[Ware]:
    """List what a seat may hire or build: Commanders not in play, anywhere; stations on land without one."""
    own = tuple(context.territories_of(seat))
    hired = (Ware(kind, COMMANDER_COST, own) for kind in COMMANDERS if not context.state.has_piece(seat, kind))
    return (*hired, Ware(STATION, STATION_COST, station_sites(context, seat), building=True))


def station_sites(context: Context, seat: int) -> tuple[int, ...]:
    """List the own lands where a seat may put a further station."""
    if len(stations.stations_of(context.state, seat)) >= stations.MOST:
        return ()
    zone = context.graph.zone
    taken = {piece.at for piece in context.state.pieces if piece.kind == STATION}
    return tuple(at for at in context.territories_of(seat) if zone(at) == LAND and at not in taken)


COMMANDS = purchase.commands(
    "hire",
    gettext_noop("hire a Commander"),
    STATION,
    gettext_noop("build a Space Station on one of your land territories"),
    title="space station",  # as typed
)
MECHANIC = replace(
    purchase.MECHANIC, hooks=(PurchaseHooks(for_sale=(wares,), decks_for_sale=(open_decks,)),), commands=COMMANDS
)
