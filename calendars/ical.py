"""Write a calendar as calendar programs read it (RFC 5545)."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from calendars.models import Feed, FeedEvent
from calendars.services import told_events
from common.times import dated
from games.decisions.registry import DECISIONS
from games.mail.links import absolute_url
from games.models import Waiting
from games.models.game import game_path
from games.selectors.dated_lines import DatedLine, dates_of
from games.selectors.told_deadline import reader_of, tell_deadline

if TYPE_CHECKING:
    from accounts.models import User

ASK_AGAIN = timedelta(minutes=30)
"""How often programs are asked to look: half of the shortest turn."""


def calendar_of(feed: Feed) -> bytes:
    """Write the open questions of a calendar's owner, in their language and zone."""
    user = feed.user
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        made = Calendar()
        for name, value in heading().items():
            made.add(name, value)
        made.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
        made.add("x-published-ttl", "PT30M")
        for question, event in told_events(feed):
            made.add_component(entry(question, event, user))
        for line in dates_of(user):
            made.add_component(dated_entry(line))
    written: bytes = made.to_ical()
    return written


def heading() -> dict[str, str]:
    name = _("Fieldpost")
    return {"prodid": "-//Fieldpost//Deadlines//EN", "version": "2.0", "method": "PUBLISH", "x-wr-calname": name}


def entry(question: Waiting, told: FeedEvent, user: User) -> Event:
    """Write one question: an entry at its deadline, which blocks no time."""
    said = {"game": question.game.name}
    made = Event()
    made.add("uid", f"{told.uid}@{urlsplit(settings.SITE_URL).hostname}")
    made.add("dtstamp", told.changed_at)
    made.add("last-modified", told.changed_at)
    made.add("sequence", told.sequence)
    made.add("dtstart", told.deadline_at)
    made.add("summary", _("%(game)s: your turn ends") % said if question.pace == Waiting.Pace.TURN else reply(said))
    made.add("description", description(question, told, user))
    made.add("url", absolute_url(game_path("game", question.game.slug)))
    made.add("transp", "TRANSPARENT")
    return made


def dated_entry(line: DatedLine) -> Event:
    """Write a date that an app brings."""
    made = Event()
    made.add("uid", f"{hashlib.sha256(line.key.encode()).hexdigest()[:32]}@{urlsplit(settings.SITE_URL).hostname}")
    made.add("dtstamp", line.since)
    made.add("dtstart", line.at)
    made.add("summary", line.title)
    made.add("url", absolute_url(line.path))
    made.add("transp", "TRANSPARENT")
    return made


def reply(said: dict[str, str]) -> str:
    return _("%(game)s: your reply is due") % said


def description(question: Waiting, told: FeedEvent, user: User) -> str:
    """Tell what is asked and until when, as its owner reads it on the page; the same until the deadline moves."""
    name_day = partial(dated, style="weekday")
    reader = reader_of(question, question.seat, told.changed_at, user.zone, name_day=name_day)
    return f"{DECISIONS[question.kind].summary} {tell_deadline(question, reader)}"
