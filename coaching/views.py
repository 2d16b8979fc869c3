"""The page on which coached games begin, and what the coach's card asks for.

Templates: coaching/learn.html (games: the rule sets that are taught, with a sentence each, here).
"""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import engine
from accounts.current_user import person_of
from accounts.ratelimit import limited, limited_reads
from coaching.selectors import choose_answer, is_coached, shown_query
from coaching.services import COACHED, lesson_end, lesson_start
from games.errors import GameError
from games.selectors.access import game_for, view_of
from games.selectors.page_data import address

HOUR = 3600


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("new", 30, HOUR)
def learn(request: HttpRequest) -> HttpResponse:
    """Show which games are taught; a POST begins one."""
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        try:
            game = lesson_start(person_of(request), request.POST.get("rules", ""))
        except KeyError:
            messages.error(request, _("Choose one of the games on this page."))
        except GameError as exc:
            messages.error(request, exc.message)
        else:
            return redirect("game", slug=game.slug)
    games = [engine.ruleset(rules) for rules in COACHED]
    return render(request, "coaching/learn.html", {"games": games, "here": "learn"}, status=status)


@login_required
@require_safe
@limited_reads("coach", 60, 60)
def coach_show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the reader a sound answer: the turn page with it in the order line, to be sent or changed."""
    access = game_for(request.user, slug)
    if not is_coached(access):
        raise Http404
    view = view_of(access.game, access.viewer)
    page = address("game", access.game)
    if not view.must_answer:
        return redirect(page)
    return redirect(f"{page}?{urlencode(shown_query(choose_answer(view), view))}")


@login_required
@require_POST
def coach_end(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the coach go. A second press changes nothing more."""
    access = game_for(request.user, slug)
    if not access.has_own_seat:
        raise Http404
    if lesson_end(access.game, person_of(request)):
        messages.success(request, _("The coach is gone. The game goes on as it is."))
    return redirect(address("game", access.game))
