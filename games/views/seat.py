"""The settings of one's own seat: standing orders, the caretaker, resigning.

Template: games/settings.html (head, access, game, player, form, may_be_asked, refusal).
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import engine
from accounts.ratelimit import limited
from games.errors import GameError
from games.forms import StandingForm
from games.models import StandingOrder
from games.selectors.access import Access, game_for
from games.selectors.facts import Reading, head_of
from games.services.seats import resign, standing_set, take_back


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("seat", 60, 60)
def game_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show or change what happens in the reader's place. For players of the game only."""
    access = game_for(request.user, slug)
    if access.player is None:
        raise Http404
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    if request.method != "POST":
        return show_settings(request, access)
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        act(request, access)
    except GameError as exc:
        return show_settings(request, access, exc.message, exc.status)
    return redirect("game" if act is act_take_back else "game-settings", slug=slug)


def show_settings(request: HttpRequest, access: Access, refusal: str = "", status: int = 200) -> HttpResponse:
    order = StandingOrder.objects.filter(player=access.player).first()
    typed = {"text": request.POST.get("text", ""), "ask_me": "ask_me" in request.POST}
    rules = engine.rulesets().get(access.game.rules)
    stored = {"text": order.text, "ask_me": order.ask_me} if order else {}
    context = {
        "head": head_of(access, Reading.of(request.user), heading=False),
        "access": access,
        "game": access.game,
        "player": access.player,
        "form": StandingForm(initial=typed if refusal and request.POST.get("do") == "standing" else stored),
        "may_be_asked": rules is None or engine.asks_the_attacked(rules, access.game.options),
        "refusal": refusal,
    }
    return render(request, "games/settings.html", context, status=status)


def act_standing(request: HttpRequest, access: Access) -> None:
    form = StandingForm(request.POST)
    if not form.is_valid():
        raise GameError(_("Standing orders may have 2,000 characters."))
    data = form.cleaned_data
    standing_set(game_id=access.game.pk, user_id=request.user.pk or 0, text=data["text"], ask_me=data["ask_me"])
    messages.success(request, _("Your standing orders are kept."))


def act_take_back(request: HttpRequest, access: Access) -> None:
    take_back(game_id=access.game.pk, user_id=request.user.pk or 0)
    messages.success(request, _("The seat is yours again."))


def act_resign(request: HttpRequest, access: Access) -> None:
    """Resigning cannot be undone, so the form has a box that says so."""
    if "sure" not in request.POST:
        raise GameError(_("Tick the box if you are sure: you cannot come back."))
    resign(game_id=access.game.pk, user_id=request.user.pk or 0)
    messages.success(request, _("You have resigned. The caretaker holds your seat to the end."))


ACTS: dict[str, Callable[[HttpRequest, Access], None]] = {
    "standing": act_standing,
    "take_back": act_take_back,
    "resign": act_resign,
}
