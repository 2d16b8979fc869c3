"""Why a miracle card cannot be played at a moment, from what its owner sees."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import PlayerView
from engine.mechanics.action_cards.kinds import CardKind
from engine.mechanics.action_cards.types import TURN, WINDOW
from engine.rules.godstorm import temples
from engine.rules.godstorm.cards import common, death, sky, targets, war
from engine.rules.godstorm.cards.relics import RELIC, UNDO
from engine.rules.godstorm.kinds import GODS, TEMPLE
from games.families.cards import CardReasons, Reason
from games.families.parts import parts_of

TIMES = {
    TURN: gettext_lazy("in your turn, before the plague"),
    WINDOW: gettext_lazy("when a territory of yours is attacked"),
    RELIC: "",
    UNDO: gettext_lazy("when another player plays a miracle card"),
}
MOMENTS = {"cards.play_asked": TURN, "reaction.asked": WINDOW}
"""The timing of the cards that answer a question."""


def why_not(view: PlayerView, kind: CardKind) -> str:
    """Say when a card that is not offered can be played, or what is missing for it."""
    assert view.viewer is not None
    in_play = any(piece.kind == kind.deck and piece.seat == view.viewer and piece.at >= 0 for piece in view.pieces)
    if kind.timing in (TURN, WINDOW) and not in_play:
        return _("needs your %(god)s in play") % {"god": parts_of(view.rules).board.piece_signs[kind.deck].name}
    return (is_asked_for(view, kind) and REASONS.missing(view, kind)) or str(TIMES[kind.timing])


def is_asked_for(view: PlayerView, kind: CardKind) -> bool:
    """Check whether this is the moment of a card, so that something else keeps it from being played."""
    return view.may_answer and view.asked is not None and MOMENTS.get(view.asked.kind) == kind.timing


# ---- what bars a card


def no_temple_left(view: PlayerView) -> str:
    standing = sum(piece.kind == TEMPLE for piece in view.pieces)
    return _("all 12 temples are on the board") if standing >= temples.MOST else ""


def no_site(view: PlayerView) -> str:
    dst = view.about["dst"]
    if any(piece.kind == TEMPLE and piece.at == dst for piece in view.pieces):
        return _("there is already a temple in %(land)s") % {"land": view.graph.names[dst]}
    return no_temple_left(view)


BARS: dict[object, Reason] = {
    sky.no_site: no_site,
    common.no_temple_left: no_temple_left,
    war.too_early: lambda view: _("not in the First Epoch") if view.extra["epoch"] <= 1 else "",
    death.no_marker: lambda view: "" if view.extra["spare_plague"] else _("the spare plague marker has been used"),
    death.has_sunk: lambda view: _("Atlantis has already sunk") if view.extra["sunken"] else "",
    death.no_maelstrom: lambda view: _("the maelstrom has been used") if view.extra["maelstrom"] else "",
}
"""The reasons by what refuses a card."""


# ---- why there is nothing to name with it


def no_god_attacks(view: PlayerView) -> str:
    src = view.about["src"]
    if any(piece.kind in GODS and piece.at == src for piece in view.pieces):
        return ""
    return _("there is no god in %(land)s") % {"land": view.graph.names[src]}


def no_refuge(view: PlayerView) -> str:
    return no_god_attacks(view) or _("the attacker has no temple in another territory")


def no_risen(view: PlayerView) -> str:
    return no_own_temple(view) or _("none of your armies can leave an Underworld space")


def no_own_temple(view: PlayerView) -> str:
    own = any(piece.kind == TEMPLE and piece.seat == view.viewer for piece in view.pieces)
    return "" if own else _("you have no temple")


NO_TARGET: dict[object, Reason] = {
    targets.ATTACKING_GOD: no_god_attacks,
    targets.GOD_AND_REFUGE: no_refuge,
    targets.SUMMONS: lambda view: _("no other territory of yours can spare an army"),
    targets.RESURRECTION: no_risen,
    targets.OWN_TEMPLE: no_own_temple,
    targets.SITE: lambda view: _("all your territories have a temple"),
    targets.TEMPLE_ANYWHERE: lambda view: _("there is no temple"),
    targets.TEMPLE_AND_SITE: lambda view: _("no player has a temple and another territory without one"),
    targets.PLAGUED: lambda view: _("there is no plague"),
    targets.UNTOUCHED: lambda view: _("every territory has a temple or plague"),
    targets.HELD_BY_ONE: lambda view: _("no other player holds a territory with exactly 1 army"),
    targets.ONE_PLAYERS_LANDS: lambda view: _("no other player holds 2 territories"),
    targets.FLIGHT: lambda view: _("none of your armies or gods can move to another territory"),
    targets.WITH_HAND: lambda view: _("no other player holds miracle cards"),
    targets.FOREIGN_RELIC: lambda view: _("no other player has a relic in play"),
    targets.ANY_RELIC: lambda view: _("no relic is in play"),
    targets.FILLED_DECK: lambda view: _("no miracle deck has cards left"),
}
"""The reasons by what a card falls on."""
REASONS = CardReasons(BARS, NO_TARGET)
