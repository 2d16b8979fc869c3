"""Pages for looking back and reckoning: history, odds, log, people, how it is played, how the dice are proved.

Templates: games/history.html (page), games/odds.html (form, result, head),
games/profile.html (person, running, results), games/help.html (verbs, rulesets), games/fair.html.
"""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

import engine
from games.chain import published_log
from games.forms import OddsForm
from games.selectors.access import game_for
from games.selectors.facts import Reading, head_of
from games.selectors.history import history_of
from games.selectors.lists import results_of, running_of
from games.selectors.reckoning import reckon
from games.terms import order_words


@require_safe
def game_history(request: HttpRequest, slug: str, seq: int | None = None) -> HttpResponse:
    """The game as it stood after an entry; `?seq=` comes from the slider without JavaScript."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    slid = request.GET.get("seq", "")
    if slid.isascii() and slid.isdigit() and len(slid) < 9:
        kept = "?mine=1" if "mine" in request.GET else ""
        return redirect(reverse("game-history", args=[slug, int(slid)]) + kept)
    shown, mine = request.GET.get("view", "")[:40], "mine" in request.GET
    page = history_of(access, seq, Reading.of(request.user), shown=shown, mine=mine)
    if page is None:
        raise Http404
    return render(request, "games/history.html", {"page": page})


@require_safe
def game_odds(request: HttpRequest, slug: str) -> HttpResponse:
    """Odds of any fight, in the frame of a game."""
    access = game_for(request.user, slug)
    head = head_of(access, Reading.of(request.user), heading=False)
    return odds_page(request, {"head": head, "access": access})


def odds_page(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    form = OddsForm(request.GET if "attackers" in request.GET else OddsForm.example())
    result = None
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        result = reckon(data["attackers"], data["path"], data["until"] or 0)
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "games/odds.html", {**context, "form": form, "result": result}, status=status)


@require_safe
def game_log(request: HttpRequest, slug: str) -> HttpResponse:
    """The published log as a file: whole and with the key once the game has ended."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        raise Http404
    response = HttpResponse(published_log(access.game), content_type="application/jsonl; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{access.game.slug}.jsonl"'
    return response


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How the dice are proved, and what that cannot show."""
    return render(request, "games/fair.html")


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """How a turn is played, every order, and the keys."""
    return render(request, "games/help.html", {"verbs": order_words(), "rulesets": engine.main_games()})


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A person's games and results, as anybody may see them."""
    person = get_object_or_404(get_user_model(), username__iexact=username, is_active=True)
    reader = request.user
    context = {"person": person, "running": running_of(person, reader), "results": results_of(person, reader)}
    return render(request, "games/profile.html", context)
