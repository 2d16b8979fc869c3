"""A vote at a table, and who agreed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.site_clock import SiteTimeField

OPEN = models.Q(outcome="")


class Vote(models.Model):
    """Something that the people of a game are asked to agree to.

    `seat` opened it; `about` is the seat that would be offered; `days` are those of a pause. `round` and `turn` are
    those in which it was opened. An outage moves `ends_at`, as it moves deadlines. `counted_at` is when the agreements
    were last held against those who play. `voters` counts those who played at the end. While the pause that a vote has
    decided lasts, `paused_at` is that of the game, and `resumes_at` when it ends by itself.
    """

    class Kind(models.TextChoices):
        EXTEND = "extend", _("More time")
        PAUSE = "pause", _("Pause")
        RESUME = "resume", _("End of the pause")
        SUBSTITUTE = "substitute", _("A new player for a seat")
        DRAW = "draw", _("Draw")
        CALL_OFF = "call off", _("Call the game off")  # as typed

    class Outcome(models.TextChoices):
        PASSED = "passed", _("Passed")
        FAILED = "failed", _("Not agreed")
        LAPSED = "lapsed", _("No longer needed")
        STOPPED = "stopped", _("Ended by an organizer")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField()
    about = models.PositiveSmallIntegerField(null=True, blank=True)
    days = models.PositiveSmallIntegerField(default=0)
    round = models.PositiveIntegerField()
    turn = models.CharField(max_length=40, blank=True, default="")
    opened_at = models.DateTimeField()
    ends_at = SiteTimeField()
    counted_at = models.DateTimeField()
    outcome = models.CharField(max_length=8, choices=Outcome.choices, blank=True, default="")
    closed_at = models.DateTimeField(null=True, blank=True)
    voters = models.PositiveSmallIntegerField(default=0)
    paused_at = SiteTimeField(null=True, blank=True)
    resumes_at = SiteTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "kind"], condition=OPEN, name="vote_open_once"),
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(resumes_at__isnull=False), name="vote_pauses_once"
            ),
        ]
        indexes = [
            models.Index(fields=["ends_at"], condition=OPEN, name="vote_open_ends"),
            models.Index(
                fields=["resumes_at"], condition=models.Q(resumes_at__isnull=False), name="vote_pause_resumes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.opened_at:%Y-%m-%d}"

    @property
    def is_open(self) -> bool:
        return not self.outcome


class Ballot(models.Model):
    """What one person said last to a vote. It counts while they play. `key` makes a repeated request harmless."""

    vote = models.ForeignKey(Vote, on_delete=models.CASCADE, related_name="ballots")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    agrees = models.BooleanField()
    at = models.DateTimeField()
    key = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["vote", "user"], name="ballot_once")]

    def __str__(self) -> str:
        return f"{self.vote_id}/{self.seat}"
