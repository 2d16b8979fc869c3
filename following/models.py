"""Who follows which game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game


class Follow(models.Model):
    """Somebody who is out of a game and wants one email a round about it. `round` and `seq` are those of the game when
    they were told last, or began to follow."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_follow_of_a_game")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game_id}"
