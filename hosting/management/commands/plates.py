"""Paint the plates that pictures in mails are put together from: `manage.py plates`, when a site is prepared."""

from __future__ import annotations

import argparse
import os

from django.core.management.base import BaseCommand

from games.boards.geometry import sheet
from games.boards.picture import picture_width
from games.boards.plates import plates
from hosting.management.commands.board_files import drawn_boards


class Command(BaseCommand):
    help = "Paint the plates of every board, unless they are in the data folder already: some seconds each."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--gently", action="store_true", help="leave the processor to everything else")

    def handle(self, *args: object, gently: bool = False, **options: object) -> None:
        if gently and hasattr(os, "nice"):
            os.nice(10)
        for board in filter(None, map(sheet, drawn_boards())):
            for night in (False, True):
                plates(board.id, picture_width(board), night)
            self.stdout.write(f"{board.id}: its plates are ready")
