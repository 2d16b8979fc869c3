"""What hints look at on a board: where to fight, where to stand, what to leave alone."""

from __future__ import annotations

import engine

NOBODY = -1  # the owner of free land


def own(view: engine.PlayerView) -> list[int]:
    """List the territories of the reader."""
    return [at for at, owner in enumerate(view.owner) if owner == view.viewer]


def enemies_beside(view: engine.PlayerView, at: int) -> list[int]:
    """List the neighbours of a territory that somebody else holds."""
    return [there for there in view.links[at] if view.owner[there] not in (view.viewer, NOBODY)]


def borders(view: engine.PlayerView) -> list[int]:
    """List the reader's territories with an enemy beside them, the strongest first."""
    found = [at for at in own(view) if enemies_beside(view, at)]
    return sorted(found, key=lambda at: -view.units(at))


def attackers(view: engine.PlayerView) -> list[int]:
    """List the reader's territories that outnumber an enemy beside them, the greatest lead first; while attacks are
    asked, those from which one is possible."""
    offer = view.offer("battle.attack")
    able = borders(view) if offer is None else offer.field("src", engine.TerritoryField).values
    lead = {at: view.units(at) - min(map(view.units, enemies_beside(view, at)), default=0) for at in able}
    return sorted((at for at in lead if lead[at] > 1), key=lambda at: -lead[at])


def can_attack(view: engine.PlayerView) -> bool:
    """Check whether any attack is possible."""
    return view.offer("battle.attack") is not None


def idle(view: engine.PlayerView) -> list[int]:
    """List the reader's territories whose armies have no enemy beside them, the largest first."""
    found = [at for at in own(view) if view.units(at) > 1 and not enemies_beside(view, at)]
    return sorted(found, key=lambda at: -view.units(at))


def free_beside_own(view: engine.PlayerView) -> list[int]:
    """List free territories beside the reader's own."""
    free = (at for at, owner in enumerate(view.owner) if owner == NOBODY)
    return [at for at in free if any(view.owner[there] == view.viewer for there in view.links[at])]


def has_captured(view: engine.PlayerView) -> bool:
    """Check whether the reader has captured a territory in this turn."""
    return view.captures > 0


def has_forces(view: engine.PlayerView, kind: str) -> bool:
    """Check whether the reader has a piece of a kind on the board."""
    return any(piece.seat == view.viewer and piece.kind == kind for piece in view.pieces)
