"""The turn page: the board, the panel of the open decision, and the orders that come from it.

Templates: games/turn.html with `page` (a TurnPage of games.pages), games/over.html with `page` (an OverPage) and
`parts` (of apps).
"""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import push_url, reselect, reswap, retarget

import engine
from accounts.ratelimit import client_ip, limit_reads, limited
from games.decisions.kit.context import (
    field_counts,
    fit_counts,
    overwritten,
    read_placements,
    read_selection,
    write_placements,
)
from games.decisions.kit.page_types import Refusal
from games.decisions.kit.posted import IncompleteForm
from games.decisions.registry import action_from_form, is_line, lines_from_form
from games.errors import GameError, GamePaused, KeyReused, NotAllowed, StaleDecision
from games.models import Entry
from games.pages.turn import turn_page
from games.play.messages import Receipt
from games.selectors.access import Access, game_for, view_of
from games.selectors.history import result_of
from games.selectors.page_data import PageReader, address, build_page_data, failed_plan
from games.selectors.presence import Shown, note_open
from games.selectors.result_parts import result_parts
from games.services.orders import order_submit, order_undo
from games.services.seats import store_move_in_choice
from games.views.public import public_page

MOVES_A_MINUTE = 60
MOVES_OF_AN_ADDRESS = 300
"""A minute, from one address: a whole table may share one."""

POLLS_A_MINUTE = 20
"""Of one person for one game. A page asks four times a minute, and keeps asking when it was refused."""

POLLS_OF_AN_ADDRESS = 120
"""Of all spectators of one game behind one address."""

MOST_TYPED = 2000


@require_http_methods(["GET", "HEAD", "POST"])
def game_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the game as the reader sees it now, or play the order that a POST gives."""
    if request.method == "POST":
        return game_answer(request, slug)
    return public_page(request, slug, lambda: page_for(request, slug))


@limited("moves", MOVES_OF_AN_ADDRESS, 60, by="ip")
@limited("move", MOVES_A_MINUTE, 60)
def game_answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a POST of the turn page, within the limits of moves."""
    return page_for(request, slug)


