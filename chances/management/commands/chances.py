"""Work out the chances of ended games: `manage.py chances`, which a worker starts when a game ends."""

from __future__ import annotations

import argparse
import os
from functools import partial

from django.core.management.base import BaseCommand, CommandError

from chances.services import has_parent, take, work_all, work_on
from games.models import Game
from games.services.locks import db_now


class Command(BaseCommand):
    requires_system_checks = ()  # which load all pages: the process stays small
    help = "Work out the chances of the games that ended lately: minutes for each, turn by turn."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--gently", action="store_true", help="leave the processor to everything else")
        parser.add_argument("--game", default="", help="only this game, by the word in its address, however old it is")

    def handle(self, *args: object, gently: bool = False, game: str = "", **options: object) -> None:
        if gently and hasattr(os, "nice"):
            os.nice(19)
        if game:
            self.work_on_one(game)
            return
        parent = os.getppid()
        finished = work_all(partial(has_parent, parent)) if gently else work_all()
        self.stdout.write(f"games finished: {finished}")

    def work_on_one(self, slug: str) -> None:
        found = Game.objects.filter(slug=slug, status=Game.Status.OVER).first()
        if found is None:
            raise CommandError(f"No game with the address {slug} has ended.")
        row = take(found, db_now())
        if row is None:
            raise CommandError(f"The chances of {slug} are known already, or another process works on them.")
        self.stdout.write(f"turns: {row.count if work_on(row, found) else 'stopped'}")
