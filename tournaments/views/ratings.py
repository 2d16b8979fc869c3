"""The tables of players and the files of ratings, for all."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import engine
from games.services.locks import db_now
from tournaments.selectors.event_reading import event_for
from tournaments.selectors.ranking import build_ranking, rank_ladder
from tournaments.selectors.ratings import games_file, table_file


@require_safe
def ratings_table(request: HttpRequest, rules: str) -> HttpResponse:
    """Send the table of all players by some rules. Raises Http404 for unknown ones."""
    return HttpResponse(table_file(check_rules(rules)), content_type="text/csv; charset=utf-8")


@require_safe
def ratings_games(request: HttpRequest, rules: str) -> HttpResponse:
    """Send a line for each rated game by some rules. Raises Http404 for unknown ones."""
    return HttpResponse(games_file(check_rules(rules)), content_type="application/jsonl; charset=utf-8")


@require_safe
def ratings_page(request: HttpRequest, rules: str) -> HttpResponse:
    """Render the table of all players by some rules. Raises Http404 for unknown ones."""
    text = request.GET.get("page", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    page = build_ranking(check_rules(rules), number)
    return render(request, "tournaments/ratings.html", {"page": page, "rows": page.rows})


@require_safe
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Render who plays in a ladder, by rank. Raises Http404 for other events."""
    event = event_for(request.user, slug)
    if "ladder" not in (stage.form["kind"] for stage in event.stages.all()):
        raise Http404
    return render(request, "tournaments/ratings.html", {"event": event, "rows": rank_ladder(event, db_now())})


def check_rules(rules: str) -> str:
    if rules not in engine.rulesets():
        raise Http404
    return rules
