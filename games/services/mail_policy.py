"""Mail policy: drop queued mails that are obsolete, and limit how many a day one person gets."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils.translation import gettext as _

from common.mail_ways import MAILED, Way
from games.models import Entry, Game, OutboxMail, Player
from games.models.game import seat_played_by
from games.models.journal import actor_of
from games.play.session import HUMAN
from games.selectors.lists import seats_played_by
from games.selectors.mailed_game import MailedGame
from games.selectors.presence import Shown, open_board
from games.services.mail_kinds import MAIL_KINDS
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


def reason_to_skip(mail: OutboxMail, now: datetime, mailed: MailedGame | None = None) -> str:
    """Return why a mail is obsolete; empty if it should be sent. `mailed` is its game as it is now."""
    kind = MAIL_KINDS.get(mail.template)
    if kind is None:
        log.warning("mail %s is dropped: no app of this site registers the kind %s", mail.key, mail.template)
        return _("no part of this site makes such emails any more")
    mailed = mailed or MailedGame(mail.game_id or 0)
    if mail.user is not None and not kind.is_answer and not is_wanted(mail, now, mailed):
        return _("its reader has turned off such emails")
    return kind.explain_obsolete(mail, mailed, now)


def is_wanted(mail: OutboxMail, now: datetime, mailed: MailedGame) -> bool:
    """Check whether the reader of a mail wants such mails, and can be reached."""
    assert mail.user is not None
    return mail.user.is_mailable(now) and mail_way(mail, mailed) in MAILED


def mail_way(mail: OutboxMail, mailed: MailedGame) -> Way:
    """Return how a mail comes to its reader: as chosen for its game, else as for all games. Answers come at once."""
    if mail.user is None or MAIL_KINDS[mail.template].is_answer:
        return Way.EACH
    wish, seat = MAIL_KINDS[mail.template].wish, seat_of_reader(mail, mailed)
    return seat.mail_way(wish) if seat else mail.user.mail_way(wish)


def seat_of_reader(mail: OutboxMail, mailed: MailedGame) -> Player | None:
    """Return the reader's seat in the game of a mail; None for a mail about no game."""
    if mail.user_id is None or mail.game_id is None:
        return None
    return next((player for player in mailed.players if player.user_id == mail.user_id), None)


def open_board_of(mail: OutboxMail, mailed: MailedGame) -> Shown | None:
    """Return what the reader of a mail has before their eyes of its game; None if its board is not open, and for an
    answer, which is waited for in the mailbox."""
    kind = MAIL_KINDS.get(mail.template)
    if mail.user_id is None or mail.game_id is None or (kind is not None and kind.is_answer):
        return None
    seat = seat_played_by(mailed.players, mail.user_id)
    return open_board(seat.pk, mail.user_id) if seat else None


def is_shown(mail: OutboxMail, shown: Shown) -> bool:
    """Check whether an open board shows what a mail tells: its question, or the entry that it is about."""
    if mail.ref is not None:
        return shown.ref == mail.ref
    return "seq" in mail.context and shown.seq >= int(mail.context["seq"])


def asks(mail: OutboxMail) -> bool:
    """Check whether a mail asks for an order."""
    kind = MAIL_KINDS.get(mail.template)
    return kind is not None and kind.asks


def is_on_hold(mail: OutboxMail) -> bool:
    """Check whether a mail asks for an answer that must wait until its game resumes."""
    return asks(mail) and mail.game is not None and mail.game.status == Game.Status.PAUSED


def release_held(game: Game, now: datetime, gap: timedelta) -> None:
    """Send the held questions of a game that was paused for `gap`. The pause is no outage of ours: it is
    neither given back a second time nor counted as tries in vain."""
    asking = [kind.name for kind in MAIL_KINDS if kind.asks]
    rows = list(OutboxMail.objects.filter(game=game, template__in=asking, state__in=OutboxMail.WAITING_STATES))
    for mail in rows:
        mail.not_before, mail.wanted_at = now, min((mail.wanted_at or mail.created_at) + gap, now)
    OutboxMail.objects.bulk_update(rows, ["not_before", "wanted_at"])


# ---- how many


def over_daily_limit(mail: OutboxMail, now: datetime) -> bool:
    """Check whether the reader has reached `DAILY_LIMIT` in a day, with no order of their own since."""
    if not MAIL_KINDS[mail.template].is_limited or count_sent_to(mail, now - DAY) < DAILY_LIMIT:
        return False
    return mail.user_id is None or count_sent_to(mail, last_order_at(mail.user_id, now - DAY)) >= DAILY_LIMIT


def count_sent_to(mail: OutboxMail, since: datetime) -> int:
    """Count the mails that this one's reader was sent since then, by account or by address."""
    rows = OutboxMail.objects.filter(sent_at__gt=since).exclude(template="summary")
    return (rows.filter(user_id=mail.user_id) if mail.user_id else rows.filter(address__iexact=mail.address)).count()


def last_order_at(user_id: int, since: datetime) -> datetime:
    """Return when a person last ordered something anywhere, or `since` if that is later."""
    games = Player.objects.filter(pk__in=seats_played_by(user_id)).values("game")
    rows = Entry.objects.filter(game__in=games, actor=actor_of(user_id), source__in=HUMAN, at__gt=since)
    return rows.aggregate(Max("at"))["at__max"] or since


def move_to_summary(mail: OutboxMail, now: datetime) -> str:
    """Move a question beyond the limit to the reader's next summary, drop other mails; returns what was done."""
    log.warning("mail %s: its reader has had %s mails in a day", mail.key, DAILY_LIMIT)
    if not asks(mail) or mail.user_id is None:
        return _("left out: more than %(most)s emails in a day") % {"most": DAILY_LIMIT}
    slot = int(now.timestamp() // SUMMARY_EVERY.total_seconds()) + 1
    at = datetime.fromtimestamp(slot * SUMMARY_EVERY.total_seconds(), tz=now.tzinfo)
    mail_enqueue(NewMail(key=f"summary:{mail.user_id}:{slot}", template="summary", not_before=at, user_id=mail.user_id))
    return _("included in a summary: more than %(most)s emails in a day") % {"most": DAILY_LIMIT}
