"""The pages on which people enter an event, withdraw from it, and check in.

Templates: tournaments/join.html (page: an EntryPage, conditions, refusal), tournaments/check_in.html (entrant, event,
event_url, is_open, is_in, refusal).
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.current_user import person_of
from accounts.models import User
from accounts.ratelimit import client_ip, limit_reads, limited, too_many
from games.errors import GameError
from games.selectors.page_data import PageReader
from tournaments.models import Entrant, Tournament
from tournaments.selectors.entry_pages import entrant_at, entry_page, event_url
from tournaments.selectors.event_reading import event_for
from tournaments.services.blocks import block_add, block_remove
from tournaments.services.conditions import conditions_of
from tournaments.services.entry import (
    check_in,
    entry_add,
    entry_withdraw,
    is_check_in_over,
    set_games,
    set_mails,
    sit_out,
)

HOUR = 3600
HERE = "tournaments"
LONGEST_TEAM = 40


@require_http_methods(["GET", "HEAD", "POST"])
@limited("event-entry", 60, 60)
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Render what an event asks of whoever enters, and how the reader stands; a POST enters, withdraws, checks in or
    sits out a round. Raises Http404."""
    event = event_for(request.user, slug)
    if request.method != "POST":
        return show_join(request, event)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        said = answer_post(request, event)
    except GameError as exc:
        return show_join(request, event, exc.message, exc.status)
    messages.success(request, said)
    return redirect("event-join", slug=slug)


def show_join(request: HttpRequest, event: Tournament, refusal: str = "", status: int = 200) -> HttpResponse:
    page = entry_page(event, request.user, PageReader.of(request.user))
    asked = person_of(request) if request.user.is_authenticated and page.entrant is None else None
    context = {"page": page, "conditions": conditions_of(event, asked), "refusal": refusal, "here": HERE}
    return render(request, "tournaments/join.html", context, status=status)


def answer_post(request: HttpRequest, event: Tournament) -> str:
    """Do what a form of the page asks for; returns what was done. Raises GameError."""
    user, do = person_of(request), request.POST.get("do")
    if do == "enter":
        team, games = request.POST.get("team", "").strip()[:LONGEST_TEAM], request.POST.get("games", "1")
        entrant = entry_add(event_id=event.pk, user=user, team=team, at_once=read_games(games))
        return _("You are on the waiting list.") if entrant.reserve else _("You are in.")
    if do == "withdraw":
        entry_withdraw(event_id=event.pk, user=user)
        return _("You have withdrawn from the tournament.")
    if do in ("sit-out", "play"):
        sit_out(event_id=event.pk, user=user, sits=do == "sit-out")
        return _("You sit out the next round.") if do == "sit-out" else _("You play the next round.")
    if do in ("mails-on", "mails-off"):
        set_mails(event_id=event.pk, user=user, mails=do == "mails-on")
        return (
            _("You get emails about this tournament.")
            if do == "mails-on"
            else _("You get no emails about this tournament.")
        )
    if do == "games":
        set_games(event_id=event.pk, user=user, games=read_games(request.POST.get("games", "")))
        return _("The number of your games is changed.")
    entry = Entrant.objects.filter(tournament=event, user=user).first()
    if do == "check-in" and entry is not None:
        check_in(entrant_id=entry.pk)
        return _("You are checked in.")
    raise GameError(_("Choose what to do: enter, withdraw, check in or sit out a round."))


def read_games(text: str) -> int:
    """Read how many games somebody plays at once; 0 for anything that is no short number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("event-check-in", 60, 60, by="ip")
def check_in_page(request: HttpRequest, token: str) -> HttpResponse:
    """Render the check-in of an entrant; a POST confirms it. The address alone is enough, as with all links in mails.
    Raises Http404 for one that leads nowhere."""
    entrant = entrant_at(token)
    if entrant is None:
        if wait := limit_reads(f"bad-check-in:ip:{client_ip(request)}", 20, HOUR):
            return too_many(request, wait)
        raise Http404
    refusal, status = "", 200
    if request.method == "POST":
        try:
            check_in(entrant_id=entrant.pk)
            return marked(redirect(request.path))
        except GameError as exc:
            refusal, status = exc.message, exc.status
    event = entrant.tournament
    context = {
        "entrant": entrant,
        "event": event,
        "event_url": event_url(event),
        "is_open": event.status == Tournament.Status.CHECK_IN and not is_check_in_over(event),
        "is_in": entrant.checked_in_at is not None,
        "refusal": refusal,
    }
    return marked(render(request, "tournaments/check_in.html", context, status=status))


@login_required
@require_POST
@limited("keep-apart", 60, 3600)
def keep_apart(request: HttpRequest, username: str) -> HttpResponse:
    """Keep the reader apart from a person in events, or let them meet again. Raises Http404 for an unknown person."""
    user, other = person_of(request), get_object_or_404(User, username=username, is_active=True)
    try:
        if request.POST.get("do") == "meet":
            block_remove(user=user, other=other)
        else:
            block_add(user=user, other=other)
    except GameError as exc:
        messages.error(request, exc.message)
    return redirect("profile", username=username)


def marked(response: HttpResponse) -> HttpResponse:
    """Keep a page that its address opens from search engines and from other sites."""
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
