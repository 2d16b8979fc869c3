"""Read what the page of entry shows: what an event asks, how its reader stands to it, and what they can do now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core import signing
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from common.times import format_datetime
from games.clocks.absence import STOPPED
from games.clocks.lateness import IGNORED, STAND_IN, STOPS, read_settings
from games.selectors.page_data import PageReader
from games.services.locks import db_now
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

Status = Tournament.Status
OPEN = (Status.ENTRY, Status.CHECK_IN, Status.RUNNING)
LATE_KINDS = ("swiss", "ladder", "hill")
"""Formats that people may enter once they run, and in which they may sit out a round."""

CHECK_IN_SALT = "tournaments.check-in"


@dataclass(frozen=True)
class EntryPage:
    """What somebody sees who may enter an event, or has. `state`: sentences on how they stand; `asks`: what the event
    asks of all; `facts`: what entering means. The others say what they can do now."""

    event: Tournament
    url: str
    lead: str
    state: list[str]
    facts: list[str]
    entrant: Entrant | None
    can_enter: bool
    can_check_in: bool
    can_withdraw: bool
    can_sit_out: bool
    sits_out: bool
    waits: bool
    asks_team: bool
    asks_games: bool


def entry_page(event: Tournament, user: User | AnonymousUser, reading: PageReader) -> EntryPage:
    """Build the page of entry for a reader. Its conditions are the service's to tell."""
    entrant = event.entrants.filter(user=user.pk).first() if user.is_authenticated else None
    kind = first_kind(event)
    is_in = entrant is not None and entrant.left is None
    plays = is_in and entrant is not None and not entrant.reserve and event.status == Status.RUNNING
    return EntryPage(
        event=event,
        url=event_url(event),
        lead=format_words(event),
        state=[*tell_state(event, entrant, reading)],
        facts=[*tell_facts(event)],
        entrant=entrant,
        can_enter=entrant is None and event.status in OPEN,
        can_check_in=is_in and event.status == Status.CHECK_IN and entrant is not None and not entrant.checked_in_at,
        can_withdraw=is_in and event.status in OPEN,
        can_sit_out=plays and kind in LATE_KINDS,
        sits_out=entrant is not None and event.rounds + 1 in entrant.sits_out,
        waits=waits_now(event),
        asks_team=bool(getattr(event, "with_teams", False)),
        asks_games=kind == "ladder",
    )


def first_round(event: Tournament) -> int | None:
    """Return the first round that somebody who enters now will play; None if they have to wait for a place."""
    if event.entrants.filter(entered__isnull=False, left=None).count() >= event.most_entrants:
        return None
    if event.status == Status.ENTRY:
        return None if has_ended(event) else 1
    return event.rounds + 1 if takes_late_entries(event) else None


def has_ended(event: Tournament) -> bool:
    """Check whether the time to enter an event is over."""
    return event.entry_ends_at is not None and event.entry_ends_at <= db_now()


def takes_late_entries(event: Tournament) -> bool:
    """Check whether people may still enter an event that runs, and play from its next round on."""
    stage = event.stages.first()
    is_open = event.status == Status.RUNNING and event.rounds < event.late_entry
    return is_open and stage is not None and stage.form["kind"] in LATE_KINDS


def waits_now(event: Tournament) -> bool:
    """Check whether somebody who enters now has to wait for a place, or for the seat of another."""
    return first_round(event) is None


def event_url(event: Tournament) -> str:
    return reverse("event", args=[event.slug])


def first_kind(event: Tournament) -> str:
    stage = event.stages.first()
    return str(stage.form["kind"]) if stage else ""


def format_words(event: Tournament) -> str:
    """Tell how an event is played in a few sentences: the rules of the game, the size of tables, its formats."""
    said = {"rules": engine.ruleset(event.rules).title, "size": event.tables["preferred"]}
    return f"{_('%(rules)s, at tables of %(size)s.') % said} {stage_words(event)}"


def stage_words(event: Tournament) -> str:
    """Tell the rules of the stages of an event."""
    return " ".join(_(FORMATS[str(stage.form["kind"])].rules) % stage.form for stage in event.stages.all())


def tell_state(event: Tournament, entrant: Entrant | None, reading: PageReader) -> Iterator[str]:
    """Tell how far entry is, and how the reader stands."""
    if event.status == Status.ENTRY and event.entry_ends_at is not None:
        yield _("Entry is open until %(until)s.") % {
            "until": format_datetime(event.entry_ends_at, reading.now, reading.zone)
        }
    if event.status == Status.CHECK_IN and event.check_in_ends_at is not None:
        yield _("Check-in is open until %(until)s.") % {
            "until": format_datetime(event.check_in_ends_at, reading.now, reading.zone)
        }
    entered = event.entrants.filter(entered__isnull=False, left=None).count()
    waiting = event.entrants.filter(reserve=True, left=None).count()
    said = {"count": entered, "most": event.most_entrants, "waiting": waiting}
    yield _("%(count)s of %(most)s places are taken.") % said
    if waiting:
        text = ngettext(
            "%(waiting)s player is on the waiting list.", "%(waiting)s players are on the waiting list.", waiting
        )
        yield text % said
    if entrant is not None:
        yield tell_own(event, entrant)


