"""Acts of organizers on a game, each with a reason and an entry in the audit log.

State is never edited: a move in somebody's place is the rule set's default answer, a rewind is an entry of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import GameClosed, GameError, NotAllowed
from games.models import AuditEntry, Entry, Game, MailStop, OutboxMail, Vacation, Waiting
from games.models.upkeep import LONGEST_REASON
from games.permissions import is_barred
from games.play import stand_in
from games.play.autoplay import is_deserted
from games.play.session import Session
from games.selectors.moments import export_moment, moment_facts
from games.selectors.seen import plays_in
from games.services.commit import commit_session
from games.services.deadlines import play_rest_of_turn, play_timeout
from games.services.lateness import end_wait
from games.services.lobby import cancel_table
from games.services.locks import after_commit, db_now, game_lock, lock_vacations, person_lock
from games.services.pauses import restart_clocks, stop_clocks
from games.services.seats import check_taker, reassign_seat
from games.signals import end_game

if TYPE_CHECKING:
    from accounts.models import User

ORGANIZER = Entry.Source.ORGANIZER


BULK: ContextVar[int] = ContextVar("bulk", default=0)
"""The number of the act on many games that runs now; 0 for none."""


@contextmanager
def bulk_act() -> Iterator[int]:
    """Give all acts inside one number, by which the audit log folds their rows."""
    number = secrets.randbelow(10**12) + 1
    token = BULK.set(number)
    try:
        yield number
    finally:
        BULK.reset(token)


def audit(game: Game | None, user: User, action: str, reason: str, **details: object) -> AuditEntry:
    """Record an act of an organizer with its reason. Raises GameError without a reason."""
    if not reason.strip():
        raise GameError(_("Give a reason. The audit log keeps it."))
    kept = reason.strip()[:LONGEST_REASON]
    details |= {"bulk": number} if (number := BULK.get()) else {}
    return AuditEntry.objects.create(game=game, user=user, action=action, reason=kept, details=details)


def require_not_playing(game: Game, user: User) -> None:
    """Refuse organizers who play in the game, for themselves or for somebody; superusers may. Refuse everybody who is
    barred from organizing it, such as the players of its event. Raises NotAllowed."""
    barred, plays = is_barred(user, game), plays_in(game, user)
    if barred and not plays:
        raise NotAllowed(_("You play in the tournament of this game, so somebody else must do this."))
    if plays and (barred or not user.is_superuser):
        raise NotAllowed(_("You play in this game, so another organizer must do this."))


@contextmanager
def organizer_action(
    game_id: int,
    user: User,
    action: str,
    reason: str,
    *states: str,
    newcomer: User | None = None,
    away: int | None = None,
    read_details: Callable[[Game], dict[str, object]] | None = None,
    **details: object,
) -> Iterator[Session]:
    """Open a locked session for one act on a game in one of `states`; commit and audit at its end.

    A `newcomer`, who is to get a seat, is locked as well, and so is who has the seat `away` with their vacations.
    `read_details` reads further details for the audit log from the locked game. Raises GameClosed in another state,
    GameError without a reason, NotAllowed for organizers who play in it and for newcomers whose account is gone.
    """
    with transaction.atomic(durable=True):
        if newcomer is not None:
            person_lock(newcomer)
        if away is not None:
            lock_away(game_id, away)
        game = game_lock(game_id)
        require_not_playing(game, user)
        if game.status not in (states or (Game.Status.RUNNING, Game.Status.PAUSED)) or not game.has_board:
            raise GameClosed
        audit(game, user, action, reason, **details, **(read_details(game) if read_details else {}))
        session = Session.load(game, db_now())
        yield session
        commit_session(session, source=ORGANIZER)


def lock_away(game_id: int, seat: int) -> None:
    """Lock who has a seat, and their vacations."""
    holders = (
        get_user_model()
        .objects.select_for_update(no_key=True, of=("self",))
        .filter(played__game=game_id, played__seat=seat)
    )
    list(lock_vacations(user__in=list(holders)))


def game_pause(*, game_id: int, user: User, reason: str) -> None:
    """Pause a running game: all clocks stop, and orders are refused until it resumes."""
    with organizer_action(game_id, user, "game.pause", reason, Game.Status.RUNNING) as session:
        stop_clocks(session)
        session.log_host_event("paused", source=ORGANIZER, reason=reason)


def game_resume(*, game_id: int, user: User, reason: str) -> None:
    """Resume a paused game; every clock goes on with the open time that was left. For seats for which it has waited
    comes what is next in its choice, as when that time ends.

    Raises GameError if no person plays, so that it would pause again at once.
    """
    with organizer_action(game_id, user, "game.resume", reason, Game.Status.PAUSED) as session:
        if is_deserted(session):
            raise GameError(
                _("Nobody plays here, so the game would stop again at once. Give a seat to another person first.")
            )
        if session.game.waits_until is not None:
            end_wait(session, source=ORGANIZER, reason=reason)
            return
        restart_clocks(session)
        session.log_host_event("resumed", source=ORGANIZER, reason=reason)


def game_extend(*, game_id: int, user: User, reason: str, hours: int) -> None:
    """Extend every open deadline by `hours` (1 to 336)."""
    if not 1 <= hours <= 14 * 24:
        raise GameError(_("A deadline can be moved by 1 to 336 hours."))
    with organizer_action(game_id, user, "game.extend", reason, hours=hours) as session:
        session.waiting.extend_all(timedelta(hours=hours))
        session.log_host_event("extended", source=ORGANIZER, hours=hours, reason=reason)


def game_pass(*, game_id: int, user: User, reason: str) -> None:
    """Apply the timeout of every open decision now; a turn is skipped to its end."""
    with organizer_action(
        game_id, user, "game.pass", reason, Game.Status.RUNNING, read_details=skipped_details
    ) as session:
        asked = session.asked
        if asked is None:
            return
        for seat in asked.seats:
            session.log_host_event("passed", source=ORGANIZER, seat=seat, reason=reason)
            if asked.pace == Waiting.Pace.TURN and len(asked.seats) == 1:
                player = session.players[seat]
                player.began, player.lapse = False, ""  # a turn that is skipped counts as nothing, begun or not
                session.touch(player)
                play_rest_of_turn(session, seat, ORGANIZER)
            else:
                play_timeout(session, seat, ORGANIZER)


def game_replace(*, game_id: int, user: User, reason: str, seat: int, by: User | None = None, bot: str = "") -> None:
    """Reassign a seat to another person (`by`) or to a bot, with the full time for its turn and its open decision.

    Raises GameError if the newcomer plays here already, or has seen what is hidden here.
    """
    check_taker(by, bot)
    details = {"seat": seat, "by": by.username if by else bot, "taker": by.pk if by else None}

    def read_details(game: Game) -> dict[str, object]:
        return seat_details(game, seat)

    with organizer_action(
        game_id, user, "game.replace", reason, newcomer=by, away=None, read_details=read_details, **details
    ) as session:
        reassign_seat(session, seat, source=ORGANIZER, by=by, bot=bot, reason=reason)


def game_end_absence(*, game_id: int, user: User, reason: str, seat: int) -> None:
    """End the absence of a player in a game: nobody stands in any more, and their clock no longer stops. Its question
    is asked anew, with a whole turn. Raises GameError where nobody is away."""
    with organizer_action(game_id, user, "game.end_absence", reason, away=seat, seat=seat) as session:
        player = session.players.get(seat)
        if player is None or not player.absences:
            raise GameError(_("The player of this seat is not away."))
        for row in Vacation.objects.filter(user=player.user_id):
            if row.counts_in(game_id):
                row.without = [*row.without, game_id]
                row.save(update_fields=["without"])
        assert player.user is not None
        player.user.away = [each | {"without": [*each["without"], game_id]} for each in player.user.away or ()]
        player.user.save(update_fields=["away"])
        if player.stand_in:
            stand_in.end(session, player, stand_in.ORGANIZER, ORGANIZER, reason.strip())
        else:
            session.log_host_event("stand_in_ended", source=ORGANIZER, seat=seat, **NO_STAND_IN, reason=reason.strip())
            stand_in.ask_anew(session, player)


NO_STAND_IN = {"by": "", "bot": "", "why": "organizer"}


def seat_details(game: Game, seat: int) -> dict[str, object]:
    """Describe the present holder of a seat for the audit log."""
    player = game.players.filter(seat=seat).select_related("user").first()
    return {"colour": player.colour, "leaver": player.label, "person": player.user_id} if player else {}


def skipped_details(game: Game) -> dict[str, object]:
    """Describe the skipped players for the audit log: one seat with its player, or the colours of several."""
    asked = [row.player for row in game.waiting.select_related("player__user").order_by("seat")]
    if len(asked) != 1:
        return {"colours": [player.colour for player in asked]}
    return {"colour": asked[0].colour, "name": asked[0].label, "person": asked[0].user_id}


def game_rewind(*, game_id: int, user: User, reason: str, seq: int) -> None:
    """Rewind the game to entry `seq`. Nothing is deleted, and the dice branch.

    A game that is over stays so: its key is published, and further dice could be foreseen.
    Raises GameError for a place that is not in the journal.
    """

    def read_details(game: Game) -> dict[str, object]:
        return {"moment": export_moment(game, seq)}

    with organizer_action(game_id, user, "game.rewind", reason, read_details=read_details, seq=seq) as session:
        entry = session.rewind_to(seq, Entry.Kind.REWIND, ORGANIZER, deadline=None, actor=f"user:{user.pk}")
        entry.events[0] |= {"reason": reason.strip(), **moment_facts(session.game, seq)}


def game_adjudicate(*, game_id: int, user: User, reason: str) -> None:
    """End a game now, as an organizer: nobody wins, and the players still in are ranked by how they stand. Raises
    GameError without a reason, GameClosed for a game that is not being played, NotAllowed for organizers who play."""
    with organizer_action(game_id, user, "game.adjudicate", reason) as session:
        session.adjudicate("organizer", source=ORGANIZER, by=user.username, reason=reason.strip())


def game_void(*, game_id: int, user: User, reason: str) -> None:
    """Void a game: it ends without a winner, and its journal stays."""
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        require_not_playing(game, user)
        if game.has_ended:
            raise GameClosed
        now: datetime = db_now()
        audit(game, user, "game.void", reason)
        if not game.has_board:
            cancel_table(game, by=user, reason=reason)
            return
        session = Session.load(game, now)
        end_game(game, Game.Status.VOID, now)
        session.log_host_event("void", source=ORGANIZER, by=user.username, reason=reason)
        commit_session(session, source=ORGANIZER)


def mail_retry(*, mail_id: int, user: User, reason: str) -> None:
    """Queue a dead mail again. Raises GameError if it is not dead, or without a reason."""
    with transaction.atomic():
        dead = OutboxMail.objects.filter(pk=mail_id, state=OutboxMail.State.DEAD).exclude(template=OutboxMail.ACCOUNT)
        mail = dead.select_related("game", "user").first()
        if mail is None or not dead.update(
            state=OutboxMail.State.RETRY,
            not_before=db_now(),
            wanted_at=db_now(),
            attempts=0,
            error="",
            claimed_until=None,
        ):
            raise GameError(_("This email did not fail, so it cannot be sent again."))
        subject = {"person": mail.user_id, "name": mail.user.username if mail.user else ""}
        subject["address"] = mail.user.email if mail.user else mail.address
        audit(mail.game, user, "mail.retry", reason, mail=mail.key, **subject)
        after_commit("games.tasks.outbox")


def mail_release(*, user: User, reason: str) -> None:
    """Retry held mail at once; what a flood had stopped goes out for a day. Raises GameError without a reason."""
    with transaction.atomic():
        now = db_now()
        stops = MailStop.objects.filter(ended_at=None)
        audit(None, user, "mail.release", reason, causes=sorted(stops.values_list("cause", flat=True)))
        stops.filter(cause=MailStop.Cause.FLOOD).update(ended_at=now, allowed_until=now + timedelta(days=1))
        stops.update(next_try_at=now)
        after_commit("games.tasks.outbox")
