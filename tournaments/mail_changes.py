"""The mail that tells entrants which settings of their event have changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.clocks.lateness import read_settings
from games.clocks.values import usual_clock
from games.clocks.words import tell_pace
from games.mail.notes import Notice, site_frame
from games.models import OutboxMail
from games.selectors.mailed_game import MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from tournaments.documents import Document
from tournaments.mails import ENTERED, event_of, explain_gone, join_button
from tournaments.models import Tournament
from tournaments.selectors.entry_pages import LEAVING, stage_words, vacation_words


def event_changed(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell an entrant which settings that matter to them have changed, as they are now."""
    event = event_of(mail)
    said = {"event": event.title, "reason": mail.context["reason"]}
    lead = [
        _("The organizers changed the settings of %(event)s.") % said,
        *(CHANGED[name](event, reader) for name in mail.context["changed"]),
        _("The reason: %(reason)s") % said,
        _("You keep your place. If you can no longer play, you can withdraw until the tournament begins."),
    ]
    title = _("%(event)s: new settings") % said
    made = Notice(
        title, _("The settings have changed"), lead, button=join_button(event, _("See your entry")), why=str(ENTERED)
    )
    return site_frame(event.title) | made.context()


def tell_entry_end(event: Tournament, reader: MailReader) -> str:
    if event.entry_ends_at is None:
        return _("Sign-up: open until an organizer closes it.")
    until = {"until": reader.long(event.entry_ends_at), "zone": reader.zone_name}
    return _("Sign-up: open until %(until)s (%(zone)s).") % until


def tell_check_in(event: Tournament) -> str:
    hours = event.check_in_hours
    if not hours:
        return _("Check-in: none.")
    text = ngettext(
        "Check-in: %(hours)s hour, once sign-up closes.", "Check-in: %(hours)s hours, once sign-up closes.", hours
    )
    return text % {"hours": hours}


def tell_seats(event: Tournament) -> str:
    """Tell how many sit at a table."""
    sizes: Document = event.tables
    text = _("Seats: %(preferred)s players at a table.")
    if sizes["least"] != sizes["most"]:
        text = _("Seats: %(preferred)s players at a table, from %(least)s to %(most)s where the numbers do not fit.")
    return text % sizes


def tell_clock(event: Tournament) -> str:
    """Tell how long a turn may take at the tables of an event."""
    rules = read_settings(event.game_settings.get("clock") or usual_clock("UTC")).rules
    return _("Clock: %(pace)s.") % {"pace": tell_pace(rules)}


def tell_last_round(event: Tournament) -> str:
    last = event.game_settings.get("last_round")
    if not last:
        return _("Games are played until somebody wins.")
    return _("Last round: a game ends after round %(round)s at the latest.") % {"round": last}


def tell_days(event: Tournament) -> str:
    days = event.round_days
    if not days:
        return _("Days: a game may last as long as it needs.")
    text = ngettext(
        "Days: a game ends %(count)s day after it began, as it stands.",
        "Days: a game ends %(count)s days after it began, as it stands.",
        days,
    )
    return text % {"count": days}


CHANGED: Mapping[str, Callable[[Tournament, MailReader], str]] = {
    "title": lambda event, reader: _("Name: it is called %(event)s now.") % {"event": event.title},
    "entry_ends_at": tell_entry_end,
    "check_in": lambda event, reader: tell_check_in(event),
    "format": lambda event, reader: _("Format: %(words)s") % {"words": stage_words(event)},
    "rules": lambda event, reader: _("Rules: %(rules)s.") % {"rules": engine.ruleset(event.rules).title},
    "seats": lambda event, reader: tell_seats(event),
    "clock": lambda event, reader: tell_clock(event),
    "last_round": lambda event, reader: tell_last_round(event),
    "days": lambda event, reader: tell_days(event),
    "vacation": lambda event, reader: vacation_words(event),
    "leavers": lambda event, reader: str(LEAVING[event.leavers]),
}
"""The sentence on each setting of which entrants are told, by the names in `TOLD` of the service."""


MAIL_KINDS.add(
    MailKind(
        "event_changed",
        gettext_lazy("New settings of a tournament"),
        event_changed,
        wish="events",
        explain_obsolete=explain_gone,
    )
)
