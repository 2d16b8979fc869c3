"""The organizers' lists for the whole site: games, people whose mail fails, mails, and the audit log.

Templates: organize/games.html (shows, show, rows, many, counts, unreachable, dead, search, page, more),
organize/people.html, organize/outbox.html, organize/audit.html, organize/reason.html (form, title, preview, back).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.current_user import person_of
from accounts.models import User
from games.models import MailStop, OutboxMail
from games.organize import game_list
from games.organize.acts import GAME_ACTS
from games.organize.forms import ReasonForm
from games.organize.game_detail import page_of
from games.organize.log import LogFilter, action_choices, export_lines
from games.organize.person_detail import dead_letters, unreachable
from games.organize.views.posting import submit_form
from games.permissions import for_organizers, for_organizers_of_some, is_organizer, without_barred
from games.services import mail_outage
from games.services.bounces import bounce_forget
from games.services.organize import mail_release, mail_retry

PEOPLE_PAGE = 50
MAILS_PAGE = 50
AUDIT_PAGE = 60
MOST_NEEDED = 10
"""Bounced addresses and dead letters that the first list names one by one."""

LONGEST_SEARCH = 60

MAIL_SHOWS = {
    "dead": (gettext_lazy("Dead letters"), [OutboxMail.State.DEAD]),
    "retry": (gettext_lazy("Will be tried again"), [OutboxMail.State.RETRY]),
    "waiting": (gettext_lazy("Waiting"), [OutboxMail.State.QUEUED, OutboxMail.State.SENDING]),
    "sent": (gettext_lazy("Sent"), [OutboxMail.State.SENT]),
    "cancelled": (gettext_lazy("Not sent"), [OutboxMail.State.CANCELLED]),
    "all": (gettext_lazy("All"), list(OutboxMail.State)),
}
PEOPLE_SHOWS = {
    "bounced": (gettext_lazy("Mail bounces"), Q(bounced_at__isnull=False)),
    "staff": (gettext_lazy("Staff"), Q(is_staff=True)),
    "all": (gettext_lazy("Everybody"), Q()),
}


def int_param(request: HttpRequest, name: str, least: int = 0) -> int:
    """Read a whole number from the query; `least` for anything else."""
    text = request.GET.get(name, "")
    return max(least, int(text)) if text.isascii() and text.isdigit() and len(text) < 12 else least


def search_param(request: HttpRequest) -> str:
    """Read the words to search for from the query."""
    return request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST_SEARCH]


@require_safe
@for_organizers_of_some
def games(request: HttpRequest) -> HttpResponse:
    """Render the list of games, by default those that need an organizer."""
    now, search, user = timezone.now(), search_param(request), person_of(request)
    show = game_list.FILTERS_BY_KEY.get(
        request.GET.get("show", ""), game_list.FILTERS_BY_KEY["all" if search else "attention"]
    )
    page = min(int_param(request, "page", 1), 500)
    rows, more = game_list.list_games(user, show, now, search=search, page=page)
    counts = game_list.count_by_filter(user, now)
    bounced, dead = people_without_mail(user, now)
    counts["attention"] += len(bounced) + len(dead)
    context = {
        "shows": game_list.FILTERS,
        "many": [act for act in GAME_ACTS if act.bulk],
        "show": show,
        "rows": [(game, game_list.status_badges(game, now)) for game in rows],
        "counts": counts,
        "unreachable": bounced if show.key == "attention" and not search else [],
        "dead": dead if show.key == "attention" and not search else [],
        "search": search,
        "page": page,
        "more": more,
        "here": "organize",
        "there": "games",
    }
    return render(request, "organize/games.html", context)


def people_without_mail(user: User, now: datetime) -> tuple[list[User], list[OutboxMail]]:
    """List the first bounced addresses and dead letters, for an organizer of the site; nothing for others."""
    if not is_organizer(user):
        return [], []
    return list(unreachable()[:MOST_NEEDED]), list(dead_letters(user, now)[:MOST_NEEDED])


@require_safe
@for_organizers
def people(request: HttpRequest) -> HttpResponse:
    """Render the list of people, by default those whose mail bounces."""
    search = search_param(request)
    key = request.GET.get("show", "")
    key = key if key in PEOPLE_SHOWS else "all" if search else "bounced"
    rows = get_user_model().objects.filter(PEOPLE_SHOWS[key][1], deleted_at=None)
    if search:
        rows = rows.filter(Q(username__icontains=search.removeprefix("@")) | Q(email__icontains=search))
    found, more = page_of(rows, int_param(request, "before"), PEOPLE_PAGE)
    context = {"shows": PEOPLE_SHOWS, "show": key, "rows": found, "more": more, "search": search}
    return render(request, "organize/people.html", context | {"here": "organize", "there": "people"})


@require_safe
@for_organizers
def outbox(request: HttpRequest) -> HttpResponse:
    """Render the mails of all games, by default those that could not be sent."""
    key = request.GET.get("show", "")
    key = key if key in MAIL_SHOWS else "dead"
    rows = without_barred(person_of(request), OutboxMail.objects.filter(state__in=MAIL_SHOWS[key][1]))
    rows = rows.select_related("user", "game")
    found, more = page_of(rows, int_param(request, "before"), MAILS_PAGE)
    context = {"shows": MAIL_SHOWS, "show": key, "mails": found, "more": more, "here": "organize", "there": "outbox"}
    return render(request, "organize/outbox.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers
def release(request: HttpRequest) -> HttpResponse:
    """Release the held mail queue, with a reason."""
    stop = mail_outage.current_outage()
    if stop is None:
        messages.info(request, _("Mail is not held up."))
        return redirect("organize-outbox")
    preview = [_("One email is tried now. If it arrives, the others follow.")]
    if stop.cause == MailStop.Cause.FLOOD:
        preview = [_("Everything queued is sent for the next 24 hours, however much it is.")]
    return reason_page(request, _("Release the mail queue"), preview, reverse("organize-outbox"), mail_release)


@require_safe
@for_organizers
def audit(request: HttpRequest) -> HttpResponse:
    """Render the audit log, newest first, filtered by kind of act, words and days."""
    form = LogFilter(request.GET)
    rows = without_barred(person_of(request), form.rows())
    found, more = page_of(rows, int_param(request, "before"), AUDIT_PAGE)
    given = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    context = {"rows": found, "more": more, "words": action_choices(), "form": form, "query": urlencode(given)}
    return render(request, "organize/audit.html", context | {"here": "organize", "there": "audit"})


@require_safe
@for_organizers
def audit_export(request: HttpRequest) -> HttpResponseBase:
    """Send the rows of the audit log that fit the same filters as CSV, line by line."""
    form = LogFilter(request.GET)
    if not form.is_valid():
        return redirect(f"{reverse('organize-audit')}?{request.GET.urlencode()}")
    lines = export_lines(without_barred(person_of(request), form.rows())) if request.method == "GET" else ()
    answer = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="audit-log-{timezone.localdate():%Y-%m-%d}.csv"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers
def retry(request: HttpRequest, pk: int) -> HttpResponse:
    """Queue a dead mail again, with a reason."""
    readable = without_barred(person_of(request), OutboxMail.objects.select_related("user", "game"))
    mail = get_object_or_404(readable, pk=pk)
    whom = mail.user.username if mail.user else mail.address
    preview = [
        _("The email to %(whom)s will be sent again within seconds, unless it is no longer needed.") % {"whom": whom},
        _("It failed with: %(error)s") % {"error": mail.error or _("no reason given")},
    ]
    again = partial(mail_retry, mail_id=mail.pk)
    return reason_page(request, _("Send again"), preview, reverse("organize-outbox"), again)


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers
def bounce(request: HttpRequest, pk: int) -> HttpResponse:
    """Try a person's mail again, with a reason."""
    person = get_object_or_404(get_user_model(), pk=pk, deleted_at=None)
    preview = [
        _("%(who)s gets mail again, at %(address)s.") % {"who": person.username, "address": person.email},
        _("If it bounces again, mail stops again."),
    ]
    back, forget = reverse("organize-person", args=[person.pk]), partial(bounce_forget, person_id=person.pk)
    return reason_page(request, _("Try mail again"), preview, back, forget)


def reason_page(
    request: HttpRequest, title: str, preview: list[str], back: str, do: Callable[..., object]
) -> HttpResponse:
    """Render a page that previews an act and asks for the reason; its button calls `do` and leads to `back`."""
    form = ReasonForm(request.POST or None)
    outcome = submit_form(request, form, do)
    if outcome.done:
        messages.success(request, _("Done."))
        return redirect(back)
    context = {"form": form, "title": title, "preview": preview, "back": back}
    context |= {"refusal": outcome.refusal, "here": "organize"}
    return render(request, "organize/reason.html", context, status=outcome.status)
