"""Post queued messages: claim one, make it from what its reader may see now, sign it, send it, note what came of it.

Whoever gets a message twice, because a worker died between the two, knows it by its number.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import logging
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.mail.links import absolute_url
from games.mail.summary import question_line
from games.models import OutboxMail, Waiting
from games.models.game import game_path
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.locks import db_now
from games.services.mail_kinds import MAIL_KINDS
from games.services.mail_policy import is_on_hold, is_shown, open_board_of
from webhooks.models import Delivery
from webhooks.outside import NotOutside, post
from webhooks.services import note_failure, note_success, opened

log = logging.getLogger(__name__)

BATCH = 50
AT_ONCE = 16
"""Messages that one run posts at the same time, one to each webhook: a slow receiver holds up nobody else."""

RUN_SECONDS = 10.0
"""A run takes up no further message after this, and ends when those that are on their way are bounded to
(`webhooks.outside.ALL_SECONDS`)."""

LEASE = timedelta(seconds=60)
LOOK_AGAIN = timedelta(seconds=20)
MOST_ATTEMPTS = 5
"""Of one message; the next one may be fine."""

GONE = http.client.GONE


@dataclass(frozen=True)
class Answer:
    """What came of a message: the status of the receiver's answer or an error, after so many seconds."""

    status: int
    error: Exception | None
    seconds: float


def deliver(limit: int = BATCH) -> int:
    """Send what is due and return how many messages were taken; a webhook that rests gets none.

    Only the calls run in threads, at most `AT_ONCE` and one to each webhook. The database is this thread's alone.
    """
    began, sent, left = time.monotonic(), 0, limit
    calls: dict[Future[Answer], Delivery] = {}
    with ThreadPoolExecutor(AT_ONCE, "webhook") as pool:
        while True:
            while left and len(calls) < AT_ONCE and time.monotonic() - began < RUN_SECONDS:
                delivery = claim_next({other.webhook_id for other in calls.values()})
                if delivery is None:
                    break
                left -= 1
                if (body := prepare(delivery, db_now())) is not None:
                    sealed = opened(delivery.webhook.address), body, headers(delivery, body)
                    calls[pool.submit(call, *sealed)] = delivery
            if not calls:
                return sent
            for done in wait(calls, return_when=FIRST_COMPLETED).done:
                sent += note_answer(calls.pop(done), done.result())


def call(url: str, body: bytes, signed: dict[str, str]) -> Answer:
    """Send a message that is made, with its headers, and measure how long that takes."""
    began = time.monotonic()
    try:
        return Answer(post(url, body, signed), None, time.monotonic() - began)
    except (NotOutside, OSError, http.client.HTTPException, UnicodeError) as exc:
        return Answer(0, exc, time.monotonic() - began)


def claim_next(busy: set[int]) -> Delivery | None:
    """Claim the next message that is due, of none of the webhooks that are `busy`; None if there is none."""
    for pk in list(due(db_now()).exclude(webhook__in=busy).values_list("pk", flat=True)[:AT_ONCE]):
        if (delivery := claim(pk, db_now())) is not None:
            return delivery
    return None


def due(now: datetime) -> QuerySet[Delivery]:
    """Query the messages that may be posted now: those that were not tried yet first, then the oldest."""
    is_free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    is_awake = Q(webhook__rests_until=None) | Q(webhook__rests_until__lte=now)
    rows = Delivery.objects.filter(is_free, is_awake, state=Delivery.State.QUEUED, not_before__lte=now)
    return rows.filter(webhook__stopped_at=None).order_by("attempts", "not_before", "pk")


def claim(pk: int, now: datetime) -> Delivery | None:
    """Claim one message; None if another worker was faster, or its webhook has begun to rest."""
    if not due(now).filter(pk=pk).exists():
        return None
    is_free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    mine = Delivery.objects.filter(is_free, pk=pk, state=Delivery.State.QUEUED)
    if not mine.update(claimed_until=now + LEASE, attempts=F("attempts") + 1):
        return None
    return Delivery.objects.select_related("webhook__user", "mail__game", "mail__user").filter(pk=pk).first()


def prepare(delivery: Delivery, now: datetime) -> bytes | None:
    """Make the body of one message, or note why it is not posted now."""
    mailed = MailedGame(delivery.mail.game_id or 0) if delivery.mail else MailedGame(0)
    if delivery.attempts > MOST_ATTEMPTS:  # a worker died over each of them
        close(delivery, Delivery.State.DEAD, _("It was tried too often."))
        return None
    if delivery.mail is not None and put_off(delivery, delivery.mail, mailed, now):
        return None
    try:
        return message(delivery, mailed)
    except Exception as exc:  # what it tells has changed meanwhile; no fault of the webhook
        log.warning("message %s to a webhook could not be made", delivery.pk, exc_info=True)
        close(delivery, Delivery.State.DEAD, type(exc).__name__)
        return None


