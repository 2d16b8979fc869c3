"""Decide on reports: hide a message, silence who wrote it, or close; on appeals: keep that, or lift it.

Whoever decides reads the copy that came with a report, and the whole conversation for an hour after telling the table
why. Every decision has a reason, stands in the
audit log and is told to both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import GameError, NotAllowed
from games.models import AuditEntry
from games.models.upkeep import LONGEST_REASON
from games.permissions import is_organizer, organizes
from games.selectors.seen import plays_in
from games.services.disputes import OPEN_FOR
from games.services.locks import after_commit, db_now, game_lock
from games.services.notifications import NewMail, mail_enqueue
from games.services.organize import audit
from press.errors import PressRefused
from press.models import LONGEST, Message, Report, Silence
from press.services.messages import write_to_all
from press.services.reporting import tell_moderators

if TYPE_CHECKING:
    from accounts.models import User

MODERATED = "press.moderate"
SILENCE_DAYS = (1, 30)
APPEAL_WITHIN = timedelta(days=30)
CONVERSATION_OPENED = "press.open"


@dataclass(frozen=True)
class Decision:
    """What a moderator decides: whether the message is hidden, for how many days its writer is silenced (0: not), and
    whether in all games. On an appeal `lifts` takes back what was decided first."""

    hides: bool = False
    days: int = 0
    everywhere: bool = False
    lifts: bool = False


def moderates(user: User, report: Report) -> bool:
    """Return whether a person may decide on a report: they organize its game and do not play there, or host the site;
    an appeal is for another moderator."""
    if report.appeal_of is not None and report.appeal_of.moderator_id == user.pk:
        return False
    may = organizes(user, report.game) or (user.is_superuser and is_organizer(user))
    return may and not plays_in(report.game, user) and user.pk not in (report.accused_id, report.reporter_id)


def open_reports(user: User) -> Iterator[Report]:
    """Yield the reports that wait for a decision of a person, the oldest first."""
    rows = Report.objects.filter(state=Report.State.OPEN).select_related("game", "appeal_of").order_by("pk")
    return (report for report in rows if moderates(user, report))


def open_reports_about(person: User, reader: User) -> list[Report]:
    """List the reports of what a person wrote that wait for a decision of a moderator, the oldest first."""
    return [report for report in open_reports(reader) if report.accused_id == person.pk]


@transaction.atomic
def report_decide(*, report_id: int, user: User, reason: str, decision: Decision) -> None:
    """Decide on a report. Raises NotAllowed, PressRefused for one that is closed or for a silence of no such length,
    GameError without a reason."""
    report = Report.objects.select_for_update(of=("self",)).select_related("game", "appeal_of").get(pk=report_id)
    if not moderates(user, report):
        raise NotAllowed
    if report.state != Report.State.OPEN:
        raise PressRefused(_("Somebody has already decided on this report."))
    if decision.days and not SILENCE_DAYS[0] <= decision.days <= SILENCE_DAYS[1]:
        raise PressRefused(_("Silence somebody for 1 to 30 days."))
    now, first = db_now(), report.appeal_of or report
    audit(report.game, user, MODERATED, reason, report=report.pk, hides=decision.hides, days=decision.days)
    if decision.lifts:
        Message.objects.filter(reports=report).update(hidden_at=None)
        Silence.objects.filter(report=first).delete()
    if decision.hides:
        Message.objects.filter(reports=report).update(hidden_at=now)
    if decision.days and report.accused_id:
        game = None if decision.everywhere else report.game
        until = now + timedelta(days=decision.days)
        Silence.objects.create(user_id=report.accused_id, game=game, report=first, until=until)
    report.state, report.moderator, report.closed_at = Report.State.CLOSED, user, now
    report.outcome = reason.strip()[:LONGEST_REASON]
    report.save(update_fields=["state", "moderator", "closed_at", "outcome"])
    tell_sides(report)


@transaction.atomic
def conversation_open(*, report_id: int, user: User, reason: str) -> None:
    """Let a moderator read the whole conversation of a report for `OPEN_FOR`. The table reads that somebody does, and
    why, but not which conversation it is. Raises NotAllowed, GameError without a reason."""
    report = Report.objects.select_related("game", "message", "appeal_of").get(pk=report_id)
    if not moderates(user, report) or report.message is None:
        raise NotAllowed
    audit(report.game, user, CONVERSATION_OPENED, reason, report=report.pk)
    text = _("A moderator opened a conversation of this game for an hour, after a report. The reason: %(reason)s")
    write_to_all(game_lock(report.game_id), user, (text % {"reason": reason.strip()})[:LONGEST])


def opened_until(report: Report, user: User, now: datetime) -> datetime | None:
    """Return until when a moderator may read the whole conversation of a report; None if they may not."""
    rows = AuditEntry.objects.filter(
        game=report.game_id, user=user, action=CONVERSATION_OPENED, details__report=report.pk, at__gt=now - OPEN_FOR
    )
    last = rows.order_by("-at").first()
    return last.at + OPEN_FOR if last and report.message_id else None


def whole_conversation(report: Report) -> list[Message]:
    """List all messages of the conversation of a report, the oldest first; unsigned ones stay unsigned."""
    assert report.message is not None
    rows = Message.objects.filter(conversation=report.message.conversation_id, shown_at__isnull=False)
    return list(rows.order_by("shown_at", "number", "pk"))


def tell_sides(report: Report) -> None:
    """Queue the mail about a decision to who reported and to who wrote, who does not learn who reported."""
    for person in {report.reporter_id, report.accused_id} - {None}:
        mail_enqueue(
            NewMail(
                key=f"press_outcome:{report.pk}:{person}",
                template="press_outcome",
                not_before=db_now(),
                user_id=person,
                context={"report": report.pk},
            )
        )
    after_commit("games.tasks.outbox")


def may_appeal(user: User, report: Report) -> bool:
    """Return whether a person may appeal a decision: one of its two sides, once, within 30 days."""
    if report.state != Report.State.CLOSED or report.appeal_of_id or Report.objects.filter(appeal_of=report).exists():
        return False
    is_side = user.pk in (report.reporter_id, report.accused_id)
    return is_side and report.closed_at is not None and db_now() - report.closed_at <= APPEAL_WITHIN


@transaction.atomic
def report_appeal(*, report_id: int, user: User, text: str) -> Report:
    """Ask for another moderator as one side of a decision. Raises NotAllowed, GameError without words."""
    report = Report.objects.select_for_update(of=("self",)).select_related("game").get(pk=report_id)
    if not may_appeal(user, report):
        raise NotAllowed(_("This decision cannot be appealed."))
    if not text.strip():
        raise GameError(_("Say why the decision should change."))
    appeal = Report.objects.create(
        message_id=report.message_id,
        game=report.game,
        accused_id=report.accused_id,
        copy=report.copy,
        reporter_id=report.reporter_id,
        kind=report.kind,
        text=text.strip()[:LONGEST_REASON],
        appeal_of=report,
        at=db_now(),
    )
    tell_moderators(appeal)
    return appeal
