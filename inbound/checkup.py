"""What is wrong with the mail of a host, each with its cure: the names in the DNS, the doors, and whether a reply comes
back."""

from __future__ import annotations

import smtplib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.utils import make_msgid, parseaddr

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from imap_tools import MailboxLoginError

from games.mail.reply import ReplyAddress, address_of
from inbound.checks import check_doors
from inbound.imap import FAULTS, fetch_mails, open_mailbox
from inbound.lookups import Lookups, Unreachable
from inbound.models import InboundMail
from inbound.reading.headers import MARK, passes_dmarc
from inbound.reading.mails import read_headers
from inbound.services.receiving import name_of

WELL, WRONG, UNKNOWN = "well", "wrong", "unknown"
SELECTORS = ("mail", "default", "dkim", "s1", "s2", "k1", "google", "selector1", "selector2", "pm", "mx", "mta")
"""Names under which keys of DKIM often stand: the DNS does not say which there are."""
SMTP = 25
SECONDS = 10.0
"""For one step of a conversation with a server."""
PAUSE = 2.0
"""Seconds between two looks for the mail that was sent."""
POLICIES = ("none", "quarantine", "reject")


@dataclass(frozen=True)
class Finding:
    """One line of the report; `cure` says what to do where something is wrong or could not be seen."""

    about: str
    state: str
    said: str
    cure: str = ""


@dataclass(frozen=True)
class Checkup:
    """Looks at everything in turn. `selector` is the name of the host's DKIM key if it is not one of the usual ones,
    `door` where `mail_door` listens, `wait` how many seconds a reply may need to come back; none is sent for 0."""

    lookups: Lookups
    selector: str = ""
    door: str = ""
    smtp_port: int = SMTP
    wait: float = 120.0

    def run(self) -> Iterator[Finding]:
        """Check the sender's domain, and the way of replies if this site asks for any."""
        if "." in self.domain.strip("0123456789."):
            yield self._ask("SPF", self.check_spf)
            yield self._ask("DKIM", self.check_dkim)
            yield self._ask("DMARC", self.check_dmarc)
        else:
            said = f"The address of MAIL_FROM is on {self.domain}, which others do not know."
            yield Finding("sender", UNKNOWN, said, "Set MAIL_FROM to an address in a domain of your own.")
        if not settings.MAIL_IN:
            yield Finding("replies", UNKNOWN, "Emails ask for no replies.", "Set MAIL_IN=true once a door is open.")
            return
        yield self._ask("MX", self.check_mx)
        yield self._ask("port", self.check_port)
        yield self.check_door()
        yield from self.check_reply()

    @property
    def domain(self) -> str:
        return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower()

    @property
    def reply_domain(self) -> str:
        return str(settings.REPLY_ADDRESS).rpartition("@")[2].lower()

    def _ask(self, about: str, check: Callable[[], Finding]) -> Finding:
        try:
            return check()
        except Unreachable:
            return Finding(
                about, UNKNOWN, "No name server answers.", "Run this on a machine with the internet, or with --dns."
            )

    # ---- the domain of the sender

    def check_spf(self) -> Finding:
        found = [text for text in self.lookups.texts(self.domain) if text.lower().split(" ")[0] == "v=spf1"]
        cure = f'Publish one TXT record at {self.domain}, such as "v=spf1 mx -all", with what your mail provider names.'
        if not found:
            return Finding("SPF", WRONG, f"{self.domain} does not say who may send for it.", cure)
        if len(found) > 1:
            return Finding("SPF", WRONG, f"{self.domain} has {len(found)} records, so none counts.", cure)
        words = found[0].lower().split()
        if "+all" in words or "all" in words:
            return Finding("SPF", WRONG, f"{self.domain} lets anyone send for it: {found[0]}", "Write -all at its end.")
        if not {"-all", "~all"} & {*words} and not any(word.startswith("redirect=") for word in words):
            return Finding("SPF", WRONG, f"{self.domain} forbids nobody: {found[0]}", "Write -all at its end.")
        return Finding("SPF", WELL, f"{self.domain}: {found[0]}")

    def check_dkim(self) -> Finding:
        for selector in (self.selector,) if self.selector else SELECTORS:
            name = f"{selector}._domainkey.{self.domain}"
            for text in self.lookups.texts(name):
                tags = tags_of(text)
                if tags.get("p"):
                    return Finding("DKIM", WELL, f"{name} has a key.")
                if "p" in tags:
                    return Finding(
                        "DKIM", WRONG, f"The key at {name} is withdrawn.", "Publish your server's key there."
                    )
        if self.selector:
            cure = "Publish the key with which your mail server signs, as a TXT record there."
            return Finding("DKIM", WRONG, f"There is no key at {self.selector}._domainkey.{self.domain}.", cure)
        cure = "Name the selector of your mail server: --selector NAME. If it does not sign, let it."
        return Finding("DKIM", UNKNOWN, f"{self.domain} has no key under any usual name.", cure)

    def check_dmarc(self) -> Finding:
        labels = self.domain.split(".")
        for at in range(max(1, len(labels) - 1)):
            name = f"_dmarc.{'.'.join(labels[at:])}"
            found = [text for text in self.lookups.texts(name) if text.lower().startswith("v=dmarc1")]
            cure = f'Publish one TXT record at _dmarc.{self.domain}, such as "v=DMARC1; p=quarantine".'
            if len(found) > 1:
                return Finding("DMARC", WRONG, f"{name} has {len(found)} records, so none counts.", cure)
            if found and tags_of(found[0]).get("p", "").lower() not in POLICIES:
                return Finding("DMARC", WRONG, f"{name} names no policy: {found[0]}", cure)
            if found:
                return Finding("DMARC", WELL, f"{name}: {found[0]}")
        return Finding("DMARC", WRONG, f"{self.domain} has no policy for mails that fail both.", cure)

    # ---- where replies go

    def servers(self) -> list[str]:
        """List the hosts that take replies; the domain itself where it names none. Raises Unreachable."""
        named = self.lookups.mail_servers(self.reply_domain)
        if not named and self.lookups.addresses(self.reply_domain):
            return [self.reply_domain]
        return [host for host in named if host]

    def check_mx(self) -> Finding:
        cure = f"Publish an MX record at {self.reply_domain} that names your mail server or that of your provider."
        servers = self.servers()
        if not servers:
            return Finding("MX", WRONG, f"{self.reply_domain} takes no mail.", cure)
        lost = [host for host in servers if not self.lookups.addresses(host)]
        if lost:
            cure = f"Publish an A or AAAA record for {lost[0]}, or correct the MX record of {self.reply_domain}."
            return Finding("MX", WRONG, f"{lost[0]}, which takes mail for {self.reply_domain}, has no address.", cure)
        return Finding("MX", WELL, f"{self.reply_domain}: {', '.join(servers)}")

    def check_port(self) -> Finding:
        """Check that the server to which others hand replies takes a reply address; nothing is sent."""
        places = [(host, address) for host in self.servers() for address in self.lookups.addresses(host)]
        if not places:
            return Finding("port", UNKNOWN, "There is no server to ask.", "See MX.")
        host, address = places[0]
        to = probe_address() or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
        try:
            with smtplib.SMTP(address, self.smtp_port, timeout=SECONDS) as client:
                client.ehlo()
                client.mail(settings.SERVER_EMAIL)
                status, words = client.rcpt(to)
        except ConnectionRefusedError:
            cure = "Start the mail server, and open the port in the firewall."
            return Finding("port", WRONG, f"Nothing listens on port {self.smtp_port} of {host}.", cure)
        except (OSError, smtplib.SMTPException) as error:
            cure = "Many networks let nothing out to port 25: ask from another machine before you look for a fault."
            return Finding("port", UNKNOWN, f"{host} does not answer on port {self.smtp_port} ({error}).", cure)
        said = f"{host} answers {status} {words.decode('utf-8', 'replace')} for {to}"
        if status < 400:
            return Finding("port", WELL, f"{host} takes mail for {to}")
        if status < 500:
            return Finding("port", UNKNOWN, said, "Ask again in some minutes: it may put strangers off at first.")
        cure = "Let it take all addresses of this shape: plus addresses, or transport_maps (docs/hosting.md)."
        return Finding("port", WRONG, said, cure)

    # ---- the doors

    def check_door(self) -> Finding:
        """Check the door that this site has: a provider's webhook, a mailbox or `mail_door`."""
        if faults := check_doors():
            return Finding("door", WRONG, str(faults[0].msg), str(faults[0].hint))
        if settings.IMAP_URL:
            return check_mailbox()
        if settings.POSTMARK_SECRET or settings.ANYMAIL["MAILGUN_WEBHOOK_SIGNING_KEY"]:
            return Finding("door", WELL, "Providers may post mails to this site.")
        host, _, port = (self.door or f"127.0.0.1:{settings.MAIL_PORT}").rpartition(":")
        try:
            with socket.create_connection((host, int(port)), timeout=SECONDS) as connection:
                greeting = connection.recv(200)
        except OSError as error:
            cure = "Start it: systemctl enable --now fieldpost-mail, or name its place with --door HOST:PORT."
            return Finding("door", WRONG, f"mail_door does not answer on {host}:{port} ({error}).", cure)
        if not greeting.startswith(b"220"):
            return Finding("door", WRONG, f"What listens on {host}:{port} is no mail server.", "Choose another port.")
        return Finding("door", WELL, f"mail_door answers on {host}:{port}.")

    # ---- a reply that comes back

    def check_reply(self) -> Iterator[Finding]:
        """Send a mail to a reply address, and look whether it comes in."""
        to = probe_address()
        if not self.wait:
            yield Finding("Reply-To", UNKNOWN, "No email was sent.", "Run mail_check without --wait 0.")
            return
        if settings.LOCAL_INBOX:
            cure = "Nothing has to be done: the box below each email there answers it."
            yield Finding("Reply-To", UNKNOWN, "This site keeps its emails in its own inbox.", cure)
            return
        if not to:
            yield Finding("Reply-To", UNKNOWN, "There is no account yet to reply for.", "Make one: createsuperuser.")
            return
        mail = EmailMessage("Fieldpost mail_check", "This email checks that replies come back.", to=[to])
        mail.extra_headers = {
            "Message-ID": make_msgid("mail-check", self.domain),
            "Auto-Submitted": "auto-generated",
            MARK: "check",
        }
        began = time.monotonic()
        try:
            mail.send()
        except OSError as error:
            cure = "Correct host, port, name or password in EMAIL_URL, or let that server take mail from this one."
            yield Finding("Reply-To", WRONG, f"The mail server of EMAIL_URL does not take mail: {error}", cure)
            return
        came = self.await_mail(mail)
        if came is None:
            cure = "Look for it in the log of your mail server, and in the mailbox: the lines above say where it goes."
            yield Finding("Reply-To", WRONG, f"The email to {to} did not come back in {self.wait:g} s.", cure)
            return
        yield Finding("Reply-To", WELL, f"The email to {to} came back in {time.monotonic() - began:.0f} s.")
        yield check_verdict(came)

    def await_mail(self, sent: EmailMessage) -> InboundMail | None:
        """Wait until a mail has come in."""
        named = name_of(f"Message-ID: {sent.extra_headers['Message-ID']}\r\n\r\n".encode())
        until = time.monotonic() + self.wait
        while True:
            if settings.IMAP_URL:
                with suppress(*FAULTS), open_mailbox() as mailbox:  # what is wrong with it was told above
                    fetch_mails(mailbox)
            came = InboundMail.objects.filter(named=named).first()
            if came is not None or time.monotonic() > until:
                return came
            time.sleep(PAUSE)


