"""What happens next: a stack of steps, which run by themselves, and decisions, which wait for somebody.

A rule that needs an answer pushes first what shall follow and then the decision. That one mechanism carries turns,
interruptions and simultaneous answers, and a game can be stored at any point of it.
"""

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from engine.core.actions import Action, End
from engine.core.facts import Facts

if TYPE_CHECKING:
    from engine.core.state import GameState


class AgendaItem(Struct, frozen=True, tag_field="type"):
    """An entry of the agenda. Frozen: a changed task is a new one. `step` is the word for the part of the turn that it
    belongs to; rule sets may have another one (see `RuleSet.step_words`)."""

    step: ClassVar[str] = ""

    def in_zones(self) -> tuple[str, ...]:
        """List the zones that an attack is bound to here; empty where it is bound to none."""
        return ()


class Step(AgendaItem, frozen=True):
    """Runs by itself when it comes to the top. One with a word for it begins a part of the turn."""


class Decision(AgendaItem, frozen=True, kw_only=True):
    """Waits until every one of `seats` has answered.

    `pace` tells the host which clock counts: the turn's, the shorter one of reactions, or ("sealed") one of its own as
    long as a turn's, for what nobody but its seat can answer; `pace_in` where it hangs on who is asked. `step` is the
    rulebook's word for the part of the turn. `ask` completes "... is asked to". A `sealed` decision keeps every answer
    in `given` (as plain data, hidden from all) until the last one is in; where it is `revisable`, a seat that has
    answered may answer anew until then, and the later answer counts. `pass_action` is the answer that passes the
    question over, where it has one: an order that belongs to a later point of the turn gives it first.
    """

    seats: tuple[int, ...]
    given: tuple[Facts, ...] = ()

    pace: ClassVar[str] = "turn"
    sealed: ClassVar[bool] = False
    revisable: ClassVar[bool] = False
    ask: ClassVar[str] = "decide"
    pass_action: ClassVar[type[Action]] = End

    def pace_in(self, state: "GameState") -> str:
        """Tell which clock counts in this game now."""
        return self.pace

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats that have answered and may still change their answer, in the order of their answers."""
        return tuple(answer["seat"] for answer in self.given) if self.revisable else ()

    def takes_from(self, seat: int) -> bool:
        """Return whether an answer of this seat counts now: its first, or a later one that replaces it."""
        return seat in self.seats or seat in self.answered

    def admits(self, order: Action, state: "GameState") -> bool:
        """Return whether an order of a kind that is taken here belongs to this question, and not to a later one."""
        return True

    def may_skip_to(self, order: Action) -> bool:
        """Return whether an order given at an earlier step of the turn may skip to this decision."""
        return True


class PendingDecision(Struct, frozen=True):
    """The public face of the open decision: its number, its kind, its clock and who still owes an answer.

    `answered` are the seats that have answered a question whose answers may still be changed.
    """

    ref: int
    kind: str
    pace: str
    seats: tuple[int, ...]
    step: str
    ask: str
    answered: tuple[int, ...] = ()

    def takes_from(self, seat: int | None) -> bool:
        """Return whether an answer of this seat counts now: its first, or a later one that replaces it."""
        return seat in self.seats or seat in self.answered
