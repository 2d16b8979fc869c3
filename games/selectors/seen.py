"""Who plays in a game, and whose hidden things a person has seen there: asked before somebody gets a seat or its eyes,
and before an organizer acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import AuditEntry, Entry, Game
from games.models.upkeep import OPENED

if TYPE_CHECKING:
    from accounts.models import User


def plays_in(game: Game, user: User) -> bool:
    """Check whether a person has a seat in a game, or stands in there for somebody now. One query."""
    return any(player.is_played_by(user.pk) for player in game.players.all())


def knows_hidden(game: Game, user: User, seat: int | None) -> bool:
    """Check whether a person has seen what is hidden from a seat: as an organizer, or from another seat that was theirs
    or in which they stood in. Two queries."""
    if AuditEntry.objects.filter(game=game, user=user, action=OPENED).exists():
        return True
    return bool(seats_seen(game, user) - {seat})


def seats_seen(game: Game, user: User) -> set[int | None]:
    """List the seats of a game that a person lost to somebody else or in which they stood in, by the notes of its
    journal: rows of stand-ins tell only who stands in last. One query."""
    notes = Entry.objects.filter(game=game, kind=Entry.Kind.NOTE, events__0__type__in=list(NAMES_VIEWER))
    events = (note.events[0] for note in notes)
    return {event["seat"] for event in events if event.get(NAMES_VIEWER[event["type"]]) == user.username}


NAMES_VIEWER = {"host.stand_in": "by", "host.replaced": "was"}
"""The field of a note that names who has seen the seat's hidden things, by the kind of note."""
