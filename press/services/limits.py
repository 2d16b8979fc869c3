"""How much one person may write, and until when they wait."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Entry, Player
from games.models.journal import actor_of
from press.audience import key_of
from press.errors import PressLimited
from press.models import Conversation, Message

if TYPE_CHECKING:
    from accounts.models import User

LIMITS = ((timedelta(minutes=1), 10), (timedelta(hours=1), 60), (timedelta(days=1), 200))
NEW_FOR = timedelta(days=3)
NEW_A_DAY = 10
UNANSWERED = 30
"""Messages to one player who has never answered."""


def check_limits(user: User, player: Player, seats: frozenset[int], now: datetime) -> None:
    """Refuse what goes beyond a limit of a person. Raises PressLimited, which says when the next one may be sent."""
    limits = (*LIMITS, (timedelta(days=1), NEW_A_DAY)) if is_new(user, now) else LIMITS
    longest = max(length for length, _most in limits)
    sent = Message.objects.filter(Q(actor=user) | Q(grey_sender__user=user), sent_at__gt=now - longest)
    moments = sorted(sent.values_list("sent_at", flat=True), reverse=True)
    waits = [moments[most - 1] + length for length, most in limits if len(moments) >= most]
    if seconds := max((int((until - now).total_seconds()) + 1 for until in waits if until > now), default=0):
        raise PressLimited(
            _("You have written a lot. You can write again in %(time)s.") % {"time": spoken(seconds)}, seconds
        )
    for seat in seats if len(seats) == 1 else ():
        check_answered(user, player, seat)


def check_answered(user: User, player: Player, seat: int) -> None:
    """Refuse further messages to a player who has never answered any."""
    pair = Conversation.objects.filter(game_id=player.game_id, seats=key_of({player.seat or 0, seat})).first()
    if pair is None or pair.messages.filter(seat=seat).exists():
        return
    if pair.messages.filter(actor=user).count() >= UNANSWERED:
        text = _("You have written to this player %(most)s times without an answer. Wait until they write to you.")
        raise PressLimited(text % {"most": UNANSWERED}, int(timedelta(days=1).total_seconds()))


def is_new(user: User, now: datetime) -> bool:
    """Return whether an account is younger than three days and has played no turn yet."""
    if now - user.date_joined > NEW_FOR:
        return False
    return not Entry.objects.filter(actor=actor_of(user.pk), game__players__user=user).exists()


def spoken(seconds: int) -> str:
    minutes = -(-seconds // 60)
    if minutes < 120:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    hours = -(-minutes // 60)
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
