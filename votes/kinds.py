"""What can be voted on: a record for each kind, with how many must agree, how long it is open, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import GameError
from games.models import Game
from games.services.agreements import Table
from votes.models import Vote

RUNNING, PAUSED = Game.Status.RUNNING, Game.Status.PAUSED
EXTENSION = 24
"""Hours that a vote adds to the deadlines that run."""

EXTENSIONS_A_ROUND = 2
LONGEST_PAUSE = 14
"""Days."""

BETWEEN_PAUSES = timedelta(days=30)
ROUNDS_BETWEEN_DRAWS = 3


class VoteRefused(GameError):
    """This cannot be voted on now."""

    code = "vote.refused"


def more_than_half(people: int) -> int:
    return people // 2 + 1


def two_thirds(people: int) -> int:
    return -(-2 * people // 3)


def everybody(people: int) -> int:
    return people


def nothing_against(table: Table, vote: Vote) -> None:
    """Let a vote of this kind be opened at any time."""


def lasts(table: Table, vote: Vote) -> bool:
    """Keep a vote until its end, whatever happens in the game."""
    return True


@dataclass(frozen=True, kw_only=True)
class VoteKind:
    """One kind of vote.

    `needed`: how many of those who play must agree. `hours`: how long it is open; None for the running deadline.
    `statuses`: of games in which it can be opened. `check`: raises VoteRefused where it cannot be opened now.
    `is_needed`: whether there still is something to decide. `apply`: what happens once it has passed, by `agreed`.
    """

    name: Vote.Kind
    title: str | Promise
    majority: str | Promise
    icon: str
    needed: Callable[[int], int]
    apply: Callable[[Table, Vote, Sequence[int]], None]
    hours: int | None = 48
    statuses: tuple[Game.Status, ...] = (RUNNING, PAUSED)
    check: Callable[[Table, Vote], None] = nothing_against
    is_needed: Callable[[Table, Vote], bool] = lasts
    least: int = 1  # people who must play

    def end(self, table: Table) -> datetime:
        """Compute until when a vote that is opened now stays open. Raises VoteRefused without a deadline to move."""
        if self.hours is not None:
            return table.now + timedelta(hours=self.hours)
        if table.deadline is None or table.deadline <= table.now:
            raise VoteRefused(_("No deadline is running, so there is none to move."))
        return table.deadline

    def passes(self, agreed: int, people: int) -> bool:
        return people >= self.least and 0 < agreed >= self.needed(people)


# ---- more time


def check_extensions(table: Table, vote: Vote) -> None:
    passed = Vote.objects.filter(game=table.game, kind=vote.kind, round=vote.round, outcome=Vote.Outcome.PASSED)
    if passed.count() >= EXTENSIONS_A_ROUND:
        text = _("You have moved deadlines %(most)s times in this round already. You can ask again in the next round.")
        raise VoteRefused(text % {"most": EXTENSIONS_A_ROUND})


def is_same_turn(table: Table, vote: Vote) -> bool:
    return table.game.clock_key == vote.turn


def extend(table: Table, vote: Vote, agreed: Sequence[int]) -> None:
    table.extend(EXTENSION, agreed)


# ---- a pause and its end


def check_last_pause(table: Table, vote: Vote) -> None:
    passed = Vote.objects.filter(game=table.game, kind=vote.kind, outcome=Vote.Outcome.PASSED, closed_at__isnull=False)
    last = passed.filter(closed_at__gt=table.now - BETWEEN_PAUSES).order_by("-closed_at").first()
    if last and last.closed_at:
        days = -(-(last.closed_at + BETWEEN_PAUSES - table.now) // timedelta(days=1))
        text = _("The players paused this game less than 30 days ago. You can ask for the next pause in %(days)s days.")
        raise VoteRefused(text % {"days": days})


def pause(table: Table, vote: Vote, agreed: Sequence[int]) -> None:
    table.pause(vote.days, agreed)
    vote.paused_at, vote.resumes_at = table.game.paused_at, table.now + timedelta(days=vote.days)


def running_pause(game: Game) -> Vote | None:
    """Find the vote by which a game pauses; None if it does not, or if an organizer paused it."""
    if game.status != PAUSED:
        return None
    vote = Vote.objects.filter(game=game, resumes_at__isnull=False).first()
    return vote if vote and vote.paused_at == game.paused_at else None


def check_pause_of_players(table: Table, vote: Vote) -> None:
    if running_pause(table.game) is None:
        raise VoteRefused(_("The players did not pause this game, so a vote cannot resume it. Ask an organizer."))


def is_paused_by_players(table: Table, vote: Vote) -> bool:
    return running_pause(table.game) is not None


def is_running(table: Table, vote: Vote) -> bool:
    return bool(table.game.is_running)


def resume(table: Table, vote: Vote, agreed: Sequence[int]) -> None:
    end_pause(table, agreed)


def end_pause(table: Table, agreed: Sequence[int] = ()) -> None:
    """Resume a game if a vote has paused it, and forget the pause."""
    paused = running_pause(table.game) is not None
    Vote.objects.filter(game=table.game).exclude(resumes_at=None).update(resumes_at=None)
    if paused:
        table.resume(agreed)


# ---- seats, and the end of the game


def check_seat(table: Table, vote: Vote) -> None:
    if not is_seat_held(table, vote):
        raise VoteRefused(_("The caretaker does not hold this seat, or it is offered already."))


def is_seat_held(table: Table, vote: Vote) -> bool:
    return any(player.seat == vote.about for player in table.held)


def substitute(table: Table, vote: Vote, agreed: Sequence[int]) -> None:
    assert vote.about is not None
    table.offer(vote.about, agreed)


def check_last_draw(table: Table, vote: Vote) -> None:
    if len(table.people) < KINDS[Vote.Kind.DRAW].least:
        raise VoteRefused(_("A draw needs two people who play."))
    asked = Vote.objects.filter(game=table.game, kind=vote.kind).exclude(outcome=Vote.Outcome.STOPPED)
    last = asked.order_by("-round").values_list("round", flat=True).first()
    if last is not None and vote.round < last + ROUNDS_BETWEEN_DRAWS:
        text = _("There was a vote on a draw in round %(last)s. You can ask again from round %(next)s on.")
        raise VoteRefused(text % {"last": last, "next": last + ROUNDS_BETWEEN_DRAWS})


def draw(table: Table, vote: Vote, agreed: Sequence[int]) -> None:
    table.draw(agreed)


def call_off(table: Table, vote: Vote, agreed: Sequence[int]) -> None:
    table.call_off(agreed)


HALF, ALL = gettext_lazy("more than half must agree"), gettext_lazy("all must agree")
KINDS: dict[str, VoteKind] = {
    kind.name: kind
    for kind in (
        VoteKind(
            name=Vote.Kind.EXTEND,
            title=gettext_lazy("More time for this turn"),
            majority=HALF,
            icon="clock",
            needed=more_than_half,
            hours=None,
            statuses=(RUNNING,),
            check=check_extensions,
            is_needed=is_same_turn,
            apply=extend,
        ),
        VoteKind(
            name=Vote.Kind.PAUSE,
            title=gettext_lazy("A pause"),
            majority=gettext_lazy("two thirds must agree"),
            icon="pause",
            needed=two_thirds,
            statuses=(RUNNING,),
            check=check_last_pause,
            is_needed=is_running,
            apply=pause,
        ),
        VoteKind(
            name=Vote.Kind.RESUME,
            title=gettext_lazy("The end of the pause"),
            majority=HALF,
            icon="play",
            needed=more_than_half,
            statuses=(PAUSED,),
            check=check_pause_of_players,
            is_needed=is_paused_by_players,
            apply=resume,
        ),
        VoteKind(
            name=Vote.Kind.SUBSTITUTE,
            title=gettext_lazy("A new player for a seat"),
            majority=HALF,
            icon="user",
            needed=more_than_half,
            check=check_seat,
            is_needed=is_seat_held,
            apply=substitute,
        ),
        VoteKind(
            name=Vote.Kind.DRAW,
            title=gettext_lazy("A draw"),
            majority=ALL,
            icon="scroll-text",
            needed=everybody,
            hours=72,
            check=check_last_draw,
            apply=draw,
            least=2,
        ),
        VoteKind(
            name=Vote.Kind.CALL_OFF,
            title=gettext_lazy("Call the game off"),
            majority=gettext_lazy("all must agree; nobody wins"),
            icon="flag",
            needed=everybody,
            hours=72,
            apply=call_off,
        ),
    )
}
"""The kinds by their names, in the order in which pages offer them. The name is what players type."""


def kinds_in(game: Game) -> list[VoteKind]:
    """List what can be voted on in a game as it stands."""
    return [kind for kind in KINDS.values() if game.status in kind.statuses]
