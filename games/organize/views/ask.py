"""The page on which a player asks the organizers about a game and reads their answers.

Template: organize/ask.html (head, form, asked, written, refusal).
"""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.ratelimit import limited
from games.models import AuditEntry, Game
from games.models.upkeep import RAISED, SETTLED
from games.organize.forms import AskForm
from games.organize.views.posting import submit_form
from games.selectors.access import game_for
from games.selectors.page_data import PageReader, page_header
from games.services.disputes import dispute_raise
from games.services.organizer_messages import WROTE

MESSAGES = 10
"""Messages of organizers to the whole table that the page shows."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("ask", 10, 3600)
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Render a player's questions with the answers, or store a new question. Raises Http404 for people without a seat;
    eliminated players may ask."""
    access = game_for(request.user, slug)
    if access.player is None:
        raise Http404
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    form = AskForm(request.POST or None)
    outcome = submit_form(request, form, partial(dispute_raise, game_id=access.game.pk))
    if outcome.done:
        messages.success(request, _("The organizers will see it. Their answer comes by email and appears here."))
        return redirect("game-ask", slug=slug)
    head = page_header(access, PageReader.of(request.user), heading=False)
    context = {"head": head, "game": access.game, "form": form, "refusal": outcome.refusal}
    context["asked"] = asked_by(access.game, request.user)
    context["written"] = AuditEntry.objects.filter(game=access.game, action=WROTE).order_by("-pk")[:MESSAGES]
    return render(request, "organize/ask.html", context, status=outcome.status)


def asked_by(game: Game, user: User | AnonymousUser) -> list[tuple[AuditEntry, AuditEntry | None]]:
    """List a person's questions about a game, newest first, each with its answer. One query."""
    rows = AuditEntry.objects.filter(game=game, action__in=[RAISED, SETTLED]).order_by("-pk")
    answer: AuditEntry | None = None
    found = []
    for row in rows:
        if row.action == SETTLED:
            answer = row
        elif row.user_id == user.pk:
            found.append((row, answer))
    return found
