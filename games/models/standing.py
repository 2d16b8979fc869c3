"""What is kept of standing orders: every text, and which line gave which answer. Secret to their owner."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Player
from games.models.journal import Entry


class StandingText(models.Model):
    """One version of a player's standing orders, and the door by which it came: a source of entries."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standing_texts")
    version = models.PositiveIntegerField()
    text = models.TextField(blank=True, default="", max_length=2000)
    source = models.CharField(max_length=10, choices=Entry.Source.choices)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("text of standing orders")
        verbose_name_plural = _("texts of standing orders")
        ordering = ["player", "-version"]
        constraints = [models.UniqueConstraint(fields=["player", "version"], name="standing_text_once")]

    def __str__(self) -> str:
        return f"text {self.version} of player {self.player_id}"  # as typed


class StandingUse(models.Model):
    """One answer that a line gave: the entry, the version of the text, and the number of the line in it.

    Never in the chain, the log or what others get."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="standing_use")
    version = models.PositiveIntegerField()
    line = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("use of a standing order")
        verbose_name_plural = _("uses of standing orders")

    def __str__(self) -> str:
        return f"entry {self.entry_id}: line {self.line} of text {self.version}"  # as typed
