"""The door by IMAP, at a server that knows as much as it asks for."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from inbound.models import InboundMail
from inbound.services.handling import read_due
from inbound.tests.mail_kit import address, reply
from tests.games.kit import table

pytestmark = pytest.mark.django_db


class Mailbox(socketserver.StreamRequestHandler):
    """A mailbox with the mails of its server, which are gone once they were moved."""

    def handle(self) -> None:
        self.say("* OK ready")
        for line in self.rfile:
            tag, _, said = line.decode().strip().partition(" ")
            self.answer(said)
            self.say(f"{tag} {'NO' if 'wrong' in said else 'OK'} done")
            if said.upper().startswith("LOGOUT"):
                return

    def answer(self, said: str) -> None:
        mails: dict[int, bytes] = self.server.mails  # type: ignore[attr-defined]  # of the fixture
        word = said.upper()
        if word.startswith("LOGOUT"):
            self.say("* BYE")
        elif word.startswith("CAPABILITY"):
            self.say("* CAPABILITY IMAP4rev1 MOVE")
        elif word.startswith("SELECT"):
            self.say(f"* {len(mails)} EXISTS")
        elif word.startswith("LIST"):
            self.say('* LIST () "/" "Done"')
        elif word.startswith("UID SEARCH"):
            self.say(f"* SEARCH {' '.join(map(str, mails))}")
        elif found := re.match(r"UID FETCH (\d+)", word):
            raw = mails[int(found[1])]
            self.wfile.write(b'* 1 FETCH (UID %b INTERNALDATE "24-Nov-2020 18:05:00 +0000" ' % found[1].encode())
            self.wfile.write(b"BODY[] {%d}\r\n%b)\r\n" % (len(raw), raw))
        elif found := re.match(r"UID (?:MOVE|COPY) (\d+)", word):
            mails.pop(int(found[1]))

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@pytest.fixture
def mails(settings: object) -> Iterator[dict[int, bytes]]:
    """The mails of an open mailbox, by their numbers."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailbox) as server:
        server.daemon_threads = True
        server.mails = {}  # type: ignore[attr-defined]  # for the handler
        settings.IMAP_URL = f"imap://alice:pass%40word@127.0.0.1:{server.server_address[1]}/INBOX"  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.mails  # type: ignore[attr-defined]  # as above
        server.shutdown()


def test_mails_are_stored_as_they_came_and_moved_away(mails: dict[int, bytes]) -> None:
    play = table()
    raw = reply("status", address(play.waiting))
    mails[7] = raw
    call_command("mail_fetch")
    (mail,) = InboundMail.objects.all()
    assert (bytes(mail.raw or b""), mail.door, mails) == (raw, "imap", {})
    assert mail.arrived_at == datetime(2020, 11, 24, 18, 5, tzinfo=UTC)
    read_due()
    mail.refresh_from_db()
    assert mail.code == "commands"


@pytest.mark.parametrize(
    ("path", "said"), [("INBOX", "refuses the name or password"), ("wrong", "cannot be used: .*NO")]
)
def test_a_host_is_told_what_the_mailbox_refuses(
    path: str, said: str, mails: dict[int, bytes], settings: object
) -> None:
    url = settings.IMAP_URL.removesuffix("INBOX") + path  # type: ignore[attr-defined]  # as above
    settings.IMAP_URL = url.replace("pass%40word", "wrong") if path == "INBOX" else url  # type: ignore[attr-defined]  # as above
    with pytest.raises(CommandError, match=said):
        call_command("mail_fetch")


def test_a_host_is_told_what_is_wrong(settings: object) -> None:
    settings.IMAP_URL = ""  # type: ignore[attr-defined]  # of the test
    with pytest.raises(CommandError, match="IMAP_URL is not set"):
        call_command("mail_fetch")
    settings.IMAP_URL = "imap://a:b@127.0.0.1:1/"  # type: ignore[attr-defined]  # as above
    with pytest.raises(CommandError, match="cannot be used"):
        call_command("mail_fetch")
