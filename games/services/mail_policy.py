"""Mail policy: drop queued mails that are obsolete, and limit how many a day one person gets."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils.translation import gettext as _

from games.models import Entry, Game, OutboxMail
from games.models.journal import actor_of
from games.play.session import HUMAN
from games.selectors.lists import open_questions_of
from games.selectors.mailed_game import MailedGame
from games.services.notifications import NewMail, mail_enqueue

log = logging.getLogger(__name__)

DAILY_LIMIT = 20
"""Mails about games to one person in a day without an order of theirs; an order resets the count. So a game can be
played by links alone, and a fault of ours cannot flood a mailbox."""

DAY = timedelta(days=1)
SUMMARY_EVERY = timedelta(minutes=30)
"""Beyond `DAILY_LIMIT` questions are told together, at most this often: half of the shortest clock of a turn."""

GIVE_UP_AFTER = timedelta(hours=72)
"""A mail that could not be sent for so long is given up, and so is waiting for it."""

ASKING = ("turn", "reminder")
KINDS = {"summary": "turn", "question": "staff"}
"""Which wish of the reader decides about a mail; all others are news."""

MESSAGE = "news"
"""The wish that decides about what organizers write."""

ALWAYS = ("summary", "answer", "message", "over", OutboxMail.ACCOUNT)
"""Never left out: the summary itself, what the reader has asked for, what organizers write, the
end of a game, and codes and warnings."""


def reason_to_skip(mail: OutboxMail, now: datetime, mailed: MailedGame | None = None) -> str:
    """Return why a mail is obsolete; empty if it should be sent. `mailed` is its game as it is now."""
    mailed = mailed or MailedGame(mail.game_id or 0)
    if mail.template == OutboxMail.ACCOUNT:
        return _("the code in it had expired") if has_expired(mail, now) else ""
    if mail.user is not None and not mail.user.wants_mail(kind_of(mail), now):
        return _("its reader has turned off such emails")
    if not holds_seat(mail, mailed):
        return _("somebody else plays the seat now")
    if mail.template in ASKING and not still_asked(mail, mailed):
        return _("answered before it was sent")
    if mail.template == "summary" and not open_questions_of(mail.user_id).exists():
        return _("everything was answered before it was sent")
    if mail.template in ("invitation", "rematch") and not has_free_seat(mail):
        return _("the table is full, or its reader sits there already")
    return ""


def has_expired(mail: OutboxMail, now: datetime) -> bool:
    """Check whether the code in a mail about an account has expired."""
    expires_at = mail.context.get("expires_at")
    return bool(expires_at) and datetime.fromisoformat(expires_at) <= now


def kind_of(mail: OutboxMail) -> str:
    """Return the kind of a mail, by which readers turn mails off (`User.wants_mail`)."""
    return mail.template if mail.template in ASKING else KINDS.get(mail.template, "news")


def has_free_seat(mail: OutboxMail) -> bool:
    """Check whether the table of an invitation still has a seat for its reader."""
    game = mail.game
    if game is None or not game.is_open or game.players.count() >= game.seats_wanted:
        return False
    return mail.user_id is None or not game.players.filter(user_id=mail.user_id).exists()


def holds_seat(mail: OutboxMail, mailed: MailedGame) -> bool:
    """Check that the reader of a mail for a seat still holds that seat."""
    if mail.seat is None or mail.game_id is None or mail.template == "answer":
        return True
    return any(player.seat == mail.seat and player.user_id == mail.user_id for player in mailed.players)


def still_asked(mail: OutboxMail, mailed: MailedGame) -> bool:
    """Check that the decision that a mail asks for is still open, in a game that runs or will go on."""
    asked = any(row.seat == mail.seat and row.ref == mail.ref for row in mailed.waiting)
    return asked and mailed.game.status in (Game.Status.RUNNING, Game.Status.PAUSED)


def is_on_hold(mail: OutboxMail) -> bool:
    """Check whether a mail asks for an answer that must wait until its game resumes."""
    return mail.template in ASKING and mail.game is not None and mail.game.status == Game.Status.PAUSED


def release_held(game: Game, now: datetime, gap: timedelta) -> None:
    """Send the held questions of a game that was paused for `gap`. The pause is no outage of ours: it is
    neither given back a second time nor counted as tries in vain."""
    rows = list(OutboxMail.objects.filter(game=game, template__in=ASKING, state__in=OutboxMail.WAITING_STATES))
    for mail in rows:
        mail.not_before, mail.wanted_at = now, min((mail.wanted_at or mail.created_at) + gap, now)
    OutboxMail.objects.bulk_update(rows, ["not_before", "wanted_at"])


# ---- how many


def over_daily_limit(mail: OutboxMail, now: datetime) -> bool:
    """Check whether the reader has reached `DAILY_LIMIT` in a day, with no order of their own since."""
    if mail.template in ALWAYS or count_sent_to(mail, now - DAY) < DAILY_LIMIT:
        return False
    return mail.user_id is None or count_sent_to(mail, last_order_at(mail.user_id, now - DAY)) >= DAILY_LIMIT


def count_sent_to(mail: OutboxMail, since: datetime) -> int:
    """Count the mails that this one's reader was sent since then, by account or by address."""
    rows = OutboxMail.objects.filter(sent_at__gt=since).exclude(template="summary")
    return (rows.filter(user_id=mail.user_id) if mail.user_id else rows.filter(address__iexact=mail.address)).count()


def last_order_at(user_id: int, since: datetime) -> datetime:
    """Return when a person last ordered something anywhere, or `since` if that is later."""
    rows = Entry.objects.filter(game__players__user_id=user_id, actor=actor_of(user_id), source__in=HUMAN, at__gt=since)
    return rows.aggregate(Max("at"))["at__max"] or since


def move_to_summary(mail: OutboxMail, now: datetime) -> str:
    """Move a question beyond the limit to the reader's next summary, drop other mails; returns what was done."""
    log.warning("mail %s: its reader has had %s mails in a day", mail.key, DAILY_LIMIT)
    if mail.template not in ASKING or mail.user_id is None:
        return _("left out: more than %(most)s emails in a day") % {"most": DAILY_LIMIT}
    slot = int(now.timestamp() // SUMMARY_EVERY.total_seconds()) + 1
    at = datetime.fromtimestamp(slot * SUMMARY_EVERY.total_seconds(), tz=now.tzinfo)
    mail_enqueue(NewMail(key=f"summary:{mail.user_id}:{slot}", template="summary", not_before=at, user_id=mail.user_id))
    return _("included in a summary: more than %(most)s emails in a day") % {"most": DAILY_LIMIT}
