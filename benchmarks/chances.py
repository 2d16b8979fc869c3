"""Judge the chances to win that playouts give: games of mixed bots, each looked at half way through its turns.

    python -m benchmarks.chances [GAMES] [RULES]

For 300 games of four seats (unless said) prints the Brier score of the chances, of the share of armies and of the share
of territories, and a table of how often seats with such a chance won. Exit code 1 if the score of the chances is not a
tenth better than that of armies, or worse than that of territories. The bots of each game are drawn, a seat each.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from random import Random

from engine import journal
from engine.bots import opponents
from engine.core.state import GameState
from engine.core.view import view_for
from engine.playouts import standard_error, tally_wins
from engine.sim import Match, play_match

SEATS = 4
LONGEST = 100
STEPS = (0.02, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.98, 1.01)
"""The upper ends of the rows of the table."""
Chances = Sequence[float]


def half_time(match: Match) -> GameState:
    """Return the position at the start of the turn in the middle of a match."""
    wanted, turns, before = match.turns // 2 + 1, 0, (0, 0)
    header, entries = match.log.header, match.log.entries
    state = journal.initial_state(header, entries[0])
    for entry in entries[1:]:
        state = journal.fold_from(state, [entry])
        now = (state.round, state.active)
        turns += state.round > 0 and now != before
        before = now
        if turns >= wanted:
            break
    return state


def shares(amounts: Sequence[float]) -> Chances:
    whole = sum(amounts)
    return [amount / whole for amount in amounts]


def brier(told: Sequence[Chances], won: Sequence[Chances]) -> float:
    """Compute the mean squared difference of chances and outcomes, summed over the seats of a game."""
    each = [sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) for one, other in zip(told, won, strict=True)]
    return sum(each) / len(each)


def calibration(told: Sequence[Chances], won: Sequence[Chances]) -> list[str]:
    """List how often seats won, by the chance that they were given."""
    pairs = [pair for one, other in zip(told, won, strict=True) for pair in zip(one, other, strict=True)]
    rows, low = [], 0.0
    for high in STEPS:
        inside = [pair for pair in pairs if low <= pair[0] < high]
        if inside:
            said, came = (sum(pair[index] for pair in inside) / len(inside) for index in (0, 1))
            error = standard_error(sum(pair[1] for pair in inside), len(inside))
            rows.append(f"| {low:.0%} to {min(high, 1):.0%} | {len(inside)} | {said:.1%} | {came:.1%} ± {error:.1%} |")
        low = high
    return rows


def main(games: int, rules: str) -> int:
    told: dict[str, list[Chances]] = {"playouts": [], "armies": [], "territories": []}
    won: list[Chances] = []
    played, began = 0, time.process_time()
    names = list(opponents())
    for number in range(games):
        seed = f"chances {rules} {number}"
        bots = Random(seed).choices(names, k=SEATS)
        match = play_match(rules, bots, seed, longest=LONGEST)
        if not match.winners:
            continue
        state = half_time(match)
        tally = tally_wins(state, seed)
        played += tally.games
        rows = view_for(state, None).seats
        told["playouts"].append(shares(tally.wins))
        told["armies"].append(shares([row.armies for row in rows]))
        told["territories"].append(shares([row.territories for row in rows]))
        won.append([(seat in match.winners) / len(match.winners) for seat in range(SEATS)])
        if (number + 1) % 50 == 0:
            print(f"# {number + 1} games: " + said({name: brier(each, won) for name, each in told.items()}), flush=True)
    scores = {name: brier(each, won) for name, each in told.items()}
    print(
        f"{rules}: {len(won)} games with a winner of {games}, {played} played on, {time.process_time() - began:.0f} s"
    )
    print(said(scores))
    print("| chance | seats | told, on average | won |", "| --- | ---: | ---: | ---: |", sep="\n")
    print(*calibration(told["playouts"], won), sep="\n")
    return int(scores["playouts"] > 0.9 * scores["armies"] or scores["playouts"] > scores["territories"])


def said(scores: dict[str, float]) -> str:
    return ", ".join(f"{name} {score:.4f}" for name, score in scores.items())


if __name__ == "__main__":
    asked = sys.argv[1:]
    raise SystemExit(main(int(asked[0]) if asked else 300, asked[1] if len(asked) > 1 else "modern"))
