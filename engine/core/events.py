"""The base of everything that happens, and who may know of it.

An event is a fact in the past tense with all the numbers a reader needs, so that nobody compares two states to learn
what happened. `secret` names the fields that are hidden and, for each, the field that holds the seat which may see it.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace


class Event(Struct, frozen=True, tag_field="type", gc=False):
    """A fact. Every type declares `secret`; one that does not is refused when its rule set is registered.

    `captured` names the field with the territory that was captured; `new_turn` says that a turn begins with it,
    `repeats_order` that its order names what is hidden here, so that it is hidden with it.
    """

    secret: ClassVar[Mapping[str, str]]
    repeats_order: ClassVar[bool] = False
    captured: ClassVar[str] = ""
    new_turn: ClassVar[bool] = False


class PublicEvent(Event, frozen=True, gc=False):
    """A fact that everybody saw."""

    secret = {}


AnyEvent = TypeVar("AnyEvent", bound=Event)


def event_for(event: AnyEvent, viewer: int | None) -> AnyEvent:
    """Return the event as `viewer` (a seat, or None for a spectator) may know it: hidden fields are None.

    >>> from engine import event_for
    >>> from engine.mechanics.card_sets import Drawn
    >>> event_for(Drawn(seat=0, card=7), 1)
    Drawn(seat=0, card=None)
    """
    blank = {field: None for field, owner in event.secret.items() if getattr(event, owner) != viewer}
    return replace(event, **blank) if blank else event


def hides_order(event: Event, viewer: int | None) -> bool:
    """Return whether the order that brought an event about names what this viewer may not know."""
    return event.repeats_order and all(getattr(event, owner) != viewer for owner in event.secret.values())


def captured_in_turn(events: Iterable[Event], before: Iterable[int] = ()) -> frozenset[int]:
    """Collect the captures of the turn in which these events end; `before` are those made before the first of them."""
    taken = {*before}
    for event in events:
        if event.new_turn:
            taken.clear()
        if event.captured:
            taken.add(getattr(event, event.captured))
    return frozenset(taken)


class SealedAnswerReceived(PublicEvent, frozen=True, tag="turn.answered", gc=False):
    """A seat has given its sealed answer; what it says is not known yet."""

    seat: int
    kind: str
