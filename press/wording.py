"""How conversations and writers are called, from the people of `people_at` alone: names, or colours where a game hides
them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.wording.amounts import join_and
from games.wording.seats import Person
from press.models import Message
from press.selectors import Seen


def author_of(message: Seen | Message, people: Iterable[Person]) -> str:
    """Name who wrote a message, as its reader may know it."""
    if message.is_of_organizer:
        return _("An organizer")
    if message.seat is None:
        return _("Somebody, unsigned")
    return next((person.name for person in people if person.seat == message.seat), "")


def names_of(seats: Iterable[int], people: Iterable[Person]) -> list[str]:
    """Name seats in their order."""
    names = {person.seat: person.name for person in people}
    return [names[seat] for seat in seats if seat in names]


def title_of(seats: Sequence[int], people: Iterable[Person]) -> str:
    """Name a conversation by who else reads it."""
    return join_and(names_of(seats, people)) if seats else _("Everyone")
