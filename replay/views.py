"""The page of a replay, and all its moments for the script on it.

Templates: replay/page.html (page: a ReplayPage).
"""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from accounts.ratelimit import client_ip, limit_reads
from common.compression import unpack_bytes
from games.selectors.access import game_for
from games.selectors.page_data import PageReader
from games.wording.seats import people_of
from replay.chronicle import chronicle_of
from replay.selectors import moment_path, replay_of
from replay.track import stage_of, track_of

TRACKS_A_MINUTE = 30
"""Tracks that a person, or an address without a login, gets in a minute: one that is not kept takes a second."""


@require_safe
def replay(request: HttpRequest, slug: str, seq: int | None = None) -> HttpResponse:
    """Render the replay of a game at the moment after entry `seq`; `?at=` is a stop of the slider."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    stop = request.GET.get("at", "")
    if stop.isascii() and stop.isdigit() and len(stop) < 9:
        course = chronicle_of(access.game, people_of(access.players, access.viewer))
        return redirect(moment_path(access.game, course.nearest(course.scale.seq(int(stop)))))
    page = replay_of(access, seq, PageReader.of(request.user), request.GET.get("board", "")[:40])
    if page is None:
        raise Http404
    return render(request, "replay/page.html", {"page": page}, using="jinja2")


@require_safe
def track(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve all moments of a game as patches of its page, as the reader may see them."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        raise Http404
    who = f"user:{request.user.pk}" if request.user.is_authenticated else f"ip:{client_ip(request)}"
    if wait := limit_reads(f"track:{who}", TRACKS_A_MINUTE, 60):
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": str(wait)})
    stage = stage_of(access.game, request.GET.get("board", "")[:40])
    packed = track_of(access, PageReader.of(request.user), stage)
    response = HttpResponse(packed, content_type="application/json", headers={"Content-Encoding": "gzip"})
    if not re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(unpack_bytes(packed), content_type="application/json")
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Accept-Encoding", "Cookie"))
    return response
