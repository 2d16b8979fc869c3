"""One act on many games: one form, one preview of all, one reason.

Template: organize/many.html (act, form, plans, sure, left_out, summary, unreached).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.current_user import person_of
from accounts.models import User
from games.errors import GameError
from games.models import Game, Player, Waiting
from games.organize import game_list
from games.organize.acts import GAME_ACTS, ActContext, OrganizerAct
from games.organize.forms import ReasonForm
from games.organize.reach import count_reached, readers_of, unreached_words
from games.permissions import for_organizers_of_some, organized_by
from games.services.organize import bulk_act
from games.wording.amounts import join_and

MOST_GAMES = 200
"""Games of one act on many; each sends two fields of a form (`DATA_UPLOAD_MAX_NUMBER_FIELDS`)."""


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
        return redirect(way_back(request))
    if len(games) > MOST_GAMES:
        text = _("At most %(most)s games at once: those that were created later are left out. Do it for them next.")
        messages.warning(request, text % {"most": MOST_GAMES})
        games = games[:MOST_GAMES]
    if request.method != "POST":
        return show(request, act, games, act.form())
    form = act.form(request.POST)
    if not form.is_valid():
        return show(request, act, games, form, status=422)
    if "sure" not in request.POST:
        return show(request, act, games, form, sure=True)
    return do_all(request, act, games, form)


def selected_games(user: User, wish: QueryDict) -> list[Game]:
    """Load the selected games, or all that the list shows, as far as the person organizes them, with their players and
    open answers; one more than `MOST_GAMES` where there are more. Three queries."""
    if "all" not in wish:
        rows = organized_by(user, Game.objects.filter(slug__in=wish.getlist("g")[: MOST_GAMES + 1]))
    else:
        show = game_list.FILTERS_BY_KEY.get(wish.get("show", ""), game_list.FILTERS_BY_KEY["attention"])
        search = wish.get("q", "").replace("\x00", "").strip()
        rows = game_list.query_games(user, show, timezone.now(), search)
    seats = Prefetch("players", Player.objects.select_related("user"))
    asked = Prefetch("waiting", Waiting.objects.select_related("player__user", "player__game", "game"))
    return list(rows.order_by("pk").prefetch_related(seats, asked)[: MOST_GAMES + 1])


def plans_for(act: OrganizerAct[Game], games: list[Game], form: ReasonForm) -> list[Plan]:
    """Preview an act on the games that allow it, and join those to which the same happens."""
    found: dict[tuple[str, ...], list[Game]] = {}
    for game in games:
        context = ActContext(game, timezone.now(), timezone.get_current_timezone())
        preview = tuple(map(str, act.preview(context, form.arguments()))) if act.is_possible(game) else ()
        found.setdefault(preview, []).append(game)
    return [Plan(tuple(same), preview) for preview, same in found.items()]


def summarize(act: OrganizerAct[Game], games: list[Game], left_out: int) -> str:
    """Sum up a preview: how many games do what, how many players are told, how many games are left out."""
    told, count = count_reached(readers_of(games), timezone.now()), len(games)
    assert act.summed is not None
    text = ngettext("%(games)s, %(count)s player is told.", "%(games)s, %(count)s players are told.", told)
    said = [text % {"games": act.summed(count) % {"count": count}, "count": told}]
    if left_out:
        text = ngettext("%(count)s game is left out.", "%(count)s games are left out.", left_out)
        said.append(text % {"count": left_out})
    return " ".join(said)


def way_back(request: HttpRequest) -> str:
    """Return where the page leads back: to the address that was given, if it is one of this site, or to the list."""
    wished = str((request.POST if request.method == "POST" else request.GET).get("back", ""))
    is_here = wished.startswith("/") and url_has_allowed_host_and_scheme(wished, allowed_hosts=None)
    return wished if is_here else reverse("organize")


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
        "back": way_back(request),
        "button": act.summed(len(chosen)) % {"count": len(chosen)} if act.summed else act.title,
        "unreached": unreached_words(readers_of(chosen), timezone.now()),
    }
    return render(request, "organize/many.html", context, status=status)


def do_all(request: HttpRequest, act: OrganizerAct[Game], games: list[Game], form: ReasonForm) -> HttpResponse:
    """Do the act to every game that is unchanged since its preview, each in a transaction of its own."""
    seen, ready = set(request.POST.getlist("seen")), []
    for game in games:
        if seen_as(game) in seen:
            ready.append(game)
            continue
        messages.warning(request, _("%(game)s moved on meanwhile, so nothing was done there.") % {"game": game.name})
    with bulk_act():
        done = do_each(request, act, ready, form)
    if done:
        text = ngettext("%(act)s: done for %(count)s game.", "%(act)s: done for %(count)s games.", done)
        messages.success(request, text % {"act": act.title, "count": done})
    return redirect(way_back(request))


def do_each(request: HttpRequest, act: OrganizerAct[Game], games: list[Game], form: ReasonForm) -> int:
    """Do the act to each game, or to all together where it has a service for that. Returns for how many it was done."""
    given = {"user": person_of(request), "reason": form.cleaned_data["reason"], **form.arguments()}
    if act.do_many is not None and len(games) > 1:
        together = partial(act.do_many, game_ids=[game.pk for game in games], **given)
        return len(games) if try_act(request, together) else 0
    return sum(try_act(request, partial(act.do, game_id=game.pk, **given), game.name) for game in games)


def try_act(request: HttpRequest, do: Callable[[], object], name: str = "") -> bool:
    """Do something; a refusal becomes a message."""
    try:
        do()
    except GameError as exc:
        messages.warning(request, f"{name}: {exc.message}" if name else exc.message)
        return False
    return True
