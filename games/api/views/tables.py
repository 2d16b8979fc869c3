"""Games before and around play: list, create, join, leave, start; resign a seat or take it back."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
from django.http import Http404
from django.utils.translation import gettext as _
from msgspec import UNSET
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from accounts.ratelimit import limit
from games.api.base import GameAPIView
from games.api.describe import operation
from games.api.requests import GamesQuery, GameWish, JoinWish
from games.api.responses import GameFacts, GamePage
from games.api.serializers import serialize_game, serialize_games
from games.clocks.values import plain_clock, usual_clock
from games.errors import LobbyError
from games.models import Game
from games.selectors.access import game_for
from games.selectors.lists import open_games, watchable_games
from games.services.idempotency import game_create_once
from games.services.lobby import NEW_GAMES_AN_HOUR, game_join, game_leave, game_start
from games.services.seats import resign, take_back
from games.services.table_settings import QUICK, TableSettings, with_usual_setup

if TYPE_CHECKING:
    from accounts.models import User


class GamesView(GameAPIView):
    """List games and create new ones."""

    @operation("games", "List games", tag="games", answer=GamePage, query=GamesQuery)
    def get(self, request: Request) -> Response:
        """List your games page by page, or up to 50 games that you can join or watch."""
        query = self.query(GamesQuery)
        following = None
        if query.which == "mine":
            games, following = own_games(self.person, query)
        else:
            games = games_to_join_or_watch(self.person, query)
        if self.token.game_id is not None:
            games = [game for game in games if game.pk == self.token.game_id]
        return Response(GamePage(serialize_games(games, self.person), following))

    @operation(
        "create", "Create a game", tag="games", answer=GameFacts, status=201, body=GameWish, key=True, refuses=[422]
    )
    def post(self, request: Request) -> Response:
        """Create a game with you and the bots you name. It starts when the last seat is taken."""
        self.require_unbound()
        key, wanted = self.key(), self.parse_body(GameWish)
        wait = limit(f"new:user:{self.person.pk}", NEW_GAMES_AN_HOUR, 3600)
        if wait:
            words = _("You have created %(count)s games within an hour. Wait a while, then try again.")
            raise Throttled(wait, words % {"count": NEW_GAMES_AN_HOUR})
        body = hashlib.sha256(msgspec.json.encode(wanted, order="sorted")).hexdigest()
        game = game_create_once(user=self.person, key=key, body=body, settings=settings_of(wanted, self.person))
        return Response(serialize_games([game], self.person)[0], status=201)


def settings_of(wanted: GameWish, person: User) -> TableSettings:
    """Make the settings of a table from the body of a request, which calls `seats_wanted` `seats`. Raises LobbyError if
    it has both a clock and hours."""
    fields = msgspec.structs.asdict(wanted)
    fields["clock"] = clock = clock_of(wanted, person.timezone)
    span = clock.get("span", QUICK) if "timetable" not in clock else None
    fields["options"] = with_usual_setup(wanted.rules, wanted.options, span if isinstance(span, int) else None)
    return TableSettings(seats_wanted=fields.pop("seats"), **{key: fields[key] for key in fields if key not in HOURS})


HOURS = ("turn_hours", "reaction_hours", "grace_minutes", "late_policy")


def clock_of(wanted: GameWish, zone: str) -> engine.Facts:
    """Return the clock that a request asks for: its own over the usual one, or by plain hours. Raises LobbyError if it
    has both."""
    turn, reply, grace, late = wanted.turn_hours, wanted.reaction_hours, wanted.grace_minutes, wanted.late_policy
    has_hours = late != "pass" or any(wish is not None for wish in (turn, reply, grace))
    if has_hours and wanted.clock is not None:
        raise LobbyError(_("Give the game a clock or plain hours, but not both."), clock="clock")
    if has_hours:
        return plain_clock(turn or 72, 24 if reply is None else reply, grace or 0, is_strict=late == "caretaker")
    own = dict(wanted.clock or {})
    kept = usual_clock(zone)
    if own.get("timetable") is not None:
        del kept["span"]
    return {**kept, **own}


def own_games(user: User, query: GamesQuery) -> tuple[list[Game], int | None]:
    """List one page of a person's own games, the newest first, and the `before` of the next page. One query."""
    rows = Game.objects.filter(players__user=user).order_by("-pk")
    if query.status:
        rows = rows.filter(status=query.status)
    if query.before is not UNSET:
        rows = rows.filter(pk__lt=query.before)
    found = list(rows[: query.limit + 1])
    page = found[: query.limit]
    return page, (page[-1].pk if len(found) > query.limit else None)


