"""Format times as players read them: in their own zone, with the weekday, and how long that still is."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

from django.utils import dateformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.dates import dated, dated_clock

NEAR = timedelta(days=6)


def format_datetime(at: datetime, now: datetime, zone: tzinfo) -> str:
    """Format a moment: "today, 20:00", "Tuesday, 20:00", or "Tuesday 24 November, 20:00" if that is farther away."""
    local, today = at.astimezone(zone), now.astimezone(zone)
    clock = f"{local:%H:%M}"
    days = (local.date() - today.date()).days
    if days in (-1, 0, 1):
        return f"{(_('yesterday'), _('today'), _('tomorrow'))[days + 1]}, {clock}"
    if timedelta(0) < at - now < NEAR or timedelta(0) < now - at < NEAR:
        return f"{dateformat.format(local, 'l')}, {clock}"
    return dated_clock(local, "weekday")


def format_short_datetime(at: datetime, now: datetime, zone: tzinfo) -> str:
    """Format a moment for the margin of a story: "18:02" today, "Fri" this week, "12 Nov" before that."""
    local, today = at.astimezone(zone), now.astimezone(zone)
    if local.date() == today.date():
        return f"{local:%H:%M}"
    if now - at < NEAR:
        return dateformat.format(local, "D")
    return dated(local, "short")


def format_duration(length: timedelta) -> str:
    """Format a duration: "2 days 21 hours", "3 hours", "12 minutes": two units at most, never under a minute."""
    minutes = max(1, int(length.total_seconds()) // 60)
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return in_days(days) + (f" {in_hours(hours)}" if hours and days < 4 else "")
    if hours:
        return in_hours(hours) + (f" {in_minutes(minutes % 60)}" if minutes % 60 and hours < 3 else "")
    return in_minutes(minutes)


def relative_time(at: datetime, now: datetime) -> str:
    """Relate a moment to now: "in 2 days 21 hours" before a moment, "3 hours ago" after it."""
    if at > now:
        return _("in %(span)s") % {"span": format_duration(at - now)}
    return _("%(span)s ago") % {"span": format_duration(now - at)}


def in_days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


def in_hours(count: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}


def in_minutes(count: int) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}
