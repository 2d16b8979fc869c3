"""A turn of *How to play*: played by the engine, drawn by the renderer of every board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engine
from engine.position import position
from games.boards import drawing
from games.boards.board import choose_stage, fit, stage_classes, stages_of
from games.boards.geometry import Box, Sheet
from games.boards.holdings import Holdings
from games.boards.overlays import Marks
from games.decisions.kit.page_types import StoryLine
from games.families.lessons import Step, WorkedTurn
from games.pages.story import throw_of
from games.wording.seats import colour_name


@dataclass(frozen=True)
class Scene:
    """A part of the board as a picture; `look` are the classes of its stage."""

    svg: SafeString
    look: str


@dataclass(frozen=True)
class Shown:
    """A step of a turn with its picture, the orders that led to it, and the fight that it shows."""

    step: Step
    orders: tuple[str, ...]
    scene: Scene
    fight: StoryLine | None


@dataclass(frozen=True)
class Played:
    """What the first seat sees after a step, and what happened in it."""

    view: engine.PlayerView
    events: tuple[engine.Facts, ...]


def play(turn: WorkedTurn) -> Iterator[Played]:
    """Play a turn step by step; the first that is returned is how it begins. Raises PositionError, IllegalAction."""
    return play_steps(turn.board, turn.rules, turn.seats, [step.orders for step in turn.steps], turn.dice, turn.said)


def play_steps(
    board: str,
    rules: str,
    seats: Sequence[str],
    steps: Iterable[Sequence[str]],
    dice: Mapping[str, Sequence[int]],
    said: engine.Facts = MappingProxyType({}),
) -> Iterator[Played]:
    """Play the orders of some steps from a position (engine.position), with dice in their order. Returns as `play`
    does."""
    state = position(board, rules=rules, seats=seats, **said)
    chance = engine.ScriptedChance(dice, engine.FastChance(1))
    yield Played(engine.view_for(state, 0), ())
    for orders in steps:
        events: list[engine.Facts] = []
        for order in orders:
            who, _colon, text = order.rpartition(": ")
            for _action, played in engine.play_message(state, seats.index(who or seats[0]), text, chance):
                state = played.state
                events += [engine.event_to_json(event) for event in played.events]
        yield Played(engine.view_for(state, 0), tuple(events))


def show(turn: WorkedTurn) -> tuple[Shown, ...]:
    """Draw the steps of a turn. The light and hatching of a stage are defined in its first picture."""
    _start, *played = play(turn)
    drawn: set[str] = set()
    shown = []
    for step, there in zip(turn.steps, played, strict=True):
        graph = engine.mapgraph(there.view.map)
        at = tuple(graph.names.index(name) for name in step.at)
        order = (at[0], at[1]) if step.moves else None
        marks = Marks(order=order, highlighted=at[1:2] if step.moves else at)
        sheet = choose_stage(stages_of(there.view), "", marks, there.view)
        around = fit(sheet, [sheet.lands[place].anchor for place in at if place in sheet.lands])
        picture = scene(sheet, there.view, marks, around, str(step.label), whole=sheet.id not in drawn)
        drawn.add(sheet.id)
        own = tuple(order for order in step.orders if ": " not in order)
        shown.append(Shown(step, own, picture, fight_of(there, turn.seats)))
    return tuple(shown)


def scene(sheet: Sheet, view: engine.PlayerView, marks: Marks, part: Box, label: str, *, whole: bool = False) -> Scene:
    """Draw a part of a stage; as a `whole` picture with what others on the same page refer to."""
    drawn = drawing.scene(sheet, Holdings(view), marks, part, label, whole=whole)
    return Scene(mark_safe(drawn), stage_classes(sheet))


def fight_of(played: Played, seats: tuple[str, ...]) -> StoryLine | None:
    """Tell the throws of a step as a story does; nothing if there were none."""
    fought = [event for event in played.events if event["type"] == "battle.fought"]
    if not fought:
        return None
    defender = seats[fought[0]["defender"]]
    name = str(colour_name(defender))
    throws = (throw_of(event, number, _("you"), name) for number, event in enumerate(fought, 1))
    return StoryLine(
        seq=0,
        seat=0,
        colour=seats[0],
        text=SafeString(""),
        throws=tuple(throws),
        defender=defender,
        attacker_name=_("You"),
        defender_name=name,
    )
