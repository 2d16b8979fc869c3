"""What hosts are told of their mail, by a name server and mail servers that answer on this machine."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from io import StringIO
from typing import Any

import dns.message
import dns.rcode
import dns.rrset
import pytest
from django.core.management import CommandError, call_command

from inbound.models import InboundMail
from inbound.services.handling import read_due
from inbound.smtp import SmtpDoor
from inbound.tests.test_smtp import free_port
from tests.games.kit import person

pytestmark = pytest.mark.django_db(transaction=True)

HOST = "play.example.org"
KEY = "v=DKIM1; k=rsa; p=MIGfMA0"
GOOD = {
    (HOST, "TXT"): ['"google-site-verification=x"', '"v=spf1 mx " "-all"'],
    (f"mail._domainkey.{HOST}", "TXT"): [f'"{KEY}"'],
    ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=quarantine"'],
    (HOST, "MX"): ["20 mx2.example.org.", "10 mx.example.org."],
    ("mx.example.org", "A"): ["127.0.0.1"],
    ("mx2.example.org", "A"): ["127.0.0.2"],
}
Zone = dict[tuple[str, str], list[str]]


class Answer(socketserver.BaseRequestHandler):
    """Answers from the zone of its server."""

    def handle(self) -> None:
        asked = dns.message.from_wire(self.request[0])
        said, question = dns.message.make_response(asked), asked.question[0]
        zone: Zone = self.server.zone  # type: ignore[attr-defined]  # of the fixture
        name, kind = str(question.name).rstrip("."), question.rdtype.name
        if records := zone.get((name, kind)):
            said.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *records))
        elif not any(known == name for known, _kind in zone):
            said.set_rcode(dns.rcode.NXDOMAIN)
        self.request[1].sendto(said.to_wire(), self.client_address)


@pytest.fixture
def zone() -> Iterator[Zone]:
    """The names that a name server knows, beside the address of the server under `dns`."""
    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Answer) as server:
        server.daemon_threads = True
        server.zone = zone = {**GOOD, ("dns", ""): [f"127.0.0.1:{server.server_address[1]}"]}  # type: ignore[attr-defined]  # for the handler
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield zone
        server.shutdown()


@pytest.fixture
def door(settings: Any) -> Iterator[SmtpDoor]:
    """A door that is the mail server too: what the site sends comes straight back."""
    opened = SmtpDoor("127.0.0.1", free_port())
    opened.start()
    settings.MAIL_PORT = settings.EMAIL_PORT = opened.port
    yield opened
    opened.stop()


@pytest.fixture(autouse=True)
def _host(settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL = f"Fieldpost <post@{HOST}>", f"post@{HOST}"
    settings.REPLY_ADDRESS = f"game+{{token}}@{HOST}"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.LOCAL_INBOX = "127.0.0.1", False


def check(zone: Zone, **options: Any) -> dict[str, str]:
    """Run the command; each line that it prints, by what it is about, with its cure."""
    out = StringIO()
    try:
        call_command("mail_check", dns=zone["dns", ""][0], stdout=out, **{"wait": 0, **options})
    except CommandError as error:
        out.write(f"{str(error)}\n")
    lines = out.getvalue().replace(f"\n{' ' * 17}", " / ").splitlines()
    return {line[8:17].strip(): line for line in lines[:-1]} | {"end": lines[-1]}


def test_a_host_without_a_fault_is_told_so(zone: Zone, door: SmtpDoor) -> None:
    person("alice")
    said = check(zone, smtp_port=door.port, wait=10)
    states = {about: line.split()[0] for about, line in said.items() if about != "end"}
    assert states == {
        **dict.fromkeys(("SPF", "DKIM", "DMARC", "MX", "port", "door", "Reply-To"), "well"),
        "verdict": "unknown",
    }
    assert said["end"] == "Nothing is wrong, 1 not known"
    assert f"{HOST}: mx.example.org, mx2.example.org" in said["MX"]
    assert read_due() == 1 and InboundMail.objects.get().code == "loop"


@pytest.mark.parametrize(
    ("about", "changed", "line", "cure"),
    [
        ("SPF", {(HOST, "TXT"): []}, "does not say who may send", '"v=spf1 mx -all"'),
        ("SPF", {(HOST, "TXT"): ['"v=spf1 -all"', '"v=spf1 mx -all"']}, "has 2 records", "one TXT record"),
        ("SPF", {(HOST, "TXT"): ['"v=spf1 +all"']}, "lets anyone send", "-all at its end"),
        ("SPF", {(HOST, "TXT"): ['"v=spf1 mx ?all"']}, "forbids nobody", "-all at its end"),
        ("DKIM", {(f"mail._domainkey.{HOST}", "TXT"): ['"v=DKIM1; p="']}, "is withdrawn", "key there"),
        ("DMARC", {("_dmarc.example.org", "TXT"): []}, "has no policy", f"_dmarc.{HOST}"),
        ("DMARC", {("_dmarc.example.org", "TXT"): ['"v=DMARC1"']}, "names no policy", f"_dmarc.{HOST}"),
        (
            "DMARC",
            {("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"']},
            "has 2 records",
            "Publish one",
        ),
        ("MX", {(HOST, "MX"): []}, "takes no mail", "Publish an MX record"),
        ("MX", {(HOST, "MX"): ["0 ."]}, "takes no mail", "Publish an MX record"),
        ("MX", {("mx2.example.org", "A"): []}, "mx2.example.org, which takes mail", "A or AAAA record for mx2"),
    ],
    ids=str,
)
def test_each_fault_is_named_with_its_cure(
    about: str, changed: Zone, line: str, cure: str, zone: Zone, door: SmtpDoor
) -> None:
    zone |= changed
    said = check(zone, smtp_port=door.port)
    assert line in said[about].partition(" / ")[0] and cure in said[about].partition(" / ")[2]
    assert said[about].startswith("wrong") and "1 wrong" in said["end"]


def test_a_key_of_another_name_has_to_be_named(zone: Zone, door: SmtpDoor) -> None:
    zone[f"x9._domainkey.{HOST}", "TXT"] = zone.pop((f"mail._domainkey.{HOST}", "TXT"))
    assert check(zone)["DKIM"].startswith("unknown") and "--selector" in check(zone)["DKIM"]
    assert check(zone, selector="x9")["DKIM"].startswith("well")
    assert check(zone, selector="x8")["DKIM"].startswith("wrong")


def test_a_domain_without_mx_takes_mail_at_its_own_address(zone: Zone, door: SmtpDoor) -> None:
    zone |= {(HOST, "MX"): [], (HOST, "A"): ["127.0.0.1"]}
    said = check(zone, smtp_port=door.port)
    assert said["MX"].startswith("well") and said["port"].startswith("well")


def test_ports_that_nobody_listens_on_are_named(zone: Zone, settings: Any) -> None:
    settings.MAIL_PORT = settings.EMAIL_PORT = shut = free_port()
    person("alice")
    said = check(zone, smtp_port=shut, wait=1)
    assert f"Nothing listens on port {shut} of mx.example.org" in said["port"]
    assert said["door"].startswith("wrong") and "fieldpost-mail" in said["door"]
    assert said["Reply-To"].startswith("wrong") and "does not take mail" in said["Reply-To"]
    assert said["end"] == "3 wrong, 0 not known"


def test_a_server_that_refuses_reply_addresses_is_named(zone: Zone, door: SmtpDoor, settings: Any) -> None:
    """One that does not know of plus addresses: here one with another key."""
    person("alice")
    door.handler.handle_RCPT = refuse  # type: ignore[method-assign]  # of the test
    said = check(zone, smtp_port=door.port, wait=1)
    assert "answers 550" in said["port"] and "plus addresses" in said["port"]
    assert said["Reply-To"].startswith("wrong")


async def refuse(*args: object) -> str:
    return "550 5.1.1 No such user"


def test_a_mail_that_is_lost_on_its_way_is_noticed(zone: Zone, door: SmtpDoor) -> None:
    person("alice")

    async def lose(*args: object) -> str:
        return "250 OK"

    door.handler.handle_DATA = lose  # type: ignore[method-assign]  # of the test
    said = check(zone, smtp_port=door.port, wait=1)
    assert "did not come back in 1 s" in said["Reply-To"] and said["end"] == "1 wrong, 0 not known"


@pytest.mark.parametrize(("verdict", "state"), [("pass", "well"), ("fail", "wrong")])
def test_the_verdict_of_the_hosts_own_server_is_told(
    verdict: str, state: str, zone: Zone, door: SmtpDoor, settings: Any
) -> None:
    person("alice")
    settings.MAIL_SERVER_NAME = "mx.example.org"
    keep = door.handler.handle_DATA

    async def sign(server: Any, session: Any, envelope: Any) -> str:
        said = f"Authentication-Results: mx.example.org; dmarc={verdict} header.from={HOST}\r\n"
        envelope.original_content = said.encode() + envelope.original_content
        return await keep(server, session, envelope)

    door.handler.handle_DATA = sign  # type: ignore[method-assign]  # of the test
    assert check(zone, smtp_port=door.port, wait=10)["verdict"].startswith(state)


def test_without_name_servers_the_rest_is_checked(zone: Zone, door: SmtpDoor) -> None:
    person("alice")
    zone["dns", ""] = [f"127.0.0.1:{free_port()}"]
    said = check(zone, smtp_port=door.port, wait=10)
    assert [said[about].split()[0] for about in ("SPF", "DKIM", "DMARC", "MX", "port")] == ["unknown"] * 5
    assert said["door"].startswith("well") and said["Reply-To"].startswith("well")


def test_a_site_that_asks_for_no_replies_has_its_sender_checked_alone(zone: Zone, settings: Any) -> None:
    settings.MAIL_IN = False
    said = check(zone)
    assert [*said] == ["SPF", "DKIM", "DMARC", "replies", "end"] and "MAIL_IN=true" in said["replies"]


def test_other_doors_are_checked_in_its_place(zone: Zone, settings: Any) -> None:
    settings.POSTMARK_SECRET = "postmark:short"
    assert "at least 20 letters" in check(zone)["door"]
    settings.POSTMARK_SECRET = "postmark:a-password-of-many-letters"
    assert check(zone)["door"].startswith("well")
    settings.IMAP_URL = f"imap://a:b@127.0.0.1:{free_port()}/"
    assert "does not open" in check(zone)["door"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_local_site_is_not_asked_for_a_domain(host: str, zone: Zone, door: SmtpDoor, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL, settings.LOCAL_INBOX = f"Fieldpost <post@{host}>", True
    said = check(zone, wait=1)
    assert "SPF" not in said and said["sender"].startswith("unknown") and "its own inbox" in said["Reply-To"]


def test_an_email_needs_an_account_to_reply_for(zone: Zone, door: SmtpDoor) -> None:
    assert "createsuperuser" in check(zone, smtp_port=door.port, wait=1)["Reply-To"]