def put_off(delivery: Delivery, mail: OutboxMail, mailed: MailedGame, now: datetime) -> bool:
    """Drop a message that nobody needs any more, or let it wait; whether it is not to be posted now."""
    reason = MAIL_KINDS[mail.template].explain_obsolete(mail, mailed, now)
    shown = open_board_of(mail, mailed)
    if not reason and shown and is_shown(mail, shown):
        reason = _("its reader had the board open and saw it there")
    if reason:
        close(delivery, Delivery.State.DROPPED, reason)
    elif shown or is_on_hold(mail):
        delivery.not_before, delivery.attempts = now + LOOK_AGAIN, 0
        close(delivery, Delivery.State.QUEUED)
    else:
        return False
    return True


def note_answer(delivery: Delivery, answer: Answer) -> bool:
    """Note what the receiver of a message has said; whether it took it."""
    webhook, error, status = delivery.webhook, answer.error, answer.status
    if isinstance(error, NotOutside):
        note_failure(webhook, db_now(), str(error), for_good=True)
        return close(delivery, Delivery.State.DEAD, str(error))
    if error is not None:
        return failed(delivery, _("It could not be reached (%(error)s).") % {"error": type(error).__name__})
    if not 200 <= status < 300:
        return failed(delivery, _("It answered with the status %(status)s.") % {"status": status}, status == GONE)
    note_success(webhook, db_now(), answer.seconds)
    return close(delivery, Delivery.State.SENT)


def failed(delivery: Delivery, error: str, for_good: bool = False) -> bool:
    """Note that a message was not taken; it is tried again while its webhook goes on."""
    is_last = delivery.attempts >= MOST_ATTEMPTS
    close(delivery, Delivery.State.DEAD if is_last else Delivery.State.QUEUED, error)
    note_failure(delivery.webhook, db_now(), error, for_good=for_good)
    return False


def close(delivery: Delivery, state: str, error: str = "") -> bool:
    """Give a claim back with its outcome; whether the message was taken."""
    delivery.state, delivery.error, delivery.claimed_until = state, error[:200], None
    delivery.save(update_fields=["state", "error", "claimed_until", "not_before", "attempts"])
    return state == Delivery.State.SENT


# ---- what is posted


def headers(delivery: Delivery, body: bytes) -> dict[str, str]:
    """Sign a message: the time and the body, under the secret of its webhook."""
    now = str(int(time.time()))
    return {
        "Content-Type": "application/json",
        "User-Agent": "Fieldpost",
        "Fieldpost-Delivery": str(delivery.pk),
        "Fieldpost-Signature": f"t={now},v1={signature(opened(delivery.webhook.secret), now, body)}",
    }


def signature(secret: str, at: str, body: bytes) -> str:
    """Sign a time, in seconds since 1970, and a body: HMAC-SHA256 of both with a full stop between them, as hex."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def message(delivery: Delivery, mailed: MailedGame) -> bytes:
    """Make the body of a message, in its reader's language and zone."""
    user = delivery.webhook.user
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        told = told_by(delivery.mail, mailed) if delivery.mail else test_message()
    text = f"{told['title']}\n{told['url']}".replace("@", "@\u200b")  # nobody is called by the name of a game
    plain = {"content": text, "allowed_mentions": {"parse": []}}
    return json.dumps({"text": escaped(text), **plain, **told, "delivery": delivery.pk}).encode()


def escaped(text: str) -> str:
    """Replace what chats of Slack's kind read as commands."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_message() -> dict[str, object]:
    title = _("Fieldpost can write to you here.")
    return {"event": "test", "title": title, "url": absolute_url(reverse("home")), "game": None, "deadline": None}


def told_by(mail: OutboxMail, mailed: MailedGame) -> dict[str, object]:
    """Tell what a mail tells, in a line."""
    kind, reader = MAIL_KINDS[mail.template], MailReader.of(mail, mailed)
    told: dict[str, object] = {"event": kind.name, "deadline": None, "game": None, "url": absolute_url(reverse("home"))}
    if mail.game_id:
        game = mailed.game
        told["game"], told["url"] = game.slug, absolute_url(game_path("game", game.slug))
    if kind.asks and mail.seat is not None:
        row = question_of(mail, mailed)
        told["deadline"] = row.until.isoformat() if row.until else None
        return {**told, "title": question_line(row, reader).label}
    return {**told, "title": str(kind.make(mail, reader)["subject"])}


def question_of(mail: OutboxMail, mailed: MailedGame) -> Waiting:
    """Find the open question of a mail, with the game and the player that tell of it."""
    row = mailed.question(mail.seat or 0, mail.ref)
    row.game, row.player = mailed.game, mailed.player(mail.seat)
    return row
