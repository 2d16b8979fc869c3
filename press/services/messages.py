"""Write messages, show those that waited, and keep how far each has been read."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from common.times import format_datetime
from games.errors import GameClosed, KeyReused, NotAllowed
from games.models import Entry, Game, Player
from games.models.press_time import BETWEEN, first_round
from games.services.disputes import dispute_raise
from games.services.locks import after_commit, db_now, game_lock
from games.services.organize import audit, require_not_playing
from games.wording.seats import colour_name
from press.audience import Audience, audience_named, key_of, read_line
from press.errors import PressRefused
from press.models import EVERYONE, Conversation, GreySender, Message, Reading, Silence
from press.moments import active_seat, grey_moment, is_secret_time, turn_of
from press.services.limits import check_limits
from press.services.mailing import queue_mails
from press.texts import clean_text

if TYPE_CHECKING:
    from accounts.models import User

OPEN_AFTER_END = timedelta(days=14)
"""So long after the end of a game players write to everyone."""

LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Sent:
    """What came of sending: the message (None for a question to the organizers), whether it was sent before under the
    same key, and the audience as it was read."""

    message: Message | None
    replayed: bool
    audience: Audience


# ---- writing


def press_typed(*, game_id: int, user_id: int, text: str, source: str, key: str = "") -> bool:
    """Send what a line such as `press red: text` says. True if it was sent before. Raises as `press_send`,
    UnreadableOrder, and NotAllowed for the orders of a program: messages have a scope of their own."""
    if source == Entry.Source.API:
        raise NotAllowed(_("Programs write messages with a token of the scope “press”, at the address for messages."))
    line = read_line(text)
    players = Player.objects.filter(game_id=game_id).exclude(seat=None)
    audience = audience_named(line.who, players)
    if audience is None:
        raise PressRefused(_("Nobody plays that colour in this game."))
    return press_send(game_id=game_id, user_id=user_id, to=audience, text=line.text, source=source, key=key).replayed


def press_send(*, game_id: int, user_id: int, to: Audience, text: str, source: str, key: str = "") -> Sent:
    """Send a message of the person `user_id` to the people of a game, and queue the mails about it, in one transaction.

    The same `key` again changes nothing. Raises NotAllowed for anybody without a seat of their own, PressRefused where
    the game or the moment does not allow it, PressLimited, GameClosed before the start and long after the end, and
    KeyReused for another message under a key that was used.
    """
    user = get_user_model().objects.get(pk=user_id)
    if to.is_for_organizers:
        dispute_raise(game_id=game_id, user=user, text=clean_text(text))
        return Sent(None, False, to)
    with transaction.atomic(durable=True):
        game, now = game_lock(game_id), db_now()
        show_due(game, now)
        players = list(game.players.select_related("user").exclude(seat=None))
        player = require_writer(game, players, user)
        seats = to.seats - {player.seat or 0}
        conversation_key = key_of({player.seat or 0, *seats}) if seats else EVERYONE
        if (before := find_sent(game, user, key)) is not None:
            if (before.text, before.conversation.seats) != (clean_text(text), conversation_key):
                raise KeyReused
            return Sent(before, True, to)
        check_setting(game, to, seats, now)
        check_readers(game, player, players, seats, to)
        check_moment(game, player, seats)
        check_silence(game, user, now)
        cleaned = clean_text(text)
        check_limits(user, player, seats, now)
        conversation = Conversation.objects.get_or_create(game=game, seats=conversation_key)[0]
        message = store(game, conversation, player, cleaned, to.is_unsigned, source, key, now)
        if message.shown_at is not None:
            queue_mails(game, message, players, now)
            after_commit("games.tasks.outbox")
    return Sent(message, False, to)


def find_sent(game: Game, user: User, key: str) -> Message | None:
    """Find the message that a person sent under a key."""
    if not key:
        return None
    own = Q(actor=user, key=key) | Q(grey_sender__user=user, grey_sender__key=key)
    return Message.objects.filter(own, game=game).select_related("conversation").first()


def store(
    game: Game,
    conversation: Conversation,
    player: Player,
    text: str,
    unsigned: bool,
    source: str,
    key: str,
    now: datetime,
) -> Message:
    """Store a message: an unsigned one without whatever tells its sender, which a row of its own keeps."""
    waits = is_secret_time(game)
    if unsigned:
        message = Message(
            game=game,
            conversation=conversation,
            number=secrets.randbelow(LARGEST),
            text=text,
            sent_at=now,
            shown_at=None if waits else grey_moment(now),
        )
        add_message(message)
        GreySender.objects.create(message=message, user=player.user, game=game, key=key or None)
        return message
    message = Message(
        game=game,
        conversation=conversation,
        number=Message.objects.filter(game=game).count() + 1,
        seat=player.seat,
        text=text,
        source=source,
        actor=player.user,
        key=key or None,
        turn="" if waits else turn_of(game),
        sent_at=now,
        shown_at=None if waits else now,
    )
    add_message(message)
    return message


def add_message(message: Message) -> None:
    """Add the row of a message to its locked game, and note at the game that it has some."""
    game = message.game
    if not game.has_messages:
        game.has_messages = True
        game.save(update_fields=["has_messages"])
    message.save(force_insert=True)


# ---- who may write what


def require_writer(game: Game, players: Iterable[Player], user: User) -> Player:
    """Find the seat by which a person writes: their own, never one in which they stand in. Raises NotAllowed,
    GameClosed."""
    player = next((player for player in players if player.user_id == user.pk), None)
    if player is None or not user.is_active:
        raise NotAllowed(_("Only people who play in this game can write."))
    if not game.has_board:
        raise GameClosed(_("You can write once the game has begun."))
    if player.state == Player.State.RESIGNED:
        raise NotAllowed(_("You resigned, so you can read what came before, but not write."))
    if player.state == Player.State.CARETAKER:
        raise NotAllowed(_("The caretaker holds your seat now. Take it back first."))
    return player


def check_setting(game: Game, to: Audience, seats: frozenset[int], now: datetime) -> None:
    """Refuse what the game does not have. Raises PressRefused, GameClosed long after its end."""
    if game.press == Game.Press.NONE or not settings.PRESS:
        raise PressRefused(_("There is no press in this game."))
    if seats and game.press == Game.Press.PUBLIC:
        raise PressRefused(_("In this game you can only write to everyone."))
    if not seats and to.seats:
        raise PressRefused(_("Choose somebody else than yourself."))
    if to.is_unsigned and not game.grey:
        raise PressRefused(_("In this game every message has its sender."))
    if game.has_ended and seats:
        raise PressRefused(_("This game is over. You can still write to everyone for 14 days."))
    if game.has_ended and (game.ended_at is None or now - game.ended_at > OPEN_AFTER_END):
        raise GameClosed(_("This game ended more than 14 days ago, so nobody writes in it any more."))


def check_readers(game: Game, player: Player, players: Iterable[Player], seats: frozenset[int], to: Audience) -> None:
    """Refuse a message that somebody would not read. Raises PressRefused."""
    if player.state == Player.State.OUT and seats and not game.has_ended:
        raise PressRefused(_("You are out of the game, so you can only write to everyone."))
    known = {other.seat: other for other in players}
    for seat in sorted(seats):
        if seat not in known:
            raise PressRefused(_("Nobody plays that colour in this game."))
        if why := why_unread(known[seat]):
            raise PressRefused(why)


def why_unread(player: Player) -> str:
    """Say why nobody would read what is sent to a seat; empty where somebody does. Who is out of the game reads on."""
    seat = {"seat": colour_name(player.colour)}
    if player.bot:
        return _("A bot plays %(seat)s, so nobody would read this.") % seat
    if player.state == Player.State.CARETAKER:
        return _("The caretaker holds %(seat)s’s seat, so nobody would read this.") % seat
    if player.state == Player.State.RESIGNED:
        return _("%(seat)s has resigned, so nobody would read this.") % seat
    return ""


def check_moment(game: Game, player: Player, seats: frozenset[int]) -> None:
    """Refuse what may not be written yet. Raises PressRefused."""
    first = first_round(game.press_when)
    if game.has_ended:
        return
    if game.round < first:
        raise PressRefused(_("In this game messages begin in round %(round)s.") % {"round": first})
    active = active_seat(game) if game.press_when == BETWEEN else None
    if active is None:
        return
    if active == player.seat:
        raise PressRefused(_("It is your turn. In this game you can write afterwards."))
    if active in seats:
        colour = game.players.get(seat=active).colour
        text = _("It is %(seat)s’s turn. In this game you can write to them afterwards.")
        raise PressRefused(text % {"seat": colour_name(colour)})


def check_silence(game: Game, user: User, now: datetime) -> None:
    """Refuse what somebody writes whom a moderator has silenced. Raises PressRefused."""
    if (until := silenced_until(game, user.pk, now)) is not None:
        told = format_datetime(until, now, user.zone)
        raise PressRefused(_("A moderator has paused your messages until %(until)s.") % {"until": told})


def silenced_until(game: Game, user_id: int, now: datetime) -> datetime | None:
    """Return until when a moderator has silenced somebody in a game; None if nobody has. One query."""
    found = Silence.objects.filter(Q(game=None) | Q(game=game), user=user_id, until__gt=now).order_by("-until").first()
    return found.until if found else None


# ---- what waited


def show_due(game: Game, now: datetime) -> int:
    """Show what waited for a window of a locked game that has closed, let unsigned messages among it come at their
    quarter of an hour, and note the turn of those that have come; returns how many."""
    waiting = list(Message.objects.filter(game=game, shown_at=None).select_related("conversation").order_by("pk"))
    shown = 0
    if waiting and not is_secret_time(game):
        players = list(game.players.select_related("user").exclude(seat=None))
        for message in waiting:
            message.shown_at, message.turn = (grey_moment(now), "") if message.is_grey else (now, turn_of(game))
            message.save(update_fields=["shown_at", "turn"])
            queue_mails(game, message, players, now)
            shown += not message.is_grey
        after_commit("games.tasks.outbox")
    return shown + Message.objects.filter(game=game, turn="", shown_at__lte=now).update(turn=turn_of(game))


def press_sweep(limit: int = 500) -> int:
    """Show in each game what has waited long enough; returns how many messages."""
    now = db_now()
    waits = Q(shown_at=None) | Q(turn="", shown_at__lte=now)
    games = Message.objects.filter(waits).values_list("game_id", flat=True).distinct()[:limit]
    return sum(show_in(game_id) for game_id in list(games))


def show_in(game_id: int) -> int:
    with transaction.atomic():
        try:
            game = game_lock(game_id, skip_locked=True)
        except Game.DoesNotExist:  # somebody else moves in it; the next sweep comes soon
            return 0
        return show_due(game, db_now())


# ---- organizers


def press_announce(*, game_id: int, user: User, reason: str) -> None:
    """Write to everyone in a game as an organizer; the text is the act's reason. Raises NotAllowed for organizers who
    play in it, GameError without words, PressRefused for a text that is too long."""
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        require_not_playing(game, user)
        audit(game, user, "press.write", reason)
        write_to_all(game, user, reason)


def write_to_all(game: Game, user: User, text: str) -> None:
    """Write to everyone in a locked game as an organizer. Raises PressRefused for a text that is too long."""
    now = db_now()
    conversation = Conversation.objects.get_or_create(game=game, seats=EVERYONE)[0]
    message = Message(
        game=game,
        conversation=conversation,
        number=Message.objects.filter(game=game).count() + 1,
        text=clean_text(text),
        source=Entry.Source.ORGANIZER,
        actor=user,
        turn=turn_of(game),
        sent_at=now,
        shown_at=now,
    )
    add_message(message)
    players = list(game.players.select_related("user").exclude(seat=None))
    queue_mails(game, message, players, now)
    after_commit("games.tasks.outbox")


# ---- reading


def note_read(player: Player, conversations: Sequence[int], read_to: datetime) -> None:
    """Keep that a player has read conversations up to a moment."""
    for conversation_id in conversations:
        reading, made = Reading.objects.get_or_create(
            conversation_id=conversation_id, player=player, defaults={"read_to": read_to}
        )
        if not made:
            Reading.objects.filter(pk=reading.pk).filter(Q(read_to=None) | Q(read_to__lt=read_to)).update(
                read_to=read_to
            )
