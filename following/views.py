"""Follow a game, or no more. Template: following/card.html (data: a FollowCard)."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.current_user import person_of
from accounts.ratelimit import limited
from following.services import follow, unfollow
from games.errors import GameError
from games.selectors.access import game_for


@login_required
@require_POST
@limited("follow", 60, 60)
def follow_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a game one is out of by one mail a round, or with `do=stop` no more; then return to its page."""
    access = game_for(request.user, slug)
    if not access.has_own_seat:
        raise Http404
    if request.POST.get("do") == "stop":
        unfollow(person_of(request), access.game)
        messages.success(request, _("You get no more emails about this game until it is over."))
        return redirect("game", slug=slug)
    try:
        follow(access.game, person_of(request))
    except GameError as exc:
        messages.error(request, exc.message)
    else:
        messages.success(request, _("You get one email when each round is over."))
    return redirect("game", slug=slug)
