"""What the site writes down about its own work: the audit log, the heartbeat of the sweeps, failures to be mailed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

OPENED = "dispute.open"
"""Names the rows of the audit log that let an organizer see what is hidden in a game."""

LONGEST_REASON = 500
"""Characters of a reason, a question or an answer in the audit log."""


RAISED, SETTLED = "dispute.raise", "dispute.settle"
"""Actions of the audit log between which a dispute is open."""


class AuditEntry(models.Model):
    """Something an organizer or the site itself did to games or people, with the reason given. Never edited, but that
    the name of an account goes with it."""

    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="audit")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="audited"
    )
    action = models.CharField(max_length=40)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    details = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.action} {self.at:%Y-%m-%d %H:%M}"


class Heartbeat(models.Model):
    """When a recurring job last ran. A long gap means that the site stood still."""

    name = models.CharField(max_length=30, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.seen_at:%Y-%m-%d %H:%M:%S}"


class Failure(models.Model):
    """A cause of failures that the host gets mails about, with those that no mail has told of yet."""

    cause = models.CharField(max_length=64, primary_key=True)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    unreported = models.PositiveIntegerField(default=0, db_default=0)
    quiet_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.subject}: {self.unreported}"
