"""Count back by the site's own clock, which stands still whenever the site does."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import AuditEntry

SIGNS = {"downtime.credit": 1, "outage.give": 1, "outage.take_back": -1}
"""Entries of the audit log by which deadlines moved, and in which direction."""


def count_back(now: datetime, span: timedelta) -> datetime:
    """Return the moment since when the site has run for `span`: earlier than that by the outages between. One query."""
    at, left = now, span
    rows = AuditEntry.objects.filter(action__in=SIGNS, at__lte=now).order_by("-at", "-pk")
    for action, credited_at, details in rows.values_list("action", "at", "details"):
        ran = max(at - credited_at, timedelta())
        if ran >= left:
            break
        at, left = at - ran - SIGNS[action] * timedelta(seconds=details["seconds"]), left - ran
    return at - left
