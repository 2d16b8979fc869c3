"""Mails that came in: stored before anything is read of them."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from inbound.codes import CODE_WORDS

LONGEST_ADDRESS = 320


class InboundMail(models.Model):
    """One mail as it came through a door, and what became of it.

    `named` is the hash of its Message-ID, or of its bytes; `key` is the same, or with the hash of the sender's own text
    where another text came under that Message-ID first. It is set when the mail is read, and names its orders and its
    answer. `verdict` is what reading it gave, as plain data; with `raw` it is forgotten after `KEPT`.
    """

    class Door(models.TextChoices):
        SMTP = "smtp", _("SMTP")
        IMAP = "imap", _("Mailbox")
        WEBHOOK = "webhook", _("Webhook")

    class State(models.TextChoices):
        NEW = "new", _("Stored")
        READ = "read", _("Read")
        DONE = "done", _("Done")

    KEPT = timedelta(days=30)

    raw = models.BinaryField(null=True)
    door = models.CharField(max_length=8, choices=Door.choices)
    arrived_at = models.DateTimeField()
    envelope_to = models.CharField(max_length=LONGEST_ADDRESS, blank=True, default="")
    is_proved = models.BooleanField(default=False, help_text=_("Whether the door vouches for the sender."))
    named = models.CharField(max_length=64)
    key = models.CharField(max_length=64, null=True, unique=True)
    ticket = models.CharField(
        max_length=64,
        null=True,
        unique=True,
        help_text=_("Names a posted request that is taken once."),
    )
    text_digest = models.CharField(max_length=64, blank=True, default="")

    state = models.CharField(max_length=4, choices=State.choices, default=State.NEW)
    code = models.CharField(max_length=20, blank=True, default="")
    answer = models.CharField(max_length=8, blank=True, default="")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    ref = models.PositiveIntegerField(null=True)
    sender = models.CharField(max_length=LONGEST_ADDRESS, blank=True, default="")
    subject = models.CharField(max_length=300, blank=True, default="")
    message_id = models.CharField(max_length=998, blank=True, default="")
    verdict = models.JSONField(default=dict)

    lane = models.BigIntegerField(
        null=True, help_text=_("The game that its address names, 0 for none: mails of a game are read in turn.")
    )
    due_at = models.DateTimeField(null=True, help_text=_("When it is read, if not at once."))
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("mail that came in")
        verbose_name_plural = _("mails that came in")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["arrived_at", "id"], name="inbound_waiting", condition=~models.Q(state="done")),
            models.Index(fields=["named"], name="inbound_named"),
            models.Index(fields=["user", "game", "arrived_at"], name="inbound_seat"),
            models.Index(fields=["arrived_at"], name="inbound_kept", condition=models.Q(raw__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.door} {self.code or self.state} {self.pk}"

    @property
    def outcome(self) -> str:
        """What became of it, in words; how far it is while it has no code."""
        return str(CODE_WORDS.get(self.code, self.code or self.get_state_display()))

    @property
    def order_key(self) -> str:
        """The idempotency key of its orders."""
        return f"mail:{self.key}"

    @property
    def receipt_key(self) -> str:
        """The key of its answer in the outbox."""
        return f"receipt:{self.key}"
