"""Measure how much memory and disk the site of docs/hosting.md takes: web, two workers, beat, PostgreSQL and Valkey.

    python -m benchmarks.footprint [--games 24] [--orders 60]

Memory is what each part has for itself and its share of what several processes share (PSS): first when everything has
started and some games were played, then after many people have opened pages at once. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg

from benchmarks.crowd import COOKIE, PATHS, Visitors
from benchmarks.grown import UNITS, Seated, grown_site
from tests.faults.deployed import Deployed, production_environment
from tests.kit.stack import ROOT

MB = 1_000_000
AT_ONCE = 100
"""Readers who ask at the same time."""

TABLES = "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'games_%'"
MAILS = "games_outboxmail"

DUE = (
    f"SELECT count(*) FROM {MAILS} WHERE state IN ('queued', 'sending', 'retry') "
    "AND not_before < now() + interval '1 minute'"
)
COUNTED = (
    "SELECT pg_database_size(current_database())",
    "SELECT count(*) FROM games_game",
    "SELECT count(*) FROM games_entry",
    f"SELECT count(*) FROM {MAILS}",
)


def parts(site: Deployed) -> dict[str, list[psutil.Process]]:
    """List the processes of each part of the site."""
    of_units = [process.pid for process in site.processes]
    found = dict(zip(UNITS, (family(psutil.Process(pid)) for pid in of_units), strict=True))
    for server in psutil.Process().children():
        if server.pid not in of_units:
            found[server.name()] = family(server)
    return found


def family(process: psutil.Process) -> list[psutil.Process]:
    return [process, *process.children(recursive=True)]


def memory(site: Deployed) -> dict[str, int]:
    """Measure what each part takes now, in bytes."""
    return {name: sum(each.memory_full_info().pss for each in group) for name, group in parts(site).items()}


async def visit(site: Deployed, players: list[Seated]) -> None:
    """Open every kind of page of every player, many at once."""
    visitors, gate = Visitors(site.port, site.headers(), 60), asyncio.Semaphore(AT_ONCE)

    async def look(player: Seated, path: str) -> None:
        async with gate:
            await visitors.ask(path.format(slug=player.slug), f"{COOKIE}={player.session}")

    await asyncio.gather(*(look(player, path) for path in PATHS for player in players))


def rest(site: Deployed) -> None:
    """Wait until every email has left that is due in the next minute."""
    with psycopg.connect(site.database_url, autocommit=True) as reader:
        while number(reader, DUE):
            time.sleep(1)


def on_disk(folder: Path) -> int:
    """Measure what the files below a folder take, in bytes."""
    return int(subprocess.run(["du", "-sB1", folder], capture_output=True, text=True, check=True).stdout.split()[0])


def disk(site: Deployed) -> Iterator[tuple[str, float]]:
    """Measure what lies on disk, in MB."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    yield "code", sum((ROOT / name).stat().st_size for name in tracked.split("\0") if name) / MB
    yield "packages (.venv)", on_disk(production_environment().parent) / MB
    yield "collected static files", on_disk(site.folder / "static") / MB
    yield "boards painted for emails", on_disk(site.folder / "plates") / MB
    with psycopg.connect(site.database_url) as reader:
        tables: dict[str, int] = dict(reader.execute(TABLES.encode()).fetchall())
        whole, games, entries, mails = (number(reader, question) for question in COUNTED)
    mail = tables.pop(MAILS)
    yield "database without games", (whole - sum(tables.values()) - mail) / MB
    yield f"each game of {entries // games} entries", sum(tables.values()) / games / MB
    yield f"each email (of {mails})", mail / mails / MB


def number(reader: psycopg.Connection, question: str) -> int:
    """Ask the database for one number."""
    row = reader.execute(question.encode()).fetchone()
    assert row
    return int(row[0])


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m benchmarks.footprint", description="Memory and disk of a site.")
    words.add_argument("--games", type=int, default=24)
    words.add_argument("--orders", type=int, default=60, help="in each game")
    given = words.parse_args()
    with grown_site(given.games, given.orders) as (site, players):
        rest(site)
        quiet = memory(site)
        asyncio.run(visit(site, players))
        busy = memory(site)
        counts = {name: len(group) for name, group in parts(site).items()}
        print(f"{'memory in MB':<28} {'processes':>9} {'at rest':>8} {'after a crowd':>14}")
        for name in busy:
            print(f"{name:<28} {counts[name]:>9} {quiet[name] / MB:>8.0f} {busy[name] / MB:>14.0f}")
        print(f"{'all':<38} {sum(quiet.values()) / MB:>8.0f} {sum(busy.values()) / MB:>14.0f}")
        print("\ndisk in MB")
        for what, size in disk(site):
            print(f"{what:<38} {size:>8.3g}")


if __name__ == "__main__":
    main()
