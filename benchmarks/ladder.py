"""Play the ladder of the bots: one of each against three of the next weaker, in 4-seat games of `modern`.

    python -m benchmarks.ladder [GAMES]

Prints the share of games won; exit code 1 if it is under a half anywhere. A game that is not over after 500 rounds
counts as not won. 400 games (unless said) take two to three minutes in all.
"""

from __future__ import annotations

import sys

from engine.bots import opponents
from engine.sim import run_matches

NEEDED = 0.5


def share(strong: str, weak: str, games: int) -> float:
    matches = run_matches("modern", [strong, weak, weak, weak], games, "ladder")
    return sum(match.won_by == (strong,) for match in matches) / games


def main(games: int) -> int:
    ladder = list(opponents())
    failed = 0
    for weak, strong in zip(ladder, ladder[1:], strict=False):
        won = share(strong, weak, games)
        failed += won < NEEDED
        print(f"{strong} against three of {weak}: {won:.1%} of {games} games won")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 400))
