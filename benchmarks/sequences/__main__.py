"""Play random sequences of orders, misses, vacations, stand-ins, votes, pauses, outages and plans through the services.

    python -m benchmarks.sequences [--sequences 1000] [--first 1]

Each plays a small game of three people, with two who would take over a seat, on a site of its own with a simulated
clock. After each step all that is stored must add up, by the checks of `manage.py fsck` and those of
`benchmarks/sequences/checks.py`: a second sweep finds nothing more to do, no deadline is sooner than was told, no turn
is missed twice, nobody is reminded twice or of another deadline, each stand-in, vote and offer begins and ends once.
Exits with 1 at the first sequence in which something is wrong, and shows it.

Sequence N is the same in every run, so `--first` goes on where a run has ended.
"""

from __future__ import annotations

import argparse
import logging
import sys

from benchmarks.luck import fixed_luck
from benchmarks.pages import site


def run(sequences: int, first: int) -> int:
    """Play so many sequences, from a number on; returns the exit status."""
    from benchmarks.sequences.play import play_sequence

    steps = 0
    for number in range(first, first + sequences):
        with fixed_luck(f"sequence {number}"):
            record = play_sequence(number)
        steps += record.steps
        if record.faults:
            print("\n".join((f"sequence {number}:", *record.happened, *record.faults)))
            return 1
        if not (number - first + 1) % 50:
            print(f"sequence {number}: {steps} steps", flush=True)
    print(f"{sequences} sequences, {steps} steps: nothing lost, nothing twice, nothing that contradicts itself")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sequences", type=int, default=1000, help="how many sequences")
    parser.add_argument("--first", type=int, default=1, help="number of the first sequence")
    asked = parser.parse_args()
    with site():
        logging.disable(logging.WARNING)
        return run(asked.sequences, asked.first)


if __name__ == "__main__":
    sys.exit(main())
