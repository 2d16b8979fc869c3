"""Measure how long bots think about a whole turn, in processor time.

    python -m benchmarks.bot_speed [GAMES]

Plays games of one bot against veterans and prints the mean and the longest turn of each bot; set-up answers count as
turns of their own.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from engine import COLOURS, FastChance, apply_in_place, new_game, open_decision, view_for
from engine.bots import bots, choose

SEATS = COLOURS[:4]
ROUNDS = 60


def turns(name: str, seed: int) -> list[float]:
    """Measure the seconds of each turn of seat 0, played by the bot `name`."""
    chance, rng = FastChance(seed), Random(seed)
    state = new_game("modern", SEATS, chance=chance).state
    spent: dict[tuple[int, int], float] = {}
    while (asked := open_decision(state)) and state.round < ROUNDS:
        seat = asked.seats[0]
        view = view_for(state, seat)
        start = process_time()
        action = choose(name if seat == 0 else "veteran", view, rng)
        if seat == 0:
            turn = (state.round, 0 if state.round else state.seq)
            spent[turn] = spent.get(turn, 0.0) + process_time() - start
        apply_in_place(state, action, chance)
    return list(spent.values())


def main(games: int) -> None:
    for name in bots():
        spent = [1000 * seconds for seed in range(games) for seconds in turns(name, seed)]
        print(f"{name:<10} {sum(spent) / len(spent):6.2f} ms a turn, the longest {max(spent):6.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
