"""How long a login lasts: idle time and longest time, both shorter for the staff."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.sessions import note_visit

BEGAN, SEEN = "began_at", "seen_at"  # seconds since 1970, kept in the session
# A page that only looks writes the session and its row in the list of logins at most this often: reading stays cheap.
NOTE_EVERY = timedelta(minutes=15)


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
            logout(request)
        elif now - seen > NOTE_EVERY.total_seconds():
            request.session[SEEN] = now
            note_visit(request)


def limits(*, staff: bool) -> tuple[timedelta, timedelta]:
    """The longest idle time and the longest time in all of a login."""
    if staff:
        return settings.SESSION_STAFF_IDLE, settings.SESSION_STAFF_LONGEST
    return timedelta(seconds=settings.SESSION_COOKIE_AGE), settings.SESSION_LONGEST
