"""Pair a round again from its published input, and compare."""

from __future__ import annotations

import json as json_writer
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.documents import Json, digest_of, read_document, write_document
from tournaments.pairing import pair_round


class Command(BaseCommand):
    help = "Pairs a round again from its input and compares; without an output, writes it beside the input."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("input", type=Path)
        parser.add_argument("output", type=Path, nargs="?")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, input: Path, output: Path | None, json: bool, **options: object) -> None:
        try:
            told = check_pairing(input, output)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(json_writer.dumps(told) if json else describe(told))
        if not told["equal"]:
            sys.exit(1)


def check_pairing(asked: Path, told: Path | None) -> dict[str, Json]:
    """Pair the round of an input, and compare with what was published, or write it. Raises OSError, ValueError."""
    given = read_document(asked)
    made = pair_round(given)
    if told is None:
        write_document(asked.parent / "output.json", made)
    found = made if told is None else read_document(told)
    first = next((name for name in sorted({*made, *found}) if made.get(name) != found.get(name)), None)
    return {"equal": first is None, "input": digest_of(given), "output": digest_of(made), "first_difference": first}


def describe(told: dict[str, Json]) -> str:
    if told["equal"]:
        return f"equal: {told['output']}"
    return f"not equal: {told['first_difference']} differs"
