"""The page on which people write to the organizers of an event, and read their answers.

Template: tournaments/write.html (event, event_url, form, asked, organizers, refusal).
"""

from __future__ import annotations

from functools import partial

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.current_user import person_of
from accounts.ratelimit import limited
from games.models.upkeep import LONGEST_REASON
from games.organize.views.posting import submit_form
from games.wording.amounts import join_and
from tournaments.selectors.entry_pages import event_url
from tournaments.selectors.event_reading import event_for
from tournaments.selectors.questions import questions_of
from tournaments.services.letters import event_ask

HOUR = 3600


class LetterForm(forms.Form):
    """What somebody writes to the organizers of an event."""

    text = forms.CharField(
        label=gettext_lazy("Message"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 6}),
        error_messages={"required": gettext_lazy("Write what you would like to know.")},
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("event-write", 10, HOUR)
def write(request: HttpRequest, slug: str) -> HttpResponse:
    """Render what the reader wrote to the organizers of an event with the answers, or send a new message. Raises
    Http404 for an event that they may not see."""
    event, user = event_for(request.user, slug), person_of(request)
    form = LetterForm(request.POST or None)
    outcome = submit_form(request, form, partial(event_ask, event_id=event.pk))
    if outcome.done:
        messages.success(request, _("The organizers get your message. Their answer comes by email and appears here."))
        return redirect("event-write", slug=slug)
    context = {
        "event": event,
        "event_url": event_url(event),
        "form": form,
        "asked": questions_of(event, user),
        "organizers": join_and([person.username for person in event.organizers.all()]),
        "refusal": outcome.refusal,
        "here": "tournaments",
    }
    return render(request, "tournaments/write.html", context, status=outcome.status)
