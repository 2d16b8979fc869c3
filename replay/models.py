"""Films of games: asked for by somebody, made by a worker in parts, kept for a while."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game


class Film(models.Model):
    """A film of an ended game, or of one `round` of it (0: the whole game): an animated WebP in `data` once it is made.

    `parts_wanted` is how many parts it is put together from, 0 until a worker has looked. A worker has it until
    `claimed_until`; one that dies leaves the parts that it has made. `wanted_at` is when it was last asked for or
    fetched.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        MADE = "made", _("Made")
        FAILED = "failed", _("Failed")

    KEPT = timedelta(days=30)
    MOST_TRIES = 5

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    parts_wanted = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True)
    wanted_at = models.DateTimeField()
    data = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("film")
        verbose_name_plural = _("films")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["game", "round"], name="one_film_of_a_round")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.round}"


class FilmPart(models.Model):
    """Some frames of a film that is being made, as an animated WebP of their own."""

    film = models.ForeignKey(Film, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        verbose_name = _("part of a film")
        verbose_name_plural = _("parts of films")
        constraints = [models.UniqueConstraint(fields=["film", "number"], name="one_part_of_a_film")]

    def __str__(self) -> str:
        return f"{self.film_id} {self.number}"
