"""Say what is wrong with the mail of this host."""

from __future__ import annotations

import argparse

from django.core.management.base import BaseCommand, CommandError

from inbound.checkup import UNKNOWN, WRONG, Checkup
from inbound.lookups import Lookups


class Command(BaseCommand):
    help = "Checks SPF, DKIM, DMARC, MX, port and door, and sends an email to a reply address that has to come back."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--selector", default="", help="name of the DKIM key of your mail server")
        parser.add_argument("--dns", default="", metavar="ADDRESS[:PORT]", help="name server to ask")
        parser.add_argument("--door", default="", metavar="HOST:PORT", help="where mail_door listens")
        parser.add_argument("--smtp-port", type=int, default=25, help="port of the server that takes replies")
        parser.add_argument("--wait", type=float, default=120, help="seconds for a reply to come back; 0: send none")

    def handle(self, *args: object, dns: str, **options: object) -> None:
        named = ("selector", "door", "smtp_port", "wait")
        states = []
        for finding in Checkup(Lookups(dns), **{name: options[name] for name in named}).run():  # type: ignore[arg-type]  # as the parser made them
            self.stdout.write(f"{finding.state:8}{finding.about:9}{finding.said}")
            if finding.cure:
                self.stdout.write(f"{'':17}{finding.cure}")
            self.stdout.flush()
            states.append(finding.state)
        wrong, unknown = states.count(WRONG), states.count(UNKNOWN)
        if wrong:
            raise CommandError(f"{wrong} wrong, {unknown} not known")
        self.stdout.write(f"Nothing is wrong, {unknown} not known" if unknown else "All is well")
