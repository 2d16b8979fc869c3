"""Make all ratings anew from the games, or compare them with what is stored."""

from __future__ import annotations

import json as json_writer
import sys

from django.core.management.base import BaseCommand, CommandParser

from tournaments.management.arguments import add_rules
from tournaments.services.ratings import ratings_differences, ratings_rebuild

SHOWN = 20


class Command(BaseCommand):
    help = "Makes the ratings anew from all rated games, in the order in which they ended. The site may be running."

    def add_arguments(self, parser: CommandParser) -> None:
        add_rules(parser)
        parser.add_argument("--check", action="store_true", help="compare, and change nothing")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, rules: str, check: bool, json: bool, **options: object) -> None:
        games, differences = ratings_differences(rules) if check else (ratings_rebuild(rules), [])
        if json:
            told = {"equal": not differences, "games": games, "differences": differences}
            self.stdout.write(json_writer.dumps(told))
        elif check:
            self.stdout.write("\n".join([f"{games} games, {len(differences)} differ", *differences[:SHOWN]]))
        else:
            self.stdout.write(f"{games} games, all booked anew")
        if differences:
            sys.exit(1)
