"""Mails to the host (`ADMIN_MAILS`): alarms, and failures, at most one mail for each cause in a quarter of an hour.

A failure is counted where it happens, by one short statement, and mailed from the outbox: however slow the mail server
is and however often something fails, no page waits and no mailbox overflows. The counts stand in the database, so they
hold for any number of processes.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mailing import hand_over
from games.models import Failure

QUIET = timedelta(minutes=15)
"""How long after a mail no other tells of the same cause."""

FORGET_AFTER = timedelta(days=7)
"""How long a cause is remembered after its last mail."""


def host_mail(subject: str, text: str) -> None:
    """Queue a mail to each address of `ADMIN_MAILS`."""
    for _name, address in settings.ADMINS:
        hand_over(address, f"[Fieldpost] {subject}", text)


def failure_count(cause: str, subject: str, text: str) -> None:
    """Count one failure, and keep what it says for the next mail about its cause."""
    facts = {"subject": subject[:200], "text": text.replace("\0", "")}
    with transaction.atomic():
        row = Failure.objects.filter(pk=cause)
        if row.update(unreported=F("unreported") + 1, **facts):
            return
        if not Failure.objects.get_or_create(pk=cause, defaults={"unreported": 1, **facts})[1]:
            row.update(unreported=F("unreported") + 1)


def failures_report(now: datetime) -> int:
    """Queue a mail for each cause that has failures to tell of and was quiet for long enough; returns how many."""
    far_off = Q(quiet_until__gt=now + QUIET)  # written by a clock that ran ahead
    free = Q(quiet_until=None) | Q(quiet_until__lte=now) | far_off
    return sum(failure_report(row, now) for row in Failure.objects.filter(free, unreported__gt=0))


@transaction.atomic
def failure_report(row: Failure, now: datetime) -> bool:
    """Queue the mail about one cause; False if another worker was faster."""
    mine = Failure.objects.filter(pk=row.pk, quiet_until=row.quiet_until)
    if not mine.update(unreported=F("unreported") - row.unreported, quiet_until=now + QUIET):
        return False
    Failure.objects.filter(unreported=0, quiet_until__lt=now - FORGET_AFTER).delete()
    host_mail(row.subject, failure_text(row))
    return True


def failure_text(row: Failure) -> str:
    """Write the mail: how often it happened, the latest failure, and when the next mail comes."""
    often = ngettext(
        "This happened once since the last email about it.",
        "This happened %(count)s times since the last email about it. The latest:",
        row.unreported,
    ) % {"count": row.unreported}
    rest = _("The log has every failure. You get at most one email about the same cause in 15 minutes.")
    return f"{often}\n\n{row.text}\n\n{rest}\n"