def games_to_join_or_watch(user: User, query: GamesQuery) -> list[Game]:
    """List games that the person may join, or watch."""
    found = open_games(user) if query.which == "open" else watchable_games(query.limit)
    return [game for game in found if query.status in ("", game.status)][: query.limit]


class GameView(GameAPIView):
    """One game: its settings, its players, and who has to answer by when."""

    @operation("game", "Get a game", tag="games", answer=GameFacts, refuses=[404])
    def get(self, request: Request, slug: str) -> Response:
        return Response(serialize_game(self.access(slug), self.person))


class JoinView(GameAPIView):
    """Take a seat. The game starts when the last seat is taken. Joining twice does nothing."""

    @operation("join", "Join a game", tag="games", answer=GameFacts, body=JoinWish, refuses=[404, 422])
    def post(self, request: Request, slug: str) -> Response:
        wanted = self.parse_body(JoinWish)
        game = joinable(self.person, slug, wanted.invite_token)
        self.require_in_reach(game.pk)
        given = {"colour": wanted.colour, "word": wanted.word, "invite_token": wanted.invite_token}
        game_join(game_id=game.pk, user=self.person, **given)
        return Response(serialize_game(game_for(self.person, slug), self.person))


def joinable(user: User, slug: str, invite_token: str) -> Game:
    """Find the game of this address for a person who may see it, or holds its invitation. Raises Http404."""
    try:
        return game_for(user, slug).game
    except Http404:
        game = Game.objects.filter(slug=slug, invite_token=invite_token).first() if invite_token else None
        if game is None:
            raise
        return game


class GameActionView(GameAPIView):
    """Base of operations that do one thing to a table and need no body."""

    def done(self, request: Request, slug: str) -> Response:
        return Response(serialize_game(game_for(self.person, slug), self.person))


class LeaveView(GameActionView):
    """Give your seat back before the start. If the last person leaves, the game is cancelled."""

    @operation("leave", "Leave before the start", tag="games", answer=None, status=204, refuses=[404, 422])
    def post(self, request: Request, slug: str) -> Response:
        game_leave(game_id=self.access(slug).game.pk, user=self.person)
        return Response(status=204)


class StartView(GameActionView):
    """Start with the players who have joined; only the player who created the game can. Starting twice does nothing."""

    @operation("start", "Start the game", tag="games", answer=GameFacts, refuses=[404, 422])
    def post(self, request: Request, slug: str) -> Response:
        game_start(game_id=self.access(slug).game.pk, user=self.person)
        return self.done(request, slug)


class ResignView(GameActionView):
    """Give up your seat in a running game for good: the caretaker keeps it to the end."""

    @operation("resign", "Resign", tag="games", answer=GameFacts, refuses=[404, 409])
    def post(self, request: Request, slug: str) -> Response:
        resign(game_id=self.access(slug).game.pk, user_id=self.person.pk)
        return self.done(request, slug)


class ReturnView(GameActionView):
    """Take your seat back from the caretaker, who took it after missed turns. Does nothing if you hold it."""

    @operation("take_back", "Take your seat back", tag="games", answer=GameFacts, refuses=[404, 409])
    def post(self, request: Request, slug: str) -> Response:
        take_back(game_id=self.access(slug).game.pk, user_id=self.person.pk)
        return self.done(request, slug)
