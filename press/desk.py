"""The moderators' pages: the queue of reports, one report with its decision, and the appeal of either side.

Templates, in press/: reports.html (rows), report_detail.html (report, lines, writer,
form), whole.html (report, form, until, lines, title), appeal.html (report, may_appeal, refusal).
"""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.current_user import person_of
from accounts.ratelimit import limited
from games.errors import GameError
from games.organize.forms import ReasonForm
from games.permissions import for_organizers_of_some
from games.wording.seats import people_of
from press.audience import seats_of
from press.models import Report
from press.services.moderation import (
    Decision,
    conversation_open,
    may_appeal,
    moderates,
    open_reports,
    opened_until,
    report_appeal,
    report_decide,
    whole_conversation,
)
from press.wording import author_of, title_of


class DecisionForm(ReasonForm):
    """What a moderator decides on a report, and why."""

    hides = forms.BooleanField(label=gettext_lazy("Hide the message"), required=False)
    days = forms.IntegerField(
        label=gettext_lazy("Days of silence for the writer"), min_value=0, max_value=30, required=False, initial=0
    )
    everywhere = forms.BooleanField(label=gettext_lazy("Silence in all games"), required=False)
    lifts = forms.BooleanField(label=gettext_lazy("Lift the first decision"), required=False)

    def prepare(self) -> None:
        self.fields["reason"].help_text = _("Both sides read it.")

    def decision(self) -> Decision:
        data = self.cleaned_data
        return Decision(data["hides"], data["days"] or 0, data["everywhere"], data.get("lifts", False))


@require_safe
@for_organizers_of_some
def reports(request: HttpRequest) -> HttpResponse:
    """Render the reports that wait for a decision of the reader."""
    rows = list(open_reports(person_of(request)))
    return render(request, "press/reports.html", {"rows": rows, "here": "organize", "there": "reports"})


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_some
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Render one report as its reporter saw it, with its writer; a POST decides."""
    user = person_of(request)
    found = get_object_or_404(Report.objects.select_related("game", "appeal_of", "accused", "moderator"), pk=pk)
    if not moderates(user, found):
        raise Http404
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if found.appeal_of is None:
        del form.fields["lifts"]
    refusal = ""
    if request.method == "POST" and form.is_valid():
        try:
            report_decide(report_id=pk, user=user, reason=form.cleaned_data["reason"], decision=form.decision())
        except GameError as exc:
            refusal = exc.message
        else:
            messages.success(request, _("Both sides are told of your decision."))
            return redirect("organize-reports")
    colours = colours_of(found)
    lines = [{**line, "at": parse_datetime(line["at"]), "colour": colours.get(line["seat"], "")} for line in found.copy]
    writer = found.game.players.filter(user=found.accused).first() if found.accused else None
    context = {"report": found, "lines": lines, "writer": writer, "form": form, "refusal": refusal}
    context |= {"here": "organize", "there": "reports"}
    return render(request, "press/report_detail.html", context, status=422 if refusal or form.errors else 200)


def colours_of(report: Report) -> dict[int | None, str]:
    """Return the colour of each seat in the game of a report."""
    return dict(report.game.players.exclude(seat=None).values_list("seat", "colour"))


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_some
def whole(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the whole conversation of a report for an hour after a POST has said why; before, the form that asks."""
    user = person_of(request)
    found = get_object_or_404(Report.objects.select_related("game", "appeal_of", "message__conversation"), pk=pk)
    if not moderates(user, found) or found.message is None:
        raise Http404
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        conversation_open(report_id=pk, user=user, reason=form.cleaned_data["reason"])
        return redirect("organize-report-whole", pk=pk)
    until = opened_until(found, user, timezone.now())
    people = people_of(found.game.players.select_related("user", "game"), None)
    title = title_of(seats_of(found.message.conversation.seats), people)
    colours = colours_of(found)
    shown = whole_conversation(found) if until else []
    lines = [(author_of(each, people), colours.get(each.seat, ""), each) for each in shown]
    context = {"report": found, "form": form, "until": until, "lines": lines, "title": title}
    context |= {"here": "organize", "there": "reports"}
    return render(request, "press/whole.html", context, status=422 if form.errors else 200)


@login_required
@limited("press-appeal", 10, 3600)
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the page on which one side appeals a decision; a POST does."""
    user = person_of(request)
    found = get_object_or_404(Report.objects.select_related("game"), pk=pk)
    if user.pk not in (found.reporter_id, found.accused_id):
        raise Http404
    refusal = ""
    if request.method == "POST":
        try:
            report_appeal(report_id=pk, user=user, text=request.POST.get("text", ""))
        except GameError as exc:
            refusal = exc.message
        else:
            messages.success(request, _("Another moderator will look at it. You will hear what came of it."))
            return redirect("home")
    context = {"report": found, "may_appeal": may_appeal(user, found), "refusal": refusal}
    return render(request, "press/appeal.html", context, status=422 if refusal else 200)
