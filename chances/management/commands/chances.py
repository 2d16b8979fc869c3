"""Work out the chances of one ended game, however old it is: `manage.py chances --game WORD`."""

from __future__ import annotations

import argparse

from django.core.management.base import BaseCommand, CommandError

from chances.services import take, work_on
from games.models import Game
from games.services.locks import db_now


class Command(BaseCommand):
    requires_system_checks = ()  # which load all pages: the process stays small
    help = "Work out the chances of a game that has ended: minutes, turn by turn."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--game", required=True, help="the word in the game's address")

    def handle(self, *args: object, game: str, **options: object) -> None:
        found = Game.objects.filter(slug=game, status=Game.Status.OVER).first()
        if found is None:
            raise CommandError(f"No game with the address {game} has ended.")
        row = take(found, db_now())
        if row is None:
            raise CommandError(f"The chances of {game} are known already, or another process works on them.")
        self.stdout.write(f"turns: {row.count if work_on(row, found) else 'stopped'}")
