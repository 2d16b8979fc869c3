"""The audit log as organizers read it: acts in words, their details, and the filters of the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.times import in_hours
from games.models import AuditEntry, Game
from games.organize.rewind_points import format_moment
from games.wording import seats

AUDIT_WORDS: dict[str, str | Promise] = {
    "game.pause": gettext_lazy("paused the game"),
    "game.resume": gettext_lazy("resumed the game"),
    "game.extend": gettext_lazy("gave more time"),
    "game.pass": gettext_lazy("skipped a player"),
    "game.replace": gettext_lazy("reassigned a seat"),
    "game.rewind": gettext_lazy("rewound the game"),
    "game.void": gettext_lazy("called the game off"),
    "game.write": gettext_lazy("wrote to the players"),
    "person.write": gettext_lazy("wrote to a person"),
    "mail.credit": gettext_lazy("gave back the time that delayed mail had cost"),
    "mail.release": gettext_lazy("released the mail queue"),
    "mail.retry": gettext_lazy("sent an email again"),
    "mail.forget_bounce": gettext_lazy("turned mail on again after a bounce"),
    "help.address": gettext_lazy("changed an address"),
    "help.second_step": gettext_lazy("removed a second step"),
    "help.sessions": gettext_lazy("ended all logins"),
    "dispute.raise": gettext_lazy("asked the organizers"),
    "dispute.settle": gettext_lazy("answered a question"),
    "dispute.open": gettext_lazy("opened hidden information"),
    "demo.seed": gettext_lazy("created the demonstration game"),
    "downtime.credit": gettext_lazy("moved all deadlines after an outage"),
    "outage.give": gettext_lazy("gave every deadline more time after an outage"),
    "outage.take_back": gettext_lazy("took back time that an outage had given"),
}

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


def subject_text(details: Mapping[str, Any]) -> str:
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


def filter_rows(rows: QuerySet[AuditEntry], *, act: str = "", words: str = "") -> QuerySet[AuditEntry]:
    """Filter rows by kind of act, and by words in a name, an address, the game or the reason."""
    if act:
        rows = rows.filter(action=act)
    if words:
        named = Q()
        for name in SEARCHED_DETAILS:
            named |= Q(**{f"details__{name}__icontains": words})
        game = Q(game__in=Game.objects.filter(Q(name__icontains=words) | Q(slug=words)))
        rows = rows.filter(named | game | Q(user__username__icontains=words) | Q(reason__icontains=words))
    return rows
