"""Tables and who sits at them: create one for given people, seat somebody, set the game up."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine import COLOURS
from engine.journal import is_digest
from games.errors import LobbyError
from games.models import Game, GameKey, Player
from games.models.game import WORD_LETTERS, new_word
from games.play import chain
from games.play.session import Session
from games.services.commit import commit_session
from games.services.first_ratings import keep_ratings
from games.services.locks import db_now, person_lock
from games.services.table_settings import TableSettings, check_bot, check_rules, resolve_settings
from games.validators import sanitize_display_name

if TYPE_CHECKING:
    from accounts.models import User

SLUG_WORDS = 40
SLUG_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def make_slug(name: str) -> str:
    """Make a readable address with five random letters, so that names may repeat and cannot be guessed."""
    tail = "".join(secrets.choice(SLUG_LETTERS) for _ in range(5))
    return f"{slugify(name)[:SLUG_WORDS] or 'game'}-{tail}".lstrip("-")


def table_create(
    settings: TableSettings,
    seats: Sequence[User | str],
    creator: User | None = None,
    pairing: str = "",
    *,
    rematch_of: Game | None = None,
) -> Game:
    """Open a table with these people and bots, given by name, and behind them the bots of the settings; the key of its
    dice is drawn and its digest published. It starts at once if that fills it.

    Without a `pairing` the seats are drawn at the start; where some are left others join, and only the creator can
    start it sooner. With one, the digest of what gave the seats (SHA-256 in hex), they stay in the order in which they
    are given, and nobody else sits down. The first of the people gets the colour and the word of the settings, the
    others free colours and random words. Nobody is seated if one cannot be. Raises LobbyError, NotAllowed if an account
    is gone.
    """
    seats = [*seats, *settings.bots]
    settings = resolve_settings(replace(settings, seats_wanted=len(seats)) if pairing else settings)
    check_seats(seats, settings, pairing)
    with transaction.atomic():
        person_lock(*people_in(seats))
        own = {"creator": creator, "rematch_of": rematch_of, "paired": bool(pairing)}
        game = Game(slug=make_slug(settings.name), **own, **settings.stored())
        commit_dice_key(game)
        seat_all(game, seats, settings, in_order=bool(pairing))
        if len(seats) == settings.seats_wanted:
            set_up_game(game, pairing)
    return game


def people_in(seats: Sequence[User | str]) -> list[User]:
    return [seat for seat in seats if not isinstance(seat, str)]


def check_seats(seats: Sequence[User | str], settings: TableSettings, pairing: str) -> None:
    """Refuse a table for nobody, or without a pairing for bots alone, one for more players than seats, an unknown bot,
    somebody who is named twice, and a pairing that is not a digest. Raises LobbyError."""
    people = people_in(seats)
    if not (seats if pairing else people):
        raise LobbyError(_("A game needs at least one person."))
    if len(seats) > settings.seats_wanted:
        raise LobbyError(_("There are more players than seats."))
    if twice := [person.username for person in people if people.count(person) > 1]:
        raise LobbyError(_("%(name)s cannot sit in two seats of a game.") % {"name": twice[0]})
    for seat in seats:
        if isinstance(seat, str):
            check_bot(seat)
    if pairing and not is_digest(pairing):
        raise LobbyError(_("A pairing is named by its SHA-256: 64 digits, 0-9 and a-f."))


def commit_dice_key(game: Game) -> None:
    """Save a new game with the key of its dice, which is kept apart, and the digest that commits to it."""
    secret = GameKey(game=game)
    game.digest = chain.digest_of(bytes(secret.key))
    game.save()
    secret.save()


def seat_all(game: Game, seats: Sequence[User | str], settings: TableSettings, *, in_order: bool) -> None:
    """Seat people and bots, the first person in the colour that was wished for; in the seats 0, 1 and so on if they
    stay `in_order`."""
    first = next(iter(people_in(seats)), None)
    for number, who in enumerate(seats):
        seat = number if in_order else None
        if isinstance(who, str):
            Player.objects.create(game=game, bot=who, colour=pick_colour(game), seat=seat)
        elif who == first:
            seat_person(game, who, settings.colour, settings.word, seat=seat)
        else:
            seat_person(game, who, seat=seat)


def seat_person(game: Game, user: User, colour: str = "", word: str = "", *, seat: int | None = None) -> None:
    """Give a person a seat, and seal the word that they add to the dice. Raises LobbyError."""
    chosen, plain = pick_colour(game, colour), read_word(word)
    sealed = chain.seal_word(bytes(GameKey.objects.get(game=game).key), chosen, plain)
    Player.objects.create(game=game, user=user, colour=chosen, word=plain, word_seal=sealed, seat=seat)


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


def set_up_game(game: Game, pairing: str = "") -> None:
    """Draw the order of seats from the key and everybody's word, or keep the seats that a pairing gave; play the set-up
    and ask the first player. The caller holds the lock."""
    now = db_now()
    players = list(game.players.order_by("pk"))
    check_rules(game.rules, game.options, len(players), game.map)
    start = chain.start_payload(game, players, bytes(GameKey.objects.get(game=game).key), pairing)
    for player in players:
        player.seat = start["seats"].index(player.colour)
    keep_ratings(game, players)
    Player.objects.bulk_update(players, ["seat", *["rating"] * game.rated])
    game.status, game.started_at = Game.Status.RUNNING, now
    game.seats_wanted = len(players)
    commit_session(Session.begin(game, now, start), source="system")
