"""Makes a backup of a site while it runs."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from hosting.backup import backup


class Command(BaseCommand):
    help = "Makes a backup of the site in one file: the database, the settings and the secrets. The site may run."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="where to write it; by default below DATA_DIR/backups")

    def handle(self, *args: object, file: Path | None, **options: object) -> None:
        usual = settings.DATA_DIR / "backups" / f"fieldpost-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.tar.gz"
        target = file or usual
        names = backup(target)
        self.stdout.write(_("%(file)s holds %(names)s.") % {"file": target, "names": ", ".join(names)})
        self.stdout.write(_("Anyone who can read it can compute future dice. Keep it as safe as the site itself."))
