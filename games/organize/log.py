"""The audit log as organizers read it: acts in words, their details, and the filters of the list."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby

from django import forms
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.registry import Registry
from common.times import in_hours
from engine import Facts
from games.models import AuditEntry, Game
from games.organize.rewind_points import format_moment
from games.wording import seats


@dataclass(frozen=True)
class AuditWords:
    """What a kind of row of the audit log says."""

    name: str  # the `action` of its rows
    words: str | Promise  # after the name of whoever did it


AUDIT_WORDS: Registry[AuditWords] = Registry()
AUDIT_WORDS.add(AuditWords("game.pause", gettext_lazy("paused the game")))
AUDIT_WORDS.add(AuditWords("game.resume", gettext_lazy("resumed the game")))
AUDIT_WORDS.add(AuditWords("game.extend", gettext_lazy("gave more time")))
AUDIT_WORDS.add(AuditWords("game.pass", gettext_lazy("skipped a player")))
AUDIT_WORDS.add(AuditWords("game.end_absence", gettext_lazy("ended an absence")))
AUDIT_WORDS.add(AuditWords("game.replace", gettext_lazy("reassigned a seat")))
AUDIT_WORDS.add(AuditWords("game.rewind", gettext_lazy("rewound the game")))
AUDIT_WORDS.add(AuditWords("game.adjudicate", gettext_lazy("ended the game as it stood")))
AUDIT_WORDS.add(AuditWords("game.void", gettext_lazy("called the game off")))
AUDIT_WORDS.add(AuditWords("game.write", gettext_lazy("wrote to the players")))
AUDIT_WORDS.add(AuditWords("person.write", gettext_lazy("wrote to a person")))
AUDIT_WORDS.add(AuditWords("mail.credit", gettext_lazy("gave back the time that delayed mail had cost")))
AUDIT_WORDS.add(AuditWords("mail.release", gettext_lazy("released the mail queue")))
AUDIT_WORDS.add(AuditWords("mail.retry", gettext_lazy("sent an email again")))
AUDIT_WORDS.add(AuditWords("mail.forget_bounce", gettext_lazy("turned mail on again after a bounce")))
AUDIT_WORDS.add(AuditWords("help.address", gettext_lazy("changed an address")))
AUDIT_WORDS.add(AuditWords("help.second_step", gettext_lazy("removed a second step")))
AUDIT_WORDS.add(AuditWords("help.sessions", gettext_lazy("ended all logins")))
AUDIT_WORDS.add(AuditWords("dispute.raise", gettext_lazy("asked the organizers")))
AUDIT_WORDS.add(AuditWords("dispute.settle", gettext_lazy("answered a question")))
AUDIT_WORDS.add(AuditWords("dispute.open", gettext_lazy("opened hidden information")))
AUDIT_WORDS.add(AuditWords("demo.seed", gettext_lazy("created the demonstration game")))
AUDIT_WORDS.add(AuditWords("downtime.credit", gettext_lazy("moved all deadlines after an outage")))
AUDIT_WORDS.add(AuditWords("outage.give", gettext_lazy("gave every deadline more time after an outage")))
AUDIT_WORDS.add(AuditWords("outage.take_back", gettext_lazy("took back time that an outage had given")))


def action_words(action: str) -> str:
    """Say what somebody did, after their name: "reassigned a seat"."""
    known = AUDIT_WORDS.get(action)
    return str(known.words) if known else action


def action_choices() -> list[tuple[str, str]]:
    """List every kind of act with its words."""
    return [(each.name, str(each.words)) for each in AUDIT_WORDS]


@dataclass(frozen=True)
class Folded:
    """Rows of one act on many games: the newest, and how many there are besides."""

    row: AuditEntry
    more: int


def fold_rows(rows: Sequence[AuditEntry]) -> list[Folded]:
    """Fold the rows that one act on many games wrote, where they follow each other."""
    found = []
    for _key, group in groupby(rows, key=lambda row: (row.action, row.details.get("bulk") or f"row {row.pk}")):
        same = list(group)
        found.append(Folded(same[0], len(same) - 1))
    return found


SEARCHED_DETAILS = ("name", "leaver", "by", "address", "former")
"""Details of an audit row that hold names or addresses."""


def act_details(row: AuditEntry) -> str:
    """Describe the details of an act besides its game: seat, people, address, hours, the moment of a rewind."""
    details = row.details
    said = [subject_text(details)]
    colours = details.get("colours") or [details.get("colour")]
    said[:0] = [str(seats.colour_name(colour)) for colour in colours if colour]
    if hours := details.get("hours"):
        said.append(in_hours(hours))
    if kept := details.get("moment"):
        moment = format_moment(kept, timezone.now(), timezone.get_current_timezone())
        said.append(_("back to %(moment)s") % {"moment": moment})
    if address := details.get("address"):
        former = details.get("former")
        said.append(f"{former} → {address}" if former else address)
    return ", ".join(filter(None, said))


def subject_text(details: Facts) -> str:
    """Describe the subject of an act: "from bob to carol" for a seat, else a name."""
    if details.get("leaver"):
        return _("from %(leaver)s to %(newcomer)s") % {
            "leaver": details["leaver"],
            "newcomer": details.get("by") or _("somebody who has left"),
        }
    return str(details.get("name") or details.get("by") or "")


def about_person(pk: int) -> Q:
    """Build the filter for acts by a person and on a person."""
    return Q(user=pk) | Q(details__person=pk) | Q(details__taker=pk)


class LogFilter(forms.Form):
    """What the log is filtered by: a kind of act, words, and the days from `since` to `until`."""

    act = forms.ChoiceField(required=False, choices=lambda: [("", ""), *action_choices()])
    q = forms.CharField(required=False, max_length=60)
    since = forms.DateField(
        required=False,
        label=gettext_lazy("From"),
        error_messages={"invalid": gettext_lazy("Write the first day like 2026-11-24.")},
    )
    until = forms.DateField(
        required=False,
        label=gettext_lazy("To"),
        error_messages={"invalid": gettext_lazy("Write the last day like 2026-11-24.")},
    )

    def rows(self) -> QuerySet[AuditEntry]:
        """Query the rows that fit; fields that cannot be read filter nothing."""
        self.is_valid()
        given = self.cleaned_data
        rows = AuditEntry.objects.select_related("user", "game")
        return filter_rows(
            rows, act=given.get("act", ""), words=given.get("q", ""), since=given.get("since"), until=given.get("until")
        )


def filter_rows(
    rows: QuerySet[AuditEntry], *, act: str = "", words: str = "", since: date | None = None, until: date | None = None
) -> QuerySet[AuditEntry]:
    """Filter rows by kind of act, by words in a name, an address, the game or the reason, and by the reader's days."""
    if act:
        rows = rows.filter(action=act)
    if since:
        rows = rows.filter(at__gte=start_of(since))
    if until and until < date.max:
        rows = rows.filter(at__lt=start_of(until + timedelta(days=1)))
    if words:
        words = words.removeprefix("@")
        named = Q()
        for name in SEARCHED_DETAILS:
            named |= Q(**{f"details__{name}__icontains": words})
        game = Q(game__in=Game.objects.filter(Q(name__icontains=words) | Q(slug__icontains=words)))
        rows = rows.filter(named | game | Q(user__username__icontains=words) | Q(reason__icontains=words))
    return rows


