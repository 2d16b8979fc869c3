"""The toy game with companions: a ghost and a spirit, which pass the Dune but do not stay there."""

from dataclasses import replace
from typing import ClassVar

import tests.toy as toy
from engine import mapgraph
from engine.core.context import Context
from engine.core.ruleset import Hooks
from tests.toy.board import BOARD

GHOST, SPIRIT = "ghost", "spirit"
DUNE = mapgraph(BOARD.id).number["dune"]


class HauntedState(toy.ToyState, kw_only=True):
    bystanders: ClassVar[frozenset[str]] = frozenset({GHOST, SPIRIT})


def shun(context: Context, territory: int) -> str | None:
    return "fortify.no_route" if territory == DUNE else None


SOULS = Hooks(may_bring=shun)
HAUNTED = replace(
    toy.TOY,
    id="toy_haunted",
    state_type=HauntedState,
    companions=(GHOST, SPIRIT),
    companion_words=("soul", "souls"),
    hooks=(*toy.TOY.hooks, SOULS),
)
