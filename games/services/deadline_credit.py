"""Time given back because our mail stood still: nobody is passed for a question that we could not tell of.

What is owed is reckoned from the mail that asks and from the standstills, less what was given already, so it may be
asked for any number of times: before a deadline passes, and when the mail goes out.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import AuditEntry, Entry, Game, MailStop, OutboxMail, Waiting
from games.play.session import Session
from games.services.finish import save_and_tell
from games.services.locks import db_now, game_lock
from games.services.mail_outage import stood_still
from games.services.mail_policy import GIVE_UP_AFTER, unwanted

LEAST = timedelta(minutes=1)


def owed(row: Waiting, now: datetime) -> timedelta:
    """What an open answer has still to get back. One query in usual times, with a clock that runs."""
    if row.deadline_at is None or not MailStop.objects.exists():
        return timedelta()
    mail = notice_of(row)
    if mail is None:
        return timedelta()
    since = mail.wanted_at or mail.created_at
    return max(stood_still(since, until_of(mail, since, now)) - (row.mail_credit or timedelta()), timedelta())


def notice_of(row: Waiting) -> OutboxMail | None:
    """The mail that asks for an answer, to the person who owes it."""
    mails = OutboxMail.objects.filter(game_id=row.game_id, seat=row.seat, ref=row.ref, template="turn")
    return mails.filter(user=row.player.user).select_related("user", "game").first()


def until_of(mail: OutboxMail, since: datetime, now: datetime) -> datetime:
    """The moment up to which the mail was held up: when it went, or now; `since` if nobody waits for it."""
    if mail.state == OutboxMail.State.SENT:
        return mail.sent_at or since
    if mail.state == OutboxMail.State.DEAD:
        return min(now, since + GIVE_UP_AFTER)
    return since if mail.state == OutboxMail.State.CANCELLED or unwanted(mail, now) else now


def give(session: Session, row: Waiting, by: timedelta) -> None:
    """Move the deadline of one open answer, and say so in the story and in the audit log."""
    session.put_off(row.seat, by)
    minutes = round(by.total_seconds() / 60)
    session.note("delayed", seat=row.seat, minutes=minutes)
    AuditEntry.objects.create(game=session.game, action="mail.credit", details={"seat": row.seat, "minutes": minutes})


def give_if_owed(session: Session, row: Waiting) -> bool:
    """Give what is owed to an open answer of a loaded session; whether that was anything."""
    by = owed(row, session.now)
    if by < LEAST:
        return False
    give(session, row, by)
    return True


def mail_credit(mail: OutboxMail) -> bool:
    """Give back what is owed to the question that a mail asks, if it is open still. A transaction of its own."""
    if mail.seat is None or not MailStop.objects.exists():
        return False
    with transaction.atomic(durable=True):
        try:
            game = game_lock(mail.game_id or 0)
        except Game.DoesNotExist:
            return False
        rows = Waiting.objects.select_related("player__user").filter(game=game, seat=mail.seat)
        row = rows.first()
        if row is None or row.ref != mail.ref or not game.is_running or owed(row, db_now()) < LEAST:
            return False
        session = Session.load(game, db_now())
        give_if_owed(session, row)
        save_and_tell(session, source=Entry.Source.SYSTEM)
    return True
