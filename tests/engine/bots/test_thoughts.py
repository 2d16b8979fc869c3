"""How bots judge stored positions is what somebody has read: goals and campaigns, marches and the land on their way,
what each card is worth and on what it would fall (`tests/kit/approved.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine import PlayerView, open_decision, view_for
from engine.bots import card_judging
from engine.bots.board import Board
from engine.bots.campaign import Goal, Planner
from engine.bots.families.godstorm import miracles
from engine.bots.families.risk2210 import cards
from engine.bots.goals import goals, held_worth
from engine.bots.marches import best_march, march
from engine.mechanics.action_cards.kinds import catalogue_of
from engine.mechanics.action_cards.types import WINDOW
from tests.golden.positions import stored
from tests.kit import approved

pytestmark = pytest.mark.no_cover

EVERY = 4
"""Of so many stored positions one is looked at."""

POOL = 4
WORLDS: Mapping[str, Any] = {"risk2210": cards.World, "godstorm": miracles.World}
JUDGES: Mapping[str, Mapping[str, Any]] = {"risk2210": cards.JUDGES, "godstorm": miracles.JUDGES}
OF_PLACES = {card_judging.own_stack, cards.border, cards.target, miracles.target, miracles.prey, miracles.spare_stack}


def views(rules: str) -> Iterator[PlayerView]:
    for state in stored(rules)[::EVERY]:
        asked = open_decision(state)
        assert asked is not None
        if state.round:
            yield view_for(state, asked.seats[0])


def head(view: PlayerView) -> str:
    assert view.asked is not None
    return f"==== {view.asked.kind}, round {view.round}, seat {view.viewer}"


@pytest.mark.parametrize("rules", ["modern", "classic_1959", "capital", "secret_mission", "modern_2p"])
def test_goals_and_campaigns_are_as_approved(rules: str) -> None:
    lines = [line for view in views(rules) for line in (head(view), *plans(view))]
    approved.check(f"thoughts/{rules}", "\n".join(lines) + "\n")


def plans(view: PlayerView) -> Iterator[str]:
    board = Board(view)
    planner = Planner(board)
    holding = planner.holding
    yield f"leads {board.leads}, rivals {board.rivals}, spared {board.spared}, price {planner.price:.3f}"
    yield f"held {[part.id for part in holding.held]}, needs {holding.needs}"
    yield f"continents {' '.join(f'{held_worth(board, part):.2f}' for part in board.graph.continents)}"
    yield f"steps to the front {sorted(board.steps_to_front().items())}"
    for goal in goals(view, board):
        yield f"{described(goal)}: {plan(planner, goal)}"


def described(goal: Goal) -> str:
    lands = sorted(goal.lands)
    flags = [name for name in ("final", "bold", "part") if getattr(goal, name)]
    return f"{lands if len(lands) < 8 else (*lands[:6], len(lands))} {goal.worth:.2f} {' '.join(flags)}".strip()


def plan(planner: Planner, goal: Goal) -> str:
    found = planner.campaign(goal, POOL)
    if found is None:
        return "no way"
    fronts = (f"{each.source}+{each.placed}-{each.reserve}-{each.garrison}>{each.lands}" for each in found.fronts)
    return f"{found.chance:.4f}, gains {found.gain:.3f}, {' '.join(fronts)}{' free' if found.is_free else ''}"


@pytest.mark.parametrize("rules", WORLDS)
def test_marches_and_cards_are_as_approved(rules: str) -> None:
    lines = [line for view in views(rules) for line in (head(view), *opinions(rules, view))]
    approved.check(f"thoughts/{rules}", "\n".join(lines) + "\n")


def opinions(rules: str, view: PlayerView) -> Iterator[str]:
    world = WORLDS[rules](view)
    yield f"final {world.is_final}, unit {world.unit:.3f}, share {world.rival_share:.3f}"
    yield f"sizes {world.sizes}, mine {world.mine}, held by {world.held_by}"
    ways = [
        (world.gain(dst, world.mine), world.cost(src, dst), src, dst) for src in world.own for dst in world.enemies(src)
    ]
    yield "ways " + ", ".join(f"{src}>{dst} {gain:.3f} for {cost:.3f}" for gain, cost, src, dst in sorted(ways)[-12:])
    for src in world.own[:6]:
        yield f"from {src}: {march(world, src, world.armies[src] + POOL, world.having)}"
    yield f"best {best_march(world)}"
    is_window = view.asked is not None and view.asked.kind == "reaction.asked"
    for kind in catalogue_of(view.rules, view.options).kinds:
        judge = JUDGES[rules].get(kind.title)
        if judge and (kind.timing != WINDOW or is_window):
            rated = "" if judge.rate not in OF_PLACES else f", {best_places(world, judge.rate)}"
            yield f"{kind.title} ({kind.deck}) {judge.worth(world, kind):.3f}{rated}"


def best_places(world: Any, rate: Any) -> str:
    rated = sorted((rate(world, at), at) for at in range(len(world.owner)) if world.graph.continent_of[at] >= 0)
    return ", ".join(f"{at} {value:.3f}" for value, at in rated[-3:])
