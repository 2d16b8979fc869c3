"""Give back the time during which the site could not mail a question, when its mail goes out at last."""

from __future__ import annotations

from django.db import transaction

from games.models import Entry, Game, MailStop, OutboxMail, Waiting
from games.play.session import Session
from games.services.commit import commit_session
from games.services.credit import LEAST_CREDIT, apply_credit_if_due, credit_due
from games.services.locks import db_now, game_lock


def mail_credit(mail: OutboxMail) -> bool:
    """Credit the question that a mail asks, if it is still open. A transaction of its own."""
    if mail.seat is None or not MailStop.objects.exists():
        return False
    with transaction.atomic(durable=True):
        try:
            game = game_lock(mail.game_id or 0)
        except Game.DoesNotExist:
            return False
        rows = Waiting.objects.select_related("player__user").filter(game=game, seat=mail.seat)
        row = rows.first()
        if row is None or row.ref != mail.ref or not game.is_running or credit_due(row, db_now()) < LEAST_CREDIT:
            return False
        session = Session.load(game, db_now())
        apply_credit_if_due(session, row)
        commit_session(session, source=Entry.Source.SYSTEM)
    return True
