"""The bot `random`: any answer that is offered, by lot, with as much sense as games need to come to an end.

It places its armies in one heap on a border and fights from the stronger side, to the end; scattered armies and
single throws at any odds would hold four of these bots for ever.
"""

from __future__ import annotations

from random import Random

from msgspec import UNSET
from msgspec.structs import replace

from engine.bots import heuristics
from engine.bots.answers import end, random_action
from engine.bots.board import Board
from engine.bots.catalogue import register
from engine.core.actions import Action
from engine.core.language import gettext_noop
from engine.core.view import PlayerView
from engine.mechanics.battle.types import Attack

STOP = 0.1  # chance to end a step that may be ended: small, so that games get on
TRIES = 6  # attacks drawn by lot before it finds that there is none worth making


def choose(view: PlayerView, rng: Random) -> Action:
    heap = view.offer("deploy.place")
    if heap:
        borders = Board(view).borders
        return heuristics.place_all(view, heap, borders[int(rng.random() * len(borders))])
    for _ in range(TRIES):
        action = random_action(view, rng, STOP)
        if not isinstance(action, Attack):
            return action
        if view.armies[action.src] > view.armies[action.dst] or Board(view).is_full(action.src):
            return replace(action, dice=0, throws=0, leaders=UNSET)
    return end(view)


BOT = register(
    "random", gettext_noop("Wanderer"), choose, summary=gettext_noop("Makes random moves, without a plan."), rank=1
)
