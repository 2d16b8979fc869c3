"""What organizers see of mails that came in: headers, codes and counts. What a player wrote shows only while the hidden
information of its game is open to them, and messages to players never: neither those that a mail sends, nor those that
it quotes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.mail.reply import PRESS
from games.models import Game, Player
from games.permissions import organized_by
from games.selectors.lists import seats_played_by
from games.services.disputes import revealed_until
from inbound.models import InboundMail
from inbound.reading.mails import read_headers
from inbound.services.again import why_not_again
from inbound.verdicts import addresses_of

if TYPE_CHECKING:
    from accounts.models import User

SHOWN = (
    "from",
    "to",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "return-path",
    "auto-submitted",
    "precedence",
    "list-id",
    "content-type",
)
"""Headers that are shown, in this order."""
LONGEST = 300
COUNT_WORDS: dict[str, Promise] = {
    "bytes": gettext_lazy("Bytes"),
    "orders": gettext_lazy("Orders"),
    "commands": gettext_lazy("Commands"),
    "unclear": gettext_lazy("Unclear lines"),
    "quotation": gettext_lazy("Quoted lines"),
    "greeting": gettext_lazy("Greetings"),
    "signature": gettext_lazy("Signature lines"),
    "notice": gettext_lazy("Lines of notices"),
    "end": gettext_lazy("Lines behind the end"),
    "attempts": gettext_lazy("Attempts"),
}
"""What is counted of a mail: its own lines by what they are, and by kind those that were left out."""
SIGNED = re.compile(r"-[a-z2-7]{20}(?=@)", re.IGNORECASE)
"""The signature in a reply address: with it anybody could answer for the player."""
LONGEST_RAW = 20_000
MESSAGE = re.compile(r"^\W*press\b[^:\uff1a\n]*[:\uff1a]", re.IGNORECASE | re.MULTILINE)
"""A line that sends a message, or was to send one."""

PLAYED = ("played", "stopped")
UNHEEDED = ("complaint", "bounce", "loop", "list", "automatic", "duplicate", "forged", "unknown_sender")
FILTERS: dict[str, tuple[str | Promise, Q]] = {
    "refused": (
        gettext_lazy("Nothing played"),
        Q(state="done") & ~Q(code__in=(*PLAYED, *UNHEEDED, "commands", "press", "trial", "confirm")),
    ),
    "waiting": (gettext_lazy("Waiting"), ~Q(state="done")),
    "played": (gettext_lazy("Played"), Q(code__in=PLAYED)),
    "unheeded": (gettext_lazy("Not answered"), Q(code__in=UNHEEDED)),
    "all": (gettext_lazy("All"), Q()),
}


def mails_for(user: User) -> QuerySet[InboundMail]:
    """Query the mails that an organizer of the site may see: none of games in which they play or that they must not
    organize."""
    own = Player.objects.filter(pk__in=seats_played_by(user.pk)).values("game")
    seated = Player.objects.filter(user=user).values("game")
    games = organized_by(user, Game.objects.exclude(pk__in=own).exclude(pk__in=seated))
    return InboundMail.objects.filter(Q(game=None) | Q(game__in=games)).select_related("game", "user")


@dataclass(frozen=True)
class MailPage:
    """One mail as an organizer sees it. `until` is until when they may read what it says; `text` and `raw` are empty
    without that, and `raw` as well where the mail may quote messages."""

    mail: InboundMail
    headers: list[tuple[str, str]]
    counts: list[tuple[str, int]]
    colour: str
    until: datetime | None
    text: str
    raw: str
    refusal: str


def mail_page(mail: InboundMail, user: User, now: datetime) -> MailPage:
    """Build the page of a mail. Four queries."""
    until = revealed_until(mail.game, user, now) if mail.game and not is_private(mail) else None
    raw = bytes(mail.raw or b"")
    player = Player.objects.filter(game=mail.game, seat=mail.seat).first() if mail.game else None
    return MailPage(
        mail,
        headers_of(raw),
        counts_of(mail),
        player.colour if player else "",
        until,
        str(mail.verdict.get("text", "")) if until else "",
        hide_signatures(raw[:LONGEST_RAW].decode("utf-8", "replace")) if until and not may_quote(mail) else "",
        why_not_again(mail),
    )


def is_private(mail: InboundMail) -> bool:
    """Check whether a mail holds a message to players, or was to hold one, which no organizer reads. Whatever went to
    the address of a conversation is one, refused or not."""
    found = addresses_of(read_headers(bytes(mail.raw or b"")), mail.envelope_to)
    if any(address.named.kind == PRESS for address in found):
        return True
    texts = [str(mail.verdict.get("text", "")), *(line["text"] for line in mail.verdict.get("lines", []))]
    return any(MESSAGE.search(text) for text in texts)


def may_quote(mail: InboundMail) -> bool:
    """Check whether a mail may quote messages: those that wait come in the mails of turns, which replies quote."""
    return mail.game is not None and mail.game.has_messages


def headers_of(raw: bytes) -> list[tuple[str, str]]:
    """List the headers that are shown, and how often the mail was passed on."""
    headers = read_headers(raw)
    found = [(name, hide_signatures(value[:LONGEST])) for name in SHOWN for value in headers.all(name)]
    named = [(name.title().replace("-Id", "-ID"), value) for name, value in found]
    return [*named, (_("Times passed on"), str(len(headers.all("received"))))] if found else []


def hide_signatures(text: str) -> str:
    return SIGNED.sub("-…", text)


def counts_of(mail: InboundMail) -> list[tuple[str, int]]:
    """Count the bytes of a mail, its own lines by what they are, and the lines that were left out by kind."""
    lines = mail.verdict.get("lines", [])
    counts: dict[str, int] = {
        "bytes": len(bytes(mail.raw or b"")),
        "orders": sum(bool(line["orders"]) for line in lines),
        "commands": sum(line["command"] is not None for line in lines),
        "unclear": sum(line["error"] is not None for line in lines),
        **mail.verdict.get("dropped", {}),
        "attempts": mail.attempts,
    }
    return [(str(COUNT_WORDS.get(name, name)), count) for name, count in counts.items() if count]
