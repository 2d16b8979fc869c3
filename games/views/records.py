"""Pages to look things up: history, odds, log, profiles, how to play, how the dice are proved.

Templates: games/history.html (page), games/odds.html (form, result, head), games/profile.html (person, share,
profile, sections, parts), games/help.html (lesson, rulesets, variations), games/orders.html (verbs),
games/game_orders.html (head, sheet, table_orders), games/fair.html, games/dice.html (head, game, proof).
"""

from __future__ import annotations

import csv
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import engine
from accounts.current_user import person_of
from accounts.ratelimit import limited_reads
from accounts.services import AccountGone, confirmed_people, update_fields
from games.decisions.kit.context import number
from games.families.parts import parts_of
from games.lobby.forms import OddsForm
from games.mail.parts import shared_board_picture
from games.pages.lesson import family_turn, lesson
from games.pages.orders import order_sheet
from games.play.chain import draw_ranges, published_log
from games.selectors.access import Access, game_for, view_of, view_then
from games.selectors.dice_proof import dice_proof
from games.selectors.history import history_of, stop_to_seq
from games.selectors.odds import calculate_odds
from games.selectors.page_data import PageReader, page_header
from games.selectors.profile import export_results, profile_of
from games.selectors.profile_sections import hidden_from, parts_to_hide, profile_card, profile_sections
from games.services.table_orders import usages
from games.wording.rules import command_reference, summarize_game, summarize_games, variations


@require_safe
def game_history(request: HttpRequest, slug: str, seq: int | None = None) -> HttpResponse:
    """Render the game as it stood after entry `seq`; `?at=` comes from the slider."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    player = request.GET.get("player", "")[:8]
    slid = requested_seq(request, access)
    if slid is not None:
        kept = f"?{urlencode({'player': player})}" if player else ""
        return redirect(reverse("game-history", args=[slug, slid]) + kept)
    asked = {"shown": request.GET.get("view", "")[:40], "board": request.GET.get("board", "")[:40]}
    step = number(request.GET.get("step"))
    page = history_of(access, seq, PageReader.of(request.user), **asked, player=player, step=step or None)
    if page is None:
        raise Http404
    return render(request, "games/history.html", {"page": page}, using="jinja2")


@require_safe
def game_picture(request: HttpRequest, slug: str, seq: int) -> HttpResponse:
    """Serve the board as spectators saw it after entry `seq`: a PNG of at most 150 kB, made once."""
    access = game_for(request.user, slug)
    game = access.game
    if not game.has_board or not 1 <= seq <= game.seq:
        raise Http404
    png = shared_board_picture(game.pk, view_then(game, seq, None))
    if not png:
        raise Http404
    response = HttpResponse(png, content_type="image/png")
    response.headers["Cache-Control"] = "public, max-age=3600" if game.is_watchable else "private, no-cache"
    return response


def requested_seq(request: HttpRequest, access: Access) -> int | None:
    """Read the moment that the form asks for: `?at=` is a stop of the slider, `?seq=` the number of an entry."""
    for name in ("at", "seq"):
        text = request.GET.get(name, "")
        if text.isascii() and text.isdigit() and len(text) < 9:
            return stop_to_seq(access.game, int(text)) if name == "at" else int(text)
    return None


@require_safe
def game_odds(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the odds calculator in the frame of a game."""
    access = game_for(request.user, slug)
    head = page_header(access, PageReader.of(request.user), heading=False)
    return odds_page(request, {"head": head, "access": access})


@require_safe
def game_orders(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the orders of a game, with those first that its reader can give now."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    head = page_header(access, PageReader.of(request.user), heading=False)
    sheet = order_sheet(view_of(access.game, access.viewer))
    return render(request, "games/game_orders.html", {"head": head, "sheet": sheet, "table_orders": usages()})


def odds_page(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """Render the odds calculator, with a result once its form is filled in."""
    form = OddsForm(request.GET if "attackers" in request.GET else OddsForm.example())
    result = None
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        result = calculate_odds(data["attackers"], data["path"], data["until"] or 0)
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "games/odds.html", {**context, "form": form, "result": result}, status=status)


@require_safe
def game_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the published log as a file: whole and with the key once the game has ended."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        raise Http404
    response = HttpResponse(published_log(access.game), content_type="application/jsonl; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{access.game.slug}.jsonl"'
    return response


@require_safe
def game_dice(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the proof of the dice of a game; once it has ended a script on the page checks all of them."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        raise Http404
    context = {
        "head": page_header(access, PageReader.of(request.user), heading=False),
        "game": access.game,
        "proof": dice_proof(access.game, access.players),
    }
    return render(request, "games/dice.html", context)


@require_safe
@limited_reads("draws", 30, 60)
def game_draws(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the range of each draw of an ended game as JSON, for the script that repeats them."""
    game = game_for(request.user, slug).game
    if not (game.has_board and game.has_ended):
        raise Http404
    return JsonResponse(draw_ranges(game), safe=False)


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """Render the page on how the dice are proved, and what that cannot show."""
    return render(request, "games/fair.html")


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """Render the introduction: a lesson, the differences between rule sets, and how to play by mail."""
    context = {"lesson": lesson(), "rulesets": summarize_games(), "variations": variations(), "here": "help"}
    return render(request, "games/help.html", context)


@require_safe
def how_to_play_family(request: HttpRequest, rules: str) -> HttpResponse:
    """Render the pieces, a turn in pictures and the rules of a family. Raises Http404 where it has no such lesson."""
    played = engine.rulesets().get(rules)
    told = parts_of(rules).lesson if played in engine.base_presets() else None
    if played is None or told is None:
        raise Http404
    context = {
        "game": summarize_game(played),
        "told": told,
        "turn": family_turn(rules, get_language() or ""),
        "here": "help",
    }
    return render(request, "games/family_help.html", context)


@require_safe
def how_to_order(request: HttpRequest) -> HttpResponse:
    """Render the reference of orders, conditions, standing orders and keys."""
    return render(request, "games/orders.html", {"verbs": command_reference()})


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Render a person's games and results as the reader may see them. Raises Http404 for an unknown name, and for a
    sign-up whose address is not confirmed yet."""
    person = get_object_or_404(confirmed_people(), username__iexact=username)
    hidden = hidden_from(person, request.user)
    context = {
        "person": person,
        "share": profile_card(person),
        "profile": profile_of(person, request.user, hidden),
        "sections": profile_sections(person, request.user, request.GET.dict()),
        "parts": parts_to_hide() if person == request.user else [],
    }
    return render(request, "games/profile.html", context)


@login_required
@require_POST
def profile_parts(request: HttpRequest) -> HttpResponse:
    """Store which parts of their page the reader shows to others; those that the form does not name are hidden."""
    person = person_of(request)
    shown = request.POST.getlist("shown")
    person.hidden_parts = [name for name, _title in parts_to_hide() if name not in shown]
    try:
        update_fields(person, ["hidden_parts"])
    except AccountGone:
        raise Http404 from None
    messages.success(request, _("Saved."))
    return redirect("profile", username=person.username)


@login_required
@require_safe
def own_results(request: HttpRequest) -> HttpResponse:
    """Serve all games that the reader has finished as a table (CSV)."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="results.csv"'
    csv.writer(response).writerows([safe_cell(cell) for cell in row] for row in export_results(person_of(request)))
    return response


def safe_cell(text: str) -> str:
    """Return a cell that no program reads as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
