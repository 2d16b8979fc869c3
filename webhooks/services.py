"""Keep the webhooks of people, and pick out of the outbox what is to be posted to them."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import F, Max, Q
from django.utils.translation import gettext as _

from accounts.sealing import seal, unseal
from games.models import OutboxMail
from games.services.locks import db_now
from games.services.mail_kinds import MAIL_KINDS
from webhooks.models import Delivery, Progress, Webhook

if TYPE_CHECKING:
    from accounts.models import User

SEALED_FOR = "webhooks"
MOST_FAILURES = 12
"""Failures in a row after which a webhook stops: about six hours."""

FIRST_REST, LONGEST_REST = timedelta(seconds=30), timedelta(hours=1)
SLOW_SECONDS = 2.0
LATE_COMMITS = timedelta(minutes=15)
"""So long the outbox is looked through again for mails whose transaction ended after that of later ones."""

KEPT = timedelta(days=14)


def webhook_of(user: User) -> Webhook | None:
    return Webhook.objects.filter(user=user).first()


def opened(sealed: str) -> str:
    """Open a sealed address or secret; empty if the site has another key by now."""
    try:
        return unseal(sealed, SEALED_FOR)
    except InvalidToken:
        return ""


def store_webhook(user: User, *, url: str, with_news: bool) -> Webhook:
    """Keep a person's webhook and switch it on; the first time it gets a secret."""
    values = {
        "address": seal(url, SEALED_FOR),
        "with_news": with_news,
        "failures": 0,
        "rests_until": None,
        "stopped_at": None,
        "error": "",
    }
    new = {**values, "secret": seal(secrets.token_urlsafe(32), SEALED_FOR)}
    return Webhook.objects.update_or_create(user=user, defaults=values, create_defaults=new)[0]


def end_webhook(user: User) -> None:
    """End a person's webhook with all that was still to be posted."""
    Webhook.objects.filter(user=user).delete()


def queue_test(webhook: Webhook) -> None:
    """Queue a message by which its owner sees that the webhook works."""
    Delivery.objects.create(webhook=webhook, not_before=db_now())


# ---- out of the outbox


@transaction.atomic
def collect(now: datetime) -> None:
    """Queue what the outbox has for webhooks: each mail once, however often this runs and wherever."""
    if not Webhook.objects.exists():
        return
    progress = locked_progress()
    for webhook in Webhook.objects.filter(stopped_at=None):
        mails = OutboxMail.objects.filter(
            wanted_by(webhook), pk__gt=progress.outbox, user_id=webhook.user_id, created_at__gte=webhook.created_at
        )
        rows = mails.values_list("pk", "not_before")
        new = [Delivery(webhook=webhook, mail_id=mail, not_before=not_before) for mail, not_before in rows]
        Delivery.objects.bulk_create(new, ignore_conflicts=True)
    settled = OutboxMail.objects.filter(pk__gt=progress.outbox, created_at__lt=now - LATE_COMMITS)
    progress.outbox = settled.aggregate(Max("pk"))["pk__max"] or progress.outbox
    progress.save()
    Delivery.objects.filter(created_at__lt=now - KEPT).delete()


def locked_progress() -> Progress:
    """Lock how far the outbox was looked through; without a webhook nobody has looked, so the first begins here."""
    Progress.objects.get_or_create(pk=1, defaults={"outbox": latest_settled()})
    return Progress.objects.select_for_update(no_key=True).get(pk=1)


def latest_settled() -> int:
    """Return the number of the last mail that no webhook is to tell."""
    before = OutboxMail.objects.filter(created_at__lt=db_now() - LATE_COMMITS)
    return before.aggregate(Max("pk"))["pk__max"] or 0


def wanted_by(webhook: Webhook) -> Q:
    """Filter for the kinds of mail that a webhook tells."""
    kinds = [kind.name for kind in MAIL_KINDS if kind.asks or (webhook.with_news and kind.wish == "news")]
    return Q(template__in=kinds)


# ---- outcomes


def note_success(webhook: Webhook, now: datetime, seconds: float = 0.0) -> None:
    """Note that a message was taken after so many seconds. A slow webhook rests for ten times as long."""
    rests_until = now + timedelta(seconds=10 * seconds) if seconds > SLOW_SECONDS else None
    Webhook.objects.filter(pk=webhook.pk).update(posted_at=now, failures=0, rests_until=rests_until, error="")


@transaction.atomic
def note_failure(webhook: Webhook, now: datetime, error: str, *, for_good: bool = False) -> None:
    """Note a failure: the webhook rests, longer each time, and stops after `MOST_FAILURES` in a row or for good."""
    mine = Webhook.objects.filter(pk=webhook.pk)
    mine.update(failures=F("failures") + 1, error=error[:200])
    failures = mine.values_list("failures", flat=True).first() or 0
    if for_good or failures >= MOST_FAILURES:
        mine.update(stopped_at=now)
        left = Delivery.objects.filter(webhook=webhook, state=Delivery.State.QUEUED)
        left.update(state=Delivery.State.DROPPED, error=_("the webhook was stopped"))
    else:
        mine.update(rests_until=now + min(FIRST_REST * 2 ** (failures - 1), LONGEST_REST))
