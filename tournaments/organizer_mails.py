"""Mails of what organizers of an event change and write, and of what people write to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.clocks.lateness import read_settings
from games.clocks.values import usual_clock
from games.clocks.words import tell_pace
from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, site_frame
from games.models import AuditEntry, OutboxMail
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from tournaments.documents import Document
from tournaments.mails import ENTERED, event_button, event_of, explain_gone, join_button
from tournaments.models import Tournament
from tournaments.selectors.entry_pages import LEAVING, stage_words, vacation_words
from tournaments.selectors.organizing import organizes_event
from tournaments.selectors.questions import is_open


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


def event_message(mail: OutboxMail, reader: MailReader) -> Context:
    """Deliver what organizers of an event write to somebody, unasked or as an answer."""
    event = event_of(mail)
    said = AuditEntry.objects.get(pk=mail.context["audit"]).reason.splitlines()
    made = Notice(
        _("%(event)s: a message from the organizers") % {"event": event.title},
        _("A message from the organizers"),
        said,
        button=event_button(event),
        other=Button(_("Reply"), absolute_url(reverse("event-write", args=[event.slug]))),
        why=_("You get this because the organizers of the tournament wrote to you."),
    )
    return site_frame(event.title) | made.context()


def event_question(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell organizers of an event what somebody writes to them."""
    event = event_of(mail)
    asked = AuditEntry.objects.select_related("user").get(pk=mail.context["audit"])
    who = asked.user.username if asked.user else _("A player")
    headline = _("%(who)s writes to the organizers of %(event)s") % {"who": who, "event": event.title}
    path = f"{reverse('organize-event-act', args=[event.slug, 'answer'])}?question_id={asked.pk}"
    made = Notice(
        headline,
        headline,
        asked.reason.splitlines(),
        button=Button(_("Answer"), absolute_url(path)),
        why=_("You get this because you organize this tournament."),
    )
    return site_frame(event.title) | made.context()


def explain_answered(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that an organizer need not read a question: it is answered, or they organize the event no more."""
    event = Tournament.objects.filter(pk=mail.context["event"]).first()
    if event is None or mail.user is None or not organizes_event(mail.user, event):
        return _("its reader does not organize the tournament")
    return "" if is_open(event, int(mail.context["audit"])) else _("the question is answered")


def explain_no_event(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that the event of a message is gone."""
    return "" if Tournament.objects.filter(pk=mail.context["event"]).exists() else _("the tournament is gone")


for kind in (
    MailKind(
        "event_changed",
        gettext_lazy("New settings of a tournament"),
        event_changed,
        wish="events",
        explain_obsolete=explain_gone,
    ),
    MailKind(
        "event_message",
        gettext_lazy("A message from the organizers of a tournament"),
        event_message,
        is_limited=False,
        explain_obsolete=explain_no_event,
    ),
    MailKind(
        "event_question",
        gettext_lazy("A question to the organizers of a tournament"),
        event_question,
        wish="staff",
        explain_obsolete=explain_answered,
    ),
):
    MAIL_KINDS.add(kind)
