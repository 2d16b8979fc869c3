"""The ways in which mail of a kind may come, for an account and for each of its games."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Way(models.TextChoices):
    """How mail of a kind comes: at once, in the daily digest, or never; of turns, also by reminders alone."""

    EACH = "each", _("At once")
    DIGEST = "digest", _("Once a day")
    REMINDER = "reminder", _("Reminders only")
    NONE = "none", _("Never")


MAILED = (Way.EACH, Way.DIGEST)
WAYS_OF_NEWS = (Way.EACH, Way.DIGEST, Way.NONE)
