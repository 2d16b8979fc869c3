"""What is named with Command cards: own territories, enemy ones, players, Commanders, the invaded territory."""

from __future__ import annotations

from functools import cache

from engine.core.context import Context
from engine.core.language import gettext, gettext_noop
from engine.core.mapgraph import MapGraph
from engine.core.notation import TokenReader, either
from engine.core.offers import ChoiceField, PieceMovesField, Rows, SeatField, TerritoriesField, TerritoryField
from engine.core.state import NOBODY
from engine.mechanics.action_cards.kinds import Play, Target, TargetField, invasion_of
from engine.mechanics.action_cards.orders import find_invaded, read_at, read_on, read_player
from engine.mechanics.action_cards.types import Named
from engine.rules.risk2210.commanders import commanders_of
from engine.rules.risk2210.kinds import COMMANDERS, LAND
from engine.rules.risk2210.stations import stands_at

REINFORCED = 3  # territories of a Reinforcements card


@cache
def in_order(graph: MapGraph, zone: str) -> tuple[int, ...]:
    """List the territories of a zone in map order."""
    return tuple(sorted(graph.in_zone[zone]))


def own_in(context: Context, seat: int, zone: str) -> tuple[int, ...]:
    """List the territories of a zone that a seat controls, in map order."""
    owner = context.state.owner
    return tuple(at for at in in_order(context.graph, zone) if owner[at] == seat)


def enemy_in(context: Context, seat: int, zone: str) -> tuple[int, ...]:
    """List the territories of a zone that another seat or the neutral army controls, in map order."""
    owner = context.state.owner
    return tuple(at for at in in_order(context.graph, zone) if owner[at] not in (NOBODY, seat))


def opponents(context: Context, seat: int) -> tuple[int, ...]:
    return tuple(other for other in context.state.active_seats() if other != seat)


def _some(name: str, values: tuple[int, ...], count: int = 1) -> tuple[TargetField, ...] | None:
    """Make the field of so many territories, or of all where there are fewer; None where there are none."""
    number = min(count, len(values))
    return (TerritoriesField(name, values, number, number),) if values else None


@cache
def own_territory(zone: str) -> Target:
    """Make the target of a card that works on one own territory of a zone."""
    return Target(lambda context, play: _some("at", own_in(context, play.seat, zone)), read_at, _WANTED_OWN[zone])


@cache
def own_territories(zone: str) -> Target:
    """Make the target of a card that works on three own territories of a zone, or on all where there are fewer."""
    return Target(
        lambda context, play: _some("at", own_in(context, play.seat, zone), REINFORCED), read_at, _WANTED_THREE[zone]
    )


@cache
def enemy_territory(zone: str) -> Target:
    """Make the target of a card that falls on one enemy territory of a zone."""
    return Target(lambda context, play: _some("on", enemy_in(context, play.seat, zone)), read_on, _WANTED_ENEMY[zone])


def _opponent(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    others = opponents(context, play.seat)
    return (SeatField("target", others),) if others else None


def _enemy_commander(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    there = {other: tuple(commanders_of(context.state, other)) for other in opponents(context, play.seat)}
    there = {other: kinds for other, kinds in there.items() if kinds}
    rows: Rows = {str(other): kinds for other, kinds in there.items()}
    return (SeatField("target", tuple(there)), ChoiceField("what", by="target", table=rows)) if there else None


def _read_enemy_commander(reader: TokenReader) -> Named:
    return {**read_player(reader), "what": read_commander(reader)}


def read_commander(reader: TokenReader) -> str:
    """Read the kind of a Commander. Raises UnreadableOrder."""
    found = next((kind for kind in COMMANDERS if reader.take(kind)), "")
    if not found:
        why = gettext("Name a Commander: {kinds}.").format(kinds=either(COMMANDERS))
        raise reader.fail(why, COMMANDERS, wrong=reader.typed())
    reader.pass_over("commander")
    return found


def _own_commanders(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    kinds = tuple(commanders_of(context.state, play.seat))
    return (PieceMovesField("moves", kinds, tuple(context.territories_of(play.seat))),) if kinds else None


def _read_moves(reader: TokenReader) -> Named:
    reader.pass_over("with")
    moves: list[tuple[str, int]] = []
    while reader.more() or not moves:
        reader.pass_over("and")
        kind = read_commander(reader)
        reader.pass_over("at", "in")
        moves.append((kind, reader.territory()))
    return {"moves": tuple(moves)}


def _site_of_a_station(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    return _some("at", tuple(at for at in own_in(context, play.seat, LAND) if not stands_at(context.state, at)))


def _refuge(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    others = tuple(at for at in context.territories_of(play.seat) if at != invasion_of(play).dst)
    return (TerritoryField("dst", others),) if others else None


def _read_refuge(reader: TokenReader) -> Named:
    return {"dst": reader.territory()}


def _here(context: Context, play: Play) -> tuple[TargetField, ...]:
    """Make the field of the invaded territory, which an order in words may leave out."""
    return (TerritoriesField("at", (invasion_of(play).dst,)),)


def _read_here(reader: TokenReader) -> Named:
    """Read the invaded territory; left out, it is that of the question."""
    place = find_invaded(reader)
    if reader.take("at"):
        place = reader.territory()
    return {} if place is None else {"at": (place,)}


def _read_here_unwritten(reader: TokenReader) -> Named:
    """Read the invaded territory, which is not kept; another one is, so that it is refused."""
    place = reader.territory() if reader.take("at") else None
    return {} if place in (None, find_invaded(reader)) else {"at": (place,)}


def _nothing(context: Context, play: Play) -> tuple[TargetField, ...]:
    return ()


OPPONENT = Target(_opponent, read_player, gettext_noop("Name a player who is still in the game."))
ENEMY_COMMANDER = Target(
    _enemy_commander, _read_enemy_commander, gettext_noop("Name another player and a Commander they have in play.")
)
OWN_COMMANDERS = Target(
    _own_commanders, _read_moves, gettext_noop("Name your Commanders, each only once and with one of your territories.")
)
STATION_SITE = Target(
    _site_of_a_station, read_at, gettext_noop("Name a land territory of yours that has no Space Station.")
)
REFUGE = Target(_refuge, _read_refuge, gettext_noop("Name another territory of yours."))
HERE = Target(_here, _read_here, gettext_noop("It works only in the invaded territory."))
HERE_UNWRITTEN = Target(_nothing, _read_here_unwritten, "")

_Sentences = dict[str, str]
_WANTED_OWN: _Sentences = {
    "land": gettext_noop("Name one land territory of yours."),
    "water": gettext_noop("Name one water territory of yours."),
    "moon": gettext_noop("Name one lunar territory of yours."),
}
_WANTED_THREE: _Sentences = {
    "land": gettext_noop("Name three different land territories of yours, or all if you have fewer."),
    "water": gettext_noop("Name three different water territories of yours, or all if you have fewer."),
    "moon": gettext_noop("Name three different lunar territories of yours, or all if you have fewer."),
}
_WANTED_ENEMY: _Sentences = {
    "land": gettext_noop("Name one land territory that somebody else holds."),
    "water": gettext_noop("Name one water territory that somebody else holds."),
    "moon": gettext_noop("Name one lunar territory that somebody else holds."),
}
