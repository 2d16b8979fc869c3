"""Which games are coached. What is said in them is data (`coaching.hints`) and stored nowhere."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models import Game


class Lesson(models.Model):
    """A game against bots in which its one person is coached. The row goes when they have had enough."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="lesson", primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    started_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.game_id}"
