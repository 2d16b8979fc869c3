"""One act on many games: one form, one preview of all, one reason.

Template: organize/many.html (act, form, plans, sure, left_out, summary, unreached).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.current_user import person_of
from accounts.models import User
from games.errors import GameError
from games.models import Game
from games.organize import game_list
from games.organize.acts import GAME_ACTS, ActContext, OrganizerAct
from games.organize.forms import ReasonForm
from games.organize.reach import count_reached, readers_of, unreached_words
from games.permissions import for_organizers_of_some, organized_by
from games.wording.amounts import join_and

MOST_GAMES = 200
"""Games of one act on many."""


@dataclass(frozen=True)
class Plan:
    """The preview of an act on games to which the same happens; without sentences they are left out, because their
    state does not allow the act."""

    games: tuple[Game, ...]
    preview: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        return join_and([game.name for game in self.games])


def seen_as(game: Game) -> str:
    """Identify a game as the preview showed it."""
    return f"{game.slug}:{game.seq}"


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_some
def many(request: HttpRequest) -> HttpResponse:
    """Ask for the fields of an act, preview it for each game, then do it."""
    wish = request.POST if request.method == "POST" else request.GET
    act = GAME_ACTS.get(wish.get("act", ""))
    if act is None or not act.bulk:
        raise Http404
    games = selected_games(person_of(request), wish)
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


def selected_games(user: User, wish: QueryDict) -> list[Game]:
    """Load the selected games, or all that the list shows, as far as the person organizes them. One query."""
    if "all" not in wish:
        rows = Game.objects.filter(slug__in=wish.getlist("g")[:MOST_GAMES])
        return list(organized_by(user, rows).order_by("pk"))
    show = game_list.FILTERS_BY_KEY.get(wish.get("show", ""), game_list.FILTERS_BY_KEY["attention"])
    search = wish.get("q", "").replace("\x00", "").strip()
    return list(game_list.query_games(user, show, timezone.now(), search).order_by("pk")[:MOST_GAMES])


def plans_for(act: OrganizerAct[Game], games: list[Game], form: ReasonForm) -> list[Plan]:
    """Preview an act on the games that allow it, and join those to which the same happens."""
    found: dict[tuple[str, ...], list[Game]] = {}
    for game in games:
        context = ActContext(game, timezone.now(), timezone.get_current_timezone())
        preview = tuple(map(str, act.preview(context, form.arguments()))) if act.is_possible(game) else ()
        found.setdefault(preview, []).append(game)
    return [Plan(tuple(same), preview) for preview, same in found.items()]


def summarize(act: OrganizerAct[Game], games: list[Game], left_out: int) -> str:
    """Sum up a preview: how many games, how many players are told, how many games are left out."""
    told = count_reached(readers_of(games), timezone.now())
    count = len(games)
    said = [
        ngettext("%(count)s game.", "%(count)s games.", count) % {"count": count},
        ngettext("%(count)s player gets an email.", "%(count)s players get an email.", told) % {"count": told},
    ]
    if left_out:
        text = ngettext("%(count)s game is left out.", "%(count)s games are left out.", left_out)
        said.append(text % {"count": left_out})
    return " ".join(said)


def show(
    request: HttpRequest,
    act: OrganizerAct[Game],
    games: list[Game],
    form: ReasonForm,
    *,
    sure: bool = False,
    status: int = 200,
) -> HttpResponse:
    plans = plans_for(act, games, form) if sure else [Plan(tuple(games))]
    chosen = [game for plan in plans if plan.preview or not sure for game in plan.games]
    left_out = [game for game in games if game not in chosen]
    context: dict[str, object] = {"act": act, "form": form, "sure": sure, "here": "organize", "there": "games"}
    context |= {
        "plans": [plan for plan in plans if plan.preview or not sure],
        "games": [(game, seen_as(game)) for game in chosen],
        "left_out": join_and([game.name for game in left_out]),
        "summary": summarize(act, chosen, len(left_out)) if sure else "",
        "unreached": unreached_words(readers_of(chosen), timezone.now()),
    }
    return render(request, "organize/many.html", context, status=status)


def do_all(request: HttpRequest, act: OrganizerAct[Game], games: list[Game], form: ReasonForm) -> HttpResponse:
    """Do the act to every game that is unchanged since its preview, each in a transaction of its own."""
    seen, done = set(request.POST.getlist("seen")), 0
    for game in games:
        if seen_as(game) not in seen:
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
