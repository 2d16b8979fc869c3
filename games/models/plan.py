"""A plan for a seat's own next turn. Secret to its owner."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Player
from games.models.journal import Entry
from games.models.site_clock import SiteTimeField


class TurnPlan(models.Model):
    """Orders that are played when a player's next turn begins; the row stays until another plan takes its place.

    `version` counts the plans of a seat. `user` wrote it during the turn `made_turn`, when the seat held the
    territories `held`. From the beginning of its own turn on `turn` names that turn; a plan on hold is played at
    `due_at`. `seqs` are the entries that it wrote; `line`, `said` and `why` tell at which line it ended, and of what.
    """

    class State(models.TextChoices):
        KEPT = "kept", _("Waits for the next turn")
        HELD = "held", _("Is played soon")
        PLAYED = "played", _("Played")
        STOPPED = "stopped", _("Played in part")
        FAILED = "failed", _("Not played")
        DROPPED = "dropped", _("Dropped")

    ACTIVE = (State.KEPT, State.HELD)
    HOLDS = ((0, _("Play it at once")), (15, _("Hold it for 15 minutes")), (60, _("Hold it for an hour")))

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="plans")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="plan")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="turn_plans")
    version = models.PositiveIntegerField(default=1)
    text = models.TextField(max_length=10_000)
    hold = models.PositiveSmallIntegerField(choices=HOLDS, default=15)
    source = models.CharField(max_length=10, choices=Entry.Source.choices)
    made_at = models.DateTimeField()
    made_turn = models.CharField(max_length=40)
    held: models.JSONField[list[int], list[int]] = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=State.choices, default=State.KEPT)
    turn = models.CharField(max_length=40, blank=True, default="")
    due_at = SiteTimeField(null=True, blank=True)
    seqs: models.JSONField[list[int], list[int]] = models.JSONField(default=list, blank=True)
    line = models.PositiveSmallIntegerField(default=0)
    said = models.CharField(max_length=300, blank=True, default="")
    why = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        verbose_name = _("plan for the next turn")
        verbose_name_plural = _("plans for the next turn")
        indexes = [
            models.Index(fields=["due_at"], name="turnplan_due", condition=models.Q(state="held")),
        ]

    def __str__(self) -> str:
        return f"plan {self.version} of player {self.player_id}"  # as typed

    @property
    def is_active(self) -> bool:
        return self.state in self.ACTIVE
