"""What people write to the organizers of an event, and the answers, in the audit log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import AuditEntry
from tournaments.models import Tournament

if TYPE_CHECKING:
    from accounts.models import User

ASK, ANSWER = "event.ask", "event.answer"


def questions_of(event: Tournament, user: User | None = None) -> list[tuple[AuditEntry, AuditEntry | None]]:
    """List what people, or one of them, wrote to the organizers of an event, the newest first, each with its answer.
    One query."""
    rows = AuditEntry.objects.filter(details__event=event.pk, action__in=(ASK, ANSWER)).select_related("user")
    found = list(rows.order_by("-pk"))
    answers = {row.details["asked"]: row for row in found if row.action == ANSWER}
    return [
        (row, answers.get(row.pk)) for row in found if row.action == ASK and (user is None or row.user_id == user.pk)
    ]


def open_questions(event: Tournament) -> list[AuditEntry]:
    """List what is not answered, the oldest first. One query."""
    return [asked for asked, answer in reversed(questions_of(event)) if answer is None]


def is_open(event: Tournament, audit_id: int) -> bool:
    return any(row.pk == audit_id for row in open_questions(event))
