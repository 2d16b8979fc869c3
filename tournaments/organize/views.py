"""The organizers' pages of events: the list, a new event, and one event with all its tables.

Templates, in tournaments/organize/: events.html (rows), new.html (form, kinds, said, refused), event.html (event,
overview, rows, show, line, tab).
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.current_user import person_of
from accounts.models import User
from games.errors import LobbyError
from games.organize.acts import GAME_ACTS
from games.organize.reach import readers_of, unreached_words
from games.organize.views.site import int_param
from games.permissions import for_organizers, is_organizer
from tournaments.models import EventTemplate, Tournament
from tournaments.organize.ends_line import draw_ends
from tournaments.organize.event_form import EventForm, show_settings
from tournaments.organize.guard import for_organizers_of_events, load_event
from tournaments.organize.kinds import KINDS
from tournaments.organize.overview import Reading, load_overview
from tournaments.organize.summary import summarize_event
from tournaments.selectors.organizing import organized_events
from tournaments.selectors.questions import open_questions
from tournaments.services.creating import EventSettings, event_create
from tournaments.services.entry import entry_open

MOST_EVENTS = 100
MOST_STARTS = 4


@require_safe
@for_organizers_of_events
def events(request: HttpRequest) -> HttpResponse:
    """Render the events that a person organizes, the newest first."""
    user = person_of(request)
    rows = organized_events(user).order_by("-pk")[:MOST_EVENTS]
    context = {"rows": rows, "may_create": is_organizer(user), "here": bar_name(request), "there": "events"}
    return render(request, "tournaments/organize/events.html", context)


def bar_name(request: HttpRequest) -> str:
    """Return which entry of the bar leads here."""
    return "organize" if is_organizer(person_of(request)) else "organize-events"


# ---- a new one


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers
def new(request: HttpRequest) -> HttpResponse:
    """Render the form for an event; a POST makes it, and opens it for entry if that was asked for."""
    zone = person_of(request).timezone
    if request.method != "POST":
        return show_form(request, EventForm(zone=zone, initial=start_from(request)))
    form = EventForm(request.POST, zone=zone)
    if "look" in request.POST or "preset" in request.POST:
        return show_form(request, form)
    if not form.is_valid():
        return show_form(request, form, status=422)
    if request.POST.get("do") == "template":
        return keep_template(request, form)
    return make_event(request, form)


def start_from(request: HttpRequest) -> dict[str, object]:
    """Return the fields of the template or of the event from which a form starts; none without either. Raises Http404
    for those of others."""
    user = person_of(request)
    if "template" in request.GET:
        found = get_object_or_404(EventTemplate, owner=user, pk=int_param(request, "template"))
        return dict(found.fields)
    if "from" not in request.GET:
        return {}
    event = get_object_or_404(organized_events(user), slug=request.GET["from"])
    return show_settings(EventSettings.of(event)) | {"entry_ends_at": None}


def keep_template(request: HttpRequest, form: EventForm) -> HttpResponse:
    """Keep the settings of a form as a template, in place of one of the same name."""
    found, made = EventTemplate.objects.update_or_create(
        owner=person_of(request), title=form.cleaned_data["title"], defaults={"fields": form.sent_fields()}
    )
    messages.success(request, _("The template is saved.") if made else _("The template is saved anew."))
    return redirect(f"{reverse('organize-event-new')}?template={found.pk}")


def starts_of(user: User) -> list[dict[str, str]]:
    """List what a form can start from: templates and the last events of a person. Two queries."""
    templates = EventTemplate.objects.filter(owner=user)[:MOST_STARTS]
    events = organized_events(user).order_by("-pk")[:MOST_STARTS]
    return [
        *({"title": each.title, "query": f"template={each.pk}"} for each in templates),
        *({"title": each.title, "query": f"from={each.slug}"} for each in events),
    ]


def settings_form(event: Tournament, zone: str = "UTC") -> EventForm:
    """Return the form that says what an event has as its settings."""
    return EventForm(zone=zone, initial=show_settings(EventSettings.of(event)))


def make_event(request: HttpRequest, form: EventForm) -> HttpResponse:
    try:
        event = event_create(form.settings(), person_of(request))
        if request.POST.get("do") == "open":
            entry_open(event_id=event.pk)
    except LobbyError as exc:
        form.add_error(None, exc.message)
        return show_form(request, form, status=422)
    is_open = request.POST.get("do") == "open"
    messages.success(
        request, _("Sign-up is open.") if is_open else _("The tournament is prepared. Nobody sees it yet.")
    )
    return redirect("organize-event", slug=event.slug)


def show_form(
    request: HttpRequest, form: EventForm, event: Tournament | None = None, *, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "event": event,
        "kinds": list(KINDS),
        "said": summarize_event(form),
        "starts": [] if event else starts_of(person_of(request)),
        "refused": status == 422,
        "here": bar_name(request),
    }
    return render(request, "tournaments/organize/new.html", context, status=status)


# ---- one event


@require_safe
@for_organizers_of_events
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the tables of an event: those of `round`, or all that run; `show` names a state of them."""
    event = load_event(request, slug)
    reading = Reading(timezone.now(), timezone.get_current_timezone())
    overview = load_overview(event, reading, int_param(request, "round") or None)
    show = request.GET.get("show", "")
    rows = overview.filtered(show)
    games = [row.game for row in rows if row.game]
    context = page_context(request, event, "tables") | {
        "overview": overview,
        "show": show,
        "rows": rows,
        "chosen": [game.slug for game in games] if "choose" in request.GET else request.GET.getlist("g"),
        "acts": [(act.name, act.title) for act in GAME_ACTS if act.bulk],
        "unreached": unreached_words(readers_of(games), reading.now),
        "asked": open_questions(event),
        "summary": summarize_event(settings_form(event)) if event.status == Tournament.Status.DRAFT else [],
        "line": draw_ends(overview, reading.now, reading.zone),
    }
    return render(request, "tournaments/organize/event.html", context)


def page_context(request: HttpRequest, event: Tournament, tab: str) -> dict[str, object]:
    """Build the context that all pages of an event share."""
    return {"event": event, "tab": tab, "here": bar_name(request), "query": without(request.GET, "show", "choose", "g")}


def without(query: QueryDict, *names: str) -> str:
    """Return a query without some of its names, to put other values of them behind."""
    kept = query.copy()
    for name in names:
        kept.pop(name, None)
    return kept.urlencode()


@require_POST
@for_organizers_of_events
def open_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Open an event for entry."""
    event = load_event(request, slug)
    try:
        entry_open(event_id=event.pk)
    except LobbyError as exc:
        messages.error(request, exc.message)
    else:
        messages.success(request, _("Sign-up is open."))
    return redirect(reverse("organize-event", args=[slug]))
