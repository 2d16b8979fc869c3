"""The organizers' list of games: filters, and status flags computed by the database.

The number of queries does not depend on the number of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import AuditEntry, Game, Player, Waiting
from games.models.upkeep import RAISED, SETTLED
from games.permissions import organized_by
from games.selectors.lists import overdue

STALLED_AFTER = timedelta(days=3)
"""A running game is stalled after this long without any entry, not even a missed deadline."""

PAGE_SIZE = 40
LIVE = (Game.Status.RUNNING, Game.Status.PAUSED)
BOUNCES = Q(
    user__is_active=True, user__bounced_at__isnull=False, state__in=[Player.State.PLAYING, Player.State.CARETAKER]
)
"""Seats whose players would be told of their turns if mail reached them."""


@dataclass(frozen=True)
class GameFilter:
    """A filter of the list; `about` says in words what it finds."""

    key: str
    title: str | Promise
    about: str | Promise
    where: Q
    counted: bool = False


FILTERS = (
    GameFilter(
        "attention",
        _("Needs you"),
        _("Games that are stuck or disputed, and mail that does not arrive."),
        Q(overdue=True) | Q(stalled=True) | Q(abandoned=True) | Q(disputed=True),
        True,
    ),
    GameFilter("disputed", _("Disputed"), _("A player asked and waits for an answer."), Q(disputed=True), True),
    GameFilter(
        "overdue",
        _("Overdue"),
        _("A deadline has passed and nothing happened: check the workers."),
        Q(overdue=True),
        True,
    ),
    GameFilter(
        "stalled",
        _("Stalled"),
        _("Nobody has moved for three days, or nobody but bots plays any more."),
        Q(stalled=True) | Q(abandoned=True),
        True,
    ),
    GameFilter(
        "caretaker", _("Caretaker"), _("The caretaker plays a seat whose player can come back."), Q(kept=True), True
    ),
    GameFilter("bounces", _("Mail bounces"), _("Email does not reach a player."), Q(bounces=True), True),
    GameFilter("paused", _("Paused"), _("All clocks are stopped."), Q(status=Game.Status.PAUSED), True),
    GameFilter("running", _("Running"), _("Games being played."), Q(status=Game.Status.RUNNING), True),
    GameFilter("open", _("Waiting for players"), _("Games that have not begun."), Q(status=Game.Status.OPEN), True),
    GameFilter("ended", _("Ended"), _("Finished or called off."), Q(status__in=[Game.Status.OVER, Game.Status.VOID])),
    GameFilter("all", _("All"), _("All games, newest first."), Q()),
)
FILTERS_BY_KEY = {show.key: show for show in FILTERS}
OLDEST_FIRST = {"attention", "disputed", "overdue", "stalled", "caretaker", "paused"}


def with_flags(now: datetime) -> QuerySet[Game]:
    """Annotate games with the flags `overdue`, `kept`, `abandoned`, `stalled`, `bounces` and `disputed`."""
    seats = Player.objects.filter(game=OuterRef("pk"))
    playing = seats.filter(user__isnull=False, state=Player.State.PLAYING)
    may_return = seats.filter(user__is_active=True, state__in=[Player.State.PLAYING, Player.State.CARETAKER])
    running, paused = Q(status=Game.Status.RUNNING), Q(status=Game.Status.PAUSED)
    return Game.objects.annotate(
        raised=last_audit(RAISED),
        settled=last_audit(SETTLED),
        overdue=Exists(overdue(now).filter(game=OuterRef("pk"))),
        kept=Exists(seats.filter(state=Player.State.CARETAKER)) & Q(status__in=LIVE),
        abandoned=running & ~Exists(playing) | paused & ~Exists(may_return),
        bounces=Exists(seats.filter(BOUNCES)) & Q(status__in=[*LIVE, Game.Status.OPEN]),
        stalled=running & Q(moved_at__isnull=False, moved_at__lt=now - STALLED_AFTER),
    ).annotate(disputed=Q(raised__isnull=False) & Q(raised__gt=Coalesce(F("settled"), Value(0))))


def last_audit(action: str) -> Subquery:
    """Select the newest audit row of one kind for each game."""
    rows = AuditEntry.objects.filter(game=OuterRef("pk"), action=action).order_by("-pk")
    return Subquery(rows.values("pk")[:1])


def count_by_filter(user: User, now: datetime) -> dict[str, int]:
    """Count the games of each filter that a person organizes, except those that only grow. One query."""
    live = organized_by(user, with_flags(now)).filter(Q(status__in=[*LIVE, Game.Status.OPEN]) | Q(disputed=True))
    counted = live.aggregate(**{f"in_{show.key}": Count("pk", filter=show.where) for show in FILTERS if show.counted})
    return {key.removeprefix("in_"): count for key, count in counted.items()}


def query_games(user: User, show: GameFilter, now: datetime, search: str = "") -> QuerySet[Game]:
    """Query the games of a filter that a person organizes, with `search` in their name, their address or a player's
    name, or `@` before it."""
    rows = organized_by(user, with_flags(now).filter(show.where))
    if not search:
        return rows
    sits = Player.objects.filter(game=OuterRef("pk"), user__username__icontains=search.removeprefix("@"))
    return rows.filter(Q(name__icontains=search) | Q(slug__icontains=search) | Exists(sits))


def list_games(
    user: User, show: GameFilter, now: datetime, *, search: str = "", page: int = 1
) -> tuple[list[Game], bool]:
    """List a page of games with players and open answers, and whether there are more. Four queries."""
    rows = query_games(user, show, now, search)
    order = F("moved_at").asc(nulls_first=True) if show.key in OLDEST_FIRST else F("pk").desc()
    seats = Prefetch("players", Player.objects.select_related("user"))
    asked = Prefetch("waiting", Waiting.objects.select_related("player__user", "player__game"))
    first = (page - 1) * PAGE_SIZE
    page_rows = list(rows.order_by(order, "-pk").prefetch_related(seats, asked)[first : first + PAGE_SIZE + 1])
    return page_rows[:PAGE_SIZE], len(page_rows) > PAGE_SIZE


def status_badges(game: Game, now: datetime) -> Sequence[tuple[str | Promise, bool]]:
    """List the flags of a game in words, and whether each needs an organizer."""
    said = {
        "disputed": (_("disputed"), True),
        "overdue": (_("overdue"), True),
        "stalled": (_("nobody moves"), True),
        "abandoned": (_("no person plays"), True),
        "bounces": (_("mail bounces"), True),
        "kept": (_("caretaker"), False),
    }
    marks = [words for mark, words in said.items() if getattr(game, mark)]
    return marks + ([(game.get_status_display(), False)] if not game.is_running else [])
