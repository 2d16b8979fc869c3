"""Who owes an answer until when, and what answers in somebody's place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.clocks.deadline import ELAPSED, Deadline, Step, moved, together
from games.models.game import Game, Player
from games.models.site_clock import SiteTimeField


class Waiting(models.Model):
    """One open answer. Rewritten with every order; lists, reminders and deadlines are queries on these rows.

    `deadline_at` is what players are told, `own_until` where their time bank begins before it; `due_at` adds the game's
    grace and is what the sweep compares. These are in site time: an outage moves them all at once
    (`games.models.site_clock`), by a plain sum. `told_at` is the deadline by the wall when it was computed, so that
    `deadline` can settle the sum: what an outage moved may lie in a night or on a day off. `steps` are the rules from
    which the deadline came, with the moment that each gave.

    `remind_at` is the next reminder, after `reminders_sent` others. Once the site has been given `remind_again_given`,
    the deadline is so far off again that all reminders count anew.
    `mail_credit` is the time that was given back because the question's mail could not go out.
    Rows of seats that a bot plays are due at once: the sweep then goes on with the game.
    """

    class Pace(models.TextChoices):
        TURN = "turn", _("Turn")
        REACTION = "reaction", _("Reply out of turn")
        WINDOW = "window", _("Reply to invasions of one turn")
        SEALED = "sealed", _("Sealed answer")

    OUT_OF_TURN = (Pace.REACTION, Pace.WINDOW)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="waiting")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="waiting")
    seat = models.PositiveSmallIntegerField()
    ref = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    pace = models.CharField(max_length=8, choices=Pace.choices)
    since = models.DateTimeField()
    own_until = SiteTimeField(null=True, blank=True)
    deadline_at = SiteTimeField(null=True, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)
    steps = models.JSONField(null=True, blank=True)
    due_at = SiteTimeField(null=True, blank=True)
    remind_at = SiteTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    reminders_sent = models.PositiveSmallIntegerField(default=0, db_default=0)
    remind_again_given = models.DurationField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    mail_credit = models.DurationField(null=True, blank=True)

    class Meta:
        verbose_name = _("open answer")
        verbose_name_plural = _("open answers")
        ordering = ["deadline_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="waiting_seat_once")]
        indexes = [
            models.Index(fields=["due_at"], name="waiting_due", condition=models.Q(due_at__isnull=False)),
            models.Index(
                fields=["remind_at"],
                name="waiting_remind",
                condition=models.Q(remind_at__isnull=False, reminded_at__isnull=True),
            ),
            models.Index(fields=["remind_at"], name="waiting_remind_next", condition=models.Q(remind_at__isnull=False)),
            models.Index(
                fields=["remind_again_given"],
                name="waiting_remind_again",
                condition=models.Q(remind_again_given__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.ref} seat {self.seat}"  # as typed

    @property
    def deadline(self) -> Deadline | None:
        """Until when the answer is awaited, as it is now; None where nobody is waited for.

        Where the site was given time since it was computed, the deadline moves by as much open time, and out of nights
        and days off. Then `game` and `player` are read.
        """
        if self.pace == self.Pace.SEALED and self.is_moved:
            deadlines = [found for row in self.sealed_rows() if (found := row.deadline_alone)]
            return together(deadlines) if deadlines else self.deadline_alone
        return self.deadline_alone

    @property
    def is_moved(self) -> bool:
        """Whether the site was given time since the deadline was computed."""
        return bool(self.deadline_at and self.told_at and self.deadline_at > self.told_at)

    def sealed_rows(self) -> Sequence[Waiting]:
        """Read the open answers in secret of the game: all have the latest of their deadlines, from which nobody's
        night can be read."""
        rows = list(Waiting.objects.filter(game_id=self.game_id, pace=self.Pace.SEALED).select_related("player__user"))
        for row in rows:
            row.game = row.player.game = self.game
        return rows

    @property
    def deadline_alone(self) -> Deadline | None:
        """The same by the nights and absences of this seat alone, which may not be told of an answer in secret."""
        if self.deadline_at is None:
            return None
        deadline = self.unsettled()
        given = self.deadline_at - self.told_at if self.told_at else timedelta()
        if given <= timedelta():
            return deadline
        then = replace(
            deadline,
            own_until=deadline.own_until - given,
            deadline_at=deadline.deadline_at - given,
            due_at=deadline.due_at - given,
        )
        rules = self.game.time.rules
        return moved(rules, self.player.seat_time(rules, self.pace), then, given)

    def unsettled(self) -> Deadline:
        """Return the deadline as stored, plus what the site was given since."""
        steps = tuple(Step(rule, datetime.fromisoformat(at)) for rule, at in self.steps or ())
        rules = {step.rule for step in steps}
        assert self.deadline_at is not None
        return Deadline(
            min(self.own_until or self.deadline_at, self.deadline_at),
            self.deadline_at,
            max(self.due_at or self.deadline_at, self.deadline_at),
            steps,
            is_elapsed=not rules.isdisjoint(ELAPSED),
            is_timetable="timetable" in rules,
        )

    def set_deadline(self, deadline: Deadline) -> None:
        """Keep a deadline that was computed now."""
        self.own_until, self.deadline_at, self.due_at = deadline.own_until, deadline.deadline_at, deadline.due_at
        self.told_at = deadline.deadline_at
        self.steps = [[step.rule, step.at.isoformat()] for step in deadline.steps]

    @property
    def until(self) -> datetime | None:
        """Until when players are told that an answer is awaited, as it is now."""
        deadline = self.deadline if self.is_moved else None
        return deadline.deadline_at if deadline else self.deadline_at


class StandingOrder(models.Model):
    """What a player has said should happen when somebody else asks, or when time runs out. Secret to its owner.

    `version` counts the texts, all of which are kept in `StandingText`; `spent` are lines that count once and have."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="standing_orders")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="standing_order")
    text = models.TextField(blank=True, default="", max_length=2000)
    version = models.PositiveIntegerField(default=0, db_default=0)
    spent = models.JSONField(default=list, blank=True, db_default=[])
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")

    def __str__(self) -> str:
        return f"standing order of player {self.player_id}"  # as typed
