"""Mails about reports: to moderators that one waits, to both sides what was decided. None holds a text of a message."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, site_frame
from games.models import OutboxMail
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from press.models import Report


def report_of(mail: OutboxMail) -> Report:
    return Report.objects.select_related("game").get(pk=mail.context["report"])


def press_report(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell a moderator that a report waits."""
    report = report_of(mail)
    said = {"game": report.game.name, "kind": str(report.get_kind_display())}
    lead = [_("Somebody in %(game)s reported a message: %(kind)s.") % said]
    if report.appeal_of_id:
        lead = [_("Somebody appealed the decision on a reported message in %(game)s.") % said]
    lead.append(_("Only moderators who do not play there can read the report."))
    return (
        site_frame(report.game.name)
        | Notice(
            _("%(game)s: a message was reported") % said,
            _("A report waits"),
            lead,
            button=Button(_("Read the report"), absolute_url(reverse("organize-report", args=[report.pk]))),
            why=_("You get this because you moderate this game."),
        ).context()
    )


def press_outcome(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell one side of a report what was decided, and why."""
    report = report_of(mail)
    is_reporter = mail.user_id == report.reporter_id
    said = {"game": report.game.name, "outcome": report.outcome}
    lead = [
        _("A moderator has decided on the message that you reported in %(game)s.") % said
        if is_reporter
        else _("A moderator has looked at a message of yours in %(game)s that somebody reported.") % said,
        _("The decision: %(outcome)s") % said,
    ]
    if report.appeal_of_id is None:
        lead.append(_("If you disagree, you can appeal within 30 days. Another moderator then decides."))
    button = Button(_("Appeal"), absolute_url(reverse("press-appeal", args=[report.pk])))
    return (
        site_frame(report.game.name)
        | Notice(
            _("%(game)s: a report was decided") % said,
            _("A report was decided"),
            lead,
            button=None if report.appeal_of_id else button,
            why=_("You get this because you are one of the two sides of the report."),
        ).context()
    )


def explain_decided(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that a report waits no longer; empty while it does."""
    is_open = Report.objects.filter(pk=mail.context["report"], state=Report.State.OPEN).exists()
    return "" if is_open else _("somebody has decided on the report")


def explain_gone(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that a report is kept no longer; empty while it is."""
    return "" if Report.objects.filter(pk=mail.context["report"]).exists() else _("the report is deleted")


MAIL_KINDS.add(
    MailKind(
        "press_report",
        gettext_lazy("A message was reported"),
        press_report,
        wish="staff",
        explain_obsolete=explain_decided,
    )
)
MAIL_KINDS.add(
    MailKind("press_outcome", gettext_lazy("A report was decided"), press_outcome, explain_obsolete=explain_gone)
)
