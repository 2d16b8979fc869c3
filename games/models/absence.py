"""Vacations of people, and who plays a seat meanwhile."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Player

CARETAKER, OWN_ORDERS = "caretaker", "orders"
"""Stand in as bots do: the caretaker, and the player's own orders for lateness."""


class Scope(models.TextChoices):
    BOTH = "both", _("All questions")
    TURNS = "turns", _("Turns only")
    REACTIONS = "reactions", _("Replies out of turn only")


class Vacation(models.Model):
    """A vacation of a person: dates in their own time zone, both inclusive, in all games or in some.

    `without` are games in which an organizer has ended it. Who stands in is a bot, or the person `by` once they have
    agreed; until then, and where they may not, the bot does. `choices` are the bots that play single games instead.
    `summed_up_at` is when its owner was told what happened. `used_until` is the date on which its owner moved to
    another time zone: up to it days are used, though where they are now it may still be the day before.
    What clocks have to know of it is repeated in the account (`User.away`), which is read with every seat.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    first = models.DateField(_("from"))
    last = models.DateField(_("until"))
    announced_at = models.DateTimeField()
    games = models.JSONField(null=True, blank=True, help_text=_("Ids of the games it is for; empty: all."))
    without = models.JSONField(default=list, blank=True, help_text=_("Ids of games in which it was ended."))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="stands_in_for"
    )
    agreed_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    bot = models.CharField(max_length=20, default=CARETAKER)
    scope = models.CharField(max_length=9, choices=Scope.choices, default=Scope.BOTH)
    choices = models.JSONField(default=dict, blank=True, help_text=_("Other stand-ins of single games, by id."))
    summed_up_at = models.DateTimeField(null=True, blank=True)
    used_until = models.DateField(null=True, blank=True)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["first", "pk"]
        indexes = [models.Index(fields=["last"], name="vacation_last")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.first} to {self.last}"  # as typed

    def for_clocks(self) -> dict[str, object]:
        """Return what clocks have to know of it."""
        return {
            "from": self.first.isoformat(),
            "to": self.last.isoformat(),
            "announced": self.announced_at.isoformat(),
            "games": self.games,
            "without": self.without,
        }

    def bot_in(self, game_id: int) -> str:
        """Return the bot that plays a game, where no friend does."""
        return str(self.choices.get(str(game_id), self.bot))

    def asks_friend_in(self, game_id: int) -> bool:
        """Return whether a friend who has agreed plays a game, where they may."""
        return self.by_id is not None and self.agreed_at is not None and str(game_id) not in self.choices

    def replies_while_stopped(self, game_id: int) -> bool:
        """Return whether somebody replies in a game while its clock stops: whoever was chosen for replies alone, or a
        friend."""
        if self.scope == Scope.BOTH:
            return self.asks_friend_in(game_id)
        return bool(self.scope == Scope.REACTIONS)

    def counts_in(self, game_id: int) -> bool:
        """Return whether it is for a game."""
        return (self.games is None or game_id in self.games) and game_id not in self.without


class StandIn(models.Model):
    """Who plays a seat while its owner is away: a person `by`, or a `bot`; one of both. `ended_at` is None while it
    runs. The player's row repeats what every move has to know of it (`Player.stand_in`)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="stand_ins")
    vacation = models.ForeignKey(Vacation, on_delete=models.SET_NULL, null=True, related_name="stand_ins")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats_for_others"
    )
    bot = models.CharField(max_length=20, blank=True, default="")
    scope = models.CharField(max_length=9, choices=Scope.choices, default=Scope.BOTH)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("stand-in")
        verbose_name_plural = _("stand-ins")
        ordering = ["begins_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "vacation"], name="stand_in_once"),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(ended_at=None), name="stand_in_one_at_a_time"
            ),
        ]
        indexes = [models.Index(fields=["ends_at"], condition=models.Q(ended_at=None), name="stand_in_ends")]

    def __str__(self) -> str:
        return f"player {self.player_id} by {self.by_id or self.bot}"  # as typed
