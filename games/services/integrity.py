"""Invariants of what services alone know, checked with those of `games.selectors.integrity`."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Entry, Game, OutboxMail
from games.selectors.integrity import CLOSE_CALL, GAME_CHECKS, REPORT, Check, Issue
from games.services.mail_kinds import MAIL_KINDS


def check_late_questions(game: Game) -> Iterator[Issue]:
    """Check that no mail asked what was answered already."""
    asking = [kind.name for kind in MAIL_KINDS if kind.asks]
    answered = {(entry.seat, entry.ref): entry.at for entry in Entry.objects.filter(game=game, kind=Entry.Kind.ACTION)}
    for mail in OutboxMail.objects.filter(game=game, template__in=asking, state=OutboxMail.State.SENT):
        at = answered.get((mail.seat, mail.ref))
        if at and mail.sent_at and mail.sent_at > at + CLOSE_CALL:
            yield Issue(game.slug, f"mail {mail.key} was sent after its question was answered", REPORT)


GAME_CHECKS.add(Check("late questions", check_late_questions))
