"""The files of ratings, for all."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

import engine
from tournaments.selectors.ratings import games_file, table_file


@require_safe
def ratings_table(request: HttpRequest, rules: str) -> HttpResponse:
    """Send the table of all players by some rules. Raises Http404 for unknown ones."""
    return HttpResponse(table_file(check_rules(rules)), content_type="text/csv; charset=utf-8")


@require_safe
def ratings_games(request: HttpRequest, rules: str) -> HttpResponse:
    """Send a line for each rated game by some rules. Raises Http404 for unknown ones."""
    return HttpResponse(games_file(check_rules(rules)), content_type="application/jsonl; charset=utf-8")


def check_rules(rules: str) -> str:
    if rules not in engine.rulesets():
        raise Http404
    return rules
