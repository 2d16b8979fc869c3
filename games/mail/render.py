"""Render a queued mail when it is sent, from what its reader may see at that moment: contents, then text and HTML, then
the message.

The contents come from the `make` of its kind (`games.services.mail_kinds`).
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import textwrap
from binascii import b2a_qp
from collections.abc import Mapping
from email._policybase import Compat32
from email.generator import BytesGenerator
from email.mime.image import MIMEImage
from email.mime.nonmultipart import MIMENonMultipart
from email.utils import parseaddr
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import RFC5322_EMAIL_LINE_LENGTH_LIMIT, SafeMIMEMultipart
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.game_mail import WISHES, mail_token
from engine import Facts
from games.mail.links import absolute_url
from games.mail.reply import reply_to
from games.models import OutboxMail
from games.models.game import token_path
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS
from games.wording.amounts import NBSP

if TYPE_CHECKING:
    from accounts.models import User

WIDTH = 72
"""Letters a line of plain text."""
OURS = "X-Fieldpost"
"""The header that every mail of this site carries, so that it never answers itself."""
SHORT = 76
"""Letters of a header that Python leaves on one line."""
LEADER = re.compile(r" *(?:\d+\. |- |(?:ok|--|\?\?)  )?")


def mail_for(mail: OutboxMail, mailed: MailedGame | None = None) -> MailMessage:
    """Render the message of an outbox row, in its reader's language and zone. `mailed` is its game, if several mails of
    it are made together."""
    kind, user = MAIL_KINDS[mail.template], mail.user
    reader = MailReader.of(mail, mailed)
    with (
        translation.override((user.language if user else "") or settings.LANGUAGE_CODE),
        timezone.override(reader.zone),
    ):
        made: Facts = kind.make(mail, reader)
        to, written = user.email if user else mail.address, headers(mail)
        if not kind.templates:
            return MailMessage(one_line(made["subject"]), wrap_text(made["text"]), to=[to], headers=written)
        written |= made.get("headers", {})
        if named := made.get("reply"):
            written["Reply-To"] = reply_to(named, user.reply_epoch if user else 0)
        links = {**made["links"], **mail_links(mail)}
        context = {**made, "links": links, "stops": "" if kind.is_answer else WISHES[kind.wish].stop}
        return build_message(kind.templates, context, subject=made["subject"], to=to, headers=written)


def headers(mail: OutboxMail) -> dict[str, str]:
    """Set the same Message-ID each time the row is sent, one thread for each game (or as its context says),
    unsubscribing by one click, and the mark of our own mails."""
    made = {"Message-ID": message_id(mail.key), "Auto-Submitted": "auto-generated", OURS: mail.template}
    if mail.game_id:
        thread = str(mail.context.get("thread") or f"game:{mail.game_id}")
        made["References"] = made["In-Reply-To"] = message_id(thread)
    if mail.user:
        made["List-Unsubscribe"] = f"<{settings_url(mail.user, MAIL_KINDS[mail.template].wish)}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return made


def message_id(key: str) -> str:
    """Derive a Message-ID that tells strangers nothing of the key."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{hashlib.sha256(key.encode()).hexdigest()[:32]}@{domain}>"


def mail_links(mail: OutboxMail) -> dict[str, str]:
    """Link the foot of a mail: to all settings, and to where its own kind is stopped."""
    if not mail.user:
        return {}
    return {"mails": settings_url(mail.user), "stop": settings_url(mail.user, MAIL_KINDS[mail.template].wish)}


def settings_url(user: User, wish: str = "") -> str:
    return absolute_url(token_path("mail-preferences", mail_token(user, wish)))


# ---- text and HTML


def build_message(templates: str, context: Facts, *, subject: str, to: str, headers: dict[str, str]) -> MailMessage:
    """Build the message from both templates of a path. `context["picture"]` is a PNG or empty,
    `context["night_picture"]` the same in dark colours."""
    text = wrap_text(rendered(f"{templates}.txt", context))
    made = MailMessage(one_line(subject), text, to=[to], headers=headers)
    made.attach_alternative(inline_styles(rendered(f"{templates}.html", context)), "text/html")
    if context.get("picture"):
        made.embed("board", context["picture"], "board.png")
        made.embed("night", context["night_picture"], "board-night.png")
    return made


