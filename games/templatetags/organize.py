"""Words of the organizers' pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django import template
from django.template import Context
from django.utils.translation import gettext as _

from common.times import format_duration
from games.lines import ORGANIZE_LINES, Link, links_of
from games.models import AuditEntry, MailStop, OutboxMail, Player
from games.organize import log
from games.permissions import is_organizer
from games.services import mail_outage
from games.services.mail_kinds import MAIL_KINDS
from games.services.site_outage import held_gap
from games.wording.seats import is_reachable

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

register = template.Library()


@register.simple_tag
def mail_stop() -> MailStop | None:
    """Return the mail outage that lasts, if there is one."""
    return mail_outage.current_outage()


@register.simple_tag
def clock_hold() -> str:
    """Say how long the site did not work by a clock that nobody has vouched for; empty while all is well."""
    gap = held_gap()
    return format_duration(gap) if gap is not None else ""


@register.simple_tag(takes_context=True)
def organize_tabs(context: Context) -> tuple[tuple[str, Link], ...]:
    """List the tabs that apps bring to the organizers' pages, each with its name."""
    return links_of(ORGANIZE_LINES, context["user"])


@register.filter
def is_site_organizer(user: User | AnonymousUser) -> bool:
    """Tell whether the reader organizes the whole site, with its people, emails and audit log."""
    return is_organizer(user)


@register.filter
def act_words(row: AuditEntry) -> str:
    """Say what somebody did, after their name: "reassigned a seat"."""
    return log.action_words(row.action)


@register.filter
def folded(rows: Sequence[AuditEntry]) -> list[log.Folded]:
    """Fold the rows of one act on many games."""
    return log.fold_rows(rows)


@register.filter
def act_details(row: AuditEntry) -> str:
    """List what an act was about besides its game: seat, people, address, hours, the moment of a rewind."""
    return log.act_details(row)


@register.filter
def mail_words(mail: OutboxMail) -> str:
    """Say what a mail tells its reader."""
    found = MAIL_KINDS.get(mail.template)
    return str(found.title) if found else _("Mail (%(kind)s)") % {"kind": mail.template}


@register.filter
def unreached(player: Player) -> bool:
    """Tell whether no mail about turns reaches whoever plays a seat."""
    return not is_reachable(player)
