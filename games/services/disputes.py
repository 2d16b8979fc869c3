"""Disputes: players' questions to the organizers, and the sight of hidden information to settle them.

Both stand in the audit log: a dispute is open from its `RAISED` row until a later `SETTLED` one. An organizer may see
hidden information for `OPEN_FOR` after giving a reason; the players are told of it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.ratelimit import limit
from games.errors import GameClosed, GameError, NotAllowed
from games.models import AuditEntry, Game, OutboxMail
from games.models.upkeep import LONGEST_REASON, OPENED, RAISED, SETTLED
from games.permissions import is_barred, organizers_of
from games.selectors.seen import plays_in
from games.services.locks import after_commit, db_now, game_lock
from games.services.notifications import NewMail, mail_enqueue
from games.services.organize import ORGANIZER, audit, organizer_action, require_not_playing

if TYPE_CHECKING:
    from accounts.models import User

MOST_OPEN = 3
"""Questions of one player that may wait for an answer in one game."""

OPEN_FOR = timedelta(hours=1)
MAILED_AN_HOUR = 10
"""Mails about questions that one organizer gets."""

HOUR = 3600


def dispute_raise(*, game_id: int, user: User, text: str) -> AuditEntry:
    """Raise a player's question to the organizers. Raises NotAllowed, GameClosed before the start, GameError."""
    if not text.strip():
        raise GameError(_("Write what is wrong, or what you would like to know."))
    if len(text.strip()) > LONGEST_REASON:
        raise GameError(_("A question can have at most %(most)s characters.") % {"most": LONGEST_REASON})
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        player = game.players.filter(user=user).first()
        if player is None:
            raise NotAllowed
        if not game.has_board:
            raise GameClosed
        if len([row for row in open_disputes(game) if row.user_id == user.pk]) >= MOST_OPEN:
            raise GameError(_("Your earlier questions are still waiting for an answer."))
        row = audit(game, user, RAISED, text, seat=player.seat)
        notify_organizers(game, row)
        return row


def notify_organizers(game: Game, asked: AuditEntry) -> None:
    """Queue a mail about a question to each organizer who may answer it. Above `MAILED_AN_HOUR` an organizer gets none:
    the organizers' page lists all questions."""
    at_table = list(game.players.all())
    for person in organizers_of(game):
        sits_there = any(player.is_played_by(person.pk) for player in at_table) and not person.is_superuser
        if person.pk == asked.user_id or sits_there or not person.wants_mail("staff"):
            continue
        if limit(f"question:{person.pk}", MAILED_AN_HOUR, HOUR):
            continue
        mail_enqueue(
            NewMail(
                key=f"question:{asked.pk}:{person.pk}",
                template="question",
                not_before=db_now(),
                user_id=person.pk,
                game=game,
                context={"audit": asked.pk},
            )
        )
    after_commit("games.tasks.outbox")


def open_disputes(game: Game) -> list[AuditEntry]:
    """List unanswered questions, oldest first. One query."""
    rows = AuditEntry.objects.filter(game=game, action__in=[RAISED, SETTLED]).select_related("user").order_by("-pk")
    found = []
    for row in rows:
        if row.action == SETTLED:
            break
        found.append(row)
    return found[::-1]


def dispute_settle(*, game_id: int, user: User, answer: str) -> int:
    """Answer all open questions about a game and mail the answer to each asker. Returns how many asked.

    Raises GameError without an answer or without a question, NotAllowed for organizers who play in the game.
    """
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        require_not_playing(game, user)
        asked = open_disputes(game)
        if not asked:
            raise GameError(_("There is no open question about this game."))
        row = audit(game, user, SETTLED, answer, asked=[each.pk for each in asked])
        unsent = OutboxMail.objects.filter(game=game, template="question", state__in=OutboxMail.WAITING_STATES)
        unsent.update(state=OutboxMail.State.CANCELLED, error=_("answered before it was sent"))
        for asker in {each.user_id for each in asked if each.user_id}:
            mail_enqueue(
                NewMail(
                    key=f"answer:{row.pk}:{asker}",
                    template="answer",
                    not_before=db_now(),
                    user_id=asker,
                    game=game,
                    context={"audit": row.pk},
                )
            )
        after_commit("games.tasks.outbox")
    return len(asked)


def reveal_hidden(*, game_id: int, user: User, reason: str) -> None:
    """Let an organizer see hands and sealed answers for `OPEN_FOR`. The reason is journalled, so everybody reads it.

    Raises NotAllowed for players of the game, whoever they are besides, GameClosed unless it is played.
    """
    with organizer_action(game_id, user, OPENED, reason) as session:
        if plays_in(session.game, user):
            raise NotAllowed(_("You play in this game, so its hidden things stay hidden from you."))
        session.log_host_event("opened", source=ORGANIZER, by=user.username, reason=reason.strip()[:LONGEST_REASON])


def revealed_until(game: Game, user: User, now: datetime) -> datetime | None:
    """Return until when the organizer may see hidden information of a game; None if they may not."""
    if plays_in(game, user) or is_barred(user, game):
        return None
    rows = AuditEntry.objects.filter(game=game, user=user, action=OPENED, at__gt=now - OPEN_FOR)
    last = rows.order_by("-at").first()
    return last.at + OPEN_FOR if last else None
