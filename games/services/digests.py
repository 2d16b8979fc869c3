"""Gather mail: into the daily digest of its reader, and once a week into a list of the games that wait."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.clocks.calendar import later_reading, local_date
from games.models import Game, OutboxMail, Player, StandIn, Waiting
from games.services.locks import after_commit
from games.services.notifications import NewMail, mail_enqueue

if TYPE_CHECKING:
    from accounts.models import User

SETTLED = timedelta(minutes=1)
"""So long after its hour a digest goes out: whatever a sender has just moved into it is stored by then."""

SUNDAY = 7
WEEKLY_HOURS = 2
"""So long after its hour a weekly mail may go out. Games count that waited before; a turn mail tells of later ones."""
BATCH = 500


def zone_name(user: User) -> str:
    """Return the name of a person's zone; UTC for one that is no longer known."""
    return str(user.zone)


def digest_moment(user: User, now: datetime) -> datetime:
    """Return when the next daily digest of a person is due: at their hour, by their zone."""
    zone, today = zone_name(user), local_date(zone_name(user), now)
    days = (today + timedelta(days=number) for number in range(3))
    moments = (later_reading(zone, day, time(user.mail_hour)) for day in days)
    return next(at for at in moments if at > now)


def digest_key(user: User, at: datetime) -> str:
    return f"digest:{user.pk}:{at.astimezone(UTC):%Y%m%d%H%M}"


def move_to_digest(mail: OutboxMail, now: datetime) -> str:
    """Move a mail into the next daily digest of its reader, and note there which; returns what was done."""
    user = mail.user
    assert user is not None
    at = digest_moment(user, now)
    key = digest_key(user, at)
    mail_enqueue(NewMail(key=key, template="digest", not_before=at + SETTLED, user_id=user.pk))
    mail.context = {**mail.context, "digest": key}
    return _("included in the daily email")


def moved_to(digest: OutboxMail) -> QuerySet[OutboxMail]:
    """Query the mails that were moved into a digest, oldest first."""
    return OutboxMail.objects.filter(user=digest.user, context__digest=digest.key).order_by("pk")


# ---- once a week


def queue_weekly(now: datetime, limit: int = BATCH) -> int:
    """Queue the weekly mail of people for whom it is Sunday, at the hour of their digest, and a game has waited for two
    hours; returns how many. Each gets one a week, however often this runs."""
    queued = sum(mail_enqueue(weekly_mail(user, now)) for user in due_readers(now)[:limit])
    if queued:
        after_commit("games.tasks.outbox")
    return queued


def weekly_mail(user: User, now: datetime) -> NewMail:
    year, week, _day = local_date(zone_name(user), now).isocalendar()
    return NewMail(key=f"weekly:{user.pk}:{year}-{week}", template="weekly", not_before=now, user_id=user.pk)


def due_readers(now: datetime) -> QuerySet[User]:
    """Query the people whose weekly mail is due and not queued yet."""
    people = get_user_model().objects.filter(weekly_mail=True, is_active=True, bounced_at=None)
    it_is_time = Q(pk__in=[])
    for zone in people.values_list("timezone", flat=True).distinct():
        local = now.astimezone(known_zone(zone))
        if local.isoweekday() == SUNDAY:
            it_is_time |= Q(timezone=zone, mail_hour__lte=local.hour, mail_hour__gt=local.hour - WEEKLY_HOURS)
    before = now - timedelta(hours=WEEKLY_HOURS)
    asked = Waiting.objects.filter(
        player__user=OuterRef("pk"), player__state=Player.State.PLAYING, game__status=Game.Status.RUNNING
    ).filter(since__lte=before)
    mailed = OutboxMail.objects.filter(user=OuterRef("pk"), template="weekly", created_at__gt=now - timedelta(days=3))
    stands_in = StandIn.objects.filter(by=OuterRef("pk"), ended_at=None, player__waiting__since__lte=before)
    return people.filter(it_is_time, Exists(asked) | Exists(stands_in), ~Exists(mailed)).order_by("pk")


def known_zone(name: str) -> ZoneInfo:
    """Return a zone by its name; UTC for one that is no longer known."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")
