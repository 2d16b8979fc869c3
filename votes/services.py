"""Open votes, agree to them, end them.

Everything is done under the lock of the game, and what is due is looked at again there, so each vote passes or ends
once with any number of workers.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db.models import F, Q
from django.utils.translation import gettext as _

from engine import Facts
from games.errors import GameClosed, KeyReused, NotAllowed
from games.models import Entry, Game, Player
from games.services.agreements import Table, locked_table
from games.services.heartbeat import is_credited
from games.services.locks import after_commit, db_now
from games.services.notifications import NewMail, mail_enqueue
from games.services.organize import audit, require_not_playing
from votes.kinds import KINDS, LONGEST_PAUSE, VoteRefused, end_pause, kinds_in
from votes.models import OPEN, Ballot, Vote
from votes.reading import VoteWish, read_vote

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

ENDED = (Game.Status.OVER, Game.Status.VOID)
BATCH = 500
ORGANIZER = Entry.Source.ORGANIZER


# ---- agreeing


def vote_typed(*, game_id: int, user_id: int, text: str, source: str, key: str = "") -> bool:
    """Open the vote that a text names, or agree to it. True if the request was taken before. Raises as `vote_for`."""
    user = get_user_model().objects.get(pk=user_id)
    return vote_for(game_id=game_id, user=user, wish=read_vote(text), source=source, key=key)


def vote_for(*, game_id: int, user: User, wish: VoteWish, source: str, key: str = "") -> bool:
    """Open a vote with one's own agreement, or agree to the one of its kind that is open. True if the request was taken
    before.

    Raises NotAllowed for anybody who does not play, VoteRefused, GameClosed, KeyReused.
    """
    with locked_table(game_id, source=source) as table:
        player = require_voter(table, user)
        before = Ballot.objects.filter(vote__game=table.game, user=user, key=key).exclude(key="")
        if taken := before.select_related("vote").first():
            if taken.vote.kind != wish.kind:
                raise KeyReused
            return True
        vote = Vote.objects.filter(OPEN, game=table.game, kind=wish.kind).first()
        if vote is None:
            vote = open_vote(table, player, wish, source)
        else:
            require_same(table, vote, wish)
        give_ballot(table, vote, player, agrees=True, key=key)
    return False


def vote_answer(*, game_id: int, user: User, vote_id: int, agrees: bool, source: str = Entry.Source.WEB) -> None:
    """Store whether a person agrees to an open vote; the last word of each counts. Raises NotAllowed, VoteRefused,
    GameClosed."""
    with locked_table(game_id, source=source) as table:
        player = require_voter(table, user)
        vote = Vote.objects.filter(OPEN, game=table.game, pk=vote_id).first()
        if vote is None:
            raise VoteRefused(_("This vote is over."))
        give_ballot(table, vote, player, agrees=agrees)


def require_voter(table: Table, user: User) -> Player:
    """Find the seat by which a person votes. Raises NotAllowed."""
    player = table.player_of(user)
    if player is None or not user.is_active:
        raise NotAllowed(_("Only people who play in this game can vote."))
    return player


def open_vote(table: Table, player: Player, wish: VoteWish, source: str) -> Vote:
    """Open a vote, note it and mail everybody else who plays. Raises VoteRefused."""
    kind, game = KINDS[wish.kind], table.game
    if kind not in kinds_in(game):
        raise VoteRefused(_("The game is paused.") if game.status == Game.Status.PAUSED else _("The game is running."))
    vote = Vote(
        game=game,
        kind=kind.name,
        seat=player.seat or 0,
        about=seat_of(table, wish.colour) if wish.kind == Vote.Kind.SUBSTITUTE else None,
        days=(wish.days or LONGEST_PAUSE) if wish.kind == Vote.Kind.PAUSE else 0,
        round=game.round,
        turn=game.clock_key,
        opened_at=table.now,
        ends_at=kind.end(table),
        counted_at=table.now,
    )
    kind.check(table, vote)
    vote.save()
    count_open(game)
    table.note("vote_opened", seat=player.seat, source=source, **facts_of(vote))
    mail_people(table, vote, template="vote_opened", but=player)
    return vote


def seat_of(table: Table, colour: str) -> int | None:
    return next((player.seat for player in table.players if player.colour == colour), None)


def require_same(table: Table, vote: Vote, wish: VoteWish) -> None:
    """Refuse to agree to a vote that is open on something else of the same kind. Raises VoteRefused."""
    other_days = bool(wish.days) and wish.days != vote.days
    other_seat = bool(wish.colour) and seat_of(table, wish.colour) != vote.about
    if other_days or other_seat:
        raise VoteRefused(_("Another vote of this kind is open. Agree to that one, or wait until it is over."))


def give_ballot(table: Table, vote: Vote, player: Player, *, agrees: bool, key: str = "") -> None:
    """Store what a person says to a vote, and let it pass if that was the last agreement it needed."""
    said = {"seat": player.seat, "agrees": agrees, "at": table.now, **({"key": key} if key else {})}
    Ballot.objects.update_or_create(vote=vote, user=player.user, defaults=said)
    settle(table)


# ---- passing and ending


def settle(table: Table, *, enforce: bool = False) -> None:
    """Look at every open vote of a table: let those pass that enough people agreed to, close those with nothing left to
    decide and, to `enforce` it, those whose time is over."""
    while settle_each(table, enforce):
        pass  # what one vote has decided may leave another nothing to decide
    Vote.objects.filter(OPEN, game=table.game).update(counted_at=table.now)
    count_open(table.game)


def settle_each(table: Table, enforce: bool) -> bool:
    """Look at every open vote once. True if one passed."""
    passed = False
    for vote in Vote.objects.filter(OPEN, game=table.game).prefetch_related("ballots"):
        kind, agreed = KINDS[vote.kind], agreements(table, vote)
        if table.game.has_ended or not kind.is_needed(table, vote):
            close(table, vote, Vote.Outcome.LAPSED, agreed)
        elif kind.passes(len(agreed), len(table.people)):
            close(table, vote, Vote.Outcome.PASSED, agreed)
            kind.apply(table, vote, agreed)
            vote.save(update_fields=["paused_at", "resumes_at"])
            passed = True
        elif enforce and is_over(table, vote):
            close(table, vote, Vote.Outcome.FAILED, agreed)
    return passed


def agreements(table: Table, vote: Vote) -> list[int]:
    """List the seats of those who agreed and still play."""
    agreed = {ballot.user_id for ballot in vote.ballots.all() if ballot.agrees}
    return [player.seat for player in table.people if player.user_id in agreed and player.seat is not None]


def is_over(table: Table, vote: Vote) -> bool:
    """Check whether the time of a vote is over; one that is open to a deadline goes with it."""
    if vote.ends_at > table.now:
        return False
    if KINDS[vote.kind].hours is not None:
        return True
    if table.deadline is not None and table.deadline > table.now:
        vote.ends_at = table.deadline
        vote.save(update_fields=["ends_at"])
        return False
    return bool(table.game.is_running)


NOTES = {Vote.Outcome.FAILED: "vote_failed", Vote.Outcome.LAPSED: "vote_lapsed"}
"""How ends are noted. What has passed is told by what it does."""


def close(table: Table, vote: Vote, outcome: Vote.Outcome, agreed: Iterable[int]) -> None:
    """End a vote, note it in a game that goes on, and mail those who play that it was not agreed to."""
    vote.outcome, vote.closed_at, vote.voters = outcome, table.now, len(table.people)
    vote.save(update_fields=["outcome", "closed_at", "voters"])
    if outcome in NOTES and not table.game.has_ended:
        needed = KINDS[vote.kind].needed(len(table.people))
        table.note(NOTES[outcome], **facts_of(vote), agreed=list(agreed), needed=needed)
    if outcome == Vote.Outcome.FAILED:
        mail_people(table, vote, template="vote_failed")


def facts_of(vote: Vote) -> Facts:
    """Describe a vote in a note of the journal."""
    return {"vote": vote.kind, "about": vote.about, "days": vote.days}


def count_open(game: Game) -> None:
    """Keep on the row of a locked game how many votes are open."""
    game.open_votes = Vote.objects.filter(OPEN, game=game).count()
    game.save(update_fields=["open_votes"])


def mail_people(table: Table, vote: Vote, template: str, but: Player | None = None) -> None:
    """Queue a mail about a vote to everybody who plays, `but` one."""
    for player in table.people:
        if but is None or player.pk != but.pk:
            mail = NewMail(
                key=f"{template}:{vote.pk}:{player.user_id}",
                template=template,
                not_before=table.now,
                user_id=player.user_id,
                game=table.game,
                seat=player.seat,
                context={"vote": vote.pk},
            )
            mail_enqueue(mail)
    after_commit("games.tasks.outbox")


def vote_stop(*, game_id: int, user: User, reason: str, vote: int) -> None:
    """End an open vote as an organizer, without a result. Raises VoteRefused, NotAllowed, GameError without a
    reason."""
    with locked_table(game_id, source=ORGANIZER) as table:
        require_not_playing(table.game, user)
        found = Vote.objects.filter(OPEN, game=table.game, pk=vote).first()
        if found is None:
            raise VoteRefused(_("This vote is over."))
        audit(table.game, user, "vote.stop", reason, pk=found.pk, vote=found.kind)
        close(table, found, Vote.Outcome.STOPPED, ())
        table.note("vote_stopped", source=ORGANIZER, **facts_of(found), reason=reason.strip())
        mail_people(table, found, template="vote_stopped")
        count_open(table.game)


# ---- the sweep


def votes_sweep(limit: int = BATCH) -> int:
    """End votes whose time is over, count those anew whose game has moved on, resume games whose pause is over. Returns
    how many games were looked at. Does nothing while an outage may still have to be credited."""
    now = db_now()
    if not is_credited(now):
        return 0
    forget_pauses()
    close_in_ended_games()
    games = due_games(now, limit)
    for game_id in games:
        try:
            votes_enforce(game_id=game_id)
        except Exception:
            log.exception("votes of game %s could not be settled", game_id)
    return len(games)


def due_games(now: datetime, limit: int) -> list[int]:
    """List the games with something due. A vote that is open to a deadline waits while its game pauses."""
    waits = Q(kind=Vote.Kind.EXTEND, game__status=Game.Status.PAUSED)
    over = Q(ends_at__lte=now) & ~waits
    moved = Q(game__moved_at__gte=F("counted_at"))
    open_votes = Vote.objects.filter(OPEN & (over | moved)).exclude(game__status__in=ENDED)
    pauses = Vote.objects.filter(resumes_at__lte=now)
    found = [*open_votes.values_list("game_id", flat=True)[:limit], *pauses.values_list("game_id", flat=True)[:limit]]
    return list(dict.fromkeys(found))


def votes_enforce(*, game_id: int) -> None:
    """End the votes of one game whose time is over, and its pause. Harmless when run twice."""
    try:
        with locked_table(game_id, skip_locked=True) as table:
            if Vote.objects.filter(game=table.game, resumes_at__lte=table.now).exists():
                end_pause(table)
            settle(table, enforce=True)
    except (Game.DoesNotExist, GameClosed):  # another worker has it, or it ended in between
        return


def forget_pauses() -> None:
    """Forget pauses that an organizer ended, or the game itself."""
    Vote.objects.exclude(resumes_at=None).exclude(game__status=Game.Status.PAUSED).update(resumes_at=None)


def close_in_ended_games() -> None:
    """Close what is still open in games that have ended: there is nobody left to tell."""
    left = Vote.objects.filter(OPEN, game__status__in=ENDED)
    games = list(left.values_list("game_id", flat=True))
    if games:
        left.update(outcome=Vote.Outcome.LAPSED, closed_at=db_now())
        Game.objects.filter(pk__in=games).update(open_votes=0)


SWEEP_EVERY = timedelta(seconds=10)
