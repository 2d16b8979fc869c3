"""Plans for one's own next turn: how they are read, and what of them would be played. From views alone.

    only if I hold Egypt
    only if nobody took land of mine
    if I have a set: trade best
    place all Egypt
    end turn

Guards stand first; the plan is played only if all of them hold. That nobody took land since the plan was made is one of
them unless the text says `even if somebody took land of mine`. What follows is a message of orders.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from engine import PlayerView, UnreadableOrder
from games.wording.amounts import percent

UNTOUCHED = "only if nobody took land of mine"  # as typed
TOUCHED = "even if somebody took land of mine"  # as typed
GUARD = re.compile(r"only\s+if\s+(?P<condition>.+?)\s*:?", re.IGNORECASE)


@dataclass(frozen=True)
class Guard:
    """A line that must hold: a condition, or None for that nobody took land."""

    number: int
    text: str
    condition: engine.Condition | None = None

    def holds(self, view: PlayerView, held: Collection[int]) -> bool:
        """Check the guard at the beginning of a turn; `held` is what the seat held when the plan was made."""
        if self.condition is None:
            return all(view.owner[territory] == view.viewer for territory in held)
        return self.condition.holds(view, frozenset)


@dataclass(frozen=True)
class PlanLine:
    """An order line of a plan with its number in the text."""

    number: int
    line: engine.ScriptLine


@dataclass(frozen=True)
class ReadPlan:
    """A plan as it reads on a view: its canonical text, its guards and its orders."""

    text: str
    guards: tuple[Guard, ...]
    lines: tuple[PlanLine, ...]


class PlanProblem(Exception):
    """What keeps a plan from being played: a line of it, by its number, and why."""

    def __init__(self, number: int, text: str, why: str) -> None:
        super().__init__(why)
        self.number = number
        self.text = text
        self.why = why


def complete(text: str) -> str:
    """Put the guard that stands unless it is struck out before a text, and single its spaces."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    said = [line.lower().rstrip(". ") for line in lines]
    return "\n".join(lines if UNTOUCHED in said or TOUCHED in said else [UNTOUCHED, *lines])


def orders_of(text: str) -> str:
    """Return the text of a plan without its guards, as the order line takes it."""
    lines = text.splitlines()
    return "\n".join(line for line in lines if not GUARD.fullmatch(line) and line.lower() not in (UNTOUCHED, TOUCHED))


def read_plan(text: str, view: PlayerView) -> ReadPlan:
    """Read a complete plan. Raises PlanProblem with the first line that cannot be read."""
    guards: list[Guard] = []
    rest: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#")[0].strip().rstrip(".")
        if not rest and (guard := _read_guard(number, line, view)):
            guards += [] if guard.text.lower() == TOUCHED else [guard]
        elif line:
            rest.append((number, raw))
    if not rest:
        raise PlanProblem(len(text.splitlines()), "", _("Write at least one order below the guards."))
    return ReadPlan(text, tuple(guards), _read_orders(rest, view))


def _read_guard(number: int, line: str, view: PlayerView) -> Guard | None:
    """Read a guard; None for any other line. Raises PlanProblem."""
    if line.lower() in (UNTOUCHED, TOUCHED):
        return Guard(number, line)
    found = GUARD.fullmatch(line)
    if found is None:
        return None
    try:
        return Guard(number, line, engine.read_condition(line, found["condition"], view))
    except UnreadableOrder as exc:
        raise PlanProblem(number, line, str(exc)) from exc


def _read_orders(rest: list[tuple[int, str]], view: PlayerView) -> tuple[PlanLine, ...]:
    """Read the lines below the guards as one message. Raises PlanProblem."""
    try:
        lines = engine.parse_message("\n".join(raw for _number, raw in rest), view)
    except UnreadableOrder as exc:
        raise PlanProblem(rest[0][0], exc.text[:80], exc.why) from exc
    numbers = _numbers_of(rest, lines)
    for number, line in zip(numbers, lines, strict=True):
        if line.error is not None:
            raise PlanProblem(number, line.text, str(line.error))
    return tuple(PlanLine(number, line) for number, line in zip(numbers, lines, strict=True))


def _numbers_of(rest: list[tuple[int, str]], lines: list[engine.ScriptLine]) -> list[int]:
    """Find which line of the text each order line is; blocks count as their first one."""
    left = [(number, raw.split("#")[0].strip()) for number, raw in rest]
    return [next((number for number, raw in left if line.text.startswith(raw)), left[0][0]) for line in lines]


def failing_guard(plan: ReadPlan, view: PlayerView, held: Collection[int]) -> PlanProblem | None:
    """Return the first guard that does not hold; None if all do."""
    guard = next((guard for guard in plan.guards if not guard.holds(view, held)), None)
    return PlanProblem(guard.number, guard.text, _("That is not so.")) if guard else None


def sentence(plan: ReadPlan, view: PlayerView) -> str:
    """Say in one sentence what a plan would do, with the odds of its attacks as things stand."""
    orders = "; ".join(_order_words(each.line, view) for each in plan.lines)
    guards = [
        guard.text.partition(" ")[2] if guard.condition else _("if nobody took land of yours") for guard in plan.guards
    ]
    said = {"orders": orders, "guards": _(" and ").join(guards)}
    words = _("When your turn begins, %(guards)s: %(orders)s.") if guards else _("When your turn begins: %(orders)s.")
    return words % said


def _order_words(line: engine.ScriptLine, view: PlayerView) -> str:
    """Write an order with its chance to capture, as the board stands now."""
    chances = [chance for action in line.actions if (chance := _chance(action, view)) is not None]
    said = " ".join(line.text.split())
    return (
        _("%(order)s (%(chance)s to capture it)") % {"order": said, "chance": percent(chances[0])} if chances else said
    )


def _chance(action: engine.Action, view: PlayerView) -> float | None:
    """Compute the chance that an attack captures its target; None where nobody could attack now."""
    try:
        outcome = engine.outcome_of(view, action)
    except (ValueError, KeyError, IndexError):
        return None
    return outcome.win if outcome is not None else None
