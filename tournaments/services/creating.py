"""Announce an event: check its numbers, draw the chain of its seeds, and commit to it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

import engine
from engine import Facts
from games.clocks.absence import STOPPED
from games.clocks.lateness import BOT, CARETAKER, IGNORED, STOPS, read_settings
from games.errors import LobbyError
from games.services.table_settings import TableSettings, check_rules, with_usual_setup
from games.validators import sanitize_display_name
from tournaments.chains import reveal
from tournaments.documents import Document, Json
from tournaments.events import TIE_BREAKS, read_points
from tournaments.formats import read_format
from tournaments.inputs import read_sizes
from tournaments.models import Stage, Tournament, TournamentKey
from tournaments.models.events import (
    MOST_CHECK_IN,
    MOST_VACATION,
    USUAL_WORK,
    new_key,
    usual_points,
    usual_tables,
    usual_tie_breaks,
)
from tournaments.selectors.organizing import forget_named
from tournaments.sizes import TableSizes

if TYPE_CHECKING:
    from django.contrib.auth.models import Group

    from accounts.models import User

MOST_ENTRANTS = 300
MOST_DAYS = 365
MOST_DRAFT = 14 * 24


class EventRefused(LobbyError):
    """What was asked of an event cannot be; the message says what would be right."""


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """Who may enter: ratings by the event's rules as they are shown, of 100 turns so many in time, at most so many
    running games, a verified address that mail reaches, members of a group, invited people alone."""

    least_rating: int | None = None
    most_rating: int | None = None
    least_share: int | None = None
    most_running: int | None = None
    needs_address: bool = False
    club: Group | None = None
    invited_only: bool = False


@dataclass(frozen=True, kw_only=True)
class EventSettings:
    """Everything that is chosen about an event before entry. `stages`: formats, one after another. `games`: settings of
    its tables, by the names of `TableSettings`. The others are fields of `Tournament`."""

    title: str
    rules: str
    stages: Sequence[Document]
    tables: Document = field(default_factory=usual_tables)
    games: dict[str, Json] = field(default_factory=dict)
    points: Document = field(default_factory=usual_points)
    tie_breaks: Sequence[str] = field(default_factory=usual_tie_breaks)
    about: str = ""
    least_entrants: int = 2
    most_entrants: int = 256
    round_days: int | None = None
    draft_hours: int | None = 0
    with_teams: bool = False
    work: int = USUAL_WORK
    leaver_share: int = 0
    leavers: str = Tournament.Leavers.SUBSTITUTE
    entry_ends_at: datetime | None = None
    check_in_hours: int = 0
    late_entry: int = 0
    seeding: str = Tournament.Seeding.RATING
    vacation: str = Tournament.Vacations.ALLOWED
    vacation_days: int = 0
    conditions: Conditions = field(default_factory=Conditions)
    simulated: bool = False

    @classmethod
    def of(cls, event: Tournament) -> EventSettings:
        """Read the settings of an event off its rows."""
        stages = [stage.form for stage in event.stages.all()]
        kept = {name: getattr(event, name) for name in STORED}
        conditions = Conditions(**{each.name: getattr(event, each.name) for each in fields(Conditions)})
        return cls(stages=stages, games=event.game_settings, conditions=conditions, **kept)

    def stored(self) -> dict[str, object]:
        """Return the fields of `Tournament` that keep these settings."""
        named = {name: getattr(self, name) for name in STORED}
        copied = {"tables": dict(self.tables), "points": dict(self.points), "tie_breaks": list(self.tie_breaks)}
        return {**named, **copied, "game_settings": self.games, **vars(self.conditions)}


STORED = (
    "title",
    "rules",
    "tables",
    "points",
    "tie_breaks",
    "about",
    "least_entrants",
    "most_entrants",
    "round_days",
    "draft_hours",
    "with_teams",
    "work",
    "leaver_share",
    "leavers",
    "entry_ends_at",
    "check_in_hours",
    "late_entry",
    "seeding",
    "vacation",
    "vacation_days",
    "simulated",
)
"""Settings that are fields of `Tournament` under the same names."""


def event_create(
    settings: EventSettings, creator: User | None = None, *, slug: str = "", key: bytes = b""
) -> Tournament:
    """Make an event, still closed, with the commitment to all its seeds. Raises EventRefused."""
    title = sanitize_display_name(settings.title)
    if not title:
        raise EventRefused(_("Give the tournament a name that people can read."))
    check_settings(settings)
    key = key or new_key()
    with transaction.atomic():
        event = Tournament.objects.create(
            slug=slug or f"{slugify(title)[:50] or 'event'}-{secrets.token_hex(3)}",
            creator=creator,
            commitment=reveal(key, 0).hex(),
            **settings.stored() | {"title": title},
        )
        TournamentKey.objects.create(tournament=event, key=key)
        stages = [Stage(tournament=event, number=at, form=dict(form)) for at, form in enumerate(settings.stages, 1)]
        Stage.objects.bulk_create(stages)
        if creator is not None:
            event.organizers.add(creator)
            forget_named()
    return event


def check_settings(settings: EventSettings) -> None:
    """Refuse numbers that do not go together, and rules that no table of the event could play. Raises EventRefused."""
    if not settings.stages:
        raise EventRefused(_("A tournament has at least one stage."))
    try:
        sizes = read_sizes(settings.tables)
        for form in settings.stages:
            read_format(form, sizes)
    except ValueError as exc:
        raise EventRefused(_("These settings do not fit together: %(why)s.") % {"why": exc}) from exc
    if not 2 <= settings.least_entrants <= settings.most_entrants <= MOST_ENTRANTS:
        raise EventRefused(
            _("A tournament has from 2 to %(most)s entrants, and the least is not above the most.")
            % {"most": MOST_ENTRANTS}
        )
    if settings.leaver_share not in (0, 20, 30):
        raise EventRefused(_("A leaver keeps 0, 20 or 30 of 60 parts of a seat’s points."))
    check_entry(settings)
    for seats in {sizes.least, sizes.preferred, sizes.most}:
        check_rules(rules_for(settings.rules, seats), {}, seats)
    check_points(settings, sizes)
    check_bounds(settings)


def check_points(settings: EventSettings, sizes: TableSizes) -> None:
    """Refuse points that rise from place to place, a size of table without a row, and unknown tie-breaks. Raises
    EventRefused."""
    try:
        points = read_points(settings.points)
    except ValueError as exc:
        raise EventRefused(_("These settings do not fit together: %(why)s.") % {"why": exc}) from exc
    if missing := [size for size in range(2, sizes.most + 1) if size not in points.rows]:
        raise EventRefused(_("Say what each place earns at a table of %(size)s.") % {"size": missing[0]})
    known = list(dict.fromkeys(settings.tie_breaks))
    if set(known) - set(TIE_BREAKS) or known != list(settings.tie_breaks) or known[-1:] != ["lot"]:
        raise EventRefused(_("Each tie-break counts once, and the lot comes last."))


def check_bounds(settings: EventSettings) -> None:
    """Refuse numbers out of bounds. Raises EventRefused."""
    if settings.round_days is not None and not 1 <= settings.round_days <= MOST_DAYS:
        raise EventRefused(_("A round lasts from 1 to %(most)s days.") % {"most": MOST_DAYS})
    if settings.draft_hours is not None and not 0 <= settings.draft_hours <= MOST_DRAFT:
        raise EventRefused(_("A draw is published within %(most)s hours, or by hand.") % {"most": MOST_DRAFT})
    if settings.entry_ends_at is not None and settings.entry_ends_at <= timezone.now():
        raise EventRefused(_("The end of sign-up is in the past. Choose a later time."))


def check_entry(settings: EventSettings) -> None:
    """Refuse conditions of entry that nobody could meet, and choices that there are not. Raises EventRefused."""
    asked = settings.conditions
    if asked.least_rating is not None and asked.most_rating is not None and asked.least_rating > asked.most_rating:
        raise EventRefused(_("The least rating is not above the highest."))
    if asked.least_share is not None and not 0 <= asked.least_share <= 100:
        raise EventRefused(_("The least turns in time are 0 to 100 of 100."))
    if not 0 <= settings.check_in_hours <= MOST_CHECK_IN or not 0 <= settings.vacation_days <= MOST_VACATION:
        text = _("Check-in takes at most %(hours)s hours, and a vacation at most %(days)s days.")
        raise EventRefused(text % {"hours": MOST_CHECK_IN, "days": MOST_VACATION})
    for name, kinds in (
        ("leavers", Tournament.Leavers),
        ("seeding", Tournament.Seeding),
        ("vacation", Tournament.Vacations),
    ):
        if getattr(settings, name) not in kinds.values:
            raise EventRefused(f"{name}: {', '.join(kinds.values)}")


def rules_for(rules: str, seats: int) -> str:
    """Return the rule set by which so many play at a table of an event: its own, or for two the one that two people
    play under its name or on its board. The event's own where there is none."""
    own = engine.rulesets().get(rules)
    if own is None or own.seats[0] <= seats <= own.seats[1]:
        return rules
    alike = (each.id for each in engine.rulesets().values() if each.map == own.map and each.seats == (seats, seats))
    return own.for_two if seats == 2 and own.for_two else next(alike, rules)


