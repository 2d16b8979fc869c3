"""The life of an entrant: invitations, who is kept apart from whom, seats that change hands, and trophies."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Entrant, Table, Tournament


class Invitation(models.Model):
    """An invitation to enter an event that is for invited people alone, to a person or to an `address`, in small
    letters, whoever proves that it is theirs. `whom` is what an organizer typed; a name that nobody has invites
    nobody, and looks alike."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    whom = models.CharField(max_length=254, blank=True, default="", db_default="")
    address = models.CharField(max_length=254, blank=True, default="", db_default="", db_index=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["tournament_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="event_invited_once"),
            models.UniqueConstraint(
                Lower("whom"), "tournament", condition=~models.Q(whom=""), name="event_invitation_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.pk}"


class Block(models.Model):
    """Two people who are kept apart in events, because `user` asked for it. The other is never told."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering = ["user_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["user", "other"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.other_id}"


class Apart(models.Model):
    """Two entrants of an event who are kept apart from round `since` on. Most of these pairs were drawn by lot, so that
    none proves a block; nothing tells which."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairs_apart")
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    since = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        ordering = ["tournament_id", "first__number", "second__number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "first", "second"], name="apart_once")]

    def __str__(self) -> str:
        return f"{self.first_id}-{self.second_id}"


class SeatChange(models.Model):
    """A seat that an entrant of a table does not play on. Another takes it, or without a `taker` a bot. With `no_show`
    they never came: the taker is the table's entrant in their place."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="changes")
    seat = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats_left")
    taker = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="seats_taken")
    no_show = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("change of a seat")
        verbose_name_plural = _("changes of seats")
        ordering = ["table_id", "seat", "pk"]
        constraints = [models.UniqueConstraint(fields=["table", "seat", "entrant"], name="seat_left_once")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"


class Trophy(models.Model):
    """A place among the first three at the end of an event, or the first of a division."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="trophies")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="trophies")
    group = models.CharField(max_length=8, blank=True, default="")
    place = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("trophy")
        verbose_name_plural = _("trophies")
        ordering = ["tournament_id", "group", "place"]
        constraints = [models.UniqueConstraint(fields=["tournament", "group", "place"], name="trophy_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.group}/{self.place}"
