"""Puts a backup of a site back."""

from __future__ import annotations

import argparse
from pathlib import Path

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from hosting.backup import restore


class Command(BaseCommand):
    help = "Puts a backup made by `manage.py backup` in the place of the site. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument("--replace", action="store_true", help="replace a site that is there already")

    def handle(self, *args: object, file: Path, replace: bool, **options: object) -> None:
        done = restore(file, replace=replace)
        self.stdout.write(_("The backup is in place. Its last move: %(when)s.") % {"when": done.last_move})
        if done.replaced:
            self.stdout.write(_("What was there before is in %(place)s.") % {"place": done.replaced})
        if done.settings:
            sentence = _("The settings of the backup are in %(file)s: compare them with yours, SECRET_KEY first.")
            self.stdout.write(sentence % {"file": done.settings})
        self.stdout.write(_("Start the site, then check it with manage.py fsck."))
