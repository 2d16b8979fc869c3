"""Sum up in one mail what came of those that were not answered each, because there were too many in an hour."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, site_frame
from games.models import OutboxMail
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from inbound.answers import MESSAGE_REFUSALS, REFUSALS, is_no_message
from inbound.models import InboundMail
from inbound.outcomes import PLAYED, order_lines, states_of
from inbound.services.limits import ANSWERS_AN_HOUR, SUMMARY

MOST = 60
"""Mails that are told one by one."""


def receipts(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell in a line each what came of mails."""
    rows = list(summed(mail).select_related("game").order_by("arrived_at", "pk"))
    said = {"count": len(rows), "most": ANSWERS_AN_HOUR}
    heading = ngettext("What came of your last email", "What came of your last %(count)s emails", len(rows)) % said
    lead = ngettext(
        "You wrote more than %(most)s emails in an hour. We read them all, and answer the last in this one.",
        "You wrote more than %(most)s emails in an hour. We read them all, and answer the last %(count)s in this one.",
        len(rows),
    )
    left = [_("And %(count)s more.") % {"count": len(rows) - MOST}] if len(rows) > MOST else []
    made = Notice(
        heading,
        heading,
        [lead % said],
        button=Button(_("See all your games"), absolute_url(reverse("home"))),
        after=[*(told_in_short(row, reader) for row in rows[:MOST]), *left],
        why=_("You get this because you wrote to us."),
    ).context()
    return site_frame(_("Your emails")) | made | {"headers": {"Auto-Submitted": "auto-replied"}}


def summed(mail: OutboxMail) -> QuerySet[InboundMail]:
    """Query the mails that a summary tells of."""
    return InboundMail.objects.filter(user=mail.user, verdict__summed=mail.context["summed"])


def told_in_short(mail: InboundMail, reader: MailReader) -> str:
    """Tell of one mail: "14:02, Long Winter: played attack Iceland Greenland; end turn"."""
    said = {
        "time": f"{mail.arrived_at.astimezone(reader.zone):%H:%M}",
        "game": mail.game.name if mail.game else "Fieldpost",
        "what": " ".join(filter(None, what_came(mail))),
    }
    return _("%(time)s, %(game)s: %(what)s") % said


def what_came(mail: InboundMail) -> list[str]:
    """List sentences on what came of a mail: its orders, its commands, why nothing was played."""
    if mail.code in ("press", "held"):
        return [_("Your message was sent.") if mail.code == "press" else _("Your message was not sent yet.")]
    if is_no_message(mail):
        return [str(MESSAGE_REFUSALS[mail.code])]
    done = [sentence for told in mail.verdict.get("done", []) for sentence in told]
    if mail.code in ("played", "stopped"):
        return [orders_played(mail), *done]
    if mail.code == "commands":
        return done or [_("Your question was left out. Send it again.")]
    refusal = mail.verdict.get("refusal", {}).get("why") or REFUSALS.get(mail.code) or unclear_lines(mail)
    return [str(refusal) if mail.code in REFUSALS else f"{_('Nothing was played.')} {refusal}".strip()]


def unclear_lines(mail: InboundMail) -> str:
    """List the lines of a mail that could not be read, in one sentence; empty if there are none."""
    wrong = [line["text"] for line in mail.verdict.get("lines", []) if line["error"]]
    return _("Unclear: %(lines)s.") % {"lines": "; ".join(wrong)} if wrong else ""


def orders_played(mail: InboundMail) -> str:
    """List the orders of a mail that were played, and say whether it was all."""
    lines = order_lines(mail)
    given = [line for line, state in zip(lines, states_of(mail), strict=True) if state == PLAYED]
    said = {"orders": "; ".join(order for line in given for order in line["orders"])}
    return (_("Played: %(orders)s.") if mail.code == "played" else _("Played in part: %(orders)s.")) % said


def explain_forgotten(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain why a summary is not sent: only if its mails are forgotten."""
    return "" if summed(mail).exists() else _("its mail is forgotten")


MAIL_KINDS.add(
    MailKind(
        SUMMARY,
        gettext_lazy("Answer to many mails"),
        receipts,
        wish="turn",
        is_limited=False,
        is_answer=True,
        explain_obsolete=explain_forgotten,
    )
)
