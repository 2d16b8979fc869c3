"""Miracle cards that may be played and would do nothing as the board stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine import PlayerView
from engine.mechanics.action_cards.kinds import CardKind
from engine.rules.godstorm.cards import death, sky, war
from engine.rules.godstorm.kinds import ALTAR, CRYPT, LAND, TEMPLE


def has_no_effect(view: PlayerView, kind: CardKind) -> bool:
    """Check whether a card that can be played now would change nothing."""
    check = IN_VAIN.get(kind.effect)
    return check is not None and check(view)


def no_godswar(view: PlayerView) -> bool:
    """Check whether the invasion that is asked about comes to no godswar, as a side has no god in it."""
    return not (view.about.get("leaders") and view.companions_at(view.about["dst"]))


def no_temple(view: PlayerView) -> bool:
    return not any(piece.kind == TEMPLE and piece.seat == view.viewer for piece in view.pieces)


def no_pair(view: PlayerView, places: Iterable[int]) -> bool:
    """Check whether two armies stand nowhere among these places, so that half of them, or all but one, is none."""
    return not any(view.armies[at] > 1 for at in places)


def no_faith(view: PlayerView) -> bool:
    assert view.viewer is not None
    return bool(view.extra["purses"][view.viewer] < war.FAITH_AN_ARMY)


IN_VAIN: dict[object, Callable[[PlayerView], bool]] = {
    sky.sear: no_godswar,
    war.raise_champions: no_faith,
    war.collect_faith: no_temple,
    war.gather: no_temple,
    death.close_door: lambda view: no_pair(view, view.graph.signs[CRYPT] | view.graph.signs[ALTAR]),
    death.rust: lambda view: not any(view.extra["relics"]),
    death.begin_twilight: lambda view: not any(piece.kind in death.DOOMED for piece in view.pieces),
    death.age: lambda view: no_pair(view, view.graph.in_zone[LAND]),
}
"""The checks by what a card does."""
