"""What is known of the chances in an ended game."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game


class GameChances(models.Model):
    """The chances of the seats at the start of each turn of an ended game, one row for each game.

    `turns` has a list for each turn that is done, the first one first: the entry after which it began, its round, its
    seat, how many games were played from there, and how many of them each seat won. `count` is how many turns that are,
    so that two workers never add the same one. `points` are the turning points, as facts (`chances.points`), once all
    turns are done, at `done_at`. A worker has the game until `taken_until`, and has begun `tries` times since the last
    turn that was finished.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="chances")
    turns = models.JSONField(default=list)
    count = models.PositiveIntegerField(default=0)
    points = models.JSONField(default=list)
    done_at = models.DateTimeField(null=True, blank=True, db_index=True)
    taken_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("chances of a game")
        verbose_name_plural = _("chances of games")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.count}"
