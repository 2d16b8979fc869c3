"""Read stored mails, oldest first: judge each, play its orders, queue its answer. Whatever is killed when, a mail plays
once and is answered once: its orders go by its key, and so does the row of its answer."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

import engine
from accounts.game_mail import stop_mail
from games.errors import GameClosed, GameError, NotAllowed, StaleDecision
from games.mail.reply import ReplyAddress
from games.models import Entry, Player, SentMail
from games.services.locks import after_commit, db_now
from games.services.mail_kinds import MAIL_KINDS
from games.services.notifications import NewMail, mail_enqueue
from games.services.orders import order_submit
from games.services.press_replies import press_replies
from inbound.models import LONGEST_ADDRESS, InboundMail
from inbound.outcomes import played_of
from inbound.reading import headers as reading_headers
from inbound.reading.mails import read_headers
from inbound.reading.results import Reading
from inbound.services.commands import do_commands
from inbound.services.limits import has_had_enough, may_answer, sum_up
from inbound.verdicts import NONE, Verdict, closed_code, judge, judge_broken, lane_of

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=10)
"""How long the mails of a game wait whose reader has died. Reading and playing takes a second at most."""
MOST_TRIES = 5
BATCH = 200
HOUR = 3600
MAILS_AN_HOUR = 60

GoOn = Callable[[], bool]


def read_due(limit_to: int = BATCH, go_on: GoOn = lambda: True, lane: int | None = None) -> int:
    """Read up to so many mails that are due, those of one game alone if `lane` names it; returns how many. Mails of a
    game are read in turn: while another reader is at one, all others of that game wait, and those of no other."""
    count = 0
    while count < limit_to and go_on() and (mail := take_oldest(lane)) is not None:
        handle_safely(mail)
        count += 1
    return count


def read_before_passing(game_id: int) -> bool:
    """Read what has arrived for a game, before time runs out on anybody there. True while another reader is at it; one
    that dies does so `MOST_TRIES` times at most."""
    if not unread().filter(due_at=None).exists():
        return False
    read_due(lane=game_id)
    return unread().filter(lane=game_id, due_at=None, claimed_until__gt=db_now()).exists()


def unread() -> QuerySet[InboundMail]:
    return InboundMail.objects.exclude(state=InboundMail.State.DONE)


def take_oldest(lane: int | None = None) -> InboundMail | None:
    """Claim the oldest mail that is due and of a game at whose mails nobody else is; None if there is none."""
    while True:
        sort_new()
        now = db_now()
        waiting = unread().filter(Q(due_at=None) | Q(due_at__lte=now), lane__isnull=False)
        claimed = waiting.filter(claimed_until__gt=now)
        free = waiting.filter(Q(claimed_until=None) | Q(claimed_until__lte=now))
        if lane is not None:
            free = free.filter(lane=lane)
        mail = free.exclude(lane__in=claimed.filter(lane__gt=0).values("lane")).order_by("arrived_at", "pk").first()
        if mail is None:
            return None
        mine = InboundMail.objects.filter(pk=mail.pk, state=mail.state, claimed_until=mail.claimed_until)
        if not mine.update(claimed_until=now + LEASE, attempts=F("attempts") + 1):
            continue  # another reader was faster
        mail.attempts += 1
        if mail.attempts <= MOST_TRIES:
            return mail
        give_up(mail)  # it has ended every process that read it


def sort_new() -> None:
    """Note of mails that have just been stored for which game each is, so that they can be read in turn."""
    for pk in list(unread().filter(lane=None).values_list("pk", flat=True)):  # one at a time: they may be large
        mail = InboundMail.objects.filter(pk=pk)
        mail.update(lane=lane_of(mail.only("raw", "envelope_to").get()))


def handle_safely(mail: InboundMail) -> None:
    """Handle a mail; one that cannot be handled is tried again later, and at last given up as broken."""
    try:
        handle(mail)
    except Exception:
        log.exception("mail %s that came in was not handled", mail.pk)
        put_off(mail)


def put_off(mail: InboundMail) -> None:
    """Try a mail again after a while that doubles, so that it keeps no other waiting; give it up at last."""
    if mail.attempts >= MOST_TRIES:
        give_up(mail)
    else:
        due_at = db_now() + timedelta(seconds=2**mail.attempts)
        InboundMail.objects.filter(pk=mail.pk).update(due_at=due_at, claimed_until=None)


def give_up(mail: InboundMail) -> None:
    """End a mail that nobody could handle, and tell its sender: that it was broken, or what it had played before."""
    try:
        with transaction.atomic():
            answer_given_up(mail)
    except Exception:
        log.exception("mail %s that came in was given up without an answer", mail.pk)
        rows = InboundMail.objects.filter(pk=mail.pk)
        rows.update(state=InboundMail.State.DONE, code="broken", answer=NONE, claimed_until=None, read_at=db_now())


def answer_given_up(mail: InboundMail) -> None:
    """Answer a mail of which nothing but its headers is read once more."""
    if mail.state == InboundMail.State.NEW:
        settle(mail, judge_broken(mail))
    elif entries := played_of(mail):
        mail.code = "stopped" if any(entry.refused for entry in entries) else "played"
    else:
        mail.code = "broken"
    if mail.state == InboundMail.State.READ:
        finish(mail)


def handle(mail: InboundMail) -> None:
    """Judge a mail that was not judged yet, then do what it says."""
    if mail.state == InboundMail.State.NEW:
        settle(mail, judge(mail))
    if mail.state == InboundMail.State.READ:
        carry_out(mail)


# ---- what was read, stored


def settle(mail: InboundMail, verdict: Verdict) -> None:
    """Store what a mail says under its key. A copy is done with that, and one too many is put off."""
    headers = read_headers(bytes(mail.raw or b""))
    mail.sender = reading_headers.sender_of(headers)[:LONGEST_ADDRESS]
    mail.subject = headers.first("subject")[:300]
    mail.message_id = reading_headers.message_id_of(headers)[:998]
    mail.game, mail.user, mail.seat, mail.ref = verdict.game, verdict.user, verdict.seat, verdict.ref
    mail.code, mail.answer, mail.verdict = verdict.code, verdict.answer, plain_of(verdict)
    mail.text_digest = hashlib.sha256(verdict.text.encode()).hexdigest()
    if is_too_many(mail):
        return
    mail.state = InboundMail.State.READ
    if not claim_key(mail):
        mail.state, mail.code, mail.answer = InboundMail.State.DONE, "duplicate", NONE
        mail.claimed_until, mail.read_at = None, db_now()
        mail.save()


def claim_key(mail: InboundMail) -> bool:
    """Save a mail under the key that is its own. False for a copy of one that has come before."""
    if save_under(mail, mail.named):
        return True
    if InboundMail.objects.filter(key=mail.named, text_digest=mail.text_digest).exists():
        return False
    return save_under(mail, hashlib.sha256(f"{mail.named}:{mail.text_digest}".encode()).hexdigest())


def save_under(mail: InboundMail, key: str) -> bool:
    """Save a mail under a key; False if another has it."""
    mail.key = key
    try:
        with transaction.atomic():
            mail.save()
    except IntegrityError:
        mail.key = None
        return False
    return True


def is_too_many(mail: InboundMail) -> bool:
    """Put a mail off if its address had too many in an hour, and say so once. It is read when the hour is over."""
    if mail.user is None or mail.game is None or mail.due_at is not None:
        return False
    since = mail.arrived_at - timedelta(seconds=HOUR)
    rows = InboundMail.objects.filter(user=mail.user, game=mail.game, seat=mail.seat or 0, arrived_at__gt=since)
    earlier = rows.filter(arrived_at__lte=mail.arrived_at).exclude(pk=mail.pk).exclude(code="too_many")
    if earlier.count() < MAILS_AN_HOUR:
        return False
    first = earlier.order_by("arrived_at").first()
    mail.due_at = (first or mail).arrived_at + timedelta(seconds=HOUR)
    mail.code, mail.answer, mail.claimed_until = "too_many", NONE, None
    with transaction.atomic():
        mail.save()
        queue(mail, f"too-many:{mail.user.pk}:{mail.due_at:%Y-%m-%dT%H}")
    return True


def plain_of(verdict: Verdict) -> dict[str, object]:
    """Write a verdict as plain data."""
    reading = verdict.reading
    if reading is None:
        return {"facts": dict(verdict.facts)}
    return {
        "facts": dict(verdict.facts),
        "lines": [asdict(line) for line in reading.lines],
        "order_text": reading.order_text,
        "dropped": dict(reading.dropped),
        "reading": reading.code,
        "text": reading.text,
    }


# ---- what it says, done


def carry_out(mail: InboundMail) -> None:
    """Play what a stored mail orders, do what it asks for, and queue its answer."""
    if mail.code == "readable":
        mail.code = play(mail)
    if mail.code in ("played", "stopped", "commands"):
        do_commands(mail)
    if mail.code in ("press", "held"):
        send_press(mail)
    if mail.code in ("bounce", "complaint"):
        note_return(mail)
    finish(mail)


def play(mail: InboundMail) -> str:
    """Play the orders of a mail, once; returns the code of what came of it."""
    assert mail.game_id is not None and mail.user_id is not None and mail.seat is not None
    try:
        receipt = order_submit(
            game_id=mail.game_id,
            seat=mail.seat,
            ref=mail.ref or 0,
            source=Entry.Source.MAIL,
            user_id=mail.user_id,
            key=mail.order_key,
            text=mail.verdict["order_text"],
        )
    except engine.IllegalAction as refusal:
        mail.verdict["refusal"] = {"code": refusal.code, "why": str(refusal)}
        return "no_condition" if refusal.code == "order.no_condition" else "not_allowed"
    except engine.UnreadableOrder as error:
        mail.verdict["refusal"] = {"code": "order.unreadable", "why": error.why}
        return "not_allowed"
    except (StaleDecision, GameClosed, NotAllowed) as refusal:
        return code_of_refusal(mail, refusal)
    return "stopped" if receipt.refusal else "played"


def code_of_refusal(mail: InboundMail, refusal: GameError) -> str:
    """Return the code of a mail whose decision was closed between reading and playing it."""
    if isinstance(refusal, NotAllowed):
        return "not_your_seat"
    if isinstance(refusal, GameClosed):
        return "game_closed"
    assert mail.game is not None and mail.user_id is not None
    player = Player.objects.get(game=mail.game, seat=mail.seat or 0)
    asked = mail.game.waiting.filter(player=player).first()
    is_asked = asked is not None and player.person_for(asked.pace) == mail.user_id
    named = ReplyAddress(mail.game.pk, mail.seat or 0, mail.ref or 0, mail.user_id)
    orders = Reading("readable", lines=())
    code, facts = closed_code(orders, mail.game, named, is_asked=is_asked)
    mail.verdict["facts"] = facts
    return "stale" if code == "already_played" else code


def send_press(mail: InboundMail) -> None:
    """Hand a reply to a mail with messages to the app that has them, once; its answer is kept beside the mail."""
    taker = press_replies()
    facts: dict[str, object] = {}
    try:
        if taker is None:
            raise NotAllowed(_("There is no press in this game."))
        sent = taker.reply(
            game_id=mail.game_id,
            seat=mail.seat,
            number=mail.ref,
            user_id=mail.user_id,
            text=mail.verdict["text"],
            key=mail.order_key,
            is_order=mail.verdict["reading"] == "held",
            is_proved=not mail.verdict["facts"].get("missing"),
        )
        mail.code = "held" if sent.held else "press"
        facts = {"to": sent.to, "text": sent.text, "why": sent.why, "url": sent.url}
    except GameError as refusal:
        facts = {"refused": refusal.message}
    mail.verdict["facts"] = facts


def note_return(mail: InboundMail) -> None:
    """Note that a mail of ours came back, or that its reader called it spam: they get no more of that kind. Only a mail
    of ours that it names counts, so a made-up report does nothing."""
    raw = bytes(mail.raw or b"")
    ids = reading_headers.returned_ids(raw, read_headers(raw))
    kept = SentMail.objects.select_related("user").filter(message_id__in=ids).first()
    if kept is None:
        return
    if mail.code == "bounce":
        get_user_model().objects.filter(pk=kept.user_id).update(bounced_at=db_now())
    else:
        kind = MAIL_KINDS.get(kept.template)
        stop_mail(kept.user, kind.wish if kind else "turn")


def forget_old(now: datetime) -> int:
    """Forget what mails said, and what was sent, after the time for which it is kept. Returns how many mails."""
    SentMail.objects.filter(sent_at__lt=now - SentMail.KEPT).delete()
    old = InboundMail.objects.filter(arrived_at__lt=now - InboundMail.KEPT, raw__isnull=False)
    return old.update(raw=None, verdict={}, subject="", sender="")


def finish(mail: InboundMail) -> None:
    """Queue the answer to a mail and store that it is done, in one transaction."""
    mail.state, mail.claimed_until, mail.read_at = InboundMail.State.DONE, None, db_now()
    is_answered = mail.answer != NONE and may_answer(mail)
    with transaction.atomic():
        is_summed = is_answered and has_had_enough(mail)
        if not is_answered or is_summed:
            mail.answer = NONE
        if is_summed:
            sum_up(mail)
        mail.save()
        if is_answered and not is_summed:
            queue(mail, mail.receipt_key)


def queue(mail: InboundMail, key: str) -> None:
    """Queue an answer to a mail: to the address of the account, or to whoever wrote without one."""
    address = "" if mail.user_id else parseaddr(mail.sender)[1]
    if mail.user_id is None and not address:
        return
    mail_enqueue(
        NewMail(
            key=key,
            template="receipt",
            not_before=db_now(),
            user_id=mail.user_id,
            address=address,
            game=mail.game if mail.user_id else None,
            seat=mail.seat if mail.user_id else None,
            context={"mail": mail.pk},
        )
    )
    after_commit("games.tasks.outbox")
