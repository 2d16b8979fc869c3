"""Pages of events, for everybody who may see them.

Templates, all of Jinja2: tournaments/list.html (page: EventList), tournaments/event.html (page: EventPage),
tournaments/standings.html (page: StandingsPage), tournaments/round.html (page: RoundPage).
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.page_data import PageReader
from tournaments.selectors.event_lists import list_events
from tournaments.selectors.event_page import build_event_page
from tournaments.selectors.event_reading import published_for
from tournaments.selectors.event_share import event_card, event_picture, has_picture
from tournaments.selectors.round_page import build_round_page
from tournaments.selectors.standings_page import build_standings_page

HERE = "tournaments"


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """List the events that the reader may see."""
    page = list_events(PageReader.of(request.user))
    return render(request, "tournaments/list.html", {"page": page, "here": HERE}, using="jinja2")


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the page of an event. Raises Http404."""
    found = published_for(request.user, slug)
    page = build_event_page(found, PageReader.of(request.user), number_in(request, "division"))
    context = {"page": page, "here": HERE, "share": event_card(found, page.title, page.lead)}
    return render(request, "tournaments/event.html", context, using="jinja2")


@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the picture of an event that other sites show: a PNG. Raises Http404 before there is one, and where not
    everybody may see the event."""
    found = published_for(AnonymousUser(), slug)
    if not has_picture(found):
        raise Http404
    response = HttpResponse(event_picture(found), content_type="image/png")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Render all standings of an event, or those after an earlier round. Raises Http404, NotPublished."""
    found = published_for(request.user, slug)
    page = build_standings_page(found, number_in(request, "after"))
    return render(request, "tournaments/standings.html", {"page": page, "here": HERE}, using="jinja2")


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Render a round of an event: its tables, what its draw could not avoid, and how to check it. Raises Http404,
    NotPublished."""
    found = published_for(request.user, slug)
    page = build_round_page(found, number, PageReader.of(request.user))
    return render(request, "tournaments/round.html", {"page": page, "here": HERE}, using="jinja2")


def number_in(request: HttpRequest, name: str) -> int:
    """Read a number of the query; 0 for anything else."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
