"""Games before the first move, and their rematches: create, join, leave, start, cancel."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine import COLOURS
from games.errors import LobbyError, NotAllowed
from games.models import Game, GameKey, Player
from games.models.game import WORD_LETTERS, new_word
from games.play import chain
from games.play.session import Session
from games.selectors.reliability import reliability_of
from games.services.commit import commit_session
from games.services.locks import after_commit, db_now, game_lock, person_lock
from games.services.notifications import NewMail, mail_enqueue
from games.services.table_settings import TableSettings, check_bot, check_rules, resolve_settings
from games.signals import end_game
from games.validators import sanitize_display_name

if TYPE_CHECKING:
    from accounts.models import User

NEW_GAMES_AN_HOUR = 20
"""Tables that one person may open by the page and the API together."""

SLUG_WORDS = 40
SLUG_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LONGEST_NAME = 60
"""Letters in the name of a game."""


def make_slug(name: str) -> str:
    """Make a readable address with five random letters, so that names may repeat and cannot be guessed."""
    tail = "".join(secrets.choice(SLUG_LETTERS) for _ in range(5))
    return f"{slugify(name)[:SLUG_WORDS] or 'game'}-{tail}".lstrip("-")


def game_create(*, creator: User, settings: TableSettings) -> Game:
    """Open a table with its creator and bots seated. Raises LobbyError, NotAllowed for an account that is gone."""
    return table_create(settings=settings, people=[creator], creator=creator)


def table_create(
    *, settings: TableSettings, people: Sequence[User], creator: User | None = None, rematch_of: Game | None = None
) -> Game:
    """Open a table with these people and the bots seated, the key of its dice drawn and their digest published.
    It starts at once if that fills it; else others join it, and only its creator can start it sooner.

    The first of the people gets the colour and the word of the settings, the others free colours and random words.
    Nobody is seated if one cannot be. Raises LobbyError, NotAllowed if an account is gone.
    """
    settings = resolve_settings(settings)
    check_people(people, settings)
    with transaction.atomic():
        person_lock(*people)
        game = Game(slug=make_slug(settings.name), creator=creator, rematch_of=rematch_of, **settings.stored())
        commit_dice_key(game)
        seat_all(game, people, settings)
        if len(people) + len(settings.bots) == settings.seats_wanted:
            set_up_game(game)
    return game


def check_people(people: Sequence[User], settings: TableSettings) -> None:
    """Refuse a table for nobody, one for more players than seats, and somebody who is named twice. Raises
    LobbyError."""
    if not people:
        raise LobbyError(_("A game needs at least one person."))
    if len(people) + len(settings.bots) > settings.seats_wanted:
        raise LobbyError(_("There are more players than seats."))
    if twice := [person.username for person in people if people.count(person) > 1]:
        raise LobbyError(_("%(name)s cannot sit in two seats of a game.") % {"name": twice[0]})


def commit_dice_key(game: Game) -> None:
    """Save a new game with the key of its dice, which is kept apart, and the digest that commits to it."""
    secret = GameKey(game=game)
    game.digest = chain.digest_of(bytes(secret.key))
    game.save()
    secret.save()


def seat_all(game: Game, people: Sequence[User], settings: TableSettings) -> None:
    """Seat the people, the first in the colour that was wished for, and the bots in those that are left."""
    seat_person(game, people[0], settings.colour, settings.word)
    for person in people[1:]:
        seat_person(game, person)
    for bot in settings.bots:
        Player.objects.create(game=game, bot=bot, colour=pick_colour(game))


def seat_person(game: Game, user: User, colour: str = "", word: str = "") -> None:
    """Give a person a seat, and seal the word that they add to the dice. Raises LobbyError."""
    chosen, plain = pick_colour(game, colour), read_word(word)
    sealed = chain.seal_word(bytes(GameKey.objects.get(game=game).key), chosen, plain)
    Player.objects.create(game=game, user=user, colour=chosen, word=plain, word_seal=sealed)


def read_word(text: str) -> str:
    """Clean the word that somebody adds to the dice; a random one if it is empty. Raises LobbyError if too long."""
    plain = sanitize_display_name(text)
    if len(plain) > WORD_LETTERS:
        raise LobbyError(
            _("Your word for the dice is too long. It can have at most %(most)s characters.") % {"most": WORD_LETTERS}
        )
    return plain or new_word()


def pick_colour(game: Game, wish: str = "") -> str:
    """Choose the colour that was asked for, or the first free one. Raises LobbyError if it is taken or unknown."""
    taken = set(game.players.values_list("colour", flat=True))
    free = [colour for colour in COLOURS if colour not in taken]
    if wish and wish not in free:
        raise LobbyError(_("This colour is taken. Choose another one."))
    if not free:
        raise LobbyError(_("All seats are taken."))
    return wish or free[0]


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


def set_up_game(game: Game) -> None:
    """Draw the order of seats from the key and everybody's word, play the set-up and ask the first player. The caller
    holds the lock."""
    now = db_now()
    players = list(game.players.order_by("pk"))
    check_rules(game.rules, game.options, len(players), game.map)
    start = chain.start_payload(game, players, bytes(GameKey.objects.get(game=game).key))
    for player in players:
        player.seat = start["seats"].index(player.colour)
    Player.objects.bulk_update(players, ["seat"])
    game.status, game.started_at = Game.Status.RUNNING, now
    game.seats_wanted = len(players)
    commit_session(Session.begin(game, now, start), source="system")


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
        again = table_create(settings=settings, people=[user], creator=user, rematch_of=game)
        notify_rematch(game, again, user)
        return again


def next_name(name: str) -> str:
    """Build the name of the game that follows: "Low Tide 2" after "Low Tide", then "Low Tide 3"."""
    counted = re.fullmatch(r"(.+) ([2-9]|[1-9][0-9])", name)
    stem, number = (counted[1], int(counted[2])) if counted else (name, 1)
    tail = f" {number + 1}"
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
