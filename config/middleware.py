"""What happens to every request and answer, in the order of the setting MIDDLEWARE: how a request is read, where it
comes from, what is refused, how answers are packed and kept, how long a login lasts."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from ipaddress import ip_address
from wsgiref.types import WSGIEnvironment

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions import middleware as django_sessions
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from accounts.sessions import note_visit
from common.compression import pack_bytes
from common.outages import dispensable
from config.refusals import refused
from games.errors import GameError
from games.selectors.access import is_idle

Answering = Callable[[HttpRequest], HttpResponse]
"""What a middleware hands a request on to."""


# ---- how a request is read, and where it comes from


class Utf8Request(WSGIRequest):
    """A request of which address, form and JSON are read as UTF-8, whatever it says.

    None of the media types that the site takes has a charset. Django reads the address too by the one that a visitor
    writes behind the type, and some of those that Python knows fail on bytes or make NULs and halves of pairs.
    """

    _encoding = "utf-8"

    def __init__(self, environ: WSGIEnvironment) -> None:
        try:
            super().__init__(environ)
        except ValueError:  # parameters of the type that cannot be decoded
            environ["CONTENT_TYPE"] = environ["CONTENT_TYPE"].partition(";")[0]
            super().__init__(environ)

    @property
    def encoding(self) -> str:
        return self._encoding

    @encoding.setter
    def encoding(self, charset: str) -> None:
        """Ignore the charset. Django sets here what the type says, and reads the address by it at once, where no page
        could answer."""


class ClientAddressMiddleware:
    """The visitor's own address in REMOTE_ADDR where proxies of the host stand in front (setting PROXIES).

    Each proxy adds the address it sees at the end of X-Forwarded-For, so the first of the last PROXIES is the one
    that no visitor can invent. The header is dropped afterwards: nothing else needs it, and nothing else shall
    believe it.
    """

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        forwarded = request.META.pop("HTTP_X_FORWARDED_FOR", "")
        addresses = [address.strip() for address in forwarded.split(",")][-settings.PROXIES :]
        if settings.PROXIES and len(addresses) == settings.PROXIES and is_address(addresses[0]):
            request.META["REMOTE_ADDR"] = addresses[0]
        return self.get_response(request)


def is_address(text: str) -> bool:
    """Return whether a text is an IP address, of either version."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


# ---- answers: headers and compression


class SafeHeadersMiddleware:
    """Headers that no library here sets. Pages show what one person may see, so nobody stores them; a view that knows
    better sets its own header."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


LEAST = 200
"""Bytes; what is shorter is not worth it."""


class QuickGZipMiddleware(GZipMiddleware):
    """Django's middleware with a level of compression of our own; its random bytes, which blur the length of a page
    with secrets in it (the BREACH attack), are kept."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress an answer where that is worth it."""
        if isinstance(response, HttpResponse) and is_compressible(request, response):
            self.compress(response)
        return super().process_response(request, response)

    def compress(self, response: HttpResponse) -> None:
        """Replace the content by the packed one, if that is shorter. Django leaves alone what is packed."""
        made = pack_bytes(response.content, secrets.randbelow(self.max_random_bytes))
        if len(made) >= len(response.content):
            return
        response.content = made
        patch_vary_headers(response, ("Accept-Encoding",))
        response.headers["Content-Length"] = str(len(made))
        response.headers["Content-Encoding"] = "gzip"
        if response.get("ETag", "").startswith('"'):  # RFC 9110, 8.8.1: no longer these very bytes
            response.headers["ETag"] = f"W/{response['ETag']}"


def is_compressible(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether a browser takes gzip, and the answer is long enough and not packed yet."""
    takes = re_accepts_gzip.search(request.headers.get("Accept-Encoding", ""))
    return bool(takes) and len(response.content) >= LEAST and not response.has_header("Content-Encoding")


# ---- requests that are answered before session and account are read


class NoNulMiddleware:
    """Refusal of addresses with a NUL in them, and of such cookies: no page has one, and PostgreSQL cannot store it."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "\0" in request.path_info or "\0" in query or "%00" in query:
            return nul_refused(request)
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]
        return self.get_response(request)


