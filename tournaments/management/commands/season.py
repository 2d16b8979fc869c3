"""Plays a simulated season through the services of the site."""

from __future__ import annotations

import argparse
import json as json_writer
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from engine.bots import bots
from games.errors import LobbyError
from tournaments.folders import compare_standings
from tournaments.formats import FORMATS
from tournaments.management.arguments import read_new_folder, read_rules, whole
from tournaments.management.folders import write_files
from tournaments.services.creating import MOST_ENTRANTS
from tournaments.services.season import Outcome, Season, Stuck, play_season, report

MOST_SEATS = 6
EVERY = 10.0
"""Seconds between two lines about how far it is."""


class Command(BaseCommand):
    help = "Plays a season of simulated people, from sign-up to the last standings, in a database of its own."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=list(FORMATS), required=True)
        parser.add_argument("--entrants", type=whole(2, MOST_ENTRANTS), required=True)
        parser.add_argument("--seats", type=whole(2, MOST_SEATS), required=True)
        parser.add_argument("--bots", type=read_bots, required=True, help="names, with commas between them")
        parser.add_argument("--seed", required=True)
        for name in ("rounds", "teams", "advance", "games", "cut", "last-round"):
            least = 1 if name in ("last-round", "rounds", "games") else 0
            parser.add_argument(f"--{name}", type=whole(least), default=getattr(Season, name.replace("-", "_")))
        for name in ("no-shows", "leavers"):
            parser.add_argument(f"--{name}", type=whole(0, 100), default=0, help="so many of 100 people")
        parser.add_argument("--rules", type=read_rules, default=Season.rules)
        parser.add_argument("--out", type=read_new_folder, help="a folder for the files of the event")
        parser.add_argument("--keep", action="store_true", help="play in the site's own database")
        parser.add_argument("--json", action="store_true", help="print one object")

    def handle(self, *, out: Path | None, keep: bool, json: bool, **options: object) -> None:
        if 0 < options["entrants"] < 2 * options["teams"]:  # type: ignore[operator]  # both are numbers
            raise CommandError("--teams: at most one team for two entrants", returncode=2)
        season = msgspec.convert({each.name: options[each.name] for each in fields(Season)}, Season)
        logging.disable(logging.WARNING)
        with own_database(keep=keep):
            try:
                outcome = play_season(season, Progress())
            except LobbyError as error:
                raise CommandError(str(error), returncode=2) from error
            except Stuck as error:
                raise CommandError(str(error)) from error
            finally:
                logging.disable(logging.NOTSET)
            told = report(season, outcome)
        told |= {"out": str(out) if out else None, "faults": write_out(outcome, out)}
        lines = "\n".join(f"{name}: {value}" for name, value in told.items())
        self.stdout.write(json_writer.dumps(told) if json else lines)
        if told["faults"]:
            sys.exit(1)


def read_bots(text: str) -> tuple[str, ...]:
    """Read the names of bots. Raises ArgumentTypeError."""
    names = tuple(text.split(","))
    if unknown := [name for name in names if name not in bots()]:
        raise argparse.ArgumentTypeError(f"there is no bot {unknown[0]!r}; the bots are {', '.join(bots())}")
    return names


class Progress:
    """Tells now and then on standard error how many games have been played."""

    def __init__(self) -> None:
        self.games, self.told = 0, time.monotonic()

    def __call__(self, name: str) -> None:
        self.games += 1
        if time.monotonic() - self.told >= EVERY:
            self.told = time.monotonic()
            print(f"{self.games} games played, the last one {name}", file=sys.stderr, flush=True)


@contextmanager
def own_database(*, keep: bool) -> Iterator[None]:
    """Play in a new database that is deleted afterwards, unless the season is to be kept in the site's own."""
    if keep:
        yield
        return
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def write_out(outcome: Outcome, folder: Path | None) -> list[str]:
    """Write the files of the event, and list those of its standings that do not follow from the others."""
    if folder is None:
        return []
    write_files(outcome.files.items(), folder)
    return [f"{name} differs" for name in compare_standings(folder)[1]]
