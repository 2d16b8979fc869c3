"""Each request in the time zone and language of the person who made it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import browsers
from accounts.ratelimit import count_in_cache, network_of, too_many
from accounts.validators import known_zones

GAME_PAGES = ("/g/", "/i/", "/games/", "/players/")
ZONE_COOKIE = "zone"  # written by static/js/zone.js with what the browser says, for those who are not logged in


class PersonMiddleware:
    """Stands behind the authentication middleware and, for the status of refusals, before allauth's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _logged_in(request):
            _apply_language(request)
        with timezone.override(zone_of(request)):
            response = self.get_response(request)
        if hasattr(request, "browser_known_by"):
            browsers.write_cookie(request, response)
        if wait := getattr(request, "limited_for", 0):
            response.headers["Retry-After"] = str(wait)
            if response.status_code == 200:
                response.status_code = 429
        return response


class AnonymousReadsMiddleware:
    """Keeps one network from reading games all day without an account: they cost more than most pages.

    Pages that ask again by themselves have a limit of their own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wait = self._wait(request) if request.path.startswith(GAME_PAGES) and not _logged_in(request) else 0
        return too_many(request, wait) if wait else self.get_response(request)

    def _wait(self, request: HttpRequest) -> int:
        if request.path.endswith("/poll/"):
            return 0
        return count_in_cache(f"reads:{network_of(request)}", settings.ANONYMOUS_READS_A_MINUTE, 60)


def zone_of(request: HttpRequest) -> tzinfo:
    """Return the time zone of the account, else the one the browser sent, else UTC."""
    if _logged_in(request):
        return request.user.zone  # type: ignore[union-attr]  # logged in
    return ZoneInfo(browser_zone(request) or "UTC")


def browser_zone(request: HttpRequest) -> str:
    """Return the time zone that the browser sent by cookie, "" if it sent none that we know."""
    name = unquote(request.COOKIES.get(ZONE_COOKIE, ""))[:64]
    return name if name in known_zones() else ""


def _apply_language(request: HttpRequest) -> None:
    """Activate the account's language; Django has already activated the browser's, which comes second."""
    language = request.user.language  # type: ignore[union-attr]  # logged in
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
        request.LANGUAGE_CODE = language


def _logged_in(request: HttpRequest) -> bool:
    """Check whether somebody is logged in; without the cookie no query."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated
