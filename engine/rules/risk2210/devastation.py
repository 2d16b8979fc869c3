"""Devastated lands: four wastelands that nobody can hold or cross, and that no continent misses.

Source: 002, "Devastated Lands", "Collect and Deploy MODs and Energy".
"""

from functools import lru_cache

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.hooks import BoardHooks
from engine.core.mapgraph import mapgraph
from engine.core.ruleset import Mechanic
from engine.rules.risk2210.kinds import LAND_CARDS
from engine.rules.risk2210.state import state_of

DEVASTATED = 4


class Devastate(Step, frozen=True, tag="devastation.draw"):
    """Turns over land cards until four lands are devastated; none where a position says how the board looks."""


class Devastated(PublicEvent, frozen=True, tag="devastation.drawn"):
    """These lands are wastelands for the whole game."""

    at: tuple[int, ...]


def devastate(context: Context, step: Devastate) -> None:
    state = state_of(context)
    drawn = [context.draw(LAND_CARDS) for _ in range(DEVASTATED)]
    lands = tuple(card for card in drawn if card is not None)
    state.devastated = lands
    state.discards[LAND_CARDS] = tuple(sorted((*state.discards[LAND_CARDS], *lands)))
    context.emit(Devastated(lands))


@lru_cache(maxsize=64)
def open_links(map: str, devastated: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List the neighbours of every territory without those that are devastated."""
    waste = set(devastated)
    return tuple(
        () if src in waste else tuple(there for there in linked if there not in waste)
        for src, linked in enumerate(mapgraph(map).neighbours)
    )


def change_links(context: Context, src: int, purpose: str, linked: tuple[int, ...]) -> tuple[int, ...]:
    state = state_of(context)
    return open_links(state.map, state.devastated)[src]


def left_out(context: Context) -> tuple[int, ...]:
    """Leave devastated lands out of continents, claims and borders."""
    return state_of(context).devastated


MECHANIC = Mechanic(
    name="devastation",
    hooks=(BoardHooks(change_links=(change_links,), border_key=(left_out,), left_out=(left_out,)),),
    steps={Devastate: devastate},
    events=(Devastated,),
)
