"""What of messages a person takes along, and what is forgotten with their account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from games.models import Player
from press.models import Mute, Note
from press.selectors import Viewer, messages_for

if TYPE_CHECKING:
    from accounts.models import User


def export_press(user: User) -> dict[str, object]:
    """Export what a person sent and could read in each game, by their own numbers, and their private notes."""
    now = timezone.now()
    seats = Player.objects.filter(user=user).exclude(seat=None).select_related("game").order_by("pk")
    return {
        "messages": [
            {
                "game": player.game.name,
                "address": player.game.slug,
                "messages": [
                    {
                        "number": each.id,
                        "conversation": each.conversation,
                        "seat": each.seat,
                        "own": each.own,
                        "text": each.text,
                        "at": each.at.isoformat(),
                    }
                    for each in messages_for(player.game, Viewer(player, now))
                ],
            }
            for player in seats
        ],
        "notes": [
            {"game": note.player.game.name, "territory": note.territory, "text": note.text}
            for note in Note.objects.filter(user=user).select_related("player__game").order_by("pk")
        ],
    }


def forget_writer(user: User) -> None:
    """Delete what a person kept for themselves. Their messages stay for those who read them, without a name."""
    Note.objects.filter(user=user).delete()
    Mute.objects.filter(owner=user).delete()
