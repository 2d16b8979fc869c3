"""Who entered an event, a line each, as organizers see it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from games.organize.reach import why_unreached
from tournaments.models import Entrant, Tournament

Status = Tournament.Status
OVER = (Status.OVER, Status.CANCELLED)


@dataclass(frozen=True)
class EntrantRow:
    """An entrant in a line. `state` says how they stand, `unreached` why no email reaches them; empty if it does.
    `acts`: names and titles of what can be done to them beside a message."""

    entrant: Entrant
    state: str
    unreached: str
    acts: tuple[tuple[str, str], ...]


def list_entrants(event: Tournament) -> list[EntrantRow]:
    """List everybody who entered, in the order of entry. One query."""
    now = timezone.now()
    return [
        EntrantRow(
            each,
            " · ".join(filter(None, (state_of(event, each), each.team))),
            why_unreached(each.user, now) if each.user else "",
            acts_on(event, each),
        )
        for each in event.entrants.select_related("user").order_by("number")
    ]


def state_of(event: Tournament, entrant: Entrant) -> str:
    """Say how an entrant stands in an event."""
    if entrant.left is not None:
        return _("left before round %(round)s") % {"round": entrant.left}
    if entrant.reserve:
        return _("waits, or takes seats of others")
    if event.status == Status.CHECK_IN:
        return _("has checked in") if entrant.checked_in_at else _("has not checked in yet")
    if entrant.entered and entrant.entered > 1:
        return _("plays from round %(round)s on") % {"round": entrant.entered}
    return _("bot") if entrant.user is None and entrant.bot else _("has a place")


def acts_on(event: Tournament, entrant: Entrant) -> tuple[tuple[str, str], ...]:
    """Name the acts on an entrant that have a sense now."""
    if event.status != Status.RUNNING or not entrant.entered:
        return ()
    if entrant.left is not None:
        return (("readmit", _("Let back in")),)
    return (("adjust", _("Points")), ("disqualify", _("Disqualify")))
