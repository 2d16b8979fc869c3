"""Begin and end following, and tell those who follow that a round is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from following.models import Follow
from games.errors import GameError
from games.models import Game, Player
from games.services.locks import after_commit
from games.services.notifications import NewMail, mail_enqueue

TELL_EVERY = timedelta(seconds=60)


def may_follow(game: Game, player: Player | None) -> bool:
    """Check whether somebody with this seat may follow: who is out of a game that goes on."""
    return game.has_board and not game.has_ended and player is not None and player.state == Player.State.OUT


def follow(game: Game, user: User) -> None:
    """Follow a game from now on; nothing new for somebody who does. Raises GameError for anybody but its eliminated
    players."""
    player = Player.objects.filter(game=game, user=user).first()
    if not may_follow(game, player):
        raise GameError(_("Only players who are out of a running game can follow it by email."))
    Follow.objects.get_or_create(user=user, game=game, defaults={"round": game.round, "seq": game.seq})


def unfollow(user: User, game: Game | None = None) -> bool:
    """Follow a game no more, or none at all. Returns whether there was one."""
    found = Follow.objects.filter(user=user)
    return bool((found.filter(game=game) if game else found).delete()[0])


def rounds_tell(now: datetime) -> int:
    """Queue a mail to everybody in whose game a round is over, and forget who follows a game that has ended: the mail
    about the end tells them. Returns how many mails were queued; each row is told once, whoever else looks."""
    Follow.objects.filter(game__status__in=(Game.Status.OVER, Game.Status.VOID)).delete()
    due = Follow.objects.filter(game__status=Game.Status.RUNNING, game__round__gt=F("round"))
    return sum(tell_round(row, now) for row in due.select_related("game"))


def tell_round(row: Follow, now: datetime) -> bool:
    """Queue the mail about the rounds since somebody was told last."""
    game = row.game
    player = Player.objects.filter(game=game, user_id=row.user_id).first()
    with transaction.atomic():
        mine = Follow.objects.filter(pk=row.pk, round=row.round)
        if not mine.update(round=game.round, seq=game.seq) or player is None:
            return False
        mail_enqueue(
            NewMail(
                key=f"round:{game.pk}:{game.round}:{row.user_id}",
                template="round",
                not_before=now,
                user_id=row.user_id,
                game=game,
                seat=player.seat,
                context={"since": row.seq, "round": game.round - 1},
            )
        )
        after_commit("games.tasks.outbox")
    return True
