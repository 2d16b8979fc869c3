"""Mails to be sent: written in the transaction of the move they tell of, sent later, each once."""

from __future__ import annotations

import zlib
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.site_clock import SiteTimeField

LONGEST_KEY = 160
"""Characters of the key that names a mail."""


class OutboxMail(models.Model):
    """One mail to one recipient. `context` names things by id and holds no secret; the mail is made when sent.

    `wanted_at` is when it should go out if all is well; tries that fail put off `not_before` alone.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("Queued")
        SENDING = "sending", _("Being sent")
        RETRY = "retry", _("Will be tried again")
        SENT = "sent", _("Sent")
        CANCELLED = "cancelled", _("No longer needed")
        DEAD = "dead", _("Could not be sent")

    ACCOUNT = "account"
    """The template of mails about accounts: their text lies sealed in `context` until they are sent or given up."""

    WAITING_STATES = (State.QUEUED, State.SENDING, State.RETRY)

    key = models.CharField(max_length=LONGEST_KEY, unique=True)
    template = models.CharField(max_length=30)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="game_mails"
    )
    address = models.EmailField(blank=True, default="")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="mails")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    ref = models.PositiveIntegerField(null=True, blank=True)
    context = models.JSONField(default=dict, blank=True)

    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    not_before = models.DateTimeField()
    wanted_at = SiteTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["not_before"],
                name="outbox_due",
                condition=models.Q(state__in=["queued", "sending", "retry"]),
            ),
            models.Index(fields=["game", "-id"], name="outbox_game"),
            models.Index(fields=["sent_at"], name="outbox_sent", condition=models.Q(sent_at__isnull=False)),
            models.Index(
                fields=["user", "sent_at"], name="outbox_user_sent", condition=models.Q(sent_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.template} {self.key}"


class SentMail(models.Model):
    """What was sent: if it comes back, whose mail it was and of which kind. Of a mail that can be answered also its
    words, by which a reply is told from what it quotes."""

    KEPT = timedelta(days=30)
    """How long a reply is read with what it answers."""

    message_id = models.CharField(max_length=200, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    template = models.CharField(max_length=30, default="turn")
    packed = models.BinaryField(default=b"")
    sent_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("sent mail")
        verbose_name_plural = _("sent mails")

    def __str__(self) -> str:
        return self.message_id

    @classmethod
    def of(cls, message: EmailMultiAlternatives, mail: OutboxMail, at: datetime) -> SentMail:
        """Build the row of a message that goes out: a tenth of its size, as mails repeat themselves."""
        named = message.extra_headers["Message-ID"]
        made = cls(message_id=named, user=mail.user, template=mail.template, sent_at=at)
        if "Reply-To" in message.extra_headers:
            html = next((str(part[0]) for part in message.alternatives if part[1] == "text/html"), "")
            made.packed = zlib.compress("\0".join((str(message.subject), str(message.body), html)).encode(), 1)
        return made

    @property
    def contents(self) -> tuple[str, str, str]:
        """The subject, the text and the HTML; empty of a mail that asks for no answer."""
        if not self.packed:
            return "", "", ""
        subject, text, html = zlib.decompress(self.packed).decode().split("\0")
        return subject, text, html


class MailStop(models.Model):
    """A time in which mail stood still for reasons of ours; without an end it lasts.

    Turns whose notice could not go out meanwhile get the time back (games.services.credit).
    """

    class Cause(models.TextChoices):
        REFUSED = "refused", _("The mail server refuses this site as a sender")
        UNREACHABLE = "unreachable", _("The mail server cannot be reached")
        SILENT = "silent", _("No worker sends emails")
        FLOOD = "flood", _("Many more emails than usual")

    cause = models.CharField(max_length=12, choices=Cause.choices)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=300, blank=True, default="")
    allowed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mail outage")
        verbose_name_plural = _("mail outages")
        ordering = ["-began_at"]
        constraints = [
            models.UniqueConstraint(fields=["cause"], condition=models.Q(ended_at=None), name="mailstop_open_once")
        ]
        indexes = [models.Index(fields=["ended_at"], name="mailstop_ended")]

    def __str__(self) -> str:
        return f"{self.get_cause_display()}, since {self.began_at:%Y-%m-%d %H:%M}"


class InboxMail(models.Model):
    """A mail of the local site, which has no mail server: read at /inbox/ and nowhere else."""

    recipient = models.EmailField()
    subject = models.CharField(max_length=300)
    text = models.TextField()
    html = models.TextField(blank=True, default="")
    raw = models.BinaryField()
    message_id = models.CharField(max_length=200, blank=True, default="", db_default="", db_index=True)
    in_reply_to = models.CharField(max_length=200, blank=True, default="", db_default="", db_index=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("mail in the local inbox")
        verbose_name_plural = _("local inbox")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.subject
