"""Which card stands beside the board."""

from __future__ import annotations

from games.decisions import panel
from games.decisions.context import Desk
from games.decisions.generic import general
from games.decisions.waiting import over, paused, waiting


def card_for(desk: Desk) -> panel.Card:
    """The card for what is asked now, for this viewer; the general form for kinds without one of their own."""
    view = desk.view
    if view.asked is None:
        return over(desk)
    if desk.facts.stopped:
        return paused(desk)
    if not view.may_answer:
        return waiting(desk)
    return panel.BUILDERS.get(view.asked.kind, general)(desk)
