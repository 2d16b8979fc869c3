"""Pages before the first move: the list of games, the form for a new one, its lobby, invitations.

Templates: games/home.html (mine, invited, open_games, lines, counts), games/public.html (form, rows), games/new.html
(form, page), games/lobby.html (access, seats, join, invite_form, invite_url, may_start, fill, refusal),
games/invite.html (game, seats, join).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import engine
from accounts.address_proof import proved_address
from accounts.current_user import person_of
from accounts.models import User
from accounts.ratelimit import limited
from engine import COLOURS
from games.errors import GameError, LobbyError, NotAllowed
from games.lines import HOME_LINES, counts_of, links_of
from games.lobby.forms import FillForm, InviteForm, JoinForm, PublicForm
from games.lobby.new_game_form import FIRST_RULES, NewGameForm
from games.lobby.new_game_page import NewGamePage
from games.mail.links import absolute_url
from games.models import Game, Player
from games.models.game import tell_apart
from games.selectors.access import Access, game_for
from games.selectors.lists import (
    add_seats,
    first_shown,
    invitations_to,
    my_games,
    next_waiting,
    open_games,
    public_games,
    watchable_games,
)
from games.selectors.own_times import tell_own_times
from games.selectors.page_data import site_card
from games.selectors.seat_notes import note_seats
from games.selectors.thumbnails import add_minis, front_board
from games.services.invitations import expected_players, invite_send
from games.services.lobby import (
    NEW_GAMES_AN_HOUR,
    game_call_off,
    game_create,
    game_join,
    game_leave,
    game_rematch,
    game_start,
)
from games.wording.rules import table_rules


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Render the front page to strangers; redirect people who are logged in to their games."""
    return redirect("home") if request.user.is_authenticated else about(request)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Render the front page to everybody, people who are logged in too."""
    games = watchable_games(6)
    shown = games[0] if games else None
    context = {
        "watchable": games,
        "shown": shown,
        "board": front_board(shown) if shown else None,
        "rulesets": engine.base_presets(),
        "share": site_card(
            _("Fieldpost, a war game in no hurry"), _("Slow games of conquest, on the web and by email")
        ),
    }
    return render(request, "games/landing.html", context)


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Render the reader's games, those that wait for them first, and the games that they can join."""
    person = person_of(request)
    mine = my_games(person)
    add_minis(person, mine)
    invited = invitations_to(person)
    asked_to = {invitation.game.pk for invitation in invited}
    tables = [game for game in open_games(person) if game.pk not in asked_to]
    add_seats(person, [*tables, *(player.game for player in mine.gathering)])
    context = {"mine": mine, "invited": invited, "open_games": tables, "here": "games"}
    context["lines"] = links_of(HOME_LINES, person)
    context["counts"] = {} if mine.none_yet else counts_of(person)
    return render(request, "games/home.html", context, using="jinja2")


@require_safe
def games_public(request: HttpRequest) -> HttpResponse:
    """List public games, searched and filtered; anybody may look."""
    wished = request.GET.copy()
    if not wished.get("show"):
        wished["show"] = first_shown()
    form = PublicForm(wished)
    wish = form.cleaned_data if form.is_valid() else {}
    chosen = engine.rulesets().get(wish.get("rules", ""))
    page = page_number(request)
    rows, more = public_games(
        request.user,
        wish.get("show") or "open",
        search=wish.get("search", ""),
        rules=[chosen.id, *([chosen.for_two] if chosen.for_two else [])] if chosen else [],
        page=page,
    )
    context = {
        "form": form,
        "rows": rows,
        "page": page,
        "more": more,
        "back": page_query(request, page - 1),
        "on": page_query(request, page + 1),
        "here": "public",
        "share": site_card(_("Public games on Fieldpost"), _("Games that you can join, watch or replay")),
    }
    return render(request, "games/public.html", context)


def page_number(request: HttpRequest) -> int:
    """Read the page number of a list from the query; 1 for anything but 1 to 9999."""
    text = request.GET.get("page", "")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 5 else 1


def page_query(request: HttpRequest, page: int) -> str:
    """Build the query string of another page of the same list."""
    query = request.GET.copy()
    query["page"] = str(page)
    return query.urlencode()


