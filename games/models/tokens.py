"""Tokens by which programs act for a person, and what they have made with a key."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class ApiToken(models.Model):
    """A program's pass. The token itself is shown once and never stored, only its SHA-256.

    A token bound to a game sees and plays that game alone.
    """

    class Scope(models.TextChoices):
        READ = "read", _("Read: games, views, history")
        PLAY = "play", _("Play: read, give orders, create and join games")
        PRESS = "press", _("Messages: read games, read and write messages and notes")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    tail = models.CharField(max_length=4, editable=False, help_text=_("The last characters, to recognize it."))
    scope = models.CharField(_("scope"), max_length=8, choices=Scope.choices, default=Scope.READ)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="api_tokens")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} (…{self.tail})"

    def is_good(self, now: datetime) -> bool:
        """Check that the token is neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now)

    def allows(self, scope: str) -> bool:
        """Return whether the token has `scope`; playing and messages each include reading."""
        if scope == self.Scope.PRESS:
            return self.scope == self.Scope.PRESS
        return self.scope == self.Scope.PLAY or scope == self.Scope.READ


class MadeGame(models.Model):
    """A table that a program opened under an idempotency key, so that the same request again finds the same table."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    body = models.CharField(max_length=64)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="made_game_key_once")]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.key}"
