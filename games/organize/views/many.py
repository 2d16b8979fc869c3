"""One act on many games: one form, one preview of all, one reason.

Template: organize/many.html (act, form, plans, sure, refusal).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.errors import GameError
from games.models import Game
from games.organize import game_list
from games.organize.acts import ACTS, BULK_ACTS, ActContext, OrganizerAct
from games.organize.forms import ReasonForm
from games.permissions import for_organizers

MOST_GAMES = 200
"""Games of one act on many."""


@dataclass(frozen=True)
class Plan:
    """The preview of an act on one game; without sentences the game is left out, because its state does not allow the
    act."""

    game: Game
    preview: tuple[str, ...] = ()

    @property
    def seen(self) -> str:
        """The game as the preview showed it."""
        return f"{self.game.slug}:{self.game.seq}"


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers
def many(request: HttpRequest) -> HttpResponse:
    """Ask for the fields of an act, preview it for each game, then do it."""
    wish = request.POST if request.method == "POST" else request.GET
    act = ACTS[name] if (name := wish.get("act", "")) in BULK_ACTS else None
    if act is None:
        raise Http404
    games = selected_games(wish)
    if not games:
        messages.error(request, _("Select at least one game first."))
        return redirect("organize")
    if request.method != "POST":
        return show(request, act, games, act.form())
    form = act.form(request.POST)
    if not form.is_valid():
        return show(request, act, games, form, status=422)
    if "sure" not in request.POST:
        return show(request, act, games, form, sure=True)
    return do_all(request, act, games, form)


def selected_games(wish: QueryDict) -> list[Game]:
    """Load the selected games, or all that the list shows. One query."""
    if "all" not in wish:
        return list(Game.objects.filter(slug__in=wish.getlist("g")[:MOST_GAMES]).order_by("pk"))
    show = game_list.FILTERS_BY_KEY.get(wish.get("show", ""), game_list.FILTERS_BY_KEY["attention"])
    search = wish.get("q", "").replace("\x00", "").strip()
    return list(game_list.query_games(show, timezone.now(), search).order_by("pk")[:MOST_GAMES])


def plan_for(act: OrganizerAct, game: Game, form: ReasonForm) -> Plan:
    """Preview an act on one game."""
    if not act.is_possible(game):
        return Plan(game)
    context = ActContext(game, timezone.now(), timezone.get_current_timezone())
    return Plan(game, tuple(act.preview(context, form.arguments())))


def show(
    request: HttpRequest,
    act: OrganizerAct,
    games: list[Game],
    form: ReasonForm,
    *,
    sure: bool = False,
    status: int = 200,
) -> HttpResponse:
    plans = [plan_for(act, game, form) if sure else Plan(game) for game in games]
    context: dict[str, Any] = {"act": act, "form": form, "sure": sure, "here": "organize", "there": "games"}
    context["plans"] = [plan for plan in plans if plan.preview or not sure]
    context["left_out"] = [plan.game for plan in plans if sure and not plan.preview]
    return render(request, "organize/many.html", context, status=status)


def do_all(request: HttpRequest, act: OrganizerAct, games: list[Game], form: ReasonForm) -> HttpResponse:
    """Do the act to every game that is unchanged since its preview, each in a transaction of its own."""
    seen, done = set(request.POST.getlist("seen")), 0
    for game in games:
        if Plan(game).seen not in seen:
            messages.warning(
                request, _("%(game)s moved on meanwhile, so nothing was done there.") % {"game": game.name}
            )
            continue
        try:
            act.do(game_id=game.pk, user=request.user, reason=form.cleaned_data["reason"], **form.arguments())
            done += 1
        except GameError as exc:
            messages.warning(request, f"{game.name}: {exc.message}")
    if done:
        text = ngettext("%(act)s: done for %(count)s game.", "%(act)s: done for %(count)s games.", done)
        messages.success(request, text % {"act": act.title, "count": done})
    return redirect("organize")
