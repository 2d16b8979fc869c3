"""The reader's absences: announce a vacation, choose who stands in, give days back.

Template: games/away.html (form, rows, stand_ins, year, games, running, for_others, today, zone, refusal);
games/stand_in.html (vacation, games, refusal).
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.current_user import person_of
from accounts.ratelimit import limited
from games.clocks.words import city_of
from games.errors import GameError
from games.lobby.absence_form import AbsenceForm
from games.models import Vacation
from games.selectors import absence as found
from games.services.absence import (
    stand_in_agree,
    stand_in_decline,
    today_of,
    vacation_announce,
    vacation_choose,
    vacation_give_back,
)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("seat", 60, 60)
def away(request: HttpRequest) -> HttpResponse:
    """Show the reader's absences, or change them. Raises Http404 for anything else."""
    if request.method != "POST":
        return show(request)
    try:
        if request.POST.get("do") == "give_back":
            return give_back(request)
        if request.POST.get("do") == "announce":
            return announce(request)
        if request.POST.get("do") == "choose":
            return choose(request)
    except GameError as exc:
        return show(request, form_of(request) if request.POST.get("do") == "announce" else None, exc.message)
    raise Http404


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("seat", 60, 60)
def stand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the request to stand in for somebody, and take the answer. Raises Http404 for everybody else."""
    user, refusal = person_of(request), ""
    vacation = Vacation.objects.select_related("user").filter(pk=pk, by=user).first()
    if vacation is None:
        raise Http404
    if request.method == "POST":
        answer = ANSWERS.get(request.POST.get("do", ""))
        if answer is None:
            raise Http404
        try:
            answer(user=user, vacation_id=pk)
        except GameError as exc:
            refusal = exc.message
        else:
            return redirect("stand-in", pk=pk)
    context = {"vacation": vacation, "games": found.games_played_for(user, vacation), "refusal": refusal}
    return render(request, "games/stand_in.html", context, status=422 if refusal else 200)


ANSWERS = {"agree": stand_in_agree, "decline": stand_in_decline}


def form_of(request: HttpRequest, *, is_sent: bool = True) -> AbsenceForm:
    games = [seat.game_id for seat in found.seats_in_play(person_of(request))]
    return AbsenceForm(request.POST if is_sent else None, games=games)


def announce(request: HttpRequest) -> HttpResponse:
    form = form_of(request)
    if not form.is_valid():
        return show(request, form)
    vacation_announce(user=person_of(request), wanted=form.wanted())
    messages.success(request, _("Your vacation is announced."))
    return redirect("away")


def give_back(request: HttpRequest) -> HttpResponse:
    pk = request.POST.get("vacation", "")
    if not (pk.isascii() and pk.isdigit() and len(pk) < 16):
        raise Http404
    vacation_give_back(user=person_of(request), vacation_id=int(pk))
    messages.success(request, _("The days are yours again."))
    return redirect("away")


def choose(request: HttpRequest) -> HttpResponse:
    """Take who plays single games during a vacation. Raises Http404 for what no form sends."""
    pk = request.POST.get("vacation", "")
    seats = found.seats_in_play(person_of(request))
    given = {seat.game_id: request.POST.get(f"in-{seat.game_id}") for seat in seats}
    if not pk.isdecimal():
        raise Http404
    choices = {game: bot for game, bot in given.items() if bot is not None}
    vacation_choose(user=person_of(request), vacation_id=int(pk), choices=choices)
    messages.success(request, _("Saved."))
    return redirect("away")


def show(request: HttpRequest, form: AbsenceForm | None = None, refusal: str = "") -> HttpResponse:
    """Render the page, with the form as it was sent if something was refused."""
    user, now = person_of(request), timezone.now()
    user.refresh_from_db()
    today = today_of(user, now)
    seats, rows = list(found.seats_in_play(user)), found.vacations_of(user, now)
    context = {
        "form": form or form_of(request, is_sent=False),
        "rows": found.vacation_rows(rows, today, seats),
        "stand_ins": found.stand_in_choices(),
        "year": found.year_of(user, now),
        "games": found.game_rows(seats, rows, now),
        "running": found.running_stand_ins(user),
        "for_others": found.vacations_for(user, now),
        "today": today.isoformat(),
        "zone": city_of(user.zone),
        "refusal": refusal,
    }
    is_refused = bool(refusal) or (form is not None and form.is_bound)
    return render(request, "games/away.html", context, status=422 if is_refused else 200)
