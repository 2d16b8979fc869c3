"""The calendar of a person, and what it said last of each question."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_key() -> str:
    """Make what a new address is known by, 80 bits; it is signed, so it need not be secret by itself."""
    return secrets.token_hex(10)


class Feed(models.Model):
    """A calendar that its owner has switched on. Another `key` makes another address; the old one ends."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=20, default=new_key, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("calendar")
        verbose_name_plural = _("calendars")

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"  # as typed


class FeedEvent(models.Model):
    """What a calendar program was told last of an open question, so that it learns when the deadline moves."""

    feed = models.ForeignKey(Feed, on_delete=models.CASCADE, related_name="events")
    uid = models.CharField(max_length=32)
    deadline_at = models.DateTimeField()
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("calendar entry")
        verbose_name_plural = _("calendar entries")
        constraints = [models.UniqueConstraint(fields=["feed", "uid"], name="calendar_event_once")]

    def __str__(self) -> str:
        return self.uid
