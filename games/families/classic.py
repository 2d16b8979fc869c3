"""The classic family: capitals that change hands with all land of a seat, and cards drawn in a turn."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine import PlayerView
from games.families.parts import (
    ATTACK,
    FAMILIES,
    FORTIFY,
    PLACE,
    SHARED_LAND_CHANGES,
    Event,
    FamilyParts,
    Rail,
)

CARD = ("card", _("Card"))
TRADE_AT = {"elimination": "attack", "draw": "card"}
"""The step at which a set is asked for later in a turn, by the reason."""


def take_over_land(owner: list[int], event: Event) -> None:
    for land in event["lands"]:
        owner[land] = event["seat"]


def rail(view: PlayerView) -> Rail:
    """Put the card for a capture before the free move, or at the very end of the turn."""
    late = view.options.get("draw_timing") == "after_fortify"
    return (PLACE, ATTACK, FORTIFY, CARD) if late else (PLACE, ATTACK, CARD, FORTIFY)


def step_now(view: PlayerView) -> str:
    """Name the step by the open decision; a set may be asked for at three of them."""
    return TRADE_AT.get(str(view.about.get("why", "")), "place") if view.step == "trade" else view.step


FAMILIES.add(
    FamilyParts(
        "classic",
        land_changes={**SHARED_LAND_CHANGES, "capitals.taken_over": take_over_land},
        rail=rail,
        step_now=step_now,
    )
)
