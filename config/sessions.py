"""Sessions in the database (SESSION_ENGINE), and how long a login lasts: idle time and longest time, both shorter for
the staff. While the database takes no writes, pages that only read do without noting that a session was used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.sessions import note_visit
from common.outages import dispensable, is_outage
from games.models.prepared import Prepared

BEGAN, SEEN = "began_at", "seen_at"  # seconds since 1970, kept in the session
# A page that only looks writes the session and its row in the list of logins at most this often: reading stays cheap.
NOTE_EVERY = timedelta(minutes=15)


SAFE = ("GET", "HEAD", "OPTIONS")


STORED: Prepared[AbstractBaseSession] = Prepared(
    lambda key: SessionStore.get_model_class().objects.filter(session_key=key), key=str
)


class SessionStore(db.SessionStore):
    """Django's in the database, read by a prepared query. An outage is told as one: Django takes it for a session that
    was deleted meanwhile."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        stored = next(iter(STORED(key=self.session_key or "")), None)
        if stored is not None and stored.expire_date > timezone.now():
            return stored
        self._session_key = None
        return None

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as error:
            outage = error.__context__
            if outage is None or not is_outage(outage):
                raise
            raise outage from outage.__cause__


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's, but a page that only reads is shown though its session cannot be stored."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.method not in SAFE:
            return super().process_response(request, response)
        with dispensable("a session"):
            return super().process_response(request, response)
        return response


class SessionAgeMiddleware:
    """Ends a login that is too old or was idle for too long, and keeps now and then when one was last used. Must stand
    behind the authentication middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            self._check(request)
        return self.get_response(request)

    def _check(self, request: HttpRequest) -> None:
        now = timezone.now().timestamp()
        began = request.session.setdefault(BEGAN, now)
        seen = request.session.get(SEEN, 0)
        idle, longest = limits(staff=bool(getattr(request.user, "is_staff", False)))
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


def limits(*, staff: bool) -> tuple[timedelta, timedelta]:
    """The longest idle time and the longest time in all of a login."""
    if staff:
        return settings.SESSION_STAFF_IDLE, settings.SESSION_STAFF_LONGEST
    return timedelta(seconds=settings.SESSION_COOKIE_AGE), settings.SESSION_LONGEST
