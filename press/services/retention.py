"""Let messages go: with the end of games that say so, and 90 days after any other; reports after 180 days; private
notes with the seat."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Game
from press.models import Conversation, Held, Message, Note, Report, Silence
from press.services.messages import OPEN_AFTER_END

KEPT = timedelta(days=90)
REPORTS_KEPT = timedelta(days=180)
HELD_FOR = timedelta(days=30)
ENDED = Q(game__status__in=[Game.Status.OVER, Game.Status.VOID])


def press_forget(now: datetime) -> int:
    """Delete what is kept no longer; returns how many messages. Nothing happens twice."""
    Report.objects.filter(at__lt=now - REPORTS_KEPT).exclude(state=Report.State.OPEN).delete()
    Silence.objects.filter(until__lt=now - REPORTS_KEPT).delete()
    Held.objects.filter(at__lt=now - HELD_FOR).delete()
    Note.objects.filter(~Q(user=F("player__user")) | Q(player__user=None)).delete()  # their seat has somebody else
    gone = forgotten(now).delete()[1].get("press.Message", 0)
    if gone:
        Conversation.objects.filter(~Exists(Message.objects.filter(conversation=OuterRef("pk")))).delete()
    return gone


def forgotten(now: datetime) -> QuerySet[Message]:
    """Query the messages that are kept no longer: none of games that publish them, none that is under report."""
    late = Q(game__ended_at__lt=now - KEPT)
    at_the_end = Q(game__press_after=Game.PressAfter.DELETE) & (
        Q(sent_at__lte=F("game__ended_at")) | Q(game__ended_at__lt=now - OPEN_AFTER_END)
    )
    reported = Report.objects.filter(message=OuterRef("pk"), state=Report.State.OPEN)
    rows = Message.objects.filter(ENDED, late | at_the_end).exclude(game__press_after=Game.PressAfter.OPEN)
    return rows.filter(~Exists(reported))
