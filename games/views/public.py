"""Pages of a game for people without a login, kept compressed until the game or the minute changes.

They hold what anybody may see and nothing else: no token, no key, no name of a reader. Readers who are logged
in, ask for a part of the page or have something to be told get a page made for them.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from common.caches import get_or_make
from common.compression import pack_bytes
from common.prepared import Prepared
from games.models import Game
from games.models.game import WATCHABLE
from games.selectors.thumbnails import moment_of

KEEP_SECONDS = 120
"""Seconds: a page is good for the minute that it tells."""

NOT_KEPT = b""
"""Stands for a page that may not be kept."""


def public_game(slug: str) -> QuerySet[Game]:
    """Query a game with a board that everybody may watch."""
    games = Game.objects.filter(slug=slug, seq__gt=0, watch__in=WATCHABLE)
    return games.only("head", "seq", "map", "status")


PUBLIC_GAME = Prepared(public_game, slug=str)
"""A game with a board that everybody may watch."""


def public_page(request: HttpRequest, slug: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the page that `make` builds, or the one kept for another reader without a login. One query if kept."""
    name = cache_key(request, slug) if may_share(request) else ""
    if not name:
        return make()
    made: list[HttpResponse] = []

    def sent() -> bytes:
        made.append(make())
        return pack_bytes(made[0].content) if is_public(request, made[0]) else NOT_KEPT

    page = get_or_make(name, bytes, KEEP_SECONDS, sent)
    return made[0] if made else kept_response(page) if page else make()


def may_share(request: HttpRequest) -> bool:
    """Check that a request asks for the whole page without a login, as a browser does."""
    cookies = (settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name)
    return (
        request.method == "GET"
        and not request.GET
        and not any(name in request.COOKIES for name in cookies)
        and "Authorization" not in request.headers
        and "HX-Request" not in request.headers
        and bool(re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))
    )


def cache_key(request: HttpRequest, slug: str) -> str:
    """Build the cache key of a page: the moment of the game, its status, and the reader's minute, zone and language.
    Empty for a game that not everybody may watch."""
    game = next(iter(PUBLIC_GAME(slug=slug)), None)
    if game is None:
        return ""
    language = getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)
    zone = timezone.get_current_timezone_name()
    return f"public:{slug}:{moment_of(game)}:{game.status}:{minute()}:{zone}:{language}"


def minute() -> str:
    """Format the current minute, after which the times on a page are out of date."""
    return timezone.now().strftime("%Y%m%d%H%M")


def is_public(request: HttpRequest, response: HttpResponse) -> bool:
    """Check that a page holds nothing made for one reader: neither a token nor a cookie."""
    return response.status_code == 200 and not response.cookies and "CSRF_COOKIE" not in request.META


def kept_response(page: bytes) -> HttpResponse:
    """Build the response of a kept page."""
    response = HttpResponse(page, headers={"Content-Encoding": "gzip"})
    patch_vary_headers(response, ("Accept-Encoding", "Cookie", "Accept-Language"))
    return response