def tags_of(text: str) -> dict[str, str]:
    """Read the `name=value;` pairs of a record, names in lower case."""
    pairs = (each.partition("=") for each in text.split(";"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def probe_address() -> str:
    """Make a reply address that doors take and that names no game; empty where there is no account."""
    user = get_user_model().objects.filter(is_active=True).order_by("pk").first()
    return address_of(ReplyAddress(0, 0, 0, user.pk), user.reply_epoch) if user else ""


def check_mailbox() -> Finding:
    """Log in to the mailbox of IMAP_URL."""
    try:
        with open_mailbox():
            return Finding("door", WELL, "The mailbox of IMAP_URL opens. Run mail_fetch every minute.")
    except MailboxLoginError:
        said, cure = "The mailbox refuses name or password of IMAP_URL.", "Correct them; write @ as %40."
    except FAULTS as error:
        said, cure = f"The mailbox of IMAP_URL does not open: {error}", "Correct its host, port or folder."
    return Finding("door", WRONG, said, cure)


def check_verdict(came: InboundMail) -> Finding:
    """Tell what the host's own mail server found of our mail."""
    if not settings.MAIL_SERVER_NAME:
        cure = "Set MAIL_SERVER_NAME to the first word of the Authentication-Results that your server writes."
        return Finding("verdict", UNKNOWN, "The site does not know whose verdict on senders to believe.", cure)
    if passes_dmarc(read_headers(bytes(came.raw or b"")), settings.MAIL_SERVER_NAME):
        return Finding("verdict", WELL, f"{settings.MAIL_SERVER_NAME} says dmarc=pass of our own email.")
    cure = "See SPF, DKIM and DMARC above. If they are well, let your mail server check DMARC (opendmarc, rspamd)."
    return Finding("verdict", WRONG, f"{settings.MAIL_SERVER_NAME} does not say dmarc=pass of our own email.", cure)