@login_required
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the game that waits for the reader most urgently, or to their list if none does."""
    game = next_waiting(person_of(request))
    return redirect("game", slug=game.slug) if game else redirect("home")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def game_new(request: HttpRequest) -> HttpResponse:
    """Render the form for a new game or create the game. A POST with `look` only shows the form again, for what is
    chosen in it."""
    if request.method != "POST":
        return show_form(
            request,
            NewGameForm(
                initial={"colour": COLOURS[0], "rules": FIRST_RULES, **initial_values(request)},
                zone=person_of(request).timezone,
            ),
        )
    return preview_game(request) if {"look", "preset"} & set(request.POST) else create_game(request)


@limited("look", 120, 60)
def preview_game(request: HttpRequest) -> HttpResponse:
    """Render the form again for other rules or another number of seats, with all that was typed."""
    form = NewGameForm(request.POST, zone=person_of(request).timezone)
    form.preview()
    return show_form(request, form)


@limited("new", NEW_GAMES_AN_HOUR, 3600)
def create_game(request: HttpRequest) -> HttpResponse:
    """Create a game from the form, or one against three bots that begins at once."""
    if "now" in request.POST:
        form = NewGameForm.against_bots(request.POST, name_against_bots(person_of(request)))
    else:
        form = NewGameForm(request.POST, zone=person_of(request).timezone)
    if form.is_valid():
        try:
            game = game_create(creator=person_of(request), settings=form.settings(person_of(request).timezone))
        except GameError as exc:
            form.add_error(None, exc.message)
        else:
            invite_all(request, game, form.invited() if game.is_open else [], form.cleaned_data["note"])
            return redirect("game" if game.has_board else "game-lobby", slug=game.slug)
    return show_form(request, form, HTTPStatus.UNPROCESSABLE_ENTITY)


def name_against_bots(person: User) -> str:
    """Name a game against three bots; from the second on with its number."""
    name = _("%(name)s against three bots") % {"name": person.username}
    before = Game.objects.filter(creator=person, name__startswith=name).count()
    return _("%(game)s, game %(number)s") % {"game": name, "number": before + 1} if before else name


def show_form(request: HttpRequest, form: NewGameForm, status: int = HTTPStatus.OK) -> HttpResponse:
    refused = status == HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"form": form, "page": NewGamePage(form), "refused": refused, "here": "new"}
    if clock := form.clock_so_far():
        context["own_times"] = tell_own_times(clock.rules, request.user, timezone.now())
    return render(request, "games/new.html", context, status=status)


def invite_all(request: HttpRequest, game: Game, people: list[str], note: str) -> None:
    """Invite people to a new game, and report how many. The game stands even if an invitation fails."""
    sent = 0
    for whom in people:
        try:
            sent += invite_send(game_id=game.pk, user=person_of(request), whom=whom, note=note)
        except GameError as exc:
            messages.error(request, exc.message)
    if sent:
        words = ngettext("%(count)s invitation is on its way.", "%(count)s invitations are on their way.", sent)
        messages.success(request, words % {"count": sent})


def initial_values(request: HttpRequest) -> dict[str, str]:
    """Read the initial values of a fresh form from the query: `?rules=` chooses a rule set, and two seats with a set
    for two."""
    rules = engine.rulesets().get(request.GET.get("rules", ""))
    if rules is None:
        return {}
    main = engine.base_preset(rules)
    return {"rules": main.id} if main is rules else {"rules": main.id, "seats_wanted": "2"}


@require_http_methods(["GET", "HEAD", "POST"])
@limited("lobby", 60, 60)
def game_lobby(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the lobby of an open game, or do what a button of it says. Redirects a person who was invited, and may
    not see it yet, to their invitation. Raises Http404 for everybody else who may not."""
    try:
        access = game_for(request.user, slug)
    except Http404:
        invited = invitations_to(person_of(request)) if request.user.is_authenticated else []
        token = next((each.game.invite_token for each in invited if each.game.slug == slug), "")
        if not token:
            raise
        return redirect("invite", token=token)
    if request.method == "POST":
        return lobby_post(request, access)
    if access.game.has_board:
        return redirect("game", slug=slug)
    return show_lobby(request, access)


def show_lobby(request: HttpRequest, access: Access, refusal: str = "", status: int = 200) -> HttpResponse:
    game = access.game
    enough = len(access.players) >= engine.ruleset(game.rules).seats[0]
    context = {
        **table_context(game, access.players),
        "access": access,
        "invite_form": InviteForm(request.POST if request.POST.get("do") == "invite" else None),
        "expected": expected_players(game, access.players, person_of(request))
        if access.player and game.is_open
        else None,
        "invite_url": absolute_url(reverse("invite", args=[game.invite_token])) if access.player else "",
        "alone": sum(player.user_id is not None for player in access.players) < 2,
        "is_creator": request.user.is_authenticated and game.creator_id == request.user.pk,
        "may_start": enough,
        "fill": FillForm(may_close=enough),
        "refusal": refusal,
    }
    return render(request, "games/lobby.html", context, status=status)


