"""Change the settings of an event before its first round is drawn, and tell those who entered what matters to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Facts
from games.models import AuditEntry
from games.validators import sanitize_display_name
from tournaments.models import Stage, Tournament
from tournaments.services.creating import EventRefused, EventSettings, check_settings
from tournaments.services.entry import fill_places
from tournaments.services.repairs import event_act
from tournaments.services.telling import tell

if TYPE_CHECKING:
    from accounts.models import User

CHANGE = "event.change"
CHANGEABLE = (Tournament.Status.DRAFT, Tournament.Status.ENTRY)
"""While the settings of an event may change."""

FIXED = ("points", "tie_breaks", "leaver_share", "work", "simulated")
"""Settings that stay as they were when entry opened."""


def event_change(*, event_id: int, user: User, reason: str, settings: EventSettings) -> list[str]:
    """Give an event other settings. Once it is open for entry those in `FIXED` are left as they are, and everybody who
    entered is told what changed of `TOLD`, whose names are returned. Nobody who entered loses a place by it.

    Raises EventRefused once entry is over, for settings that do not go together, for fewer places than are taken, and
    for teams where people have entered without them.
    """
    with event_act(event_id, user, CHANGE, reason) as event:
        check_changeable(event)
        before = EventSettings.of(event)
        if event.status == Tournament.Status.ENTRY:
            settings = replace(settings, **{name: getattr(before, name) for name in FIXED})
            check_entrants(event, settings)
        title = sanitize_display_name(settings.title)
        if not title:
            raise EventRefused(_("Give the tournament a name that people can read."))
        check_settings(settings)
        store(event, replace(settings, title=title))
        changed = find_changes(before, EventSettings.of(event))
        if event.status == Tournament.Status.ENTRY:
            fill_places(event)
        if changed:
            number = AuditEntry.objects.filter(action=CHANGE, details__event=event.pk).count()
            tell(event, event.entrants.all(), f"changed:{number}", "event_changed", changed=changed, reason=reason)
    return changed


def check_changeable(event: Tournament) -> None:
    """Refuse to change an event whose entry is over. Raises EventRefused."""
    if event.status not in CHANGEABLE:
        raise EventRefused(_("Sign-up of this tournament is over, so its settings no longer change."))


def check_entrants(event: Tournament, settings: EventSettings) -> None:
    """Refuse settings that do not fit those who entered. Raises EventRefused."""
    taken = event.entrants.filter(entered__isnull=False).count()
    if settings.most_entrants < taken:
        text = ngettext(
            "%(count)s player has a place already, so the most entrants cannot be fewer.",
            "%(count)s players have a place already, so the most entrants cannot be fewer.",
            taken,
        )
        raise EventRefused(text % {"count": taken})
    if settings.with_teams != event.with_teams and event.entrants.exists():
        raise EventRefused(_("People have entered, so a tournament of teams stays one, and others get no teams."))


def store(event: Tournament, settings: EventSettings) -> None:
    """Write settings to an event and its stages. The caller holds the lock."""
    stored = settings.stored()
    for name, value in stored.items():
        setattr(event, name, value)
    event.save(update_fields=list(stored))
    if [stage.form for stage in event.stages.all()] != [dict(form) for form in settings.stages]:
        event.stages.all().delete()
        stages = [Stage(tournament=event, number=at, form=dict(form)) for at, form in enumerate(settings.stages, 1)]
        Stage.objects.bulk_create(stages)


# ---- what people are told


def find_changes(before: EventSettings, after: EventSettings) -> list[str]:
    """Name what has changed of that which matters to those who entered."""
    old, new = facts_of(before), facts_of(after)
    return [name for name in TOLD if old[name] != new[name]]


def facts_of(settings: EventSettings) -> Facts:
    """Return what matters of settings to those who entered, by the names in `TOLD`."""
    games = settings.games
    return {
        "title": settings.title,
        "entry_ends_at": settings.entry_ends_at,
        "check_in": settings.check_in_hours,
        "format": [dict(form) for form in settings.stages],
        "rules": settings.rules,
        "seats": dict(settings.tables),
        "clock": games.get("clock"),
        "last_round": games.get("last_round"),
        "days": settings.round_days,
        "vacation": (settings.vacation, settings.vacation_days),
        "leavers": settings.leavers,
    }


TOLD = (
    "title",
    "entry_ends_at",
    "check_in",
    "format",
    "rules",
    "seats",
    "clock",
    "last_round",
    "days",
    "vacation",
    "leavers",
)
"""What those who entered are told of when it changes, in the order of the mail."""
