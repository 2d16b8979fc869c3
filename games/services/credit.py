"""The time during which the site could not mail a question, which its deadline gets back, on a loaded session.

The credit is computed from the mail that asks and from the outages, less what was granted already, so it may be applied
any number of times: before a deadline passes, before a game pauses, and when the mail goes out.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import AuditEntry, MailStop, OutboxMail, Waiting
from games.play.session import Session
from games.services.mail_outage import outage_time
from games.services.mail_policy import GIVE_UP_AFTER, reason_to_skip

LEAST_CREDIT = timedelta(minutes=1)


def credit_due(row: Waiting, now: datetime) -> timedelta:
    """Compute the credit that an open answer is still due. One query in usual times, with a clock that runs."""
    if row.deadline_at is None or not MailStop.objects.exists():
        return timedelta()
    mail = notice_of(row)
    if mail is None:
        return timedelta()
    since = mail.wanted_at or mail.created_at
    return max(outage_time(since, delayed_until(mail, since, now)) - (row.mail_credit or timedelta()), timedelta())


def notice_of(row: Waiting) -> OutboxMail | None:
    """Find the mail that asks for an answer, to the person who owes it."""
    mails = OutboxMail.objects.filter(game_id=row.game_id, seat=row.seat, ref=row.ref, template="turn")
    return mails.filter(user=row.player.person_for(row.pace)).select_related("user", "game").first()


def delayed_until(mail: OutboxMail, since: datetime, now: datetime) -> datetime:
    """Return the end of a mail's delay: when it was sent, or now; `since` if it is not to be sent any more."""
    if mail.state == OutboxMail.State.SENT:
        return mail.sent_at or since
    if mail.state == OutboxMail.State.DEAD:
        return min(now, since + GIVE_UP_AFTER)
    return since if mail.state == OutboxMail.State.CANCELLED or reason_to_skip(mail, now) else now


def apply_credit(session: Session, row: Waiting, by: timedelta) -> None:
    """Extend the deadline of one open answer; note it in the story and in the audit log."""
    session.waiting.extend_for_mail(row.seat, by)
    minutes = round(by.total_seconds() / 60)
    session.log_host_event("delayed", seat=row.seat, minutes=minutes)
    AuditEntry.objects.create(game=session.game, action="mail.credit", details={"seat": row.seat, "minutes": minutes})


def apply_credit_if_due(session: Session, row: Waiting) -> bool:
    """Apply the credit that an open answer of a loaded session is due; False if none is."""
    by = credit_due(row, session.now)
    if by < LEAST_CREDIT:
        return False
    apply_credit(session, row, by)
    return True
