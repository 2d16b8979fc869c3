"""What must hold of messages, for `manage.py fsck`."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, Q

from games.models import Game
from games.selectors.integrity import REPORT, Issue
from press.audience import key_of, seats_of
from press.models import Conversation, GreySender, Message


def check_press(game: Game) -> Iterator[Issue]:
    """Check that messages lie in conversations of their own game whose seats are at the table, and that no row but one
    tells who wrote an unsigned message."""
    seats = set(game.players.exclude(seat=None).values_list("seat", flat=True))
    for conversation in Conversation.objects.filter(game=game):
        found = seats_of(conversation.seats)
        if key_of(found) != conversation.seats or not set(found) <= seats or len(found) == 1:
            yield Issue(game.slug, f"conversation {conversation.pk} is of seats that there are not", REPORT)
    if Message.objects.filter(game=game).exclude(conversation__game_id=F("game_id")).exists():
        yield Issue(game.slug, "has a message in a conversation of another game", REPORT)
    if not game.has_messages and Message.objects.filter(game=game).exists():
        yield Issue(game.slug, "has messages that its row does not know of", REPORT)
    told = Message.objects.filter(game=game, grey_sender__isnull=False)
    if told.filter(Q(seat__isnull=False) | Q(actor__isnull=False) | Q(key__isnull=False) | ~Q(source="")).exists():
        yield Issue(game.slug, "has an unsigned message that tells its sender", REPORT)
    if GreySender.objects.filter(message__game=game).exclude(game_id=game.pk).exists():
        yield Issue(game.slug, "has the sender of an unsigned message in another game", REPORT)
