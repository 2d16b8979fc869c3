"""The page of a replay, all its moments for the script on it, and films.

Templates, of Jinja2: replay/page.html (page: a ReplayPage), replay/films.html (page: a FilmPage).
"""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_safe

from accounts.ratelimit import client_ip, limit_reads, limited
from common.compression import unpack_bytes
from games.errors import GameError
from games.selectors.access import game_for
from games.selectors.page_data import PageReader
from games.services.locks import db_now
from games.wording.seats import people_of
from replay.chronicle import chronicle_of
from replay.film_page import film_page
from replay.films import film_request
from replay.models import Film
from replay.selectors import moment_path, replay_of
from replay.track import stage_of, track_of

HOUR, DAY = 3600, timedelta(days=1)
MOST_ROUNDS = 99_999
TRACKS_A_MINUTE = 120
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


@require_http_methods(["GET", "HEAD", "POST"])
@limited("film", 10, HOUR)
def films(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the films of an ended game; a POST asks for one."""
    access = game_for(request.user, slug)
    if not (access.game.has_board and access.game.has_ended):
        raise Http404
    refusal, status = "", HTTPStatus.OK
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            film_request(access.game, number_of(request.POST.get("round", "")))
        except GameError as exc:
            refusal, status = exc.message, HTTPStatus.UNPROCESSABLE_ENTITY
        else:
            return redirect("replay-films", slug=slug)
    page = film_page(access, PageReader.of(request.user), number_of(request.GET.get("round", "")), refusal)
    return render(request, "replay/films.html", {"page": page}, using="jinja2", status=status)


def number_of(text: str) -> int:
    """Read the number of a round; 0, which is the whole game, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


@require_safe
def film(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Serve a film that is made."""
    access = game_for(request.user, slug)
    made = Film.objects.filter(game=access.game, round=min(number, MOST_ROUNDS), state=Film.State.MADE).first()
    if made is None or made.data is None or not access.game.has_ended:
        raise Http404
    Film.objects.filter(pk=made.pk, wanted_at__lt=db_now() - DAY).update(wanted_at=db_now())
    response = HttpResponse(bytes(made.data), content_type="image/webp")
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{number}.webp"'
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response
