"""How many answers one person gets. Beyond that their mails are read and played all the same, and one mail at the end
of the hour sums up."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from accounts.ratelimit import limit
from games.models import OutboxMail
from games.services.locks import db_now
from games.services.notifications import NewMail, mail_enqueue
from inbound.models import InboundMail
from inbound.verdicts import CONFIRM

HOUR = timedelta(hours=1)
DAY = 24 * 3600
ANSWERS_AN_HOUR = 20
ONCE_A_DAY = ("forged", "unknown_sender")
ANSWER, SUMMARY = "receipt", "receipts"
"""The kinds of mails that answer one mail, and that sum up several."""


def may_answer(mail: InboundMail) -> bool:
    """Check whether a mail is answered at all: to some there is one answer a day, or a turn. Counted once a mail, so a
    retry is not a second."""
    if mail.attempts > 1:
        return True
    who, about = mail.user_id or mail.sender.lower(), f"{mail.game_id}:{mail.ref}"
    if mail.code in ONCE_A_DAY and limit(f"mail-{mail.code}:{who}", 1, DAY):
        return False
    is_once_a_turn = mail.code == "already_played" or (mail.code == "no_token" and mail.answer == CONFIRM)
    return not (is_once_a_turn and limit(f"mail-{mail.code}:{who}:{about}", 1, 30 * DAY))


def has_had_enough(mail: InboundMail) -> bool:
    """Check whether the sender of a mail has had `ANSWERS_AN_HOUR` in an hour, and lock their account until the
    transaction ends: two readers could each count one too few. Who has no account gets one a day anyway."""
    if mail.user_id is None:
        return False
    list(get_user_model().objects.select_for_update(no_key=True).filter(pk=mail.user_id).values_list("pk"))
    return answers_to(mail.user_id).exclude(key=mail.receipt_key).count() >= ANSWERS_AN_HOUR


def answers_to(user_id: int) -> QuerySet[OutboxMail]:
    """Query the answers to a person's mails of the last hour."""
    return OutboxMail.objects.filter(user_id=user_id, template=ANSWER, created_at__gt=db_now() - HOUR)


def sum_up(mail: InboundMail) -> None:
    """Leave what a mail would be answered to the mail at the end of the hour; it is noted in its verdict."""
    assert mail.user_id is not None
    rows = OutboxMail.objects.filter(user_id=mail.user_id, template=SUMMARY, not_before__gt=db_now())
    planned = rows.values_list("key", flat=True).first()
    mail.verdict["summed"] = planned or plan_summary(mail.user_id)


def plan_summary(user_id: int) -> str:
    """Queue the mail that sums up, for an hour after the first answer of the last hour; returns its key."""
    first = answers_to(user_id).order_by("created_at").values_list("created_at", flat=True).first() or db_now()
    key = f"{SUMMARY}:{user_id}:{first:%Y-%m-%dT%H:%M:%S.%f}"
    mail_enqueue(NewMail(key=key, template=SUMMARY, not_before=first + HOUR, user_id=user_id, context={"summed": key}))
    return key
