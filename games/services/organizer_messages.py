"""Organizers' messages to a whole table or to one person, mailed and kept in the audit log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import GameError
from games.models import Game, Player
from games.services.locks import after_commit, db_now, game_lock
from games.services.notifications import NewMail, mail_enqueue
from games.services.organize import audit, require_not_playing

if TYPE_CHECKING:
    from accounts.models import User

WROTE, WROTE_TO_PERSON = "game.write", "person.write"


def game_write(*, game_id: int, user: User, reason: str) -> int:
    """Mail a message (`reason`) to everybody with a seat in a game; returns to how many.

    Raises GameError without words or without a reader, NotAllowed for organizers who play in it.
    """
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        require_not_playing(game, user)
        row = audit(game, user, WROTE, reason)
        readers = recipients_of(game)
        if not readers:
            raise GameError(_("No person plays in this game, so nobody would read it."))
        for reader in readers:
            queue_message(row.pk, reader, game)
        after_commit("games.tasks.outbox")
    return len(readers)


def games_write(*, game_ids: Sequence[int], user: User, reason: str) -> int:
    """Mail a message (`reason`) to everybody with a seat in one of these games, one mail a person; returns to how many.
    Each game has it in its audit log. Raises GameError without words or without a reader, NotAllowed for organizers who
    play in one of them."""
    with transaction.atomic(durable=True):
        rows: dict[int, int] = {}
        for game_id in sorted(game_ids):
            game = game_lock(game_id)
            require_not_playing(game, user)
            row = audit(game, user, WROTE, reason)
            for reader in recipients_of(game):
                rows.setdefault(reader, row.pk)
        if not rows:
            raise GameError(_("No person plays in these games, so nobody would read it."))
        for reader, row_id in rows.items():
            queue_message(row_id, reader, None)
        after_commit("games.tasks.outbox")
    return len(rows)


def person_write(*, person_id: int, user: User, reason: str) -> None:
    """Mail a message to one person. Raises GameError without words, or if mail does not reach the person."""
    with transaction.atomic():
        person = get_user_model().objects.filter(pk=person_id, is_active=True).first()
        if person is None or not person.can_get_mail:
            raise GameError(_("Mail does not reach this person."))
        row = audit(None, user, WROTE_TO_PERSON, reason, person=person.pk, name=person.username)
        queue_message(row.pk, person.pk, None)
        after_commit("games.tasks.outbox")


def recipients_of(game: Game) -> list[int]:
    """List the recipients of a message to a table: everybody who has not resigned."""
    rows = game.players.exclude(user=None).exclude(state=Player.State.RESIGNED)
    return [pk for pk in rows.values_list("user_id", flat=True) if pk is not None]


def queue_message(audit_id: int, reader: int, game: Game | None) -> None:
    mail_enqueue(
        NewMail(
            key=f"message:{audit_id}:{reader}",
            template="message",
            not_before=db_now(),
            user_id=reader,
            game=game,
            context={"audit": audit_id},
        )
    )
