"""Conditions before an order: `if captured Siam: ...`, `if I hold Siam: ...`, `if I do not hold Siam: ...`,
`if Siam has 5: ...`, `if I have a set: ...`, `else: ...`.

What stands behind the colon counts only if the condition holds at the moment at which its line is reached. `else:`
belongs to the line above, and may have a condition of its own: of such lines only the first that fits counts.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.core.errors import UnreadableOrder
from engine.core.events import Event, captured_in_turn
from engine.core.language import gettext
from engine.core.mapgraph import mapgraph
from engine.core.notation import CONDITIONAL, Formatter, TokenReader
from engine.core.registry import ruleset
from engine.core.state import COLOURS
from engine.core.view import PlayerView

USAGES = (
    "if captured Siam: ...",  # as typed
    "if I hold Siam: ...",  # as typed
    "if I do not hold Siam: ...",  # as typed
    "if Siam has 5: ...",  # as typed
    "if I have a set: ...",  # as typed
)
USAGE = f"{', '.join(USAGES)}, or else: ... on the next line"  # as typed
START = re.compile(rf"({'|'.join(CONDITIONAL)})\b", re.IGNORECASE)
CLAUSE = re.compile(  # with the colons of every script, as dashes of every width count as a minus
    r"(?P<otherwise>else\s*[:\uff1a]\s*)?(?:if\b(?P<condition>[^:\uff1a]*)[:\uff1a])?(?P<order>.*)", re.IGNORECASE
)


@dataclass(frozen=True)
class Condition:
    """`territory` is held by the seat, or, `negated`, by anybody else; with `captured` it was taken in the running turn
    too. With `armies` at least so many units stand there, whoever they belong to. Without a territory the seat has a
    set of cards."""

    territory: int | None
    captured: bool = False
    armies: int = 0
    negated: bool = False

    def holds(self, view: PlayerView, captured: Callable[[], Collection[int]]) -> bool:
        """Evaluate the condition on a view; `captured` returns the captures of the running turn and is called only
        where they matter."""
        if self.territory is None:
            return view.has_set
        if self.armies:
            return view.units(self.territory) >= self.armies
        if self.negated or view.owner[self.territory] != view.viewer:
            return self.negated and view.owner[self.territory] != view.viewer
        return not self.captured or self.territory in captured()


@dataclass(frozen=True)
class ConditionLine:
    """A line in its parts: whether it starts with `else`, what it asks for, and the order behind the colon."""

    order: str
    condition: Condition | None = None
    otherwise: bool = False


def read_condition_line(line: str, view: PlayerView) -> ConditionLine:
    """Split a line into its parts; one without a condition is all order. Raises UnreadableOrder."""
    line = line.strip()
    if not START.match(line):
        return ConditionLine(line)
    found = CLAUSE.fullmatch(line)
    order = found["order"].strip() if found else ""
    if found is None or START.match(order):
        why = gettext("Put one condition before an order, followed by a colon: {usage}.").format(usage=USAGE)
        raise UnreadableOrder(line, why)
    if not order:
        raise UnreadableOrder(line, gettext("An order is missing after the colon."))
    said = found["condition"]
    condition = None if said is None else read_condition(line, said, view)
    return ConditionLine(order, condition, bool(found["otherwise"]))


def read_condition(line: str, said: str, view: PlayerView) -> Condition:
    """Read what a line asks for, its words without `if` and colon. Raises UnreadableOrder, with the whole line."""
    try:
        return _condition(TokenReader(said, view))
    except UnreadableOrder as error:
        raise UnreadableOrder(
            line, error.why.removesuffix(error.hint), error.candidates, wrong=error.wrong, hint=error.hint
        ) from error


def _condition(reader: TokenReader) -> Condition:
    captured = reader.take("captured") or reader.take("i", "captured")
    negated = not captured and reader.take("i", "do", "not", "hold")
    if reader.take("i", "have", "a", "set"):
        condition = Condition(None)
    elif captured or negated or reader.take("i", "hold"):
        condition = Condition(reader.territory(), captured, negated=negated)
    else:
        territory = reader.territory()
        condition = Condition(territory, armies=_read_armies(reader))
    reader.finish(USAGE)
    return condition


def _read_armies(reader: TokenReader) -> int:
    armies = reader.armies() if reader.take("has") else 0
    if not armies:
        raise reader.fail(gettext("A condition is one of these: {usage}.").format(usage=USAGE))
    return armies


def format_condition(condition: Condition, rules: str, map: str) -> str:
    """Write a condition in its canonical form, without `if` and colon: "I hold Siam"."""
    writer = Formatter(mapgraph(map), COLOURS, ruleset(rules))
    if condition.territory is None:
        return "I have a set"  # as typed
    land = writer.territory(condition.territory)
    if condition.armies:
        return f"{land} has {condition.armies}"  # as typed
    if condition.captured:
        return f"captured {land}"  # as typed
    return f"I do not hold {land}" if condition.negated else f"I hold {land}"  # as typed


@dataclass
class ConditionEvaluator:
    """What is remembered from line to line while orders of one text, or of one case, are played.

    `held` says whether a condition above an `else` held, None where the line above has none. `taken` are the
    territories captured in the running turn, as far as `note` was told of it; a host that can look them up elsewhere
    gives `look_up`.
    """

    look_up: Callable[[], Collection[int]] | None = None
    taken: frozenset[int] = frozenset()
    held: bool | None = None

    def applies(self, clause: ConditionLine, see: Callable[[], PlayerView]) -> bool:
        """Return whether the order of a line is played; to be called once for each line, when it is reached. `see`
        returns the seat's view of that moment; it is called only if there is a condition."""
        above = clause.otherwise and bool(self.held)
        holds = clause.condition is None or clause.condition.holds(see(), self._look_up_captures)
        self.held = None if clause.condition is None else holds or above
        return holds and not above

    def note(self, events: Sequence[Event]) -> None:
        self.taken = captured_in_turn(events, self.taken)

    def _look_up_captures(self) -> Collection[int]:
        return self.look_up() if self.look_up else self.taken