def table_settings(event: Tournament, name: str, seats: int, since: date = date.min) -> TableSettings:
    """Return the settings of a table of this event, with the set-up that suits its pace, in a round that is public
    `since` that day. Raises TypeError for settings that tables do not have."""
    rules = rules_for(event.rules, seats)
    settings = TableSettings(
        name=name, rules=rules, seats_wanted=seats, public=False, rated=True, **event.game_settings
    )
    clock = event_clock(event, settings.clock, since)
    rule = read_settings(clock).rules
    span = None if rule.timetable else rule.span
    return replace(settings, clock=clock, options=with_usual_setup(rules, settings.options, span))


def event_clock(event: Tournament, clock: Facts, since: date = date.min) -> Facts:
    """Return the clock of a table, in which the event's own rules follow lateness: whoever never came loses the seat
    after one turn, and a bot plays until the event has found a substitute. A vacation does what the event says: where
    some days of a round stop the clock they are counted from `since` on."""
    late = clock.get("late")
    late = dict(late) if isinstance(late, dict) else {}
    bots = [word for word in late.get("then", ()) if str(word).startswith(BOT)]
    kept = {**clock, "late": {**late, "first": 1, "then": bots[:1] or [CARETAKER]}}
    if event.vacation == Tournament.Vacations.NONE:
        kept["vacation"] = IGNORED
    elif event.vacation == Tournament.Vacations.DAYS:
        most = min(event.vacation_days, STOPPED)
        kept |= {"vacation": STOPS, "stops": {"most": most, "since": since.isoformat()}}
    return kept
