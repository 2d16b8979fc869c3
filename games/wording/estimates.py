"""Tell when something probably happens: "on Tuesday evening", or "between Tuesday and Friday" where little is known.

All that is said holds the four cases in five that an estimate has from `early` to `late`; nothing is said more finely
than by a part of a day.
"""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

from django.utils import dateformat
from django.utils.translation import gettext as _

from common.times import NEAR, dated
from games.clocks.estimates import Estimate

WIDE = timedelta(days=2)
"""From so far apart on, bounds are told by their days."""

WHO_KNOWS = timedelta(days=4)
"""From so far apart on, the middle says nothing."""

SOON = timedelta(hours=1)
PART_HOURS = 6


def tell_estimate(estimate: Estimate, now: datetime, zone: tzinfo, *, in_mail: bool = False) -> str:
    """Tell an estimate in the zone of its reader: "on Tuesday evening, between Tuesday morning and Wednesday
    morning"; less where that says it all. A mail names all days, for nobody knows when it is read."""
    early, middle, late = (at.astimezone(zone) for at in (estimate.early, estimate.middle, estimate.late))
    today = now.astimezone(zone)
    if late - today < SOON and not in_mail:
        return _("within the hour")
    if part_of(early) == part_of(late):
        return tell_middle(middle, today, in_mail=in_mail)
    name = name_day if late - early >= WIDE else name_part
    is_now = early - today < SOON and not in_mail
    first, last = (name(at, today, in_mail=in_mail) for at in (early, late))
    between = _("between %(first)s and %(last)s") % {"first": _("now") if is_now else first, "last": last}
    if late - early >= WHO_KNOWS:
        return between
    return _("%(when)s, %(between)s") % {"when": tell_middle(middle, today, in_mail=in_mail), "between": between}


def tell_middle(local: datetime, today: datetime, *, in_mail: bool = False) -> str:
    """Tell when something happens, beside "probably": "on Tuesday evening", "early Tuesday", "this evening"."""
    name, days = name_part(local, today, in_mail=in_mail), (local.date() - today.date()).days
    stands_alone = days in (0, 1) and not in_mail
    is_early = local.hour < PART_HOURS and local - today < NEAR
    return name if stands_alone or is_early else _("on %(when)s") % {"when": name}


def part_of(local: datetime) -> tuple[int, int]:
    """Return the day and the part of it, from 0 to 3, in which a local moment lies."""
    return local.toordinal(), local.hour // PART_HOURS


def name_part(local: datetime, today: datetime, *, in_mail: bool = False) -> str:
    """Name the part of a day: "this evening", "tomorrow morning", "Tuesday afternoon"; days that are far off alone."""
    if local - today >= NEAR:
        return name_day(local, today)
    part, days = local.hour // PART_HOURS, (local.date() - today.date()).days
    if days == 0 and not in_mail:
        return (_("tonight"), _("this morning"), _("this afternoon"), _("this evening"))[part]
    if days == 1 and not in_mail:
        return (_("tonight"), _("tomorrow morning"), _("tomorrow afternoon"), _("tomorrow evening"))[part]
    forms = (_("early %(day)s"), _("%(day)s morning"), _("%(day)s afternoon"), _("%(day)s evening"))
    return forms[part] % {"day": dateformat.format(local, "l")}


def name_day(local: datetime, today: datetime, *, in_mail: bool = False) -> str:
    """Name a day: "today", "Tuesday", or "Tuesday 24 November" if that is far off."""
    days = (local.date() - today.date()).days
    if days in (0, 1) and not in_mail:
        return (_("today"), _("tomorrow"))[days]
    return dateformat.format(local, "l") if local - today < NEAR else dated(local, "weekday")
