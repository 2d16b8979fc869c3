"""Decide who may see which game, and as whom. A hidden game is a 404, as if there were none.

Polls of pages that were shown carry a signature, by which most of them are answered before anybody logs in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, F, Q, QuerySet, When
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from common.prepared import Prepared
from engine import PlayerView
from games.models import Game, Player
from games.models.game import game_path, seat_played_by, tell_apart
from games.permissions import may_look_in
from games.play.journal_reader import view_at, views_along, views_now
from games.selectors.company import is_apart_from_table
from games.selectors.presence import Shown, note_open
from games.wording.seats import Person, people_of


class Standing(NamedTuple):
    """A standing order."""

    text: str


class Plan(NamedTuple):
    """The plan for the next turn: its state, its text, the turn in which it began, when it is played if it is on hold,
    and at which line it ended and why."""

    state: str
    text: str
    turn: str
    due_at: datetime | None
    line: int
    said: str
    why: str


@dataclass(frozen=True)
class Access:
    """A game, everybody at its table, and the reader's own seat with its standing order and its plan if there are any.
    Somebody who stands in for a player has that seat meanwhile, and its eyes, but neither what is prepared for it nor
    its settings."""

    game: Game
    players: tuple[Player, ...]
    player: Player | None = None
    standing: Standing | None = None
    plan: Plan | None = None
    is_stand_in: bool = False

    @property
    def viewer(self) -> int | None:
        """The seat whose eyes the reader has; None for spectators and before the start."""
        return self.player.seat if self.player else None

    @property
    def has_own_seat(self) -> bool:
        """Whether the reader owns the seat: what is prepared for it is theirs alone, also while somebody stands in."""
        return self.player is not None and not self.is_stand_in

    @property
    def may_play(self) -> bool:
        """Whether the reader's own orders count: a seat that was not given up for good."""
        return self.player is not None and self.player.state in (Player.State.PLAYING, Player.State.CARETAKER)


def seated(slug: str, user: int) -> QuerySet[Player]:
    """Query the players of a game; the row of one user has their standing order and their plan, no other has any."""
    players = Player.objects.filter(game__slug=slug).select_related("game", "user")
    own_plan = Q(user_id=user, plan__user_id=user)
    plan = {f"plan_{name}": Case(When(own_plan, then=F(f"plan__{name}"))) for name in Plan._fields}
    return players.annotate(own_text=Case(When(user_id=user, then=F("standing_order__text"))), **plan)


PLAYERS = Prepared(seated, slug=str, user=int)


def game_for(user: User | AnonymousUser, slug: str) -> Access:
    """Load the game of this address for a reader (a user, or an anonymous one). One query.

    An open table is shown to everybody unless it is by invitation, or somebody sits there whom the reader does not want
    to play with, which one more query finds; a game, unless only players may watch it.
    Raises Http404 for unknown games and for those that the reader may neither play nor watch.
    """
    players = tuple(PLAYERS(slug=slug, user=user.pk or 0))
    if not players:
        raise Http404
    tell_apart(players)
    game = players[0].game
    for player in players:
        if player.user_id and player.user_id == game.creator_id:
            game.creator = player.user
    me = seat_played_by(players, user.pk) if user.is_authenticated else None
    shown = game.is_watchable if game.has_board else game.public
    if me is None and shown and game.is_open and user.is_authenticated:
        shown = not is_apart_from_table(user.pk, game)
    if me is None and not shown and not may_look_in(user, game):
        raise Http404
    own = me is not None and me.user_id == user.pk
    prepared = (standing_of(me), plan_of(me)) if own else (None, None)
    return Access(game, players, me, *prepared, is_stand_in=me is not None and not own)


def standing_of(player: Any) -> Standing | None:
    """Read the standing order from the reader's own row of `PLAYERS`."""
    return Standing(player.own_text) if player and player.own_text is not None else None


def plan_of(player: Any) -> Plan | None:
    """Read the plan from the reader's own row of `PLAYERS`."""
    if player is None or player.plan_state is None:
        return None
    return Plan(*(getattr(player, f"plan_{name}") for name in Plan._fields))


def people_at(game: Game, viewer: int | None) -> tuple[Person, ...]:
    """List everybody with a seat in a game. One query."""
    return people_of(game.players.select_related("user"), viewer)


def view_of(game: Game, viewer: int | None) -> PlayerView:
    """Make the view of a seat, or a spectator, of a game now. Two queries."""
    return view_at(game, game.seq, viewer)


def view_then(game: Game, seq: int, viewer: int | None) -> PlayerView:
    """Make the view of a seat, or a spectator, as a game stood after entry `seq`. Two queries."""
    return view_at(game, seq, viewer)


def past_views(game: Game, viewer: int | None) -> Iterator[tuple[int, PlayerView]]:
    """Yield the view of a seat, or a spectator, after each entry of a game that counts, with its number, oldest first;
    at last as the game stands, where a note ended it. Two queries."""
    return views_along(game, viewer)


def views_of(asked: Sequence[tuple[Game, int | None]]) -> list[PlayerView | None]:
    """Make the views of several games now, each for a seat or a spectator; None for rules that are not here. Two
    queries for all of them."""
    return views_now(asked)


# ---- polls of open pages: "has anything happened since?", asked four times a minute by each


POLL_SALT = "games.selectors.polling"
"""Never changed, for open pages hold signatures. Who has one was shown the page of that game at that entry, so "no" can
be said without a look at the login; "yes" goes through all checks, like any page. Who may watch a game is chosen when
it is created and never changes, so no page that was shown has to be taken back."""

POLL_PATH = re.compile(r"/g/([-\w]+)/poll/")
"""As in games.urls: the routes are not asked, for most requests are polls."""


def poll_url(game: Game, player: Player | None = None, user: int = 0, ref: int = 0) -> str:
    """Build the URL where a page asks whether the game has changed. That of a `player` names the seat, the person who
    reads it as a `user`, and the decision which the page shows, so that a poll says who has it before their eyes."""
    shown = f"{player.pk}.{user}.{ref}" if player else ""
    query = {"seq": game.seq, "mac": mac_of(game.slug, str(game.seq), shown)} | ({"at": shown} if shown else {})
    return f"{game_path('game-poll', game.slug)}?{urlencode(query)}"


def mac_of(slug: str, seq: str, shown: str = "") -> str:
    """Sign what a page of this game at this entry carries: 128 bits."""
    signed = f"{slug}:{seq}:{shown}" if shown else f"{slug}:{seq}"
    return salted_hmac(POLL_SALT, signed, algorithm="sha256").hexdigest()[:32]


def is_idle(request: HttpRequest) -> bool:
    """Tell whether this is a signed poll of a game in which nothing has happened since. One query if it is signed.

    A poll with `here`, of a page that somebody has just touched, counts as a look at the board.
    """
    found = POLL_PATH.fullmatch(request.path_info)
    if not found or request.method not in ("GET", "HEAD"):
        return False
    slug, seq, shown = found[1], request.GET.get("seq", ""), request.GET.get("at", "")
    if not constant_time_compare(request.GET.get("mac", ""), mac_of(slug, seq, shown)):
        return False
    is_idle = Game.objects.filter(slug=slug, seq=seq).exists()
    if is_idle and shown.count(".") == 2 and "here" in request.GET:  # pages of older releases name no reader
        player, user, ref = map(int, shown.split("."))
        note_open(player, user, Shown(int(seq), ref))
    return is_idle
