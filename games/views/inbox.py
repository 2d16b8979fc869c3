"""The inbox of the local site, which has no mail server: every mail as its reader would see it.

The site's policy forbids styles inside a page, and mails have nothing else. The styles of a mail are therefore taken
out and served beside it as a style sheet: the mail looks as it was sent, under the same policy as every page.

Templates: inbox/list.html (rows, awaits_more), inbox/mail.html (mail, styled, rows, may_reply, for_press,
awaits_answer; problem and typed after an answer that the door has refused), both with inbox/rows.html (rows).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes
from html import unescape

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.errors import GameError
from games.mail.inbox import inbox_reply, reply_address_of, thread_of
from games.mail.reply import PRESS, read_address
from games.models import InboxMail

MAILS_SHOWN = 100
LONGEST_ANSWER = 12_000
AWAITED = timedelta(minutes=2)
"""So long after a mail its page looks for the receipt of an answer by itself, and the list for more mails."""
STYLE_BLOCK = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
BODY = re.compile(r"<body([^>]*)>(.*)</body>", re.DOTALL)
TAG = re.compile(r"<[a-z][a-z0-9]*\b[^>]*>")
STYLE = re.compile(r'\sstyle="([^"]*)"')
CLASS = re.compile(r'\sclass="([^"]*)"')
SELECTORS = re.compile(r"(?:(?<=[{}])|^)[^{}@]*[^{}@\s](?=\s*\{)")  # of one rule, in a media query too
CLASS_NAME = re.compile(r"\.([a-z][a-z0-9-]*)")


@dataclass(frozen=True)
class MailRow:
    """A mail in a list; `is_reply` says that it was written here, as an answer to the site."""

    mail: InboxMail
    is_reply: bool


def rows_of(mails: Iterable[InboxMail]) -> list[MailRow]:
    return [MailRow(mail, read_address(mail.recipient) is not None) for mail in mails]


@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """Render the list of the newest mails. Raises Http404 on any but the local site."""
    _require_local_inbox()
    mails = list(InboxMail.objects.defer("raw", "html")[:MAILS_SHOWN])
    awaits_more = not mails or timezone.now() - mails[0].at < AWAITED
    return render(request, "inbox/list.html", {"rows": rows_of(mails), "awaits_more": awaits_more, "here": "inbox"})


@require_safe
def inbox_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Render one mail as its reader sees it; `?as=text` shows its plain text part."""
    mail = _mail(pk)
    plain = request.GET.get("as") == "text" or not mail.html
    return show(request, mail, None if plain else split_styles(mail))


def show(request: HttpRequest, mail: InboxMail, styled: StyledMail | None, **more: object) -> HttpResponse:
    """Render a mail with the box for an answer, where it asks for one, and the other mails of its thread."""
    thread = thread_of(mail)
    asked = read_address(reply_address_of(mail)) if settings.MAIL_IN else None
    context = {
        "mail": mail,
        "styled": styled,
        "here": "inbox",
        "rows": rows_of([each for each in thread if each.pk != mail.pk]),
        "may_reply": asked is not None,
        "for_press": asked is not None and asked.named.kind == PRESS,
        "awaits_answer": awaits_answer(thread[-1]),
        **more,
    }
    return render(request, "inbox/mail.html", context, status=422 if "problem" in more else 200)


def awaits_answer(mail: InboxMail) -> bool:
    """Return whether a mail went to the site just now, so that its receipt comes any moment."""
    return read_address(mail.recipient) is not None and timezone.now() - mail.at < AWAITED


@require_POST
def inbox_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Send an answer to a mail through the site's own door, and show the mail with it."""
    mail = _mail(pk)
    if not settings.MAIL_IN or not reply_address_of(mail):
        raise Http404
    typed = request.POST.get("text", "")[:LONGEST_ANSWER]
    try:
        inbox_reply(mail, typed)
    except GameError as error:
        return show(request, mail, split_styles(mail), problem=error.message, typed=typed)
    messages.success(request, _("Your email is on its way. Its answer comes in a moment."))
    return redirect(f"{reverse('inbox-mail', args=[pk])}#answers")


@require_safe
def inbox_style(request: HttpRequest, pk: int) -> HttpResponse:
    """Serve the styles of one mail as a style sheet."""
    return HttpResponse(split_styles(_mail(pk)).css, content_type="text/css; charset=utf-8")


@require_safe
def inbox_picture(request: HttpRequest, pk: int, cid: str) -> HttpResponse:
    """Serve a picture that one mail carries. Raises Http404 for an unknown content id."""
    for found in message_from_bytes(bytes(_mail(pk).raw)).walk():
        if found.get("Content-ID") == f"<{cid}>" and found.get_content_type() == "image/png":
            return HttpResponse(found.get_payload(decode=True), content_type="image/png")
    raise Http404


def _require_local_inbox() -> None:
    if not settings.LOCAL_INBOX:
        raise Http404


def _mail(pk: int) -> InboxMail:
    _require_local_inbox()
    return get_object_or_404(InboxMail, pk=pk)


@dataclass(frozen=True)
class StyledMail:
    """A mail's HTML without styles, and its styles with a class for each that stood on an element."""

    body: SafeString
    css: str


def split_styles(mail: InboxMail) -> StyledMail:
    """Take the styles out of a mail. Its classes get a prefix, so that the site's own rules do not meet them."""
    classes: dict[str, str] = {}

    def restyled(found: re.Match[str]) -> str:
        tag = found.group()
        named = CLASS.search(tag)
        names = [f"m-{name}" for name in named.group(1).split()] if named else []
        if style := STYLE.search(tag):
            names.append(classes.setdefault(unescape(style.group(1)), f"i{len(classes)}"))
        bare = CLASS.sub("", STYLE.sub("", tag))
        return f'{bare[:-1]} class="{" ".join(names)}">' if names else bare

    found = BODY.search(mail.html)
    attributes, inner = found.groups() if found else ("", escape(mail.text))
    body = TAG.sub(restyled, f"<div{attributes}>{inner}</div>")
    body = body.replace('src="cid:', f'src="{reverse("inbox-mail", args=[mail.pk])}picture/')
    rules = "".join(f".mail .{name}{{{style}}}\n" for style, name in classes.items())
    sheets = "\n".join(SELECTORS.sub(scope_selectors, sheet) for sheet in STYLE_BLOCK.findall(mail.html))
    return StyledMail(mark_safe(body), rules + sheets)


def scope_selectors(found: re.Match[str]) -> str:
    """Scope the selectors of one rule to the shown mail, with the prefix at every class."""
    renamed = CLASS_NAME.sub(r".m-\1", found.group())
    return ", ".join(f".mail {selector.strip()}" for selector in renamed.split(","))
