"""Take mails by SMTP or LMTP, behind the mail server of a host."""

from __future__ import annotations

import argparse
import signal

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from inbound.smtp import MailDoor


class Command(BaseCommand):
    help = "Takes mails for reply addresses by SMTP or LMTP, behind the host's mail server, until it is stopped."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8025, help="port to listen on")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP, as Postfix and others hand mail over")

    def handle(self, *args: object, host: str, port: int, lmtp: bool, **options: object) -> None:
        if not settings.MAIL_IN:
            raise CommandError("This site asks for no replies: set MAIL_IN=true first.")
        door = MailDoor(host, port, speaks_lmtp=lmtp)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: door.stop())
        self.stdout.write(f"Taking mail on {host}:{port} by {'LMTP' if lmtp else 'SMTP'}.")
        try:
            door.start()
        except OSError as error:
            raise CommandError(f"Port {port} cannot be used ({error}).") from error
