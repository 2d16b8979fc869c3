"""What one kind of event is to the lines of a story, registered beside its sentence.

@registers_sentence("battle.captured", story=InStory(Role.CAPTURE, takes="dst", several=walked_together))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from engine import Facts

Event = Facts


class Role(Enum):
    """What an event becomes in a story."""

    LINE = auto()
    """A line of its own."""
    ASIDE = auto()
    """A sentence in the line of what it follows from: a fight, a card, another event."""
    HIDDEN = auto()
    """Nothing: what follows tells it."""
    TURN = auto()
    """Nothing; what follows in the same entry belongs to the turn that it begins."""
    ANSWER = auto()
    """A line until the sealed answers are opened, which then speak for themselves."""
    CARD = auto()
    """A line with all that the card rolls, strikes and does besides."""
    DECLARATION = auto()
    """Nothing once the attack has begun; a line while its first throw waits for somebody."""
    DICE = auto()
    """Part of the throw whose losses follow."""
    THROW = auto()
    """A throw with its losses: one of the fight in the last line, or the first of a new one."""
    LOSSES = auto()
    """Part of the fight or card that cost them."""
    CAPTURE = auto()
    """The end of the fight in the last line; a line where land was walked into."""
    MOVE_IN = auto()
    """Part of the capture that it follows."""


def told_alone(event: Event) -> str:
    """Tell each event of a kind by itself."""
    return ""


@dataclass(frozen=True)
class InStory:
    """How a story tells one kind of event.

    `role`: what it becomes.
    `settles`: nothing that comes after it follows from the line before.
    `closes`: it ends the order of the last fight, which a later throw does not continue.
    `is_news`: everybody has to know of it, whoever reads.
    `takes`: the field that names the territory it takes for its seat; empty if it takes none.
    `duel`: a fight that the sums of dice decide; the kind of the sentence that stands beside them. Empty for others.
    `several`: the kind of the sentence for several like an event, of one seat, in a row or in one line; empty for an
        event that is told by itself. That event has their `seat` and them as `events`.
    `sum_up`: for a move of a set-up, the one event that tells all those of its kind that a seat made in an entry.
    `goes_on`: such a move of the next entry is summed up with them, if it is the first of it.
    """

    role: Role = Role.LINE
    settles: bool = False
    closes: bool = False
    is_news: bool = False
    takes: str = ""
    duel: str = ""
    several: Callable[[Event], str] = told_alone
    sum_up: Callable[[Sequence[Event]], Event] | None = None
    goes_on: bool = False

    @property
    def is_hidden(self) -> bool:
        """Whether the event alone has no sentence in a story."""
        return self.role in (Role.HIDDEN, Role.TURN, Role.DECLARATION)

    @property
    def waits(self) -> bool:
        """Whether a throw, its losses or the end of the attack must follow."""
        return self.role in (Role.DECLARATION, Role.DICE)

    @property
    def is_of_attack(self) -> bool:
        """Whether the event begins, goes on with or ends an attack."""
        return self.waits or self.closes or bool(self.duel) or self.role in (Role.THROW, Role.CAPTURE)


LINE = InStory()
ASIDE = InStory(Role.ASIDE)
HIDDEN = InStory(Role.HIDDEN)

IN_STORY: dict[str, InStory] = {}
"""How each kind of event is told; those of no kind in here are lines of their own."""


def in_story(event: Event) -> InStory:
    """Return how a story tells an event."""
    return IN_STORY.get(event["type"], LINE)


def is_by_host(event: Event) -> bool:
    """Check whether an event was made by the site or an organizer, not by the rules."""
    return str(event["type"]).startswith("host.")
