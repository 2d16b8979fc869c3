"""Receive raw mails from files, as a door would, and read each at once."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from engine import Facts
from games.mail.outbox import outbox_deliver
from games.services.locks import db_now
from inbound.models import InboundMail
from inbound.services.handling import handle_safely
from inbound.services.receiving import mail_receive, name_of
from inbound.told import told_of, told_of_try


class Command(BaseCommand):
    help = "Receives raw mails from files or folders of *.eml: stores each, reads it at once, plays and answers."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--door", choices=InboundMail.Door.values, default=InboundMail.Door.SMTP)
        parser.add_argument("--dry-run", action="store_true", help="store, play and send nothing")
        parser.add_argument("--json", action="store_true", help="print one JSON object a line")

    def handle(self, *args: object, paths: list[Path], door: str, dry_run: bool, **options: object) -> None:
        receive = try_file if dry_run else receive_file
        for path in mails_in(paths):
            told = {"file": path.name, **receive(read_file(path), door)}
            self.stdout.write(json.dumps(told) if options["json"] else in_words(told))
        if not dry_run:
            outbox_deliver()


def mails_in(paths: list[Path]) -> Iterator[Path]:
    """List files, and those of folders in order of name."""
    for path in paths:
        yield from sorted(path.glob("*.eml")) if path.is_dir() else [path]


def read_file(path: Path) -> bytes:
    """Read a file. Raises CommandError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be opened: {error.strerror}") from error


def receive_file(raw: bytes, door: str) -> Facts:
    """Store, read, play and answer a mail."""
    mail = mail_receive(raw, door, db_now())
    began = time.process_time()
    handle_safely(mail)
    mail.refresh_from_db()
    return told_of(mail, (time.process_time() - began) * 1000)


def try_file(raw: bytes, door: str) -> Facts:
    """Read a mail without a trace."""
    return told_of_try(InboundMail(raw=raw, door=door, arrived_at=db_now(), named=name_of(raw)))


def in_words(told: Facts) -> str:
    said = "; ".join(told["orders"] or told["commands"])
    return f"{told['file']}: {told['code']}, {told['answer']}{f', {said}' if said else ''}"
