"""Plague: it takes half of the armies that move into its land, and again in each turn of who holds it, and every god.

Sources: 004, "Determine Plague Lands", "Suffer Plague", "Capturing Territories"; R14, R15, R29, E13, E19. Markers are
laid in `plagues`.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext, gettext_noop
from engine.core.ruleset import Mechanic
from engine.core.units import Force
from engine.core.view import PlayerView
from engine.mechanics.battle.losses import lose_force
from engine.mechanics.battle.types import Attack
from engine.mechanics.deploy import Place
from engine.mechanics.fortify import Fortify
from engine.mechanics.occupy import Advance, OccupyHooks
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
        lose_force(context, at, Force(armies), "plague")
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


# --- what it will cost

MOVE_IN = (
    gettext_noop("Plague in {territory} kills half of the armies that move in."),
    gettext_noop("Plague in {territory} banishes gods and kills half of the armies that move in."),
)
STAY = (
    gettext_noop("When it next strikes, plague in {territory} kills half of the armies there, rounded down."),
    gettext_noop(
        "When it next strikes, plague in {territory} banishes your gods and kills half of the armies there, rounded "
        "down."
    ),
)
"""What is said of armies that move into plague and of those that are put there, without gods and with them."""


def plague_words(view: PlayerView, at: int, words: tuple[str, str], gods: Collection[str]) -> str:
    """Say what plague takes of armies, and of gods who are with them; empty where there is none."""
    if at not in view.extra["plague"]:
        return ""
    return gettext(words[bool(gods)]).format(territory=view.graph.names[at])


def warn_invasion(view: PlayerView, order: Attack) -> str:
    """Warn before an attack that would lead into plague, of the gods above all."""
    gods = view.companions_at(order.src) if order.leaders is UNSET else order.leaders
    return plague_words(view, order.dst, MOVE_IN, gods)


def warn_advance(view: PlayerView, order: Advance) -> str:
    return plague_words(view, view.about.get("dst", -1), MOVE_IN, view.about.get("along", ()))


def warn_move(view: PlayerView, order: Fortify) -> str:
    return plague_words(view, order.dst, STAY, view.companions_at(order.dst))


def warn_placing(view: PlayerView, order: Place) -> str:
    return " ".join(filter(None, (plague_words(view, at, STAY, view.companions_at(at)) for at, _ in order.at)))


MECHANIC = Mechanic(
    name="plague",
    hooks=(OccupyHooks(on_capture=(enter,)),),
    steps={SufferPlague: suffer},
    hazards={Attack: warn_invasion, Advance: warn_advance, Fortify: warn_move, Place: warn_placing},
    events=(PlagueStruck,),
)
