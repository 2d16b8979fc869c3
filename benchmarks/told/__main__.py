"""Show that nobody is told two things that contradict each other, whatever happens to a game's clocks.

    python -m benchmarks.told [--histories 100000] [--first 1]

Plays random histories of the clocks of a table, in memory: orders, missed turns, questions out of turn and in secret,
pauses, extensions, vacations that stop the clock, stand-ins, outages; most of it near a change of the clocks. No
deadline may come sooner than its reader was told, but by what they do themselves; none may pass before it was due or a
second time; no reminder may tell another deadline than the page, come twice, at night, or after the answer; all answers
in secret have one deadline; banks keep their bounds; a missed turn had its whole time. Exits with 1 at the first
history in which something is wrong, and shows it.

History N is the same in every run, so `--first` goes on where a run has ended.
"""

from __future__ import annotations

import argparse
import os
import sys


def run(histories: int, first: int) -> int:
    """Play so many histories, from a number on; returns the exit status."""
    from benchmarks.told.clocks import walk_clocks

    told = 0
    for number, record in enumerate(walk_clocks(first, histories), start=first):
        told += record.told
        if record.faults:
            print("\n".join((f"history {number}:", *record.happened, *record.faults)))
            return 1
        if not (number - first + 1) % 10_000:
            print(f"history {number}: {told} deadlines and reminders told", flush=True)
    print(f"{histories} histories, {told} deadlines and reminders told: no two contradict each other")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=100_000, help="how many histories")
    parser.add_argument("--first", type=int, default=1, help="number of the first history")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    return run(asked.histories, asked.first)


if __name__ == "__main__":
    sys.exit(main())
