"""Format days, moments and durations as people read them: in their own zone, with the weekday, and how far off.

Days are "24 November", or "November 24" where the reader wants that.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo

from django.utils import dateformat, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

AMERICAN = ("en", "en-us")
STYLES = {
    "day": ("j F", "F j"),
    "year": ("j F Y", "F j, Y"),
    "weekday": ("l j F", "l, F j"),
    "short": ("j M", "M j"),
    "short weekday": ("D j M", "D M j"),  # as typed
}
"""British and American patterns, in the letters of Django's date formats."""


def dated(at: date, style: str = "day") -> str:
    """Format a date, or the day of a local moment; `style` is one of STYLES."""
    return dateformat.format(at, STYLES[style][translation.get_language() in AMERICAN])


def dated_clock(at: datetime, style: str = "day") -> str:
    """Format the day and time of a local moment: "24 November, 20:00"."""
    return f"{dated(at, style)}, {at:%H:%M}"


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


def format_day(local: datetime, now: datetime) -> str:
    """Format the day of a local moment by its weekday: "Tuesday", or "Tuesday 24 November" if that is farther away."""
    return dateformat.format(local, "l") if abs(local - now) < NEAR else dated(local, "weekday")


def format_short_datetime(at: datetime, now: datetime, zone: tzinfo) -> str:
    """Format a moment for beside a line of a story: "18:02" today, "Fri" this week, "12 Nov" before that."""
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
