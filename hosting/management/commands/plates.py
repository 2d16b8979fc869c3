"""Paint the plates that pictures in mails are put together from: `manage.py plates`, when a site is prepared."""

from __future__ import annotations

import argparse
import os

from django.core.management.base import BaseCommand

from games.boards.geometry import sheet
from games.boards.picture import picture_width
from games.boards.plates import plates
from games.boards.shared_picture import first_stages
from hosting.management.commands.board_files import drawn_boards


class Command(BaseCommand):
    help = "Paint the plates of every board, unless they are in the data folder already: some seconds each."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--board", choices=drawn_boards(), help="only of this board")
        parser.add_argument("--gently", action="store_true", help="leave the processor to everything else")

    def handle(self, *args: object, board: str | None = None, gently: bool = False, **options: object) -> None:
        if gently and hasattr(os, "nice"):
            os.nice(10)
        for drawn in filter(None, map(sheet, [board] if board else drawn_boards())):
            for night in (False, True):
                plates(drawn.id, picture_width(drawn), night)
            for first in first_stages():
                if first.id == drawn.id:
                    plates(first.id, picture_width(first), frame=first.frame)
            self.stdout.write(f"{drawn.id}: its plates are ready")
