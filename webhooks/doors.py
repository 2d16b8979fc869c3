"""What webhooks bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.dispatch import receiver
from django.utils.translation import gettext_lazy

from accounts.lines import ACCOUNT_LINES, AccountLine
from accounts.signals import account_deleted, account_exported, account_recovered
from webhooks.services import end_webhook, opened, webhook_of

if TYPE_CHECKING:
    from accounts.models import User

ACCOUNT_LINES.add(AccountLine("webhook-settings", gettext_lazy("Webhook"), gettext_lazy("your turns in a chat")))


@receiver([account_deleted, account_recovered])
def end_with_the_account(user: User, **kwargs: object) -> None:
    """End the webhook of an account that is deleted, or was in other hands."""
    end_webhook(user)


@receiver(account_exported)
def export_webhook(user: User, **kwargs: object) -> dict[str, object]:
    """Export where something is posted, never the address with which anybody could write there."""
    mine = webhook_of(user)
    if mine is None:
        return {"webhook": None}
    host = urlsplit(opened(mine.address)).hostname
    return {"webhook": {"host": host, "news": mine.with_news, "created_at": mine.created_at.isoformat()}}
