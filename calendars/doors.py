"""What calendars bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.dispatch import receiver
from django.utils.translation import gettext_lazy

from accounts.lines import ACCOUNT_LINES, AccountLine
from accounts.signals import account_deleted, account_exported, account_recovered
from calendars.services import end_feed, feed_of

if TYPE_CHECKING:
    from accounts.models import User

ACCOUNT_LINES.add(
    AccountLine("calendar-settings", gettext_lazy("Calendar"), gettext_lazy("your deadlines in a calendar app"))
)


@receiver([account_deleted, account_recovered])
def end_with_the_account(user: User, **kwargs: object) -> None:
    """End the calendar of an account that is deleted, or was in other hands."""
    end_feed(user)


@receiver(account_exported)
def export_feed(user: User, **kwargs: object) -> dict[str, object]:
    """Export since when there is a calendar, never its address."""
    mine = feed_of(user)
    return {"calendar": {"created_at": mine.created_at.isoformat()} if mine else None}
