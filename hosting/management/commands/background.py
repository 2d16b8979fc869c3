"""Make films, work out chances and the like: `manage.py background`, which a worker starts while there is such work."""

from __future__ import annotations

import argparse
import os

from django.core.management.base import BaseCommand

from games.services.background import work_in_background


class Command(BaseCommand):
    requires_system_checks = ()  # which load all pages: the process stays small
    help = "Do the work that can wait at the lowest priority, until none is left or the site has something else to do."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--for", type=int, dest="parent", help="end when this process, which started it, has ended")

    def handle(self, *args: object, parent: int | None = None, **options: object) -> None:
        os.nice(19)
        work_in_background(parent or os.getppid())
