"""The settings of an event that is there already.

Template, in tournaments/organize/: settings.html (event, form, kinds, said, refused, bounds, may_change).
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.current_user import person_of
from games.errors import GameError
from tournaments.models import Tournament
from tournaments.organize.guard import for_organizers_of_events, load_event
from tournaments.organize.kinds import KINDS
from tournaments.organize.settings_form import SettingsForm, tell_bounds
from tournaments.organize.summary import summarize_event
from tournaments.organize.views import page_context
from tournaments.services.changing import CHANGEABLE, event_change


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_events
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the settings of an event, and what of them may still change; a POST changes them."""
    event = load_event(request, slug)
    zone = person_of(request).timezone
    if request.method != "POST":
        return show_settings_page(request, event, SettingsForm(event=event, zone=zone))
    form = SettingsForm(request.POST, event=event, zone=zone)
    if "look" in request.POST:
        return show_settings_page(request, event, form)
    if not form.is_valid():
        return show_settings_page(request, event, form, status=422)
    reason = form.cleaned_data["reason"].strip() or _("Changed while it was being prepared.")
    try:
        changed = event_change(event_id=event.pk, user=person_of(request), reason=reason, settings=form.settings())
    except GameError as exc:
        form.add_error(None, exc.message)
        return show_settings_page(request, event, form, status=exc.status)
    messages.success(request, tell_done(event, changed))
    return redirect("organize-event", slug=slug)


def tell_done(event: Tournament, changed: list[str]) -> str:
    """Say that the settings are saved, and how many people are told."""
    count = event.entrants.exclude(user=None).count() if changed else 0
    if not count:
        return _("The settings are saved.")
    return ngettext(
        "The settings are saved, and %(count)s player is told.",
        "The settings are saved, and %(count)s players are told.",
        count,
    ) % {"count": count}


def show_settings_page(
    request: HttpRequest, event: Tournament, form: SettingsForm, *, status: int = 200
) -> HttpResponse:
    context = page_context(request, event, "settings") | {
        "form": form,
        "kinds": list(KINDS),
        "said": summarize_event(form),
        "bounds": list(tell_bounds(event)),
        "may_change": event.status in CHANGEABLE,
        "refused": status >= 400,
    }
    return render(request, "tournaments/organize/settings.html", context, status=status)
