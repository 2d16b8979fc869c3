"""What headers say of a mail: whether a person wrote it, to which address of ours, and who proves the sender."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from inbound.reading.mails import Headers

MARK = "x-fieldpost"
"""The header that every mail of ours carries."""
MOST_HOPS = 25
LONGEST_FROM = 1_000
RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to")
ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]\\]{1,100}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
ANGLED = re.compile(r"<\s*([^<>\s]{1,320})\s*>")
MESSAGE_ID = re.compile(r"<[^<>\s@]{1,400}@[^<>\s]{1,400}>")
REPORTERS = ("mailer-daemon", "postmaster")
LISTS = ("list", "bulk", "junk")
AUTOMATA = ("x-autoreply", "x-autorespond")
RETURNED_ID = re.compile(rb"^(?:original-)?message-id:\s*(<[^<>\s]+@[^<>\s]+>)", re.IGNORECASE | re.MULTILINE)


def classify_headers(headers: Headers, own_addresses: Collection[str]) -> str:
    """Return why a mail is never answered, or an empty text: `complaint`, `bounce`, `loop`, `list` or `automatic`.

    `own_addresses` are those from which this site sends, in lower case.
    """
    checks = (
        ("complaint", is_complaint(headers)),
        ("bounce", is_bounce(headers)),
        ("loop", is_loop(headers, own_addresses)),
        ("list", is_list(headers)),
        ("automatic", is_automatic(headers)),
    )
    return next((code for code, applies in checks if applies), "")


def is_complaint(headers: Headers) -> bool:
    """Return whether a mail is a feedback report: somebody called a mail of ours spam."""
    kind = headers.first("content-type").lower()
    return kind.startswith("message/feedback-report") or (is_report(headers) and "feedback-report" in kind)


def is_report(headers: Headers) -> bool:
    return headers.first("content-type").lower().lstrip().startswith("multipart/report")


def is_bounce(headers: Headers) -> bool:
    """Return whether a mail tells that another could not be delivered."""
    unreturnable = any(path.replace(" ", "") in ("<>", "") for path in headers.all("return-path"))
    reporter = sender_of(headers).partition("@")[0] in REPORTERS
    return unreturnable or reporter or is_report(headers)


def is_loop(headers: Headers, own_addresses: Collection[str]) -> bool:
    """Return whether a mail came from this site itself, or was passed on too often."""
    is_own = sender_of(headers) in own_addresses or headers.has(MARK)
    return is_own or len(headers.all("received")) > MOST_HOPS


def is_list(headers: Headers) -> bool:
    return headers.has("list-id") or headers.first("precedence").lower() in LISTS


def is_automatic(headers: Headers) -> bool:
    """Return whether a program wrote a mail by itself."""
    submitted = (value.partition(";")[0].strip().lower() for value in headers.all("auto-submitted"))
    is_reply = headers.first("precedence").lower() == "auto_reply"
    return any(value != "no" for value in submitted) or is_reply or any(map(headers.has, AUTOMATA))


def sender_of(headers: Headers) -> str:
    """Return the address in `From`, in lower case; empty if there is none. A name of our own mail server, such as
    MAILER-DAEMON, counts as one."""
    said = headers.first("from")[:LONGEST_FROM]
    found = ANGLED.findall(said)[-1:] or ADDRESS.findall(said)[:1] or said.split()[:1]
    return str(found[0]).lower() if found else ""


def sender_name_of(headers: Headers) -> str:
    """Return the name in `From`; empty if there is none."""
    name, bracket, _ = headers.first("from")[:LONGEST_FROM].rpartition("<")
    return name.strip(" \"'") if bracket else ""


def find_addresses(headers: Headers, envelope_to: str, is_ours: Callable[[str], bool]) -> tuple[str, ...]:
    """List the addresses of ours that a mail was sent to, each once without regard to case: that of the envelope
    first, then those of the headers."""
    said = (envelope_to, *(value for name in RECIPIENTS for value in headers.all(name)))
    found = (address for value in said for address in ADDRESS.findall(value))
    return tuple({address.lower(): address for address in found if is_ours(address)}.values())


def message_id_of(headers: Headers) -> str:
    """Return the Message-ID with its brackets; empty if there is none."""
    return next(iter(MESSAGE_ID.findall(headers.first("message-id"))), "")


def answered_ids(headers: Headers) -> tuple[str, ...]:
    """List the Message-IDs that a mail answers, the nearest first."""
    nearest = MESSAGE_ID.findall(headers.first("in-reply-to"))
    return tuple(dict.fromkeys([*nearest, *reversed(MESSAGE_ID.findall(headers.first("references")))]))


def returned_ids(raw: bytes, headers: Headers) -> tuple[str, ...]:
    """List the Message-IDs inside a bounce or a complaint, but for its own."""
    own = message_id_of(headers)
    found = (match.decode("ascii", "replace") for match in RETURNED_ID.findall(raw))
    return tuple(dict.fromkeys(each for each in found if each != own))


def passes_dmarc(headers: Headers, server: str) -> bool:
    """Return whether our own mail server found that the sender's domain stands for a mail. Its verdict is the topmost
    `Authentication-Results` that bears its name; others may be made up."""
    for result in headers.all("authentication-results"):
        name, _, verdicts = result.partition(";")
        if name.split() and name.split()[0].lower() == server.lower():
            return re.search(r"\bdmarc\s*=\s*pass\b", verdicts, re.IGNORECASE) is not None
    return False
