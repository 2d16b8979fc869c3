"""The classic family: capitals that change hands with all land of a seat."""

from __future__ import annotations

from games.families.parts import FAMILIES, SHARED_LAND_CHANGES, Event, FamilyParts


def take_over_land(owner: list[int], event: Event) -> None:
    for land in event["lands"]:
        owner[land] = event["seat"]


FAMILIES.add(
    FamilyParts(
        "classic",
        land_changes={**SHARED_LAND_CHANGES, "capitals.taken_over": take_over_land},
    )
)
