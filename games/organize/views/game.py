"""One game as its organizer sees it: the present, the journal, the mails, and the acts on it.

Templates: organize/game.html (now), organize/journal.html, organize/mails.html, organize/act.html (form, then what
will happen and the button), organize/hidden.html.
"""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

import engine
from accounts.current_user import person_of
from games.errors import GameError, StaleDecision
from games.models import Game
from games.organize import game_detail, game_list
from games.organize.acts import GAME_ACTS, ActContext, OrganizerAct, acts_for
from games.organize.forms import ReasonForm
from games.organize.reach import readers_of, unreached_words
from games.organize.sections import sections_of
from games.organize.views.posting import submit_form
from games.organize.views.site import int_param
from games.permissions import for_organizers_of_some, organizes
from games.selectors.moments import last_rewind
from games.selectors.page_data import stage_text
from games.selectors.thumbnails import mini_map_of
from games.services.disputes import dispute_settle, open_disputes, reveal_hidden, revealed_until


def load_game(request: HttpRequest, slug: str) -> Game:
    """Load a game that the reader organizes, with its status flags. Raises Http404."""
    game = get_object_or_404(game_list.with_flags(timezone.now()).select_related("creator"), slug=slug)
    if not organizes(request.user, game):
        raise Http404
    return game


def game_context(game: Game, tab: str) -> dict[str, object]:
    """Build the context that all pages of a game share."""
    return {
        "game": game,
        "rules": engine.ruleset(game.rules).title if game.rules in engine.rulesets() else game.rules,
        "stage": stage_text(game) if game.has_board else game.get_status_display(),
        "badges": game_list.status_badges(game, timezone.now()),
        "tab": tab,
        "here": "organize",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_some
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the seats, open answers and questions of a game; a POST answers the questions."""
    game = load_game(request, slug)
    refusal, status = "", 200
    if request.method == "POST":
        try:
            dispute_settle(game_id=game.pk, user=person_of(request), answer=request.POST.get("answer", ""))
        except GameError as exc:
            refusal, status = exc.message, exc.status
        else:
            messages.success(request, _("Answered. Those who asked get it by email."))
            return redirect("organize-game", slug=slug)
    context = game_context(game, "now") | {
        "players": game_detail.seats_of(game),
        "asked": game_detail.open_answers(game),
        "acts": acts_for(game),
        "disputes": open_disputes(game),
        "audit": game_detail.audit_of(game),
        "sections": sections_of(game),
        "mini": mini_map_of(game, None) if game.has_board else "",
        "can_replace": GAME_ACTS["replace"].is_possible(game),
        **last_rewind_context(game),
        "refusal": refusal,
        "answer": request.POST.get("answer", ""),
    }
    return render(request, "organize/game.html", context, status=status)


def last_rewind_context(game: Game) -> dict[str, object]:
    """Describe the last rewind if it can still be undone."""
    entry = last_rewind(game) if GAME_ACTS["rewind"].is_possible(game) else None
    if entry is None:
        return {}
    names = game_detail.names_of(game, game_detail.seats_of(game))
    line = game_detail.journal_line(entry, {}, names, (), whole=False)
    return {"rewind": entry, "rewind_words": line.sentences[0]}


@require_safe
@for_organizers_of_some
def journal(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the journal, newest first, as spectators know it; whole while hidden information is open to the reader."""
    game = load_game(request, slug)
    whole = "whole" in request.GET and revealed_until(game, person_of(request), timezone.now()) is not None
    lines, more = game_detail.journal_page(
        game, game_detail.seats_of(game), before=int_param(request, "before"), whole=whole
    )
    context = {"lines": lines, "more": more, "whole": whole, "may_rewind": GAME_ACTS["rewind"].is_possible(game)}
    return render(request, "organize/journal.html", game_context(game, "journal") | context)


@require_safe
@for_organizers_of_some
def mails(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the mails of a game with their states."""
    game = load_game(request, slug)
    found, more = game_detail.mails_of(game, int_param(request, "before"))
    return render(request, "organize/mails.html", game_context(game, "mails") | {"mails": found, "more": more})


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_some
def act(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Ask for the fields of an act, preview it, then do it."""
    chosen = GAME_ACTS.get(name)
    if chosen is None:
        raise Http404
    game = load_game(request, slug)
    if not chosen.is_possible(game):
        messages.error(request, _("This is not possible in this game right now."))
        return redirect("organize-game", slug=slug)
    if request.method == "POST":
        return act_post(request, game, chosen)
    initial: dict[str, object] = {"seq": request.GET.get("to", "")} if name == "rewind" else {}
    if "vote" in request.GET:
        initial["vote"] = request.GET["vote"]
    if name == "replace" and "seat" in request.GET:
        initial["seat"] = int_param(request, "seat")
    return show_act(request, game, chosen, chosen.form(game=game, initial=initial))


def act_post(request: HttpRequest, game: Game, chosen: OrganizerAct[Game]) -> HttpResponse:
    """Show what will happen first; with `sure`, and if nothing has happened since, do it."""
    form = chosen.form(request.POST, game=game)
    if not form.is_valid():
        return show_act(request, game, chosen, form, status=422)
    if "sure" not in request.POST:
        return show_act(request, game, chosen, form, sure=True)
    if request.POST.get("seen") != str(game.seq):
        return show_act(request, game, chosen, form, sure=True, refusal=StaleDecision().message, status=409)
    try:
        chosen.do(game_id=game.pk, user=request.user, reason=form.cleaned_data["reason"], **form.arguments())
    except GameError as exc:
        return show_act(request, load_game(request, game.slug), chosen, form, refusal=exc.message, status=exc.status)
    messages.success(request, str(chosen.done))
    return redirect("organize-game", slug=game.slug)


def show_act(
    request: HttpRequest,
    game: Game,
    chosen: OrganizerAct[Game],
    form: ReasonForm,
    *,
    sure: bool = False,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    act_context = ActContext(game, timezone.now(), timezone.get_current_timezone())
    context = game_context(game, "act") | {
        "act": chosen,
        "form": form,
        "sure": sure,
        "preview": chosen.preview(act_context, form.arguments()) if sure else [],
        "unreached": unreached_words(readers_of([game]), timezone.now()),
        "refusal": refusal,
    }
    return render(request, "organize/act.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_some
def hidden(request: HttpRequest, slug: str) -> HttpResponse:
    """Render hands and sealed answers to an organizer who has given a reason and does not play here."""
    game = load_game(request, slug)
    if game.has_ended or not game.has_board:
        messages.error(request, _("This is not possible in this game right now."))
        return redirect("organize-game", slug=slug)
    form = ReasonForm(request.POST or None)
    outcome = submit_form(request, form, partial(reveal_hidden, game_id=game.pk))
    if outcome.done:
        return redirect("organize-hidden", slug=slug)
    until = revealed_until(game, person_of(request), timezone.now())
    hands = game_detail.secrets_of(game, game_detail.seats_of(game)) if until else []
    context = {"form": form, "refusal": outcome.refusal, "until": until, "hands": hands}
    return render(request, "organize/hidden.html", game_context(game, "hidden") | context, status=outcome.status)
