"""Makes a backup of a site on SQLite while it runs."""

from __future__ import annotations

import argparse
import os
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from config.backup import SECRETS, backup


class Command(BaseCommand):
    help = "Makes a backup of a site on SQLite, in one file: the database and the secrets beside it. The site may run."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="where to write it; by default below DATA_DIR/backups")

    def handle(self, *args: object, file: Path | None, **options: object) -> None:
        usual = settings.DATA_DIR / "backups" / f"fieldpost-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.tar.gz"
        target = file or usual
        names = backup(target)
        self.stdout.write(_("%(file)s holds %(names)s.") % {"file": target, "names": ", ".join(names)})
        if os.environ.get("SECRET_KEY") or SECRETS[0] not in names:
            self.stdout.write(_("The key is in the setting SECRET_KEY, not in this file: keep a copy of it too."))
        self.stdout.write(_("Anyone who can read it can compute future dice. Keep it as safe as the site itself."))
