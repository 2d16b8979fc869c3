"""Find and write down golden games: `python -m tests.golden.record [NAME ...]`, all that are missing without a name.

`--list` names those that are missing: one for each ending, and one for each preset that no ending names.
Games of lively players, or of those whom the ending names, are played, seed after seed, until one ends in the way that
is wanted; of those found the shortest is recorded. A golden game that is there is never written again: a rules fix that
changes it is a new version of the rules, with games of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine import (
    Action,
    FastChance,
    GameState,
    apply_in_place,
    bots,
    default_answer,
    new_game,
    open_decision,
    ruleset,
    view_for,
)
from engine.conformance.golden import record
from engine.core.chance import Chance
from engine.core.registry import parse_preset
from tests.golden.endings import ENDINGS, WON, Ending, how_it_ended
from tests.golden.lively import Lively
from tests.kit.games import COLOURS, presets

FOLDER = Path(__file__).parent
COMMAND = "python -m tests.golden.record"
ENOUGH = 40  # games with the wanted end to choose the shortest from
LAST_SEED = 600
LONGEST = 1_200  # actions
IDLE = "idle"


def endings() -> list[Ending]:
    """List what is wanted: every ending of ENDINGS, and a game that is won of each preset that none of them names."""
    named = {ending.rules.partition("+")[0] for ending in ENDINGS}
    new = [rules for rules in presets() if rules not in named]
    return [*ENDINGS, *(Ending(f"{id.replace('_', '-')}-won", id, ruleset(id).seats[0], WON) for id in new)]


def path_of(ending: Ending) -> Path:
    return FOLDER / f"{ending.name}.txt"


def missing() -> list[Ending]:
    """List the endings whose golden game has not been recorded."""
    return [ending for ending in endings() if not path_of(ending).exists()]


def players_of(ending: Ending, seed: int) -> Callable[[GameState, int, Chance], Action]:
    """Make the players of a game: lively ones, but on the seats for which the ending names others."""
    lively, random = Lively(seed), Random(seed)

    def choose(state: GameState, seat: int, chance: Chance) -> Action:
        name = ending.players[seat] if seat < len(ending.players) else ""
        if not name:
            return lively(state, seat, chance)
        return default_answer(state, seat) if name == IDLE else bots.choose(name, view_for(state, seat), random)

    return choose


def outline(ending: Ending, seed: int) -> tuple[str, int]:
    """Return how the game of this seed ends, and after how many actions."""
    rules, options = parse_preset(ending.rules)
    chance, players = FastChance(seed), players_of(ending, seed)
    played = new_game(rules.id, COLOURS[: ending.seats], chance=chance, options=options | dict(ending.options))
    state, events, actions = played.state, played.events, 0
    while (asked := open_decision(state)) and state.round <= ending.rounds and actions < LONGEST:
        played = apply_in_place(state, players(state, asked.seats[0], chance), chance)
        state, events, actions = played.state, played.events, actions + 1
    return (WON if ending.how == WON and state.winners else how_it_ended(state, events)), actions


def find(ending: Ending) -> int:
    """Return the seed of a short game with this ending. Raises LookupError."""
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


def text_of(ending: Ending, seed: int, edition: str = "") -> str:
    """Play the game of this seed and return all that its file says."""
    rules, options = parse_preset(ending.rules)
    chosen: dict[str, Any] = options | dict(ending.options)
    seats = COLOURS[: ending.seats]
    text = record(rules.id, seats, players_of(ending, seed), seed, chosen, rounds=ending.rounds, edition=edition)
    return f"# {ending.rules}, seed {seed}: {ending.how}\n{text}"


def main(arguments: Sequence[str]) -> None:
    if list(arguments) == ["--list"]:
        print("\n".join(f"{ending.name}  {ending.rules}  {ending.how}" for ending in missing()) or "None is missing.")
        return
    unknown = set(arguments) - {ending.name for ending in endings()}
    if unknown:
        raise SystemExit(f"No ending is called {', '.join(sorted(unknown))}: add it to tests/golden/endings.py.")
    for ending in missing():
        if not arguments or ending.name in arguments:
            path_of(ending).write_text(text_of(ending, find(ending)), "utf-8")
            print(f"{path_of(ending).name} {path_of(ending).stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