def nul_refused(request: HttpRequest) -> HttpResponse:
    """Answer 400 and say why."""
    return refused(request, 400, "request.invalid", _("The request has a NUL byte in it. Leave it out."))


MAIL_DOORS = "/mail/in/"
"""Where providers post mail (`inbound.webhooks`)."""


class SizeMiddleware:
    """Refusal of bodies that are too large, files in forms among them, before anything of them is read, and of those
    that do not say how long they are: Django would take them for empty."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        size = request.META.get("CONTENT_LENGTH") or "0"
        if size.isdecimal() and int(size) > largest_body(request):
            raise RequestDataTooBig  # handler400 answers
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            return length_required(request)
        return self.get_response(request)


def largest_body(request: HttpRequest) -> int:
    """Return how many bytes a request may have; providers of mail post whole mails, with all that hangs on them."""
    posts_mail = settings.MAIL_IN and request.path_info.startswith(MAIL_DOORS)
    return settings.LARGEST_POSTED_MAIL if posts_mail else settings.LARGEST_BODY


def length_required(request: HttpRequest) -> HttpResponse:
    """Answer 411 and say what would be right."""
    sentence = _("The request does not say how long it is. Send its body at once, with a Content-Length.")
    return refused(request, HTTPStatus.LENGTH_REQUIRED, "request.no_length", sentence, page="400.html")


class IdlePollMiddleware:
    """The answer to a signed poll of a game in which nothing has happened."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=HTTPStatus.NO_CONTENT) if is_idle(request) else self.get_response(request)


# ---- sessions, and how long a login lasts

SAFE = ("GET", "HEAD", "OPTIONS")
BEGAN, SEEN = "began_at", "seen_at"  # seconds since 1970, kept in the session
# A page that only looks writes the session and its row in the list of logins at most this often: reading stays cheap.
NOTE_EVERY = timedelta(minutes=15)


class SessionMiddleware(django_sessions.SessionMiddleware):
    """Django's, but a page that only reads is shown though its session cannot be stored."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Store a session that was changed."""
        if request.method not in SAFE or not request.session.modified:
            return super().process_response(request, response)
        with dispensable("a session"):
            return super().process_response(request, response)
        return response


class SessionAgeMiddleware:
    """The end of a login that is too old or was idle for too long, and now and then a note when one was last used. Must
    stand behind the authentication middleware."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            self._check(request)
        return self.get_response(request)

    def _check(self, request: HttpRequest) -> None:
        now = timezone.now().timestamp()
        began = request.session.setdefault(BEGAN, now)
        seen = request.session.get(SEEN, 0)
        idle, longest = login_limits(staff=bool(getattr(request.user, "is_staff", False)))
        if (seen and now - seen > idle.total_seconds()) or now - began > longest.total_seconds():
            self._end(request)
        elif now - seen > NOTE_EVERY.total_seconds():
            request.session[SEEN] = now
            with dispensable("when a session was used"):
                note_visit(request)

    def _end(self, request: HttpRequest) -> None:
        """Log out; whoever cannot be logged out for good is nobody for this request."""
        session = type(request.session)()
        with dispensable("the end of a login"):
            logout(request)
            return
        request.session, request.user = session, AnonymousUser()


def login_limits(*, staff: bool) -> tuple[timedelta, timedelta]:
    """Return the longest idle time and the longest time in all of a login, both shorter for the staff."""
    if staff:
        return settings.SESSION_STAFF_IDLE, settings.SESSION_STAFF_LONGEST
    return timedelta(seconds=settings.SESSION_COOKIE_AGE), settings.SESSION_LONGEST


# ---- what a page could not do


class RefusalMiddleware:
    """A refused order as a sentence with its status, wherever no view has a better place for it."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Show the sentence of a game's error; leave all others alone."""
        if not isinstance(exception, GameError):
            return None
        return render(request, "refused.html", {"sentence": exception.message}, status=exception.status)
