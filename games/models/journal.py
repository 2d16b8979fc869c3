"""The journal of a game: entries are added and never edited; snapshots are caches of where it stood."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.site_clock import SiteTimeField

LONGEST_ORDER = 2000
"""Letters in the canonical form of an order: a plan that ranks every territory of a board by its whole name."""


class Entry(models.Model):
    """One thing that was done in a game, in the order in which it was done.

    An `action` is one step of the engine. An `undo` or `rewind` puts the game back to where it stood after the
    entry `back_to` and asks again under the number `ref`; a `note` is something the host did (a pause, a seat that
    changed hands). `events` are what people were told; a name in those of a note is blanked when its account goes, and
    so are the names in `stand_in`, which has `by`, `bot` and `owner` (`games.models.game.StoodIn`).
    """

    class Kind(models.TextChoices):
        START = "start", _("Start")
        ACTION = "action", _("Action")
        UNDO = "undo", _("Undo")
        REWIND = "rewind", _("Rewind")
        NOTE = "note", _("Note")

    class Source(models.TextChoices):
        WEB = "web", _("Page")
        LINK = "link", _("Link in an email")
        MAIL = "mail", _("Mail")
        API = "api", _("Program")
        STANDING = "standing", _("Standing order")
        PLAN = "plan", _("Plan for the turn")
        DEADLINE = "deadline", _("Deadline")
        BOT = "bot", _("Bot")
        ORGANIZER = "organizer", _("Organizer")
        SYSTEM = "system", _("Site")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True, blank=True, help_text=_("The place in the chain; notes have none."))
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.ACTION)
    source = models.CharField(max_length=10, choices=Source.choices)
    ref = models.PositiveIntegerField(null=True, blank=True)
    pace = models.CharField(max_length=8, blank=True, default="")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    action = models.JSONField(null=True, blank=True)
    order = models.CharField(max_length=LONGEST_ORDER, blank=True, default="")
    draws = models.JSONField(default=list, blank=True)
    events = models.JSONField(default=list, blank=True)
    back_to = models.PositiveIntegerField(null=True, blank=True)
    implied = models.BooleanField(default=False, help_text=_("Ended a step for the order after it."))
    undoable = models.BooleanField(default=False)
    round = models.PositiveIntegerField(default=0)
    actor = models.CharField(max_length=40, blank=True, default="")
    stand_in = models.JSONField(
        null=True, blank=True, help_text=_("Who gave it for the owner of the seat: names of both, or of a bot.")
    )
    key = models.CharField(max_length=120, blank=True, default="")
    body = models.CharField(max_length=64, blank=True, default="")
    refused = models.JSONField(null=True, blank=True, help_text=_("Why the message that began here was cut short."))
    turn_deadline_at = SiteTimeField(null=True, blank=True)
    turn_own_until = SiteTimeField(null=True, blank=True)
    banks = models.JSONField(null=True, blank=True, help_text=_("Minutes in all time banks, where they changed."))
    time_given = models.DurationField(default=timedelta, help_text=_("Extra time from outages by then."))
    at = models.DateTimeField()

    turn: str = ""
    """The turn in which an action was given, while its session lasts; not stored."""

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["game_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(
                fields=["game", "actor", "key"], name="entry_key_once", condition=~models.Q(key="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind}"


class Snapshot(models.Model):
    """The packed state after an entry: one at the start of each turn and one after each undo. A cache: the journal
    folds to the same state without it, only more slowly."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="snapshot_seq_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


def actor_of(user_id: int) -> str:
    """Identify a person as the entries of the journal name who ordered."""
    return f"user:{user_id}"


class TurnRecord(models.Model):
    """What one turn was to the person who had it: the reliability share counts these rows, of all games. Bots, seats
    that others hold and turns that an organizer skips leave none. `took` are the minutes from the question to the end
    of the turn, None where nobody was asked: of the set-up, and of turns from before this was kept."""

    class Outcome(models.TextChoices):
        IN_TIME = "in_time", _("In time")
        LATE = "late", _("Late")
        MISSED = "missed", _("Missed")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="turn_records")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turn_records")
    round = models.PositiveIntegerField()
    outcome = models.CharField(max_length=7, choices=Outcome.choices)
    took = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("turn record")
        verbose_name_plural = _("turn records")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["user", "-at"], name="turn_record_of_user")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.round} {self.outcome}"
