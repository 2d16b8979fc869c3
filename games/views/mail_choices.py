"""How mail about each game of the reader comes, from the form on their page of email settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.current_user import person_of
from accounts.ratelimit import limited
from games.lobby.forms import GameMailForm
from games.services.mail_choices import choose_ways, chosen_seats


@login_required
@require_POST
@limited("seat", 60, 60)
def store(request: HttpRequest) -> HttpResponse:
    """Store the ways of all games in the form; a game that is not in it keeps its own."""
    user = person_of(request)
    shown = [seat for seat in chosen_seats(user) if f"{seat.pk}-turn" in request.POST]
    forms = [GameMailForm(request.POST, seat=seat) for seat in shown]
    if all(form.is_valid() for form in forms):
        choose_ways(user, {form.seat.pk: form.cleaned_data for form in forms})
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("Nothing was saved: choose one of the ways that the list offers for each game."))
    return redirect("account-mail")
