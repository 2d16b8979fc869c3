"""What the commands of a host tell of a mail, as plain data: the lines of `manage.py mail_receive --json`."""

from __future__ import annotations

import time

from django.db import transaction

from engine import Facts
from games.models import Player
from inbound.models import InboundMail
from inbound.outcomes import states_of
from inbound.reading import headers as reading_headers
from inbound.reading.mails import read_headers
from inbound.services.handling import plain_of
from inbound.verdicts import judge


def told_of_try(mail: InboundMail) -> Facts:
    """Judge a mail that is not stored, and tell what would come of it."""
    began = time.process_time()
    with transaction.atomic():
        verdict = judge(mail)
    took = (time.process_time() - began) * 1000
    mail.code, mail.answer, mail.verdict = verdict.code, verdict.answer, plain_of(verdict)
    mail.user, mail.game, mail.seat, mail.ref = verdict.user, verdict.game, verdict.seat, verdict.ref
    mail.message_id = reading_headers.message_id_of(read_headers(bytes(mail.raw or b"")))
    return told_of(mail, took, dry_run=True)


def told_of(mail: InboundMail, took: float, *, dry_run: bool = False) -> Facts:
    """Tell of a mail that was read in `took` milliseconds of processor time."""
    lines = mail.verdict.get("lines", [])
    is_read = not any(line["error"] for line in lines) and mail.code not in ("forged", "parts_differ")
    return {
        "id": mail.pk,
        "door": mail.door,
        "message_id": mail.message_id,
        "dry_run": dry_run,
        "code": mail.code,
        "answer": mail.answer or "none",
        "to": mail.user.email if mail.user else None,
        "game": mail.game.slug if mail.game else None,
        "seat": colour_of(mail),
        "ref": mail.ref,
        "trial": mail.verdict.get("reading") == "trial",
        "orders": [order for line in lines for order in line["orders"]] if is_read else [],
        "commands": [line["command"]["line"] for line in lines if line["command"]],
        "lines": told_lines(mail, with_outcome=not dry_run),
        "dropped": mail.verdict.get("dropped", {}),
        "ms": round(took, 1),
    }


def colour_of(mail: InboundMail) -> str | None:
    player = Player.objects.filter(game_id=mail.game_id, seat=mail.seat).first() if mail.game_id else None
    return player.colour if player else None


def told_lines(mail: InboundMail, *, with_outcome: bool) -> list[Facts]:
    """Tell of each line what was read, and of a mail that was played what became of it."""
    outcomes = iter(states_of(mail)) if with_outcome and mail.code in ("played", "stopped") else None
    return [
        {
            "text": line["text"],
            "part": line["part"],
            "orders": list(line["orders"]),
            "error": line["error"],
            "outcome": next(outcomes, None) if outcomes and line["orders"] else None,
        }
        for line in mail.verdict.get("lines", [])
    ]
