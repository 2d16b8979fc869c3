"""Find and write down golden games: `python -m tests.golden.record [NAME ...]`, all that are missing without a name.

Games of lively players are played, seed after seed, until one ends in the way that is wanted; of those found the
shortest is recorded. A golden game that is there is never written again: a rules fix that changes it is a new version
of the rules, with games of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import FastChance, apply_in_place, new_game, open_decision
from engine.conformance.golden import record
from engine.core.registry import with_overlays
from tests.golden.endings import ENDINGS, Ending, how_it_ended
from tests.golden.lively import Lively
from tests.kit.games import COLOURS

FOLDER = Path(__file__).parent
ENOUGH = 40  # games with the wanted end to choose the shortest from
LAST_SEED = 600
LONGEST = 1_200  # actions


def outline(ending: Ending, seed: int) -> tuple[str, int]:
    """How the game of this seed ends, and after how many actions."""
    rules, options = with_overlays(ending.rules)
    chance, players = FastChance(seed), Lively(seed)
    played = new_game(rules.id, COLOURS[: ending.seats], chance=chance, options=options | dict(ending.options))
    state, events, actions = played.state, played.events, 0
    while (asked := open_decision(state)) and state.round <= ending.rounds and actions < LONGEST:
        played = apply_in_place(state, players(state, asked.seats[0], chance), chance)
        state, events, actions = played.state, played.events, actions + 1
    return how_it_ended(state, events), actions


def find(ending: Ending) -> int:
    """The seed of a short game with this ending. Raises LookupError."""
    found: list[tuple[int, int]] = []
    for seed in range(1, LAST_SEED + 1):
        how, actions = outline(ending, seed)
        if how == ending.how:
            found.append((actions, seed))
        if len(found) == ENOUGH:
            break
    if not found:
        raise LookupError(f"no game of the first {LAST_SEED} seeds ends like {ending.name}")
    return min(found)[1]


def write(ending: Ending) -> Path:
    rules, options = with_overlays(ending.rules)
    seed, seats = find(ending), COLOURS[: ending.seats]
    chosen: dict[str, Any] = options | dict(ending.options)
    text = record(rules.id, seats, Lively(seed), seed, chosen, rounds=ending.rounds)
    path = FOLDER / f"{ending.name}.txt"
    path.write_text(f"# {ending.rules}, seed {seed}: {ending.how}\n{text}", "utf-8")
    return path


def main(names: Sequence[str]) -> None:
    for ending in ENDINGS:
        path = FOLDER / f"{ending.name}.txt"
        if ending.name in names or (not names and not path.exists()):
            write(ending)
            print(f"{path.name} {path.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