def table_context(game: Game, players: Sequence[Player]) -> dict[str, object]:
    """Build the context that the lobby and an invitation share: seats with their notes, rules and the form to join."""
    taken = {player.colour for player in players}
    note_seats(game, players)
    return {
        "game": game,
        "rules": engine.ruleset(game.rules),
        "played": table_rules(game),
        "seats": players,
        "free": range(max(0, game.seats_wanted - len(players)) if game.is_open else 0),
        "join": JoinForm(free=[colour for colour in COLOURS if colour not in taken]),
    }


def lobby_post(request: HttpRequest, access: Access) -> HttpResponse:
    """Join, leave, start, cancel or invite, by the name of the button."""
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={request.path}")
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        act(request, access.game)
    except GameError as exc:
        fresh = game_for(request.user, access.game.slug)
        if fresh.game.has_board:
            return redirect("game", slug=fresh.game.slug)
        return show_lobby(request, fresh, exc.message, exc.status)
    game = Game.objects.get(pk=access.game.pk)
    gone = game.status == Game.Status.VOID or not (game.public or game.players.filter(user=request.user).exists())
    return redirect("home") if gone else redirect("game-lobby", slug=game.slug)


def act_join(request: HttpRequest, game: Game) -> None:
    colour, word = request.POST.get("colour", ""), request.POST.get("word", "")
    game_join(game_id=game.pk, user=person_of(request), colour=colour, word=word)


def act_leave(request: HttpRequest, game: Game) -> None:
    game_leave(game_id=game.pk, user=person_of(request))


def act_start(request: HttpRequest, game: Game) -> None:
    game_start(game_id=game.pk, user=person_of(request), fill=request.POST.get("fill", ""))


def act_call_off(request: HttpRequest, game: Game) -> None:
    game_call_off(game_id=game.pk, user=person_of(request))
    messages.success(request, _("You cancelled %(game)s. Everyone who had joined gets an email.") % {"game": game.name})


def act_invite(request: HttpRequest, game: Game) -> None:
    form = InviteForm(request.POST)
    if form.has_error("whom"):
        raise LobbyError(_("Enter an email address or a player name."))
    if form.has_error("note"):
        raise LobbyError(" ".join(map(str, form.errors["note"])))
    whom, note = form.cleaned_data["whom"], form.cleaned_data["note"]
    if invite_send(game_id=game.pk, user=person_of(request), whom=whom, note=note):
        messages.success(
            request, _("An invitation to %(whom)s is on its way, if they can be reached.") % {"whom": whom}
        )
    else:
        messages.info(request, _("%(whom)s has already been invited.") % {"whom": whom})


ACTS: dict[str, Callable[[HttpRequest, Game], None]] = {
    "join": act_join,
    "leave": act_leave,
    "start": act_start,
    "call_off": act_call_off,
    "invite": act_invite,
}


@require_http_methods(["GET", "HEAD", "POST"])
@limited("lobby", 60, 60)
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """Render an invitation with the seat to take, or join on a POST. Opening it changes nothing.

    A cancelled game names nobody, unless anyone may watch it.
    """
    game = Game.objects.select_related("creator").filter(invite_token=token).first()
    if game is None:
        return render(request, "links/bad.html", {"about": "invitation"}, status=HTTPStatus.NOT_FOUND)
    players = list(game.players.select_related("user"))
    tell_apart(players)
    seated = request.user.is_authenticated and any(player.user_id == request.user.pk for player in players)
    if seated:
        return redirect("game" if game.has_board else "game-lobby", slug=game.slug)
    if game.status == Game.Status.VOID and not (game.has_board and game.is_watchable):
        sentence = _("The game of this invitation was called off before it began.")
        if game.has_board:
            sentence = _("The game of this invitation was called off.")
        return render(request, "refused.html", {"sentence": sentence}, status=HTTPStatus.GONE)
    refusal, status = "", 200
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect(f"{reverse('account_login')}?next={request.path}")
        try:
            colour, word = request.POST.get("colour", ""), request.POST.get("word", "")
            game = game_join(game_id=game.pk, user=request.user, colour=colour, word=word, invite_token=token)
            return redirect("game" if game.has_board else "game-lobby", slug=game.slug)
        except GameError as exc:
            refusal, status = exc.message, exc.status
    proof = request.GET.get("proof", "")
    context = table_context(game, players) | {"refusal": refusal, "proof": proof if proved_address(proof) else ""}
    return render(request, "games/invite.html", context, status=status)


@login_required
@require_POST
@limited("lobby", 60, 60)
def rematch(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a new game with the settings and people of a finished one, or join the one that is open."""
    access = game_for(request.user, slug)
    try:
        game = game_rematch(game_id=access.game.pk, user=person_of(request), word=request.POST.get("word", ""))
    except (NotAllowed, LobbyError) as exc:
        messages.error(request, exc.message)
        return redirect("game", slug=slug)
    return redirect("game" if game.has_board else "game-lobby", slug=game.slug)
