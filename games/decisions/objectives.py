"""Missions and capitals on the page of a game: the reader's own, those that are known, and what a game was won by."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.decisions.context import PageContext


@dataclass(frozen=True)
class Mission:
    """One's own mission, with what it asks for instead and why, where that has changed, and all cards that may have
    been dealt. `says` is empty for readers who have none."""

    says: str
    instead: str
    why: str
    cards: tuple[str, ...]


def mission_of(context: PageContext) -> Mission | None:
    """The reader's mission; None in games without missions."""
    cards = context.view.extra.get("mission_cards")
    if not cards:
        return None
    own = context.view.extra.get("mission") or {}
    return Mission(own.get("says", ""), own.get("instead", ""), own.get("why", ""), tuple(cards))


def missions_shown(context: PageContext) -> dict[int, str]:
    """Everybody's mission by seat, as far as the reader may know them."""
    told = context.view.extra.get("missions", ())
    return {seat: mission["says"] for seat, mission in enumerate(told) if mission}


def how_won(context: PageContext) -> str:
    """By what the game was won, where others were still in it; empty for a game that all others had left."""
    view = context.view
    if sum(not seat.out for seat in view.seats) < 2 or not view.winners:
        return ""
    mission = missions_shown(context).get(view.winners[0])
    if mission:
        return _("Mission complete: %(mission)s") % {"mission": mission}
    held = [context.name(at) for at in view.extra.get("capitals", ()) if at >= 0 and view.owner[at] == view.winners[0]]
    text = _("That makes %(count)s capitals: %(capitals)s.")
    return text % {"count": len(held), "capitals": ", ".join(held)} if held else ""
