"""The page of a game in figures.

Templates: figures/figures.html (head, game, people, plots, is_running).
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from figures.pages import plots_of
from figures.selectors import rounds_of
from games.selectors.access import game_for
from games.selectors.page_data import PageReader, page_header
from games.wording.seats import people_of


@require_safe
def game_figures(request: HttpRequest, slug: str) -> HttpResponse:
    """Render what each seat held over the rounds, as everybody may know it who may see the game."""
    access = game_for(request.user, slug)
    game = access.game
    if not game.has_board:
        return redirect("game-lobby", slug=slug)
    people = people_of(access.players, access.viewer)
    colours = [person.colour for person in people]
    context = {
        "head": page_header(access, PageReader.of(request.user), heading=False),
        "game": game,
        "people": people,
        "plots": plots_of(rounds_of(game), colours, game.rules, has_ended=game.has_ended),
    }
    return render(request, "figures/figures.html", context)
