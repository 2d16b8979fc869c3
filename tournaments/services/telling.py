"""Queue the mails of events: one for each person and occasion, in the transaction of what they tell."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Game
from games.services.locks import after_commit, db_now
from games.services.notifications import NewMail, mail_enqueue
from tournaments.models import Entrant, Tournament


def tell(
    event: Tournament,
    entrants: Iterable[Entrant],
    what: str,
    template: str,
    *,
    game: Game | None = None,
    seat: int | None = None,
    **context: object,
) -> int:
    """Mail people who entered an event, once each for `what`: the part of the key that names the occasion; returns to
    how many. Bots and people who want no mail of this event get none."""
    people = [entrant.user_id for entrant in entrants if entrant.user_id is not None and entrant.mails]
    return tell_people(event, people, what, template, game=game, seat=seat, **context)


def tell_people(
    event: Tournament,
    people: Iterable[int],
    what: str,
    template: str,
    *,
    game: Game | None = None,
    seat: int | None = None,
    **context: object,
) -> int:
    """Mail people, by the ids of their accounts, once each for `what`; returns to how many."""
    now, told = db_now(), {"event": event.pk, **context}
    keys = ((f"event:{event.pk}:{what}:{user_id}", user_id) for user_id in people)
    count = sum(
        mail_enqueue(
            NewMail(key=key, template=template, not_before=now, user_id=user_id, game=game, seat=seat, context=told)
        )
        for key, user_id in keys
    )
    if count:
        after_commit("games.tasks.outbox")
    return count
