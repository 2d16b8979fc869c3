"""Measure what it costs to credit an outage, with any number of running games, on PostgreSQL.

python -m tests.kit.services python -m benchmarks.credit --games 1000000

Fills an empty database of its own beside that of DATABASE_URL and drops it at the end.
"""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import psycopg

RUNS = 50
FEW = 1000
"""Games that are measured first, to compare with."""

FILL = """
INSERT INTO games_game (slug, name, rules, options, map, status, public, watch, invite_token, seats_wanted, turn_hours,
    reaction_hours, grace_minutes, late_policy, seq, chained, head, digest, round, created_at, deserted, clock_key,
    turn_deadline_at, deadline_at, time_given)
SELECT 'g' || n, 'Game ' || n, 'modern', '{}', 'classic42', 'running', true, 'anyone', 't' || n, 4, 72, 24, 0, 'pass',
    1, 1, '', '', 1, now(), false, '1:0', now() + n %% 4320 * interval '1 minute',
    now() + n %% 4320 * interval '1 minute', interval '0'
FROM generate_series(%(first)s, %(last)s) AS n;
INSERT INTO games_player (game_id, bot, seat, colour, state, missed, result, joined_at)
SELECT id, 'random', 0, 'red', 'playing', 0, '', now() FROM games_game
WHERE NOT EXISTS (SELECT FROM games_player AS known WHERE known.game_id = games_game.id);
INSERT INTO games_waiting (game_id, player_id, seat, ref, kind, pace, since, deadline_at, due_at, remind_at)
SELECT game.id, player.id, 0, 1, 'deploy.place_asked', 'turn', now(), deadline_at, deadline_at,
    deadline_at - interval '18 hours'
FROM games_game AS game JOIN games_player AS player ON player.game_id = game.id
WHERE NOT EXISTS (SELECT FROM games_waiting AS known WHERE known.game_id = game.id);
"""


@contextmanager
def own_database() -> Iterator[None]:
    """Create a database on the server of DATABASE_URL, set Django up with it, and drop it at the end."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        sys.exit("This measures PostgreSQL: python -m tests.kit.services python -m benchmarks.credit")
    name = f"credit_{secrets.token_hex(4)}"
    head, mark, query = url.partition("?")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
        try:
            os.environ.update(
                DATABASE_URL=f"{head.rpartition('/')[0]}/{name}{mark}{query}",
                DJANGO_SETTINGS_MODULE="tests.settings",
            )
            import django

            django.setup()
            yield
        finally:
            from django.db import connections

            connections.close_all()
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def fill(first: int, last: int) -> None:
    """Make running games whose turns end in the next three days, and let the server come to rest."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(FILL, {"first": first, "last": last})
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


def measure(prepare: Callable[[], object], job: Callable[[], object]) -> str:
    """Measure `RUNS` runs of the job in milliseconds, without what prepares it. On a busy machine the least of them
    and the processor time say most."""
    whole, own = [], []
    for _ in range(RUNS):
        prepare()
        began, worked = time.perf_counter(), time.process_time()
        job()
        whole.append((time.perf_counter() - began) * 1000)
        own.append((time.process_time() - worked) * 1000)
    return f"{statistics.median(whole):8.2f} {min(whole):8.2f} {statistics.median(own):8.2f}"


def an_outage() -> None:
    """Let the last sweep have been ten minutes ago."""
    from games.models import Heartbeat
    from games.services import heartbeat
    from games.services.locks import db_now

    Heartbeat.objects.update_or_create(pk="sweep", defaults={"seen_at": db_now() - timedelta(minutes=10)})
    heartbeat.GUARD.wall = None


def first_sweep() -> None:
    """Do what the first sweep after an outage does before it looks at any game."""
    from games.services import heartbeat
    from games.services.locks import db_now

    assert heartbeat.heartbeat("sweep", db_now())


def find_due() -> None:
    """Query the overdue answers, as each sweep does."""
    from games.services.deadlines import due_answers
    from games.services.locks import db_now

    due_answers(db_now(), 500)


JOBS: tuple[tuple[str, Callable[[], object], Callable[[], object]], ...] = (
    ("credit after an outage", an_outage, first_sweep),
    ("find what is due", an_outage, find_due),
)


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m benchmarks.credit", description=__doc__)
    words.add_argument("--games", type=int, default=100_000)
    games = words.parse_args().games
    with own_database():
        from django.core.management import call_command

        logging.disable(logging.WARNING)
        call_command("migrate", verbosity=0)
        made = 0
        print(f"{'games':>9} {'milliseconds':<24} {'median':>8} {'least':>8} {'own CPU':>8}")
        for count in sorted({min(FEW, games), games}):
            fill(made + 1, count)
            made = count
            for name, prepare, job in JOBS:
                print(f"{count:>9} {name:<24} {measure(prepare, job)}")


if __name__ == "__main__":
    main()
