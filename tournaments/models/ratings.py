"""Ratings: what each game changed, which games count, and by which numbers a rule set is rated."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments.ratings import BETA, SETTLED_SIGMA, Rating


class RatedGame(models.Model):
    """A game marked as rated that has ended: it counts, or `why` says why it does not. One row for each, so that none
    counts twice. Games are in the order of `ended` and the id of the game."""

    class Why(models.TextChoices):
        COUNTS = "", _("Rated")
        FEW = "few", _("Fewer than two people finished or left it")
        OFTEN = "often", _("Two of its people met in ten rated games within 30 days")
        PLACES = "places", _("Its places were not kept")

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    rules = models.CharField(max_length=40)
    ended = models.DateTimeField()
    why = models.CharField(max_length=6, choices=Why.choices, blank=True, default="")

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")
        ordering = ["ended", "game_id"]
        indexes = [models.Index(fields=["ended", "game"], name="rated_game_order")]

    def __str__(self) -> str:
        return f"{self.game_id}, {self.ended:%Y-%m-%d}"


class RatingChange(models.Model):
    """What a game changed for a seat of it. Numbers are in millionths, `beta` is in tenths.

    `who` is `person:NUMBER`, the number of an account, or `bot:NAME`. This is the player's rated game `number` by these
    rules, from 1: the highest holds the rating of today. `place` is what counted, leavers behind all others.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    rules = models.CharField(max_length=40)
    who = models.CharField(max_length=32)
    number = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    mu_before = models.BigIntegerField()
    sigma_before = models.BigIntegerField()
    mu = models.BigIntegerField()
    sigma = models.BigIntegerField()
    beta = models.PositiveSmallIntegerField()
    ended = models.DateTimeField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        ordering = ["ended", "game_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="rating_seat_once"),
            models.UniqueConstraint(fields=["rules", "who", "number"], name="rating_number_once"),
        ]
        indexes = [models.Index(fields=["who", "ended"], name="rating_who_ended")]

    def __str__(self) -> str:
        return f"{self.who}, {self.game_id}"

    @property
    def before(self) -> Rating:
        return Rating(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Rating:
        return Rating(self.mu, self.sigma)


class RatingScale(models.Model):
    """The numbers by which a rule set is rated, for games that ended `since` then: `beta` in tenths, and the `settled`
    sigma, in millionths, above which a rating is provisional. Rules without a row have those of `tournaments.ratings`.
    Rows are added, so that old games keep the numbers by which they counted."""

    rules = models.CharField(max_length=40)
    since = models.DateTimeField()
    beta = models.PositiveSmallIntegerField(default=BETA)
    settled = models.PositiveIntegerField(default=SETTLED_SIGMA)
    games = models.PositiveIntegerField(help_text=_("How many games it was fitted to."))

    class Meta:
        verbose_name = _("scale of ratings")
        verbose_name_plural = _("scales of ratings")
        ordering = ["rules", "since"]
        constraints = [models.UniqueConstraint(fields=["rules", "since"], name="rating_scale_once")]

    def __str__(self) -> str:
        return f"{self.rules}, {self.beta / 10}"