def page_for(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the page, or answer a POST, for one reader."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        return answer_post(request, access)
    if access.game.has_ended:
        board = request.GET.get("board", "")[:40]
        reading = PageReader.of(request.user)
        shown = {"page": result_of(access, reading, board), "parts": result_parts(access, reading)}
        return render(request, "games/over.html", shown)
    return show(request, access)


def show(
    request: HttpRequest, access: Access, refusal: Refusal | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """Render the page of the stored game; a refusal keeps what was typed and chosen."""
    view = view_of(access.game, access.viewer)
    graph = engine.mapgraph(access.game.map)
    typed = refusal.typed if refusal else request.GET.get("order", "")[:MOST_TYPED]
    if refusal is None and not request.GET:
        typed = failed_plan(access, view)[:MOST_TYPED]
    whole = request.GET.get("story") == "whole"
    data = build_page_data(access, view, PageReader.of(request.user), typed=typed, whole=whole)
    chosen = request.GET if request.method != "POST" else selection_query(request.POST, graph)
    page = turn_page(view, graph, data, read_selection(chosen, graph), refusal)
    return render(request, "games/turn.html", {"page": page}, status=status, using="jinja2")


def selection_query(post: QueryDict, graph: engine.MapGraph) -> dict[str, str]:
    """Convert the fields of a refused form to the query that shows the same selection."""
    chosen = {name: str(value) for name, value in post.items()}
    ways = {"way": "counts"} if any(name.startswith("c-") for name in chosen) else {}
    counts = field_counts(chosen, "n-", graph) or field_counts(chosen, "c-", graph)
    at = overwritten(read_placements(chosen.get("at", ""), graph), counts)
    listed = read_placements(chosen.get("neutral", ""), graph)
    neutral = fit_counts(listed, field_counts(chosen, "neutral-", graph))
    lists = {"at": write_placements(at, graph), "neutral": write_placements(neutral, graph)}
    return {**chosen, **ways, **lists, "cards": post.get("set", "")}


def answer_post(request: HttpRequest, access: Access) -> HttpResponse:
    """Play the order of a form or of the order line; render the page with a refusal if it is not possible."""
    typed = request.POST.get("order", "")[:MOST_TYPED] if is_line(request.POST) else ""
    try:
        receipt = submit(request, access)
    except (engine.OrderError, IncompleteForm, GameError) as exc:
        return refused_page(request, access, exc, typed)
    if access.player is not None:
        store_move_in_choice(access.player.pk, request.POST.get("then", ""))
    if receipt.refusal is not None:
        return refused_page(request, access, receipt.refusal, "", partly=True)
    return redirect("game", slug=access.game.slug)


def submit(request: HttpRequest, access: Access) -> Receipt:
    """Read the form and hand it to the service. Raises NotAllowed, IncompleteForm, and what `order_submit` raises."""
    if not access.may_play or access.viewer is None:
        raise NotAllowed
    text = request.POST.get("order", "").replace("\r\n", "\n")
    if len(text) > MOST_TYPED:
        why = _("This is too long: send at most %(most)s characters at once.") % {"most": MOST_TYPED}
        raise engine.UnreadableOrder(text, why)
    action = None
    if not is_line(request.POST):
        text, action = parse_panel_form(request, access)
    try:
        return order_submit(
            game_id=access.game.pk,
            seat=access.viewer,
            ref=parse_ref(request.POST.get("ref", "")),
            source=Entry.Source.WEB,
            user_id=request.user.pk or 0,
            key=idempotency_key(request.POST),
            action=action,
            text=text,
        )
    except KeyReused as exc:
        raise StaleDecision from exc


def parse_panel_form(request: HttpRequest, access: Access) -> tuple[str, engine.Action | None]:
    """Parse a panel's form: the text of its orders where it sends several, else its action.

    A form of an earlier decision is parsed too where possible: if it was sent twice, the service knows it by its key
    and returns the result of the first. Raises StaleDecision if it cannot be parsed, IncompleteForm, UnreadableOrder.
    """
    view = view_of(access.game, access.viewer)
    graph = engine.mapgraph(view.map)
    try:
        if text := lines_from_form(request.POST, view, graph):
            return text, None
        return "", engine.action_from_json(action_from_form(request.POST, view, graph))
    except (IncompleteForm, engine.OrderError) as exc:
        if str(view.ref) != request.POST.get("ref", ""):
            raise StaleDecision from exc
        raise


def parse_ref(text: str) -> int:
    """Parse the id of a decision from a form. Raises StaleDecision for any other text, which no page of ours sends."""
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise StaleDecision
    return int(text)


def idempotency_key(post: QueryDict) -> str:
    """Read the idempotency key of a form, at most 60 characters. NUL is dropped, for no database text may hold it."""
    return post.get("key", "").replace("\0", "")[:60]


def refused_page(
    request: HttpRequest, access: Access, exc: Exception, typed: str, partly: bool = False
) -> HttpResponse:
    """Render the page as it stands now with the refusal and its HTTP status. If htmx already shows that page, nothing
    was played and the game has not moved on, only the sentence is sent."""
    status = exc.status if isinstance(exc, GameError) else HTTPStatus.UNPROCESSABLE_ENTITY
    headline = _("That order was not played.")
    if partly:
        headline = _("The orders before it were played; this one was refused.")
    elif isinstance(exc, GamePaused):
        headline = _("Not now.")
    elif status == HTTPStatus.CONFLICT:
        headline = _("Too late for that.")
    refusal = Refusal(headline, str(exc), typed)
    if isinstance(exc, engine.UnreadableOrder):
        line = exc.text if exc.text in typed else ""
        further = tuple((error.text, error.why) for error in exc.further)
        refusal = Refusal(headline, exc.why, typed, exc.wrong or line, exc.candidates, line, exc.hint, further)
    if request.htmx and status != HTTPStatus.CONFLICT and not partly:  # type: ignore[attr-defined]  # of its middleware
        return refusal_fragment(request, access, refusal, status)
    fresh = game_for(request.user, access.game.slug)
    return show(request, fresh, refusal, status)


def refusal_fragment(request: HttpRequest, access: Access, refusal: Refusal, status: int) -> HttpResponse:
    """Render only the refusal: htmx puts it in its place on the page and leaves the form as it is."""
    context = {
        "refusal": refusal,
        "url": address("game", access.game),
        "orders_url": address("game-orders", access.game),
    }
    response = render(request, "partials/refusal.html", context, status=status, using="jinja2")
    response = retarget(reselect(reswap(response, "innerHTML"), ".refusal"), "#refusal")
    return push_url(response, False)


@require_safe
def game_poll(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page if something has happened since `?seq=`, else 204; signed polls of pages to which nothing has
    happened are answered before (games.selectors.access)."""
    most = POLLS_A_MINUTE if request.user.is_authenticated else POLLS_OF_AN_ADDRESS
    if wait := limit_reads(poll_key(request, slug), most, 60):
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": str(wait)})
    access = game_for(request.user, slug)
    if str(access.game.seq) == request.GET.get("seq", "") or not access.game.has_board:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if access.player is not None and "here" in request.GET:
        # the poll of the page that comes notes its decision
        note_open(access.player.pk, request.user.pk or 0, Shown(access.game.seq, ref=0))
    return show(request, access)


def poll_key(request: HttpRequest, slug: str) -> str:
    """Build the rate limit's key of polls: by person and game, or by address and game for spectators."""
    who = f"user:{request.user.pk}" if request.user.is_authenticated else f"ip:{client_ip(request)}"
    return f"poll:{who}:{slug[:60]}"


@login_required
@require_POST
@limited("moves", MOVES_OF_AN_ADDRESS, 60, by="ip")
@limited("move", MOVES_A_MINUTE, 60)
def game_undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the reader's last order back."""
    access = game_for(request.user, slug)
    try:
        if not access.may_play or access.viewer is None:
            raise NotAllowed
        order_undo(
            game_id=access.game.pk,
            seat=access.viewer,
            ref=parse_ref(request.POST.get("ref", "")),
            user_id=request.user.pk or 0,
            key=idempotency_key(request.POST),
        )
    except GameError as exc:
        return refused_page(request, access, exc, "")
    return redirect("game", slug=slug)
