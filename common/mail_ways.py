"""The ways in which mail of a kind may come, for an account and for each of its games."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _


class Way(models.TextChoices):
    """How mail of a kind comes: at once, in the daily digest, or never; of turns, also by reminders
    alone; of messages, also with the next turn."""

    EACH = "each", _("At once")
    DIGEST = "digest", _("Once a day")
    REMINDER = "reminder", _("Reminders only")
    NONE = "none", _("Never")
    TURN = "turn", _("With my turn")


MAILED = (Way.EACH, Way.DIGEST, Way.TURN)
WAYS_OF_TURNS = (Way.EACH, Way.DIGEST, Way.REMINDER, Way.NONE)
WAYS_OF_PRESS = (Way.TURN, Way.EACH, Way.NONE)
WAYS_OF_NEWS = (Way.EACH, Way.DIGEST, Way.NONE)


def choices_of(ways: Iterable[Way]) -> list[tuple[str, object]]:
    """List ways as a form offers them."""
    return [(way.value, way.label) for way in ways]
