"""Deliver queued mails: claim one, check the mail policy, render it, send it, store the outcome.

SMTP cannot promise "exactly once": a crash between the server's yes and our note of it sends the mail again. Only one
mail of a worker is ever between the two. Its Message-ID comes from the row's key, so that readers fold the copies.
"""

from __future__ import annotations

import logging
import re
import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import Enum

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import close_old_connections
from django.db import connection as db_connection
from django.db.models import Case, Q, QuerySet, When
from django.utils.translation import gettext as _

from common.mail_ways import Way
from games.mail.leases import Leases
from games.mail.render import mail_for
from games.mail.smtp import HANDOVER, WorkerStopping
from games.models import MailStop, OutboxMail, SentMail
from games.selectors.mailed_game import MailedGame
from games.selectors.presence import Shown
from games.services import mail_outage
from games.services.deadline_credit import mail_credit
from games.services.digests import move_to_digest
from games.services.locks import db_now
from games.services.mail_policy import (
    GIVE_UP_AFTER,
    asks,
    is_on_hold,
    is_shown,
    mail_way,
    move_to_summary,
    open_board_of,
    over_daily_limit,
    reason_to_skip,
)

log = logging.getLogger(__name__)

PATIENT = {"django.core.mail.backends.smtp.EmailBackend": "games.mail.smtp.EmailBackend"}
"""What the outbox sends by where others send by Django's own."""

TOO_LARGE = 552
LOGIN_WANTED = (530, 535)
UNKNOWN_ADDRESS = re.compile(r"\s*5\.1\.[1-6]\b")

LONGEST_RETRY = timedelta(hours=1)
BATCH = 100

LOOK_AGAIN = timedelta(minutes=10)
"""How long a question of a paused game is put off at a time; when the game is let go on it is due at once."""


BOARD_FOLLOWS = timedelta(seconds=20)
"""How long a mail waits at a time for an open board, which asks every 15 seconds for what is new."""


class SendError(Enum):
    """What a failed sending means."""

    LATER = "later"  # this mail cannot go now: its recipient's server, or a fault of ours in making it
    ADDRESS = "address"  # this recipient is refused for good
    MESSAGE = "message"  # this mail is refused for good, whoever gets it
    REFUSED = "refused"  # we are refused as sender: nothing else would get through either
    UNREACHABLE = "unreachable"  # there is no server to be had


STOPPING = {SendError.REFUSED: MailStop.Cause.REFUSED, SendError.UNREACHABLE: MailStop.Cause.UNREACHABLE}
"""Troubles after which the whole queue stands still, and is tried with one mail now and then."""


GoOn = Callable[[], bool]
"""Asked before each mail: whether to take it up."""


def always() -> bool:
    return True


def outbox_deliver(limit: int = BATCH, go_on: GoOn = always) -> int:
    """Send up to `limit` due mails and return how many were sent. Any number of threads may do so at once; each may be
    kept by a slow mail server for minutes.

    While mail stands still one mail is tried now and then, and nothing else.
    """
    now = db_now()
    mail_outage.record_heartbeat(now)
    stop = mail_outage.current_outage()
    if stop is None and mail_outage.is_flood(now):
        stop = mail_outage.open_outage(MailStop.Cause.FLOOD, now)
    if stop is not None and not mail_outage.should_retry(stop, now):
        return deliver_codes(limit, go_on) if stop.cause == MailStop.Cause.FLOOD else 0
    with SmtpConnection(stop is not None) as line:
        return deliver_due(line, due_mails(now, limit), go_on)


def deliver_codes(limit: int, go_on: GoOn) -> int:
    """Send due mails about accounts alone: too many mails of games keep nobody from logging in."""
    with SmtpConnection() as line:
        return deliver_due(line, due_codes(db_now(), limit), go_on)


