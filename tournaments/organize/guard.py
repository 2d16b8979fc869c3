"""Who may open the organizers' pages of events."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.current_user import person_of
from games.permissions import View, guard_view
from tournaments.models import Tournament
from tournaments.selectors.organizing import organizes_event, organizes_events


def for_organizers_of_events(view: View) -> View:
    """Decorate a view for whoever organizes events, if only one: it has to ask which."""
    return guard_view(view, organizes_events)


def load_event(request: HttpRequest, slug: str) -> Tournament:
    """Load an event that the reader organizes. Raises Http404."""
    event = get_object_or_404(Tournament, slug=slug)
    if not organizes_event(person_of(request), event):
        raise Http404
    return event
