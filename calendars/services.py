"""Begin and end calendars, find one by its address, and keep what it said of each question."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.core import signing
from django.db import transaction

from calendars.models import Feed, FeedEvent, new_key
from games.models import Waiting
from games.selectors.lists import open_questions_of
from games.services.locks import db_now

if TYPE_CHECKING:
    from accounts.models import User

SIGNER = signing.Signer(salt="calendars.feed")


def feed_of(user: User) -> Feed | None:
    return Feed.objects.filter(user=user).first()


def renew_feed(user: User) -> Feed:
    """Give a person a calendar at a new address; an old one ends."""
    return Feed.objects.update_or_create(user=user, defaults={"key": new_key()})[0]


def end_feed(user: User) -> None:
    """End a person's calendar: its address leads nowhere any more."""
    Feed.objects.filter(user=user).delete()


def token_of(feed: Feed) -> str:
    """Return the secret part of a calendar's address: the same as long as the calendar keeps its key."""
    return SIGNER.sign(f"{feed.pk}.{feed.key}")


def feed_at(token: str) -> Feed | None:
    """Find the calendar of an address; None for one that is forged, ended, or of a closed account."""
    try:
        pk, _dot, key = SIGNER.unsign(token).partition(".")
    except signing.BadSignature:
        return None
    return Feed.objects.filter(pk=pk, key=key, user__is_active=True).select_related("user").first()


def uid_of(question: Waiting) -> str:
    """Name a question: the same each time, and nothing that a stranger could read."""
    named = f"calendar:{question.game_id}:{question.seat}:{question.ref}"
    return hashlib.sha256(named.encode()).hexdigest()[:32]


@transaction.atomic
def told_events(feed: Feed) -> list[tuple[Waiting, FeedEvent]]:
    """List the open questions of a calendar's owner that have a deadline, each with what the calendar says of it now:
    a deadline that has moved since it was told last is a new version. Raises Feed.DoesNotExist for one that ended
    meanwhile."""
    Feed.objects.select_for_update(no_key=True).get(pk=feed.pk)
    questions = list(open_questions_of(feed.user_id).exclude(deadline_at=None).select_related("player__user"))
    known = {event.uid: event for event in feed.events.all()}
    told = [(row, tell(feed, row, known.pop(uid_of(row), None))) for row in questions]
    FeedEvent.objects.filter(pk__in=[event.pk for event in known.values()]).delete()  # those are open no more
    return told


def tell(feed: Feed, question: Waiting, event: FeedEvent | None) -> FeedEvent:
    """Note what the calendar says of a question."""
    deadline = question.until
    assert deadline is not None
    if event is None:
        return FeedEvent.objects.create(feed=feed, uid=uid_of(question), deadline_at=deadline, changed_at=db_now())
    if event.deadline_at != deadline:
        event.deadline_at, event.changed_at, event.sequence = deadline, db_now(), event.sequence + 1
        event.save()
    return event
