"""Announce an event: check its numbers, draw the chain of its seeds, and commit to it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

import engine
from games.clocks.lateness import read_settings
from games.errors import LobbyError
from games.services.table_settings import TableSettings, check_rules, with_usual_setup
from games.validators import sanitize_display_name
from tournaments.chains import reveal
from tournaments.documents import Document, Json
from tournaments.formats import read_format
from tournaments.inputs import read_sizes
from tournaments.models import Stage, Tournament, TournamentKey
from tournaments.models.events import USUAL_WORK, new_key, usual_tables

if TYPE_CHECKING:
    from accounts.models import User

MOST_ENTRANTS = 300


class EventRefused(LobbyError):
    """What was asked of an event cannot be; the message says what would be right."""


@dataclass(frozen=True, kw_only=True)
class EventSettings:
    """Everything that is chosen about an event before entry. `stages`: formats, one after another. `games`: settings of
    its tables, by the names of `TableSettings`."""

    title: str
    rules: str
    stages: Sequence[Document]
    tables: Document = field(default_factory=usual_tables)
    games: dict[str, Json] = field(default_factory=dict)
    about: str = ""
    least_entrants: int = 2
    most_entrants: int = 256
    work: int = USUAL_WORK
    leaver_share: int = 0
    simulated: bool = False


def event_create(
    settings: EventSettings, creator: User | None = None, *, slug: str = "", key: bytes = b""
) -> Tournament:
    """Make an event, still closed, with the commitment to all its seeds. Raises EventRefused."""
    title = sanitize_display_name(settings.title)
    if not title:
        raise EventRefused(_("Give the event a name that people can read."))
    check_settings(settings)
    key = key or new_key()
    with transaction.atomic():
        event = Tournament.objects.create(
            slug=slug or f"{slugify(title)[:50] or 'event'}-{secrets.token_hex(3)}",
            title=title,
            about=settings.about,
            rules=settings.rules,
            game_settings=settings.games,
            tables=dict(settings.tables),
            least_entrants=settings.least_entrants,
            most_entrants=settings.most_entrants,
            work=settings.work,
            leaver_share=settings.leaver_share,
            simulated=settings.simulated,
            creator=creator,
            commitment=reveal(key, 0).hex(),
        )
        TournamentKey.objects.create(tournament=event, key=key)
        stages = [Stage(tournament=event, number=at, form=dict(form)) for at, form in enumerate(settings.stages, 1)]
        Stage.objects.bulk_create(stages)
        if creator is not None:
            event.organizers.add(creator)
    return event


def check_settings(settings: EventSettings) -> None:
    """Refuse numbers that do not go together, and rules that no table of the event could play. Raises EventRefused."""
    if not settings.stages:
        raise EventRefused(_("An event has at least one stage."))
    try:
        sizes = read_sizes(settings.tables)
        for form in settings.stages:
            read_format(form, sizes)
    except ValueError as exc:
        raise EventRefused(_("These settings do not fit together: %(why)s.") % {"why": exc}) from exc
    if not 2 <= settings.least_entrants <= settings.most_entrants <= MOST_ENTRANTS:
        raise EventRefused(
            _("An event has from 2 to %(most)s entrants, and the least is not above the most.")
            % {"most": MOST_ENTRANTS}
        )
    if settings.leaver_share not in (0, 20, 30):
        raise EventRefused(_("A leaver keeps 0, 20 or 30 of 60 parts of a seat’s points."))
    for seats in {sizes.least, sizes.preferred, sizes.most}:
        check_rules(rules_for(settings.rules, seats), {}, seats)


def rules_for(rules: str, seats: int) -> str:
    """Return the rule set by which so many play at a table of an event: its own, or for two the one that two people
    play under its name or on its board. The event's own where there is none."""
    own = engine.rulesets().get(rules)
    if own is None or own.seats[0] <= seats <= own.seats[1]:
        return rules
    alike = (each.id for each in engine.rulesets().values() if each.map == own.map and each.seats == (seats, seats))
    return own.for_two if seats == 2 and own.for_two else next(alike, rules)


def table_settings(event: Tournament, name: str, seats: int) -> TableSettings:
    """Return the settings of a table of this event, with the set-up that suits its pace. Raises TypeError for settings
    that tables do not have."""
    rules = rules_for(event.rules, seats)
    settings = TableSettings(
        name=name, rules=rules, seats_wanted=seats, public=False, rated=True, **event.game_settings
    )
    rule = read_settings(settings.clock).rules
    span = None if rule.timetable else rule.span
    return replace(settings, options=with_usual_setup(rules, settings.options, span))