def start_of(day: date) -> datetime:
    """Return the first moment of a day in the reader's time zone."""
    return datetime.combine(day, time(), timezone.get_current_timezone())


# ---- the export

COLUMNS = ("at", "by", "act", "words", "details", "game", "slug", "reason")
FORMULA = re.compile(r"\A(?=[\t\r\n])|(?:\A|[;\t\r\n]) *(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Matches before what a spreadsheet would calculate: at the beginning of a cell, and behind a semicolon, tab or line
break, where programs that expect semicolons between cells begin a new one whatever the quotes."""


class _Echo:
    """A file that gives back each line as it is written."""

    def write(self, line: str) -> str:
        return line


def export_lines(rows: QuerySet[AuditEntry]) -> Iterator[str]:
    """Write rows as CSV, line by line, the newest first; times in UTC."""
    writer = csv.writer(_Echo())
    yield "\ufeff" + writer.writerow(COLUMNS)  # the mark tells spreadsheets that this is UTF-8
    for row in rows.order_by("-pk").iterator(chunk_size=500):
        yield writer.writerow(map(plain_cell, export_row(row)))


def export_row(row: AuditEntry) -> tuple[str, ...]:
    game = row.game
    return (
        row.at.astimezone(UTC).isoformat(timespec="seconds"),
        row.user.username if row.user else "",
        row.action,
        action_words(row.action),
        act_details(row),
        game.name if game else "",
        game.slug if game else "",
        row.reason,
    )


def plain_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return FORMULA.sub(r"\g<0>'", text)
