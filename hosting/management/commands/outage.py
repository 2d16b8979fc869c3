"""Outage time that the site has added to every deadline: show it, add more, take it back."""

from __future__ import annotations

import argparse
import re
from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError

from games.errors import GameError
from games.models import AuditEntry, SiteClock
from games.services.site_outage import credit_give, credit_take_back, held_gap

SPAN = re.compile(r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?")
ACTIONS = ("downtime.credit", "outage.give", "outage.take_back")


class Command(BaseCommand):
    help = (
        "Shows how much time outages have given to every deadline. `give` gives more, and ends a hold after a gap that "
        "was too long to be credited by itself; `take-back` takes away what a wrong clock gave."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        words = parser.add_subparsers(dest="what", metavar="give|take-back")
        give = words.add_parser("give", help="give every deadline more time; 0h only ends a hold")
        give.add_argument("span", nargs="?", type=span, help="such as 90m, 4h or 2d12h; by default all that is held")
        back = words.add_parser("take-back", help="take time from every deadline")
        back.add_argument("span", type=span, help="such as 90m, 4h or 4d4h")
        for each in (give, back):
            each.add_argument("--reason", required=True, help="kept in the audit log")

    def handle(self, *args: object, what: str | None, **options: object) -> None:
        try:
            done = {"give": self._give, "take-back": self._take_back}.get(what or "", self._show)(options)
        except GameError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(done)

    def _give(self, options: dict[str, object]) -> str:
        span = options["span"]
        assert span is None or isinstance(span, timedelta)
        given = credit_give(by=span, reason=str(options["reason"]))
        return f"Every deadline is {words_of(given)} later."

    def _take_back(self, options: dict[str, object]) -> str:
        taken = options["span"]
        assert isinstance(taken, timedelta)
        kept = credit_take_back(by=taken, reason=str(options["reason"]))
        return f"Every deadline is {words_of(taken)} earlier. {kept} kept some of it, so that nobody is short of time."

    def _show(self, options: dict[str, object]) -> str:
        clock = SiteClock.objects.first()
        lines = [f"Outages have moved every deadline by {words_of(clock.given if clock else timedelta())} in all."]
        rows = AuditEntry.objects.filter(action__in=ACTIONS)[:10]
        lines += [
            f"{row.at:%Y-%m-%d %H:%M} UTC  {row.action}  {seconds_of(row)}  {row.reason}".rstrip() for row in rows
        ]
        if (gap := held_gap()) is not None:
            lines.append(f"HELD: by the clock the site did not work for {words_of(gap)}. Nobody is skipped meanwhile.")
            lines.append('If it was so: manage.py outage give --reason "..." If the clock is wrong, set it right.')
        return "\n".join(lines)


def span(text: str) -> timedelta:
    """Parse a duration such as 90m, 4h or 2d12h."""
    found = SPAN.fullmatch(text)
    if not text or found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no span of time; write 90m, 4h or 2d12h")
    days, hours, minutes = (int(part or 0) for part in found.groups())
    return timedelta(days=days, hours=hours, minutes=minutes)


def seconds_of(row: AuditEntry) -> str:
    return words_of(timedelta(seconds=row.details.get("seconds", 0)))


def words_of(gap: timedelta) -> str:
    """Format a duration as "4d 4h 0m"."""
    minutes = round(gap.total_seconds() / 60)
    days, rest = divmod(minutes, 24 * 60)
    return f"{days}d {rest // 60}h {rest % 60}m" if days else f"{rest // 60}h {rest % 60}m"
