"""Acts of organizers on an event: a form, a preview, then the act; the draft, and what was done.

Templates, in tournaments/organize/: act.html (act, form, sure, preview, refusal, warning), choose.html (act, field),
acts.html (groups, rows), draft.html (drafts), entrants.html (rows).
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.current_user import person_of
from games.errors import GameError
from tournaments.models import Round, Tournament
from tournaments.organize.draw_acts import count_repeats
from tournaments.organize.entrants import list_entrants
from tournaments.organize.event_acts import EVENT_ACTS, GROUPS, EventAct, EventActForm, name_round, names_in
from tournaments.organize.guard import for_organizers_of_events, load_event
from tournaments.organize.views import page_context
from tournaments.selectors.questions import open_questions
from tournaments.services.repairs import audit_of_event


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_events
def act(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Ask for the fields of an act, preview it, then do it."""
    event, chosen = load_event(request, slug), EVENT_ACTS.get(name)
    if chosen is None:
        raise Http404
    if request.method != "POST":
        form = chosen.form(event=event, initial=initial_of(request))
        return (
            show_choices(request, event, chosen, form)
            if lacks_choice(chosen, form)
            else show_act(request, event, chosen, form)
        )
    form = chosen.form(request.POST, event=event)
    if not form.is_valid():
        return show_act(request, event, chosen, form, status=422)
    if "sure" not in request.POST:
        return preview_act(request, event, chosen, form)
    try:
        done = chosen.do(event_id=event.pk, user=person_of(request), **form.cleaned_data)
    except GameError as exc:
        return show_act(request, event, chosen, form, refusal=exc.message, status=exc.status)
    messages.success(request, str(chosen.done))
    if name in ("swap", "swap-undo"):
        return redirect("organize-event-draft", slug=slug)
    return redirect("organize-event", slug=done.slug if isinstance(done, Tournament) else slug)


def lacks_choice(chosen: EventAct, form: EventActForm) -> bool:
    """Check whether something has to be chosen before the form of an act can be filled in."""
    return bool(chosen.first) and not form[chosen.first].is_hidden


def show_choices(request: HttpRequest, event: Tournament, chosen: EventAct, form: EventActForm) -> HttpResponse:
    """Render what there is to choose from as links to the form."""
    context = page_context(request, event, "repairs") | {"act": chosen, "field": form[chosen.first]}
    return render(request, "tournaments/organize/choose.html", context)


def initial_of(request: HttpRequest) -> dict[str, object]:
    """Read what a link has chosen already: fields by name, and two players to swap."""
    chosen: dict[str, object] = {
        name: request.GET[name] for name in ("table_id", "entrant_id", "round_id", "question_id") if name in request.GET
    }
    return chosen | dict(zip(("one", "other"), request.GET.getlist("swap"), strict=False))


def preview_act(request: HttpRequest, event: Tournament, chosen: EventAct, form: EventActForm) -> HttpResponse:
    try:
        preview = chosen.preview(event, form.arguments())
    except GameError as exc:
        return show_act(request, event, chosen, form, refusal=exc.message, status=exc.status)
    return show_act(request, event, chosen, form, preview=preview)


def show_act(
    request: HttpRequest,
    event: Tournament,
    chosen: EventAct,
    form: EventActForm,
    *,
    preview: list[str] | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = page_context(request, event, "repairs") | {"act": chosen, "form": form, "preview": preview or []}
    context |= {"sure": bool(preview), "refusal": refusal, "warning": "" if preview else chosen.warn(form)}
    return render(request, "tournaments/organize/act.html", context, status=status)


def group_acts(event: Tournament) -> list[tuple[str, list[EventAct]]]:
    """List what can be done in the state of an event, under its headings."""
    groups = ((str(group.title), [EVENT_ACTS[name] for name in group.names]) for group in GROUPS)
    groups = ((title, [act for act in acts if event.status in act.when]) for title, acts in groups)
    return [(title, acts) for title, acts in groups if acts]


@require_safe
@for_organizers_of_events
def acts(request: HttpRequest, slug: str) -> HttpResponse:
    """Render what can be mended, and what organizers did so far."""
    event = load_event(request, slug)
    context = page_context(request, event, "repairs") | {"groups": group_acts(event), "rows": audit_of_event(event)}
    return render(request, "tournaments/organize/acts.html", context)


@require_safe
@for_organizers_of_events
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Render everybody who entered, a line each: how they stand, whether email reaches them, and what can be done."""
    event = load_event(request, slug)
    context = page_context(request, event, "entrants") | {"rows": list_entrants(event), "asked": open_questions(event)}
    return render(request, "tournaments/organize/entrants.html", context)


@require_safe
@for_organizers_of_events
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the rounds that are drawn and not public, to swap players and to publish them."""
    event = load_event(request, slug)
    names = names_in(event)
    rows = event.drawn.filter(status=Round.Status.DRAFT, output__isnull=False).prefetch_related("tables")
    drafts = [
        {
            "drawn": drawn,
            "title": _("Draft: %(round)s") % {"round": name_round(drawn)},
            "tables": [
                (table.number, [(code, names.get(code, code)) for code in table.seats]) for table in drawn.tables.all()
            ],
            "repeats": count_repeats(drawn, drawn.swaps),
            "swaps": [
                (" ↔ ".join(names.get(code, code) for code in swap["pair"]), swap["reason"]) for swap in drawn.swaps
            ],
        }
        for drawn in rows
    ]
    return render(
        request, "tournaments/organize/draft.html", page_context(request, event, "draft") | {"drafts": drafts}
    )
