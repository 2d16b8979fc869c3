"""Receivers of the accounts' signals: seats of a deleted account, its export, the sending and the end of its mails."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q
from django.dispatch import receiver

from accounts.signals import (
    account_deleted,
    account_exported,
    account_mail,
    account_recovered,
    mail_stopped,
    zone_changed,
)
from games.errors import OtherEdition
from games.models import ApiToken, Game, OutboxMail, Player, StandingOrder, StandingText
from games.selectors import export
from games.services import mail_choices
from games.services.absence import keep_used, leave_stand_ins
from games.services.anonymize import forget_person
from games.services.lobby import game_leave
from games.services.locks import after_commit, db_now, game_lock, lock_vacations
from games.services.notifications import NewMail, mail_enqueue
from games.services.seats import resign, resign_unread

if TYPE_CHECKING:
    from accounts.models import User

ENDED = (Game.Status.OVER, Game.Status.VOID)
HELD = (Player.State.PLAYING, Player.State.CARETAKER)


@receiver(account_deleted)
def leave_every_table(user: User, **kwargs: object) -> None:
    """Leave open games, resign running ones and remove the name; finished ones keep the emptied account."""
    list(lock_vacations(Q(user=user) | Q(by=user)))  # before any game
    rows = Player.objects.filter(user=user).exclude(game__status__in=ENDED).order_by("game_id")
    for game_id in list(rows.values_list("game_id", flat=True)):
        leave_table(game_lock(game_id), user)
    StandingOrder.objects.filter(player__user=user).delete()
    leave_stand_ins(user)
    StandingText.objects.filter(player__user=user).delete()
    forget_person(user)


def leave_table(game: Game, user: User) -> None:
    """Leave or resign a locked game, which may have begun or ended just before the lock."""
    if game.is_open:
        game_leave(game_id=game.pk, user=user)
    elif not game.has_ended and game.players.filter(user=user, state__in=HELD).exists():
        try:
            resign(game_id=game.pk, user_id=user.pk)
        except OtherEdition:  # an account can always be deleted
            resign_unread(game=game, user_id=user.pk)


@receiver(account_exported)
def export_games(user: User, **kwargs: object) -> dict[str, object]:
    """Export a person's seats, standing orders and own orders, tables, vacations, invitations, and talk with
    organizers."""
    return {
        "games": export.export_seats(user),
        "tables": export.export_tables(user),
        "turns": export.export_turns(user),
        "vacations": export.export_vacations(user),
        "played_for_others": export.export_stand_ins(user),
        "invitations": export.export_invitations(user),
        "questions": export.export_questions(user),
        "acts": export.export_acts(user),
    }


@receiver(account_mail)
def queue_account_mail(address: str, sealed: str, expires_at: datetime | None, **kwargs: object) -> None:
    """Queue a mail about an account and wake a worker, because somebody is waiting for it."""
    context = {"sealed": sealed, "expires_at": expires_at.isoformat() if expires_at else ""}
    mail_enqueue(
        NewMail(
            key=f"account:{secrets.token_hex(16)}",
            template=OutboxMail.ACCOUNT,
            not_before=db_now(),
            address=address,
            context=context,
        )
    )
    after_commit("games.tasks.outbox")


@receiver(zone_changed)
def keep_days_used(user: User, **kwargs: object) -> None:
    keep_used(user, db_now())


@receiver(mail_stopped)
def stop_in_every_game(user: User, wish: str, **kwargs: object) -> bool:
    return mail_choices.stop_everywhere(user, wish)


@receiver(account_recovered)
def revoke_tokens(user: User, **kwargs: object) -> None:
    """Revoke all tokens of a person who takes the account back."""
    ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=db_now())
