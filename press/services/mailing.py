"""Queue mails about messages: rows that name a conversation and hold no text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max, QuerySet

from common.mail_ways import Way
from games.clocks.deadline import nights_around
from games.clocks.values import ClockError, SeatTime, read_quiet
from games.models import Game, OutboxMail, Player
from games.services.digests import digest_moment, zone_name
from games.services.notifications import NewMail, mail_enqueue
from press.models import EVERYONE, Conversation, Message, ReplyNumber

if TYPE_CHECKING:
    from accounts.models import User

BEGINS = "press_begins"
"""The mail that tells players of games from before there were messages; the migration that brought them queued it."""

EACH_HOUR = timedelta(hours=1)
WITHIN = timedelta(hours=24)
"""So long messages that come with a turn wait for one."""
LONGEST_WAIT = WITHIN + timedelta(hours=27)
"""An unsigned message is shown within the hour; then it waits for a turn, then for the hour of its reader, on a day of
up to 25 hours."""


def queue_mails(game: Game, message: Message, players: Iterable[Player], now: datetime) -> None:
    """Queue what a message means for the mail of its readers: one at once, or one for the day on which no turn comes.
    Unsigned messages are mailed to their sender too, who would be missing otherwise."""
    conversation = message.conversation
    for player in players:
        if is_recipient(player, conversation) and (message.seat is None or player.seat != message.seat):
            queue_for(game, conversation, player, message.shown_at or now, now)


def is_recipient(player: Player, conversation: Conversation) -> bool:
    if player.user_id is None or player.state in (Player.State.RESIGNED, Player.State.CARETAKER):
        return False
    return conversation.seats == EVERYONE or str(player.seat) in conversation.seats.split(",")


def queue_for(game: Game, conversation: Conversation, player: Player, shown_at: datetime, now: datetime) -> None:
    """Queue a mail for one reader, unless one that waits already will tell of the message as well."""
    assert player.user is not None
    way = player.mail_way("press")
    if way == Way.EACH:
        about: dict[str, object] = {"conversation": conversation.pk}
        thread = f"press:{player.pk}:{conversation.seats}"
        at = after_night(player.user, max(shown_at, next_hour(player, about)))
    elif way == Way.TURN:
        about, thread = {"conversation": None}, f"press:{player.pk}"
        at = digest_moment(player.user, max(shown_at, now) + WITHIN)
    else:
        return
    rows = mails_of(player)
    if rows.filter(context__conversation=about["conversation"], state__in=OutboxMail.WAITING_STATES).exists():
        return
    mail_enqueue(
        NewMail(
            key=f"press:{player.pk}:{player.user_id}:{rows.count() + 1}",
            template="press",
            not_before=at,
            game=game,
            seat=player.seat,
            user_id=player.user_id,
            context=about | {"thread": thread},
        )
    )


def mails_of(player: Player) -> QuerySet[OutboxMail]:
    """Query the mails with messages of a game to the person in a seat."""
    return OutboxMail.objects.filter(template="press", game_id=player.game_id, user=player.user)


@transaction.atomic
def reply_number(player: Player, conversation_id: int) -> int:
    """Return the number by which the reply addresses of a player name a conversation; a new one the first time."""
    Player.objects.select_for_update().get(pk=player.pk)  # one after another, so that no number is given twice
    given = ReplyNumber.objects.filter(player=player, user=player.user)
    if (kept := given.filter(conversation=conversation_id).first()) is not None:
        return kept.number
    number = (given.aggregate(last=Max("number"))["last"] or 0) + 1
    assert player.user is not None
    given.create(player=player, user=player.user, conversation_id=conversation_id, number=number)
    return number


def next_hour(player: Player, about: dict[str, object]) -> datetime:
    """Return when a conversation may be mailed again: an hour after the last time."""
    sent = mails_of(player).filter(context__conversation=about["conversation"], sent_at__isnull=False)
    last = sent.order_by("-sent_at").values_list("sent_at", flat=True).first()
    return last + EACH_HOUR if last else player.joined_at


def after_night(user: User, at: datetime) -> datetime:
    """Return a moment, or the end of the quiet hours in which it lies."""
    try:
        quiet = read_quiet(user.quiet) if user.quiet else None
    except ClockError:
        return at
    nights = nights_around(SeatTime(zone_name(user), quiet), at)
    return next((night.end for night in nights if night.has_inside(at)), at)
