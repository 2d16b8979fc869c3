"""The webhook of a person, what is to be posted to it, and how far the outbox was looked through."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import OutboxMail


class Webhook(models.Model):
    """Where a person's news are posted. Address and secret lie sealed, for whoever has the address can write there.

    `failures` in a row; it rests until `rests_until` after one, and stands still from `stopped_at` on.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    address = models.TextField()
    secret = models.TextField()
    with_news = models.BooleanField(_("news as well"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    posted_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    rests_until = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"webhook of {self.user_id}"  # as typed


class Delivery(models.Model):
    """One message to a webhook: what a mail of the outbox tells, or a test without one. Made when it is sent."""

    class State(models.TextChoices):
        QUEUED = "queued", _("Queued")
        SENT = "sent", _("Sent")
        DROPPED = "dropped", _("No longer needed")
        DEAD = "dead", _("Could not be sent")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    mail = models.ForeignKey(OutboxMail, on_delete=models.CASCADE, null=True, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    not_before = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("message to a webhook")
        verbose_name_plural = _("messages to webhooks")
        constraints = [models.UniqueConstraint(fields=["webhook", "mail"], name="delivery_once")]
        indexes = [models.Index(fields=["not_before"], name="delivery_due", condition=models.Q(state="queued"))]

    def __str__(self) -> str:
        return f"message {self.pk} to webhook {self.webhook_id}"  # as typed


class Progress(models.Model):
    """How far the outbox was looked through, in one row: all mails up to this number."""

    outbox = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.outbox)
