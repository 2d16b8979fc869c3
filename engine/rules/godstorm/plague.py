"""Plague: it takes half of the armies that move into its land, and again in each turn of who holds it, and every god.

Sources: 004, "Determine Plague Lands", "Suffer Plague", "Capturing Territories"; R14, R15, R29, E13, E19. Markers are
laid in `plagues`.
"""

from __future__ import annotations

from msgspec import UNSET

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext
from engine.core.ruleset import Hooks, Mechanic
from engine.core.view import PlayerView
from engine.mechanics import battle
from engine.mechanics.battle import Attack
from engine.rules.godstorm.gods import banish_all
from engine.rules.godstorm.state import state_of


class SufferPlague(Step, frozen=True, tag="plague.suffer"):
    """Plague strikes all plague lands of the active seat."""

    step = "plague"


class PlagueStruck(PublicEvent, frozen=True, tag="plague.struck", gc=False):
    """Plague killed so many armies of a seat on its land; its gods there are banished."""

    seat: int
    at: int
    armies: int


def halve(context: Context, at: int) -> None:
    """Let half of the armies of a territory die, rounded down, and banish the gods there."""
    seat = context.state.owner[at]
    armies = context.state.armies[at] // 2
    if armies:
        context.emit(PlagueStruck(seat, at, armies))
        battle.lose_armies(context, at, armies, "plague")
    banish_all(context, seat, at)


def enter(context: Context, seat: int, dst: int, was: int) -> None:
    """Strike who moves into plague after a capture, or into an empty plague land."""
    if dst in state_of(context).plague:
        halve(context, dst)


def suffer(context: Context, step: SufferPlague) -> None:
    state = state_of(context)
    for at in sorted(state.plague):
        if state.owner[at] == state.active:
            halve(context, at)


def warn_of_plague(view: PlayerView, order: Attack) -> str:
    """Warn before an attack that would lead into plague, of the gods above all."""
    if order.dst not in view.extra["plague"]:
        return ""
    gods = view.companions_at(order.src) if order.leaders is UNSET else order.leaders
    if gods:
        words = gettext("Plague in {territory} banishes gods and kills half of the armies that move in.")
    else:
        words = gettext("Plague in {territory} kills half of the armies that move in.")
    return words.format(territory=view.graph.names[order.dst])


HOOKS = Hooks(on_capture=enter)
MECHANIC = Mechanic(
    name="plague",
    steps={SufferPlague: suffer},
    advice={Attack: warn_of_plague},
    events=(PlagueStruck,),
)
