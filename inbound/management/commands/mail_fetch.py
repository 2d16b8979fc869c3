"""Fetch mails from the host's mailbox by IMAP."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from imap_tools import MailboxLoginError

from inbound.imap import FAULTS, fetch_mails, open_mailbox


class Command(BaseCommand):
    help = "Fetches mails from the mailbox of IMAP_URL, and moves each to the folder Done. Run it every minute."

    def handle(self, *args: object, **options: object) -> None:
        if not settings.IMAP_URL:
            raise CommandError("IMAP_URL is not set, such as imaps://name:password@mail.example.org/INBOX")
        try:
            with open_mailbox() as mailbox:
                count = fetch_mails(mailbox)
        except MailboxLoginError as error:
            raise CommandError("The mailbox refuses the name or password of IMAP_URL.") from error
        except FAULTS as error:
            raise CommandError(f"The mailbox cannot be used: {error}") from error
        self.stdout.write(f"{count} fetched")
