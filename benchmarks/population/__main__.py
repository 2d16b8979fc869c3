"""Show how many turns of two simulated populations are missed, and how many nobody plays, by what a game does about
time.

    python -m benchmarks.population [--seed 1] [--games 100] [--services 100] [--processes 1]

Of population A 31 % of all turns are missed where a turn takes 24 hours and one mail tells of it, of B 23 %. The same
lives meet every row. Deadlines, banks and reminders come from `games.clocks` throughout. The games of `--services` are
played on a site of its own, through the services that a page or a mail calls, with the defaults of the form for a new
game; their set-up counts as a turn. `--services 0` leaves them out. Exits with 1 if they miss the bars.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.population.lives import Habits
from benchmarks.population.plain import harsher, measure_rate, play_games
from benchmarks.population.policies import DEFAULTS, SINGLE, TOGETHER, Policy, Tally
from benchmarks.population.served import play_on_sites

POPULATIONS = {"A": 31.0, "B": 23.0}
"""What each misses of 100 turns without any help: shares that a server of Diplomacy games has published."""

MISSED, NOBODY = 8.0, 5.0
"""Bars of the defaults: turns missed and turns that nobody plays, of 100."""

HEAD = "| {} | A missed | nobody | days | longest | B missed | nobody | days | longest |\n|" + " --- |" * 9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100, help="of each row without services")
    parser.add_argument("--services", type=int, default=100, help="games through the services")
    parser.add_argument("--processes", type=int, default=1, help="for games through the services")
    given = parser.parse_args()
    habits = [measure_rate(missed, given.seed, given.games) for missed in POPULATIONS.values()]
    for title, rows in (("on top of 24 hours", SINGLE), ("together", TOGETHER)):
        show_rows(title, rows, habits, given.seed, given.games)
    worse = [play_games(DEFAULTS, harsher(each), given.seed, given.games) for each in habits]
    show_row("the defaults in a harsher world", worse)
    if given.services:
        found = play_on_sites(dict(zip(POPULATIONS, habits, strict=True)), given.seed, given.services, given.processes)
        show_row(f"the defaults, {given.services} games through the services", found)
        show_parts(found)
        sys.exit(any(each.missed_share >= MISSED or each.nobody_share >= NOBODY for each in found))


def show_rows(title: str, rows: Sequence[Policy], habits: Sequence[Habits], seed: int, games: int) -> None:
    """Play the games of some rows, and print what came of them as a table."""
    print(f"\n{HEAD.format(title)}")
    for policy in rows:
        show_row(policy.name, [play_games(policy, each, seed, games) for each in habits])


def show_row(name: str, tallies: Sequence[Tally]) -> None:
    """Print the line of a table."""
    cells = [
        f"{each.missed_share:.1f} | {each.nobody_share:.1f} | {each.days_a_round:.2f} | {each.longest_wait:.1f}"
        for each in tallies
    ]
    print(f"| {name} | {' | '.join(cells)} |")
    sys.stdout.flush()


def show_parts(tallies: Sequence[Tally]) -> None:
    """Print who played the turns."""
    print()
    for name, tally in zip(POPULATIONS, tallies, strict=True):
        print(
            f"{name}: {tally.in_time} turns in time, {tally.missed} missed ({tally.set_up} in the set-up), "
            f"{tally.written} by written orders, {tally.stood_in} by stand-ins, {tally.held} by the caretaker; "
            f"{tally.refilled} seats taken over"
        )


if __name__ == "__main__":
    main()
