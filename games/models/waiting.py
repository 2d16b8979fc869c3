"""Who owes an answer until when, and what answers in somebody's place."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Player
from games.models.site_clock import SiteTimeField


class Waiting(models.Model):
    """One open answer. Rewritten with every order; lists, reminders and deadlines are queries on these rows.

    `deadline_at` is what players are told; `due_at` adds the game's grace and is what the sweep compares.
    Deadlines are in site time: an outage moves them all (`games.models.site_clock`). Who was reminded is reminded once
    more as soon as the site has been given `remind_again_given`: the deadline is then far off again.
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
    deadline_at = SiteTimeField(null=True, blank=True)
    due_at = SiteTimeField(null=True, blank=True)
    remind_at = SiteTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
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
            models.Index(
                fields=["remind_again_given"],
                name="waiting_remind_again",
                condition=models.Q(remind_again_given__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.ref} seat {self.seat}"  # as typed


class StandingOrder(models.Model):
    """What a player has said should happen when somebody else asks, or when time runs out. Secret to its owner."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="standing_orders")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="standing_order")
    text = models.TextField(blank=True, default="", max_length=2000)
    ask_me = models.BooleanField(_("ask me"), default=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")

    def __str__(self) -> str:
        return f"standing order of player {self.player_id}"  # as typed
