"""Why a Command card cannot be played at a moment, from what its owner sees."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.lazy_text import LazyText
from engine import PlayerView
from engine.mechanics.action_cards.kinds import CardKind
from engine.mechanics.action_cards.types import GAME_END, TURN, TURN_END, WINDOW
from engine.rules.risk2210 import stations
from engine.rules.risk2210.cards import common, diplomat, land, targets
from engine.rules.risk2210.cards.armageddon import NUCLEAR
from engine.rules.risk2210.kinds import LAND, LAND_CARDS, MOON, STATION, WATER, WATER_CARDS
from games.families.cards import CardReasons, Reason
from games.families.parts import parts_of

TIMES = {
    WINDOW: gettext_lazy("when a territory is invaded"),
    TURN: gettext_lazy("in your turn, before your first invasion"),
    TURN_END: gettext_lazy("after you fortify"),
    GAME_END: gettext_lazy("counts at the end of the game"),
}
ARMAGEDDON = "cards.armageddon_asked"


def why_not(view: PlayerView, kind: CardKind) -> str:
    """Say when a card that is not offered can be played, or what is missing for it."""
    assert view.viewer is not None
    if view.viewer in view.extra.get("jammed", ()):
        return _("your cards are jammed until this turn ends")
    if not any(piece.kind == kind.deck and piece.seat == view.viewer and piece.at >= 0 for piece in view.pieces):
        return _("needs your %(piece)s in play") % {"piece": parts_of(view.rules).board.piece_signs[kind.deck].name}
    if moment_of(view, kind) != kind.timing:
        return str(TIMES[kind.timing])
    if kind.timing == WINDOW and kind.zone not in ("", view.graph.zone(view.about["dst"])):
        return str(OTHER_ZONE[kind.zone])
    free = view.asked is not None and view.asked.kind == ARMAGEDDON
    return REASONS.missing(view, kind, free=free) or str(TIMES[kind.timing])


def moment_of(view: PlayerView, kind: CardKind) -> str:
    """Return the timing of the cards of a kind's deck that answer the question; empty for none."""
    if view.asked is None or not view.may_answer:
        return ""
    match view.asked.kind:
        case "cards.play_asked":
            return str(view.about["timing"])
        case "reaction.asked":
            return WINDOW
        case "battle.attack_asked":
            return "" if view.extra["invaded"] else TURN
        case "cards.armageddon_asked":
            return TURN if kind.deck == NUCLEAR else ""
    return ""


# ---- what bars a card

OTHER_ZONE = {
    LAND: gettext_lazy("only when a land territory is invaded"),
    WATER: gettext_lazy("only when a water territory is invaded"),
    MOON: gettext_lazy("only when a lunar territory is invaded"),
}
NONE_HELD = {
    LAND: gettext_lazy("you hold no land territory"),
    WATER: gettext_lazy("you hold no water territory"),
    MOON: gettext_lazy("you hold no lunar territory"),
}
NONE_ELSE = {
    LAND: gettext_lazy("nobody else holds a land territory"),
    WATER: gettext_lazy("nobody else holds a water territory"),
    MOON: gettext_lazy("nobody else holds a lunar territory"),
}


def no_defender(view: PlayerView) -> str:
    if not 0 <= view.owner[view.about["dst"]] < len(view.seats):
        return _("no player defends %(land)s") % {"land": view.graph.names[view.about["dst"]]}
    return ""


def not_mine(view: PlayerView) -> str:
    own = view.owner[view.about["dst"]] == view.viewer
    return "" if own else _("only when a territory of yours is invaded")


def no_garrison(view: PlayerView) -> str:
    if view.units(view.about["dst"]):
        return not_mine(view)
    return not_mine(view) or _("there are no units in %(land)s") % {"land": view.graph.names[view.about["dst"]]}


def four_stations(view: PlayerView) -> str:
    own = sum(piece.kind == STATION and piece.seat == view.viewer for piece in view.pieces)
    return _("you already have 4 Space Stations, the most allowed") if own >= stations.MOST else ""


def no_site_here(view: PlayerView) -> str:
    dst = view.about["dst"]
    if any(piece.kind == STATION and piece.at == dst for piece in view.pieces):
        return not_mine(view) or _("there is already a Space Station in %(land)s") % {"land": view.graph.names[dst]}
    return not_mine(view) or four_stations(view)


BARS: dict[object, Reason] = {
    common.without_defender: no_defender,
    common.own_invasion: not_mine,
    common.too_many_stations: four_stations,
    common.no_land_card: lambda view: "" if view.decks[LAND_CARDS] else _("no land territory card is left"),
    common.no_water_card: lambda view: "" if view.decks[WATER_CARDS] else _("no water territory card is left"),
    diplomat.no_garrison: no_garrison,
    land.no_site_here: no_site_here,
}
"""The reasons by what refuses a card."""


# ---- why there is nothing to name with it


def say(words: LazyText, view: PlayerView) -> str:
    return str(words)


NO_TARGET: dict[object, Reason] = {
    **{targets.own_territory(zone): partial(say, words) for zone, words in NONE_HELD.items()},
    **{targets.own_territories(zone): partial(say, words) for zone, words in NONE_HELD.items()},
    **{targets.enemy_territory(zone): partial(say, words) for zone, words in NONE_ELSE.items()},
    targets.ENEMY_COMMANDER: lambda view: _("no other player has a Commander in play"),
    targets.STATION_SITE: lambda view: _("all your land territories have a Space Station"),
    targets.REFUGE: lambda view: _("you hold no other territory"),
}
"""The reasons by what a card falls on."""

REASONS = CardReasons(BARS, NO_TARGET)
