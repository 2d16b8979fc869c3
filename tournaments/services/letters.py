"""Messages between people and the organizers of an event, by mail, without an address of anybody being shown. All of
them stand in the audit log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.ratelimit import limit
from games.errors import GameError
from games.models import AuditEntry
from games.models.upkeep import LONGEST_REASON
from games.permissions import organizers
from games.services.disputes import HOUR, MAILED_AN_HOUR, MOST_OPEN
from games.services.locks import after_commit, db_now
from games.services.notifications import NewMail, mail_enqueue
from games.services.organize import audit
from tournaments.models import Tournament
from tournaments.selectors.organizing import organizes_event
from tournaments.selectors.questions import ANSWER, ASK, open_questions
from tournaments.services.creating import EventRefused
from tournaments.services.locks import event_lock
from tournaments.services.repairs import event_act, find_entrant

if TYPE_CHECKING:
    from accounts.models import User

WRITE = "event.write"


def entrant_write(*, entrant_id: int, event_id: int, user: User, reason: str) -> int:
    """Mail a message (`reason`) to one entrant, or with 0 to everybody who entered and mail reaches, one mail each;
    returns to how many. Raises GameError without words, EventRefused if it reaches nobody."""
    details = {"entrant": entrant_id} if entrant_id else {}
    with event_act(event_id, user, WRITE, reason, **details) as event:
        chosen = [find_entrant(event, entrant_id)] if entrant_id else event.entrants.select_related("user")
        readers = [each.user for each in chosen if each.user is not None and each.user.can_get_mail]
        if not readers:
            raise EventRefused(_("Email reaches nobody of them."))
        queue_messages(event, AuditEntry.objects.filter(user=user, action=WRITE).latest("pk"), readers)
    return len(readers)


def queue_messages(event: Tournament, row: AuditEntry, readers: Iterable[User]) -> None:
    """Queue a message of the audit log to people, one mail each. The caller is in a transaction."""
    for reader in readers:
        queue_mail("event_message", event, row, reader)
    after_commit("games.tasks.outbox")


def queue_mail(template: str, event: Tournament, row: AuditEntry, reader: User) -> None:
    mail_enqueue(
        NewMail(
            key=f"event:{event.pk}:letter:{row.pk}:{reader.pk}",
            template=template,
            not_before=db_now(),
            user_id=reader.pk,
            context={"event": event.pk, "audit": row.pk},
        )
    )


# ---- to the organizers


def event_ask(*, event_id: int, user: User, text: str) -> AuditEntry:
    """Write to the organizers of an event, who are mailed. Raises GameError without words and for too many of them,
    EventRefused while earlier messages of the same person wait for an answer."""
    if not text.strip():
        raise GameError(_("Write what you would like to know."))
    if len(text.strip()) > LONGEST_REASON:
        raise GameError(_("A message can have at most %(most)s characters.") % {"most": LONGEST_REASON})
    with transaction.atomic():
        event = event_lock(event_id)
        if sum(row.user_id == user.pk for row in open_questions(event)) >= MOST_OPEN:
            raise EventRefused(_("Your earlier messages are still waiting for an answer."))
        row = audit(None, user, ASK, text, event=event.pk, name=event.title)
        for person in organizers_told(event):
            if person.pk != user.pk and not limit(f"question:{person.pk}", MAILED_AN_HOUR, HOUR):
                queue_mail("event_question", event, row, person)
        after_commit("games.tasks.outbox")
    return row


def organizers_told(event: Tournament) -> list[User]:
    """List who is told what people write: the organizers of the event, or where it has none those of the site."""
    named = event.organizers.filter(is_active=True)
    found = [person for person in named if organizes_event(person, event)]
    found = found or [person for person in organizers() if organizes_event(person, event)]
    return [person for person in found if person.wants_mail("staff")]


def event_answer(*, question_id: int, event_id: int, user: User, reason: str) -> None:
    """Mail an answer (`reason`) to whoever wrote to the organizers. Raises EventRefused if it is answered already."""
    with event_act(event_id, user, ANSWER, reason, asked=question_id) as event:
        row = AuditEntry.objects.filter(user=user, action=ANSWER).latest("pk")
        asked = (
            AuditEntry.objects.select_related("user")
            .filter(pk=question_id, action=ASK, details__event=event.pk)
            .first()
        )
        answers = AuditEntry.objects.filter(action=ANSWER, details__event=event.pk, details__asked=question_id)
        if asked is None or answers.exclude(pk=row.pk).exists():
            raise EventRefused(_("This message is answered already."))
        if asked.user is not None and asked.user.can_get_mail:
            queue_messages(event, row, [asked.user])
