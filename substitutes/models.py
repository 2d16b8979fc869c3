"""Who has signed up to take over seats, and who was asked to take which."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.site_clock import SiteTimeField

OPEN = models.Q(outcome="")


class SignUp(models.Model):
    """A person who takes over a seat that falls free: in one game, or without a `game` in any that is open to all."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("substitute")
        verbose_name_plural = _("substitutes")
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="sign_up_game_once"),
            models.UniqueConstraint(fields=["user"], condition=models.Q(game__isnull=True), name="sign_up_site_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.at:%Y-%m-%d}"


class Offer(models.Model):
    """A seat that one person is asked to take over. An outage moves `until`, as it moves deadlines.

    `since` is when the seat fell free (`Player.offered_at`): once it is free anew, or no longer, the offer is gone.
    """

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        EXPIRED = "expired", _("Not answered")
        GONE = "gone", _("No longer free")
        WITHDRAWN = "withdrawn", _("Withdrawn by an organizer")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()
    asked_at = models.DateTimeField()
    until = SiteTimeField()
    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True, default="")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("offer of a seat")
        verbose_name_plural = _("offers of seats")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], condition=OPEN, name="offer_seat_once"),
            models.UniqueConstraint(fields=["user"], condition=OPEN, name="offer_person_once"),
        ]
        indexes = [models.Index(fields=["until"], condition=OPEN, name="offer_open_until")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}, {self.asked_at:%Y-%m-%d}"

    @property
    def is_open(self) -> bool:
        return not self.outcome
