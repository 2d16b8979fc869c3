"""Games before the first move, and their rematches: create, join, leave, start, cancel."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import LobbyError, NotAllowed
from games.models import Game, Player
from games.selectors.company import is_apart_from_table
from games.selectors.reliability import reliability_of
from games.services.locks import after_commit, db_now, game_lock, person_lock
from games.services.notifications import NewMail, mail_enqueue
from games.services.table_settings import TableSettings, check_bot
from games.services.tables import pick_colour, seat_person, set_up_game, table_create
from games.signals import end_game

if TYPE_CHECKING:
    from accounts.models import User

NEW_GAMES_AN_HOUR = 20
"""Tables that one person may open by the page and the API together."""

LONGEST_NAME = 60
"""Letters in the name of a game."""


def game_create(*, creator: User, settings: TableSettings) -> Game:
    """Open a table with its creator and bots seated. Raises LobbyError, also for a rated table that is not open to
    everyone, and NotAllowed for an account that is gone."""
    if settings.rated and not settings.public:
        raise LobbyError(_("Only games that anyone may join can be rated. Open this one to everyone, or play unrated."))
    return table_create(settings, [creator], creator)


def game_join(*, game_id: int, user: User, colour: str = "", invite_token: str = "", word: str = "") -> Game:
    """Take a seat and add a word to the dice; the game starts with the last one. Joining twice does nothing.

    Raises LobbyError if no seat is free, NotAllowed without the invitation that a private game asks for.
    """
    with transaction.atomic(durable=True):
        person_lock(user)
        game = game_lock(game_id)
        if game.players.filter(user=user).exists():
            return game
        if not game.public and not secrets.compare_digest(invite_token, game.invite_token):
            raise NotAllowed(_("This game is by invitation only."))
        if not game.is_open:
            raise LobbyError(_("This game has already begun."))
        if game.players.count() >= game.seats_wanted:
            raise LobbyError(_("All seats are taken."))
        if is_apart_from_table(user.pk, game):  # of whom is told to neither side
            raise LobbyError(_("You cannot join this game."))
        check_reliability(game, user)
        take_seat(game, user, colour, word)
    return game


def check_reliability(game: Game, user: User) -> None:
    """Refuse a person of whose last turns fewer were in time than a game asks for. Raises LobbyError."""
    if game.least_share is None:
        return
    own = reliability_of(user.pk)
    if not own.meets(game.least_share):
        raise LobbyError(
            _("This game asks for %(least)s of 100 turns in time. Of your last %(turns)s, %(count)s were.")
            % {"least": game.least_share, "turns": own.turns, "count": own.in_time}
        )


def take_seat(game: Game, user: User, colour: str = "", word: str = "") -> None:
    """Seat a person at an open table with a free seat, and start the game with the last one. The caller holds the lock.
    Raises LobbyError for a colour that is taken."""
    seat_person(game, user, colour, word)
    if game.players.count() == game.seats_wanted:
        set_up_game(game)


def game_leave(*, game_id: int, user: User) -> None:
    """Give a seat back before the start. The game is cancelled if the last person leaves. Raises LobbyError."""
    with transaction.atomic():
        game = game_lock(game_id)
        if not game.is_open:
            raise LobbyError(_("This game has already begun. You can resign from its settings page."))
        game.players.filter(user=user).delete()
        heir = game.players.filter(user__isnull=False).first()
        if heir is None:
            end_game(game, Game.Status.VOID, db_now())
        elif game.creator_id == user.pk:
            game.creator = heir.user
        game.save()


def game_start(*, game_id: int, user: User, fill: str = "") -> Game:
    """Start a game at its creator's command with the players who are there; the bot called `fill` takes the free seats,
    which are closed without one. Starting twice does nothing.

    Raises NotAllowed to others, LobbyError with fewer seats than the rules need or an unknown bot.
    """
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        if game.creator_id != user.pk:
            raise NotAllowed(_("Only the player who created this game can start it."))
        if game.is_open:
            seat_bots(game, fill)
            set_up_game(game)
    return game


def seat_bots(game: Game, name: str) -> None:
    """Give all free seats to a bot; to none without a name. Raises LobbyError."""
    if not name:
        return
    check_bot(name)
    for _seat in range(game.seats_wanted - game.players.count()):
        Player.objects.create(game=game, bot=name, colour=pick_colour(game))


def game_call_off(*, game_id: int, user: User) -> None:
    """Cancel a game before its start, at its creator's command, and mail everybody who sat there.

    Raises NotAllowed to others, LobbyError after the start. Cancelling twice does nothing.
    """
    with transaction.atomic():
        game = game_lock(game_id)
        if game.creator_id != user.pk:
            raise NotAllowed(_("Only the player who created this game can cancel it."))
        if game.has_board:
            raise LobbyError(_("This game has already begun."))
        if game.is_open:
            cancel_table(game, by=user)


def cancel_table(game: Game, *, by: User, reason: str = "") -> None:
    """Close an open table for good and queue a mail to everybody there but `by`. The caller holds the lock."""
    end_game(game, Game.Status.VOID, db_now())
    game.save(update_fields=["status", "ended_at"])
    context = {"by": by.username, "reason": reason.strip()}
    for player in game.players.exclude(user=None).exclude(user=by):
        mail_enqueue(
            NewMail(
                key=f"put_away:{game.pk}:{player.user_id}",
                template="put_away",
                not_before=db_now(),
                game=game,
                user_id=player.user_id,
                context=context,
            )
        )
    after_commit("games.tasks.outbox")


def game_rematch(*, game_id: int, user: User, word: str = "") -> Game:
    """Open a table with the settings and bots of a finished game; the first to ask makes it, others join it.

    Raises NotAllowed to strangers, LobbyError while the game runs.
    """
    with transaction.atomic(durable=True):
        person_lock(user)
        game = game_lock(game_id)
        if not game.players.filter(user=user).exists():
            raise NotAllowed
        if not game.has_ended:
            raise LobbyError(_("This game is still running."))
        if before := rematch_join(game, user, word):
            return before
        colour = game.players.get(user=user).colour
        settings = replace(TableSettings.of(game), name=next_name(game.name), colour=colour, word=word)
        settings = replace(settings, rated=settings.rated and settings.public)
        again = table_create(settings, [user], user, rematch_of=game)
        notify_rematch(game, again, user)
        return again


def next_name(name: str) -> str:
    """Build the name of the game that follows: "Low Tide 2" after "Low Tide", then "Low Tide 3"; "1914, game 2"."""
    counted = re.fullmatch(r"(.+?)((?:, game)? )([2-9]|[1-9][0-9])", name)
    ends_in_number = name[-1:].isdigit()
    stem, before, number = counted.groups() if counted else (name, ", game " if ends_in_number else " ", "1")
    tail = f"{before}{int(number) + 1}"
    return stem[: LONGEST_NAME - len(tail)].rstrip() + tail


def rematch_join(game: Game, user: User, word: str = "") -> Game | None:
    """Return the rematch at which `user` sits already, or the open one, joining it if a seat is free; None if a new one
    has to be made. The caller is in a transaction."""
    live = game.rematches.exclude(status__in=[Game.Status.OVER, Game.Status.VOID])
    if mine := live.filter(players__user=user).first():
        return mine
    waiting = live.filter(status=Game.Status.OPEN).first()
    again = game_lock(waiting.pk) if waiting else None  # others may be joining it by its own address
    if again is None or not again.is_open:
        return None
    if again.players.count() < again.seats_wanted:
        take_seat(again, user, word=word)
    return again


def notify_rematch(before: Game, again: Game, host: User) -> None:
    """Queue a mail to everybody else who played, so that they find the new table."""
    for player in before.players.exclude(user=None).exclude(user=host):
        mail_enqueue(
            NewMail(
                key=f"rematch:{again.pk}:{player.user_id}",
                template="rematch",
                not_before=db_now(),
                game=again,
                user_id=player.user_id,
                context={"from": host.username},
            )
        )
    after_commit("games.tasks.outbox")