class SmtpConnection:
    """The connection to the mail server, opened when it is needed, and what is known of it."""

    def __init__(self, doubted: bool = False) -> None:
        self.doubted = doubted
        self._connection: BaseEmailBackend | None = None

    def __enter__(self) -> SmtpConnection:
        return self

    def __exit__(self, *exc: object) -> None:
        self.hang_up()

    @property
    def connection(self) -> BaseEmailBackend:
        self._connection = self._connection or get_connection(PATIENT.get(settings.EMAIL_BACKEND))
        return self._connection

    def hang_up(self) -> None:
        """Drop a connection on which something went wrong: the next mail gets a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def holds(self, now: datetime) -> None:
        """Record that the server has answered as it should."""
        if self.doubted:
            mail_outage.close_outage(now)
            self.doubted = False


def deliver_due(line: SmtpConnection, due: QuerySet[OutboxMail], go_on: GoOn) -> int:
    """Send what is due, as long as the line holds; returns how many were sent. Mails of a game follow each other and
    share what was read for the first."""
    sent, mailed = 0, MailedGame(0)
    with Leases(due) as leases:
        while go_on() and (mail := leases.take()) is not None:
            mailed = mailed_game(mail, mailed)
            error = deliver(mail, line, mailed)
            sent += mail.state == OutboxMail.State.SENT
            if error in STOPPING:
                mail_outage.record_failure(STOPPING[error], mail.error, db_now())
                break
    return sent


def mailed_game(mail: OutboxMail, last: MailedGame) -> MailedGame:
    """Return the game of a mail as it is now: that of the mail before with what it has read, or another."""
    if last.game_id != mail.game_id:
        return MailedGame(mail.game_id or 0)
    last.refresh()
    return last


def due_mails(now: datetime, limit: int) -> QuerySet[OutboxMail]:
    """Query the mails due now: those about accounts first, for somebody waits for a code; then the oldest."""
    is_other = Case(When(template=OutboxMail.ACCOUNT, then=0), default=1)
    return due(now).order_by(is_other, "not_before", "pk")[:limit]


def due_codes(now: datetime, limit: int) -> QuerySet[OutboxMail]:
    """Query the mails about accounts that may be sent now, oldest first."""
    return due(now).filter(template=OutboxMail.ACCOUNT)[:limit]


def due(now: datetime) -> QuerySet[OutboxMail]:
    """Query the mails that may be sent now, oldest first."""
    free = Q(state__in=[OutboxMail.State.QUEUED, OutboxMail.State.RETRY]) | Q(
        state=OutboxMail.State.SENDING, claimed_until__lt=now
    )
    return OutboxMail.objects.filter(free, not_before__lte=now).order_by("not_before", "pk")


def deliver(mail: OutboxMail, line: SmtpConnection, mailed: MailedGame) -> SendError | None:
    """Send one claimed mail and store the outcome. What goes wrong in making it is an error of this mail alone."""
    now = db_now()
    try:
        message = render_mail(mail, line, mailed, now)
    except Exception as exc:
        return None if is_answered(mail, mailed) else failed(mail, exc, now, SendError.LATER)
    return None if message is None or is_answered(mail, mailed) else send(mail, message, line)


def is_answered(mail: OutboxMail, mailed: MailedGame) -> bool:
    """Check whether a question was answered while its mail was written; cancel the mail then."""
    if not asks(mail):
        return False
    mailed.refresh()
    if reason := reason_to_skip(mail, db_now(), mailed):
        close_claim(mail, OutboxMail.State.CANCELLED, reason)
    return bool(reason)


def render_mail(mail: OutboxMail, line: SmtpConnection, mailed: MailedGame, now: datetime) -> EmailMessage | None:
    """Render the message; None for a mail that is not to be sent now, with that stored."""
    if reason := reason_to_skip(mail, now, mailed):
        close_claim(mail, OutboxMail.State.CANCELLED, reason)
    elif is_on_hold(mail):
        release_claim(mail, now + LOOK_AGAIN)
    elif shown := open_board_of(mail, mailed):
        spare_or_wait(mail, shown, now)
    elif mail_way(mail, mailed) == Way.DIGEST:
        close_claim(mail, OutboxMail.State.CANCELLED, move_to_digest(mail, now))
    elif over_daily_limit(mail, now):
        close_claim(mail, OutboxMail.State.CANCELLED, move_to_summary(mail, now))
    else:
        if not line.doubted and credit_question(mail):  # before it is written, for it says until when
            mailed.refresh()
        return mail_for(mail, mailed)
    return None


def spare_or_wait(mail: OutboxMail, shown: Shown, now: datetime) -> None:
    """Cancel a mail whose reader sees on the open board what it tells; else wait until the board shows it, or is
    closed."""
    if is_shown(mail, shown):
        close_claim(mail, OutboxMail.State.CANCELLED, _("its reader had the board open and saw it there"))
    else:
        release_claim(mail, now + BOARD_FOLLOWS)


def release_claim(mail: OutboxMail, until: datetime) -> None:
    """Release a claim untried."""
    mail.not_before, mail.attempts = until, 0
    close_claim(mail, OutboxMail.State.QUEUED)


def send(mail: OutboxMail, message: EmailMessage, line: SmtpConnection) -> SendError | None:
    """Send a message, however long the server takes, and store what it said."""
    try:
        return send_and_store(mail, message, line)
    finally:
        HANDOVER.release()


def send_and_store(mail: OutboxMail, message: EmailMessage, line: SmtpConnection) -> SendError | None:
    """Send it and store the outcome, as long as it is in doubt; put it off if the worker stops before its turn."""
    doubted = line.doubted
    try:
        message.connection = line.connection
        keep_sent(mail, message)
        message.send()
    except WorkerStopping:
        line.hang_up()
        release_claim(mail, now_again())
        return None
    except Exception as exc:
        line.hang_up()
        now = now_again()
        error = failed(mail, exc, now, error_of(exc))
        if error not in STOPPING:
            line.holds(now)
        return error
    mail.sent_at = now = now_again()
    close_claim(mail, OutboxMail.State.SENT)
    line.holds(now)
    if doubted:
        credit_question(mail)
    return None


def keep_sent(mail: OutboxMail, message: EmailMessage) -> None:
    """Keep what is sent, on a site to which it may come back or be answered; sent again, what was sent last."""
    if not settings.MAIL_IN or mail.user_id is None or "Message-ID" not in message.extra_headers:
        return
    if isinstance(message, EmailMultiAlternatives):
        row = SentMail.of(message, mail, db_now())
        SentMail.objects.bulk_create(
            [row], update_conflicts=True, unique_fields=["message_id"], update_fields=["packed", "sent_at"]
        )


def now_again() -> datetime:
    """Read the time after a wait in which the database may have gone and come back."""
    if not db_connection.in_atomic_block:  # a connection that goes takes its transaction with it
        close_old_connections()
    return db_now()


def credit_question(mail: OutboxMail) -> bool:
    """Credit a question whose mail was held up by a standstill; whether there was anything to credit. The sweep does it
    too: a failure here costs nothing."""
    if mail.template != "turn":
        return False
    try:
        return mail_credit(mail)
    except Exception:
        log.exception("mail %s: no time was given back", mail.key)
        return False


def failed(mail: OutboxMail, exc: Exception, now: datetime, error: SendError) -> SendError:
    """Store what a failure means for this mail, and when to try again."""
    mail.error = f"{type(exc).__name__}: {exc}"
    if error is SendError.ADDRESS and mail.user_id:
        get_user_model().objects.filter(pk=mail.user_id).update(bounced_at=now)
    if error in (SendError.ADDRESS, SendError.MESSAGE) or is_given_up(mail, error, now):
        close_claim(mail, OutboxMail.State.DEAD, mail.error)
    else:
        mail.not_before = now + mail_outage.pause(mail.attempts, LONGEST_RETRY)
        close_claim(mail, OutboxMail.State.RETRY, mail.error)
    level = logging.CRITICAL if error is SendError.REFUSED else logging.WARNING
    log.log(level, "mail %s: %s", mail.key, mail.error, exc_info=not isinstance(exc, OSError))
    return error


def is_given_up(mail: OutboxMail, error: SendError, now: datetime) -> bool:
    """Check whether a mail is too late to be retried; never while we are refused as sender, which can be mended."""
    return error is not SendError.REFUSED and now - (mail.wanted_at or mail.created_at) > GIVE_UP_AFTER


def error_of(exc: Exception) -> SendError:
    """Read what a mail server answered, or that it did not; whatever is unknown is tried again later."""
    if isinstance(exc, smtplib.SMTPRecipientsRefused):
        return error_of_recipients(list(exc.recipients.values()))
    if isinstance(exc, smtplib.SMTPDataError):
        return error_of_message(exc.smtp_code, exc.smtp_error)
    if isinstance(exc, smtplib.SMTPSenderRefused) and exc.smtp_code == TOO_LARGE:
        return SendError.MESSAGE
    if isinstance(exc, smtplib.SMTPResponseException):  # greeting, login or sender
        return SendError.REFUSED if exc.smtp_code >= 500 else SendError.UNREACHABLE
    if isinstance(exc, smtplib.SMTPNotSupportedError):  # no encryption or no login, where both are asked for
        return SendError.REFUSED
    return SendError.UNREACHABLE if isinstance(exc, OSError) else SendError.LATER


def error_of_recipients(answers: list[tuple[int, bytes]]) -> SendError:
    codes = [code for code, _ in answers]
    if any(code in LOGIN_WANTED for code in codes):
        return SendError.REFUSED
    return SendError.ADDRESS if codes and min(codes) >= 500 else SendError.LATER


def error_of_message(code: int, said: bytes | str) -> SendError:
    """Classify the refusal of a mail that was sent whole: of its address if it says so (RFC 3463), else of the mail."""
    if code < 500:
        return SendError.LATER
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return SendError.ADDRESS if UNKNOWN_ADDRESS.match(text) else SendError.MESSAGE


def close_claim(mail: OutboxMail, state: str, error: str = "") -> None:
    """Give the claim back with its outcome. What was sealed is forgotten once it will not be sent any more."""
    mail.state, mail.error, mail.claimed_until = state, error[:300], None
    if mail.template == OutboxMail.ACCOUNT and state not in OutboxMail.WAITING_STATES:
        mail.context = {}
    mail.save(update_fields=["state", "error", "claimed_until", "not_before", "attempts", "sent_at", "context"])
