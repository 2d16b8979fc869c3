"""Measure how a veteran keeps what it holds, in 4-seat games of `modern`.

    python -m benchmarks.veteran [GAMES]

Prints three figures, each with the number of observations and a 95 % interval: of the continents that a veteran holds
at the end of its turn the share that it no longer holds when its next turn begins (lost for good counts too), in games
of four veterans; the median of their rounds; and the games that one veteran wins against three recruits. A game that
is not over after 500 rounds counts as not won, and with 500 rounds in the median. Exit code 1 if a figure misses its
bar. 200 games (unless said) take a few minutes of one processor.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import median
from typing import NamedTuple

from engine import COLOURS, FastChance, GameState, apply_in_place, mapgraph, new_game, open_decision, view_for
from engine.bots import choose

LONGEST = 500  # rounds
MOST_LOST, MOST_ROUNDS, LEAST_WON = 0.20, 40, 0.90
SURE = 1.96  # standard deviations of a 95 % interval
PARTS = [frozenset(part.members) for part in mapgraph("classic42").continents]


class Game(NamedTuple):
    """`held` continents at the ends of turns, of which `lost` before the same seat's next turn."""

    winners: tuple[int, ...]
    rounds: int
    held: int
    lost: int


def play(players: Sequence[str], seed: int) -> Game:
    """Play one game of these bots, seat by seat."""
    chance = FastChance(seed)
    minds = [Random(seed * 10 + seat) for seat in range(len(players))]
    state = new_game("modern", COLOURS[: len(players)], chance=chance).state
    kept: dict[int, list[frozenset[int]]] = {}
    held = lost = 0
    while (asked := open_decision(state)) and state.round <= LONGEST:
        seat, before = asked.seats[0], state.active
        apply_in_place(state, choose(players[seat], view_for(state, seat), minds[seat]), chance)
        if state.active != before and state.round and state.agenda:
            kept[before] = [part for part in PARTS if holds(state, before, part)]
            for again in [seat for seat in kept if seat == state.active or state.players[seat].out]:
                due = kept.pop(again)
                held += len(due)
                lost += sum(not holds(state, again, part) for part in due)
    return Game(state.winners, min(state.round, LONGEST), held, lost)


def holds(state: GameState, seat: int, part: frozenset[int]) -> bool:
    return all(state.owner[member] == seat for member in part)


def games(players: Sequence[str], count: int) -> Iterator[Game]:
    """Play `count` games, the seats shifted by one from game to game. Winners are numbered as in `players`."""
    size = len(players)
    for number in range(count):
        shift = number % size
        game = play([*players[shift:], *players[:shift]], number + 1)
        yield game._replace(winners=tuple((seat + shift) % size for seat in game.winners))


def interval(share: float, count: int) -> str:
    """Format a share of `count` with its 95 % interval, by Wilson."""
    middle = (share + SURE**2 / (2 * count)) / (1 + SURE**2 / count)
    reach = SURE * sqrt(share * (1 - share) / count + SURE**2 / (4 * count**2)) / (1 + SURE**2 / count)
    return f"{share:.1%} ({middle - reach:.1%} to {middle + reach:.1%}, n = {count})"


def middle(rounds: list[int]) -> str:
    """Format a median with its 95 % interval, by order statistics."""
    ordered, reach = sorted(rounds), SURE * sqrt(len(rounds)) / 2
    low, high = max(0, round(len(rounds) / 2 - reach) - 1), min(len(rounds) - 1, round(len(rounds) / 2 + reach))
    return f"{median(rounds):g} ({ordered[low]} to {ordered[high]}, n = {len(rounds)})"


def main(count: int) -> int:
    among = list(games(["veteran"] * 4, count))
    held, lost = sum(game.held for game in among), sum(game.lost for game in among)
    print(f"continents lost before the next turn: {interval(lost / held, held)}, at most {MOST_LOST:.0%}")
    rounds = [game.rounds for game in among]
    print(f"median of rounds: {middle(rounds)}, under {MOST_ROUNDS}; unfinished: {rounds.count(LONGEST)}")
    won = sum(game.winners == (0,) for game in games(["veteran", *["recruit"] * 3], count)) / count
    print(f"won against three recruits: {interval(won, count)}, at least {LEAST_WON:.0%}")
    return int(lost / held > MOST_LOST or median(rounds) >= MOST_ROUNDS or won < LEAST_WON)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
