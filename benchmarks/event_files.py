"""What the published files of a large event cost: `python -m benchmarks.event_files [--entrants 256] [--rounds 7]`.

Makes an event whose rounds are over, in a database of its own, and prints the processor's milliseconds and the
queries of a request for its archive, its list, its last standings and its first input: the first time, and again.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from benchmarks.pages import site

if TYPE_CHECKING:
    from django.test import Client

TIMES = 5
FILES = ("files.zip", "files/", "files/standings/{last:02}.json", "files/rounds/01/input.json")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--entrants", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=7)
    words = parser.parse_args()
    with site():
        return measure(words.entrants, words.rounds)


def measure(entrants: int, rounds: int) -> int:
    from django.core.cache import cache
    from django.test import Client

    from benchmarks.event_page import crowd_event

    event, _player = crowd_event(entrants, rounds)
    visitor = Client(HTTP_HOST="127.0.0.1")
    visitor.get("/about/")
    print(f"{entrants} entrants, {rounds} rounds: milliseconds (queries) at first, and again")
    for name in FILES:
        cache.clear()
        path = f"/events/{event.slug}/{name.format(last=rounds)}"
        first, again = ask(visitor, path), min(ask(visitor, path) for _ in range(TIMES))
        print(f"{first[0]:8.1f} ({first[1]}) {again[0]:8.1f} ({again[1]})   {first[2] / 1000:7.0f} kB  {path}")
    return 0


def ask(visitor: Client, path: str) -> tuple[float, int, int]:
    """Ask for a page; returns the processor's milliseconds, the queries, and the bytes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        began = time.process_time()
        found = visitor.get(path)
        took = 1000 * (time.process_time() - began)
    assert found.status_code == 200, path
    return took, len(asked), len(found.content)


if __name__ == "__main__":
    sys.exit(main())
