"""Settings of the reader's own seat: standing orders, the caretaker, resigning.

Template: games/settings.html (head, access, game, player, form, may_be_asked, may_be_invaded, examples, uses, over,
has_earlier, refusal).
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

import engine
from accounts.ratelimit import limited
from games.errors import BadStandingOrder, GameError
from games.families.parts import parts_of
from games.families.standing_cases import ATTACKED, INVADED
from games.lobby.forms import StandingForm
from games.models import Game, StandingOrder
from games.play import ask_offer
from games.play.standing_orders import has_case
from games.selectors.access import Access, game_for
from games.selectors.page_data import PageReader, page_header
from games.selectors.standing import lines_over, moment_of, uses_of
from games.selectors.standing_check import check_for
from games.services.seats import (
    LONGEST_STANDING,
    ask_offer_decline,
    ask_offer_take,
    last_text,
    resign,
    standing_restore,
    standing_set,
    take_back,
)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("seat", 60, 60)
def game_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Render or change the settings of the reader's seat. Raises Http404 for everybody without one."""
    access = game_for(request.user, slug)
    if not access.has_own_seat:
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
    except BadStandingOrder as exc:
        return show_settings(request, access, exc.message, exc.status, form_with_errors(request, exc))
    except GameError as exc:
        return show_settings(request, access, exc.message, exc.status)
    return redirect("game" if act in TO_THE_BOARD else "game-settings", slug=slug)


def show_settings(
    request: HttpRequest, access: Access, refusal: str = "", status: int = 200, form: StandingForm | None = None
) -> HttpResponse:
    player = access.player
    assert player is not None
    checks = {
        "hx-post": reverse("standing-check", args=[access.game.slug]),
        "hx-trigger": "input changed delay:400ms",  # as typed
        "hx-target": "#standing-check",
    }
    order = StandingOrder.objects.filter(player=player).first()
    stored = {"text": order.text} if order else {}
    shown = form or (StandingForm(request.POST) if sends_standing_orders(request) else StandingForm(initial=stored))
    shown.fields["text"].widget.attrs |= checks
    context = {
        "head": page_header(access, PageReader.of(request.user), heading=False),
        "access": access,
        "game": access.game,
        "player": player,
        "form": shown,
        "may_be_asked": may_be_asked(access.game),
        "may_be_invaded": INVADED in parts_of(access.game.rules).orders.standing_cases,
        "examples": standing_examples(access.game),
        "uses": uses_of([player])[player.pk] if player.seat is not None else [],
        "over": lines_over(access.game, order, access.game.round, moment_of(player, order, timezone.now())),
        "has_earlier": last_text(player) is not None,
        "refusal": refusal,
    }
    return render(request, "games/settings.html", context, status=status)


CHECKS_A_MINUTE = 30


@login_required
@require_POST
@limited("standing-check", CHECKS_A_MINUTE, 60)
def standing_check(request: HttpRequest, slug: str) -> HttpResponse:
    """Render what comes of each line of the text that is being typed. Saves nothing. Raises Http404 for everybody
    without a seat on a board."""
    access = game_for(request.user, slug)
    if access.player is None or not access.has_own_seat or access.viewer is None or not access.game.has_board:
        raise Http404
    text = request.POST.get("text", "")[: LONGEST_STANDING + 1]
    return render(request, "games/standing_check.html", {"found": check_for(access.game, access.player, text)})


def sends_standing_orders(request: HttpRequest) -> bool:
    """Check whether the form of standing orders was sent, which a refusal shows again as it was typed."""
    return request.method == "POST" and request.POST.get("do") == "standing"


def form_with_errors(request: HttpRequest, refused: BadStandingOrder) -> StandingForm:
    """Rebuild the form as it was sent, with an error for each line that cannot be read."""
    form = StandingForm(request.POST)
    for said in refused.each:
        form.add_error("text", said)
    return form


def standing_examples(game: Game) -> list[str]:
    """List lines that a standing order of this game may have."""
    said = parts_of(game.rules).orders.standing_examples
    hours = ask_offer.usual_hours(game)
    lines = [line.format(hours=hours) for key, line in said.items() if key != "ask" or game.reaction_hours]
    if not said and may_be_asked(game):
        lines.append("when attacked: defend 2")  # as typed
        lines += [f"when attacked: ask me within {hours} hours"] if game.reaction_hours else []  # as typed
    return [*lines, "when late: place on the weakest border; end turn"]  # as typed


def may_be_asked(game: Game) -> bool:
    """Check whether defenders choose anything under the rules of a game."""
    rules = engine.rulesets().get(game.rules)
    return rules is None or engine.defender_may_be_asked(rules, game.options)


def act_standing(request: HttpRequest, access: Access) -> None:
    form = StandingForm(request.POST)
    if not form.is_valid():
        raise GameError(_("Standing orders can have at most 2,000 characters."))
    data = form.cleaned_data
    standing_set(game_id=access.game.pk, user_id=request.user.pk or 0, text=data["text"])
    said = _("Your standing orders are saved.")
    if not may_be_asked(access.game) and has_case(
        data["text"], access.game.map, ATTACKED, parts_of(access.game.rules).orders.standing_cases
    ):
        said += " " + _("“when attacked” never applies in this game: you always defend with as many dice as allowed.")
    messages.success(request, said)


def act_bring_back(request: HttpRequest, access: Access) -> None:
    standing_restore(game_id=access.game.pk, user_id=request.user.pk or 0)
    messages.success(request, _("Your earlier standing orders are back."))


def act_ask_me(request: HttpRequest, access: Access) -> None:
    """Take the offer to be asked in turns of others, within the `hours` that were chosen."""
    hours = request.POST.get("hours", "")
    within = int(hours) if hours.isdecimal() and len(hours) < 4 else 0
    if not 1 <= within <= access.game.reaction_hours:
        most = {"most": access.game.reaction_hours}
        raise GameError(_("Choose a time of 1 to %(most)s hours.") % most)
    ask_offer_take(game_id=access.game.pk, user_id=request.user.pk or 0, hours=within)
    said = _("The game now asks you %(when)s. Your standing orders say so.")
    messages.success(request, said % {"when": ask_offer.occasions(access.game.rules)})


def act_ask_nothing(request: HttpRequest, access: Access) -> None:
    ask_offer_decline(game_id=access.game.pk, user_id=request.user.pk or 0)
    messages.success(request, _("The game goes on without asking you. You can change this in your standing orders."))


def act_take_back(request: HttpRequest, access: Access) -> None:
    take_back(game_id=access.game.pk, user_id=request.user.pk or 0)
    messages.success(request, _("The seat is yours again."))


def act_resign(request: HttpRequest, access: Access) -> None:
    """Resign, which cannot be undone: refused unless the box "sure" is ticked."""
    if "sure" not in request.POST:
        raise GameError(_("Tick the box if you are sure: you cannot come back."))
    resign(game_id=access.game.pk, user_id=request.user.pk or 0)
    messages.success(request, _("You have resigned. The caretaker keeps your seat to the end."))


ACTS: dict[str, Callable[[HttpRequest, Access], None]] = {
    "standing": act_standing,
    "bring_back": act_bring_back,
    "take_back": act_take_back,
    "resign": act_resign,
    "ask_me": act_ask_me,
    "ask_nothing": act_ask_nothing,
}
TO_THE_BOARD = (act_take_back, act_ask_me, act_ask_nothing)
"""What has its button on the board's page."""
