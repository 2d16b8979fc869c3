"""Write the files that an event publishes into a folder."""

from __future__ import annotations

import json as json_writer
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.management.arguments import read_new_folder
from tournaments.management.folders import write_files
from tournaments.models import Tournament
from tournaments.selectors.publishing import each_file

WRONG_USE = 2


class Command(BaseCommand):
    help = "Writes the files that an event publishes into a folder that is new or empty."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the last part of the event's address")
        parser.add_argument("folder", type=read_new_folder)
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, slug: str, folder: Path, json: bool, **options: object) -> None:
        event = Tournament.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"there is no event {slug}", returncode=WRONG_USE)
        try:
            files = write_files(each_file(event), folder)
        except OSError as error:
            raise CommandError(str(error)) from None
        told = {"event": slug, "folder": str(folder), "files": files}
        self.stdout.write(json_writer.dumps(told) if json else f"{len(files)} files in {folder}")