def tell_own(event: Tournament, entrant: Entrant) -> str:
    """Tell somebody who entered how they stand."""
    if entrant.left is not None and event.status == Status.RUNNING:
        return _("You have left this tournament. Your games that run go on.")
    if entrant.left is not None:
        return _("You are not in this tournament.")
    if entrant.reserve and event.status == Status.RUNNING:
        return _("You are on the list of substitutes: you get the seat of the first player who does not come.")
    if entrant.reserve:
        before = event.entrants.filter(reserve=True, left=None, number__lt=entrant.number).count()
        return _("You are number %(place)s on the waiting list.") % {"place": before + 1}
    if event.status == Status.CHECK_IN and entrant.checked_in_at is None:
        return _("You have entered, and you still have to check in.")
    return _("You are in.")


def tell_facts(event: Tournament) -> Iterator[str]:
    """Tell what entering means: check-in, what follows a turn that nobody plays, vacations, late entry."""
    if event.check_in_hours:
        hours = event.check_in_hours
        text = ngettext(
            "When entry ends you have %(hours)s hour to check in. If you do not, you lose your place.",
            "When entry ends you have %(hours)s hours to check in. If you do not, you lose your place.",
            hours,
        )
        yield text % {"hours": hours}
    yield _(
        "If you do not answer by your first deadline, a substitute gets your seat, and you are out of the tournament."
    )
    yield f"{LEAVING[event.leavers]} {KEPT[event.leaver_share]}"
    yield vacation_words(event)
    yield _("You can withdraw at any time. Games that run then go on, and you are not in the next round.")
    if event.late_entry:
        yield _("You can still enter until round %(round)s is drawn.") % {"round": event.late_entry}


def vacation_words(event: Tournament) -> str:
    """Tell what a vacation does in the games of an event, and what comes of one that is longer than the days of a round
    that stop the clock."""
    return f"{VACATIONS[vacation_of(event)](min(event.vacation_days, STOPPED))} {_('You are not dropped for it.')}"


def vacation_of(event: Tournament) -> str:
    """Return what a vacation does in the games of an event: one of the names of `VACATIONS`."""
    if event.vacation == Tournament.Vacations.NONE:
        return IGNORED
    if event.vacation == Tournament.Vacations.DAYS:
        return Tournament.Vacations.DAYS if event.vacation_days else STAND_IN
    return read_settings(event.game_settings.get("clock") or {}).vacation


def tell_days(days: int) -> str:
    text = ngettext(
        "A vacation stops your clock for at most %(days)s day in each round; after that, somebody stands in.",
        "A vacation stops your clock for at most %(days)s days in each round; after that, somebody stands in.",
        days,
    )
    return text % {"days": days}


VACATIONS: dict[str, Callable[[int], str]] = {
    Tournament.Vacations.DAYS: tell_days,
    STAND_IN: lambda days: _("While you are on vacation, somebody stands in for you."),
    STOPS: lambda days: _("A vacation stops your clock."),
    IGNORED: lambda days: _("A vacation does not stop your clock, and nobody stands in for you."),
}


LEAVING: dict[str, Promise] = {
    Tournament.Leavers.SUBSTITUTE: gettext_lazy("If you stop playing later, a substitute finishes your game."),
    Tournament.Leavers.BOT: gettext_lazy("If you stop playing later, a bot finishes your game."),
    Tournament.Leavers.OUT: gettext_lazy("If you stop playing later, you resign that game."),
}


KEPT: dict[int, Promise] = {
    0: gettext_lazy("You then get no points for it."),
    20: gettext_lazy("You then keep a third of its points."),
    30: gettext_lazy("You then keep half of its points."),
}
"""What a leaver keeps, by the `leaver_share` of the event."""


# ---- the link in the mail


def check_in_url(entrant: Entrant) -> str:
    """Return the address at which an entrant checks in without a login. It opens nothing else."""
    assert entrant.user is not None
    token = signing.dumps([entrant.pk, entrant.user.mail_key], salt=CHECK_IN_SALT)
    return reverse("event-check-in", args=[token])


def entrant_at(token: str) -> Entrant | None:
    """Find the entrant of such an address; None if it is forged, or the entry or its account is gone."""
    try:
        pk, key = signing.loads(token, salt=CHECK_IN_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (
        Entrant.objects.select_related("tournament", "user")
        .filter(pk=pk, user__mail_key=key, user__is_active=True)
        .first()
    )
