"""Which card stands beside the board."""

from __future__ import annotations

from games.pages import cards
from games.pages.desk import Desk
from games.pages.general import general
from games.pages.waiting import over, paused, waiting


def card_for(desk: Desk) -> cards.Card:
    """The card for what is asked now, for this viewer; the general form for kinds without one of their own."""
    view = desk.view
    if view.asked is None:
        return over(desk)
    if desk.facts.stopped:
        return paused(desk)
    if not view.may_answer:
        return waiting(desk)
    return cards.BUILDERS.get(view.asked.kind, general)(desk)
