"""The reader of a mail, and how that person counts time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.dates import dated, dated_clock
from games.models import OutboxMail
from games.selectors.mailed_game import MailedGame
from games.wording.times import format_datetime


@dataclass(frozen=True)
class Reader:
    """The person (None for somebody without an account), the moment of sending, the zone of all times, and the game
    that the mail is about, as it is now."""

    user: Any
    now: datetime
    zone: tzinfo
    mailed: MailedGame

    @classmethod
    def of(cls, mail: OutboxMail, mailed: MailedGame | None = None) -> Reader:
        zone = mail.user.zone if mail.user else ZoneInfo("UTC")
        return cls(mail.user, timezone.now(), zone, mailed or MailedGame(mail.game_id or 0))

    def long(self, at: datetime) -> str:
        """ "Tuesday 24 November, 20:00": never "tomorrow", for nobody knows when a mail is read."""
        return dated_clock(at.astimezone(self.zone), "weekday")

    def short(self, at: datetime) -> str:
        """ "Tue 24 Nov 20:00", for subjects."""
        local = at.astimezone(self.zone)
        return f"{dated(local, 'short weekday')} {local:%H:%M}"  # as typed

    def near(self, at: datetime) -> str:
        """ "today, 20:00", for what has just happened."""
        return format_datetime(at, self.now, self.zone)

    @property
    def zone_name(self) -> str:
        """ "Lisbon time", "UTC"."""
        name = str(self.zone)
        city = name.rpartition("/")[2].replace("_", " ")
        return f"{city} time" if "/" in name and not name.startswith("Etc/") else city