def rendered(template: str, context: Mapping[str, object]) -> str:
    return render_to_string(template, dict(context), using="jinja2")


def one_line(text: str) -> str:
    """Strip line ends from a subject: names of games come from people."""
    return " ".join(text.split())


def wrap_text(text: str) -> str:
    """Wrap plain text in lines of at most `WIDTH`, items hanging under their number or mark; addresses stay whole."""
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        line = line.rstrip()
        if len(line) <= WIDTH or "://" in line:
            lines.append(line)
            continue
        indent = " " * len(LEADER.match(line).group())  # type: ignore[union-attr]  # matches any
        lines += textwrap.wrap(
            line,
            WIDTH,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
            replace_whitespace=False,
            drop_whitespace=True,
        )
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).replace("\n--\n", "\n-- \n").replace(NBSP, " ") + "\n"


def inline_styles(html: str) -> str:
    """Inline the styles on every element, for readers that drop style sheets; media rules stay in the head."""
    return inliner().inline(html)


@lru_cache(maxsize=1)
def inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


# ---- the message, written fast


class MailMessage(EmailMultiAlternatives):
    """A message whose pictures belong to its HTML, so that no reader lists them as attachments."""

    def _create_attachments(self, msg: Any) -> Any:
        """Put a message and its attachments together; Django's hook for it."""
        return Related("related", None, [msg, *self.attachments]) if self.attachments else msg

    def _create_mime_attachment(self, content: Any, mimetype: str) -> Any:
        """Build the part with the HTML; Django's hook for it. Where its lines are too long for a mail, Python would
        write the same quoted-printable, and take three times as long."""
        written = content.encode()
        if max(map(len, written.split(b"\n"))) <= RFC5322_EMAIL_LINE_LENGTH_LIMIT:
            return super()._create_mime_attachment(content, mimetype)  # type: ignore[misc]  # not in the stubs
        part = MIMENonMultipart(*mimetype.split("/"), charset="utf-8")
        part["Content-Transfer-Encoding"] = "quoted-printable"
        part.set_payload(b2a_qp(written).decode("ascii"))
        return part

    def embed(self, cid: str, png: bytes, name: str) -> None:
        """Add a picture that the HTML shows as `cid:<cid>`."""
        image = MIMEImage(b"", "png", _encoder=lambda part: part.set_payload(in_base64(png)))
        image["Content-Transfer-Encoding"] = "base64"
        image.add_header("Content-ID", f"<{cid}>")
        image.add_header("Content-Disposition", "inline", filename=name)
        self.attach(image)


class Related(SafeMIMEMultipart):
    """A multipart/related that is written fast."""

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]  # as Django
        """Serialize the message as it is sent."""
        written = BytesIO()
        Writer(written, mangle_from_=False, policy=Headers()).flatten(self, unixfrom, linesep)
        return written.getvalue()


class Writer(BytesGenerator):
    """Python's generator, but for its way through every content line by line, and its search of the whole message for
    a boundary that does not occur in it."""

    def _write_lines(self, lines: str) -> None:
        self.write(lines.replace("\r\n", "\n").replace("\r", "\n").replace("\n", self._NL))  # type: ignore[attr-defined]  # private

    @classmethod
    def _make_boundary(cls, text: object = None) -> str:
        return f"{'=' * 15}{secrets.token_hex(16)}=="


class Headers(Compat32):
    """Python's headers, but for the search for places where a line could be broken that is short enough."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        line = f"{name}: {value}"
        if isinstance(value, str) and line.isascii() and line.isprintable() and len(line) <= SHORT:
            return f"{line}{self.linesep}".encode()
        return super().fold_binary(name, value)


@lru_cache(maxsize=8)
def in_base64(picture: bytes) -> str:
    """Encode a picture as mails carry it; all mails of one position have the same."""
    return base64.encodebytes(picture).decode("ascii")
