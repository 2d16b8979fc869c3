"""Make the standings of an event anew from its published files, and compare."""

from __future__ import annotations

import json as json_writer
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.folders import compare_standings


class Command(BaseCommand):
    help = "Makes all standings of an event's folder anew and compares them with those that lie there."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--write", action="store_true", help="make the standings that are missing")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, folder: Path, write: bool, json: bool, **options: object) -> None:
        try:
            files, differences = compare_standings(folder, write=write)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from None
        if json:
            told = {"equal": not differences, "files": files, "differences": differences}
            self.stdout.write(json_writer.dumps(told))
        else:
            self.stdout.write("\n".join([f"{len(files)} files, {len(differences)} differ", *differences]))
        if differences:
            sys.exit(1)
