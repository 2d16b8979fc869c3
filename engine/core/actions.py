"""The base of everything a seat can do. Mechanics define the actions; each names its seat and its arguments."""

from msgspec import Struct


class Action(Struct, frozen=True, tag_field="type", gc=False):
    """One answer of one seat. Subclasses are frozen and tagged `mechanic.what`; territories are numbers."""

    seat: int

    @property
    def is_optional(self) -> bool:
        """Whether a text of orders goes on without it where it cannot be played when its line is reached."""
        return False


class End(Action, frozen=True, tag="turn.end", gc=False):
    """No more of what is asked: go on to the next step of the turn. Also declines what may be declined.

    With `turn` it is an order to end the whole turn, step by step.
    """

    turn: bool = False
