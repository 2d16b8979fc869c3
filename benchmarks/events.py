"""How fast an event is drawn and its standings are made: `python -m benchmarks.events [--entrants 256] [--rounds 7]`.

Plays a Swiss by lot, without a site, and prints the processor's seconds of each round's pairing and the milliseconds of
the last standings. Exits with 1 if a round took 30 s or more, the standings 50 ms or more, or if anybody met again.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from tournaments.events import Event, read_event
from tournaments.history import Drawn
from tournaments.pairing import pair_round
from tournaments.reading import get
from tournaments.standings import make_standings
from tournaments.tests.kit import announce, play_event

MOST_SECONDS, MOST_MILLISECONDS = 30.0, 50.0
TRIES = 7


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--entrants", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=7)
    words = parser.parse_args()
    told = announce(words.entrants, {"kind": "swiss", "rounds": words.rounds}, work=200_000)
    rounds = [drawn for groups in play_event(told, Random(1), plain=True) for drawn in groups]
    seconds = [time_pairing(drawn) for drawn in rounds]
    milliseconds = min(time_standings(told, rounds) for _ in range(TRIES))
    repeats = count(rounds, "repeats")
    uneven = count(rounds, "uneven_seats")
    print(f"{words.entrants} entrants, {len(rounds)} rounds: {repeats} repeats, {uneven} uneven seats")
    print(f"pairing: {', '.join(f'{each:.2f}' for each in seconds)} s a round, at most {MOST_SECONDS:.0f}")
    print(f"standings after round {len(rounds)}: {milliseconds:.1f} ms, at most {MOST_MILLISECONDS:.0f}")
    return int(max(seconds) >= MOST_SECONDS or milliseconds >= MOST_MILLISECONDS or bool(repeats or uneven))


def count(rounds: list[Drawn], what: str) -> int:
    """Count what draws could not avoid."""
    return sum(len(get(drawn.output, what, list)) for drawn in rounds)


def time_pairing(drawn: Drawn) -> float:
    """Draw a round again; the processor's seconds it took."""
    began = time.process_time()
    assert pair_round(drawn.given) == drawn.output
    return time.process_time() - began


def time_standings(told: dict[str, object], rounds: list[Drawn]) -> float:
    """Make the last standings from documents that nobody has read before; the processor's milliseconds it took."""
    event: Event = read_event(told)  # type: ignore[arg-type]
    fresh = [Drawn(drawn.given, drawn.output, drawn.told) for drawn in rounds]
    began = time.process_time()
    make_standings(event, fresh)
    return 1000 * (time.process_time() - began)


if __name__ == "__main__":
    sys.exit(main())
