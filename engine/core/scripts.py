"""Texts of several lines: which lines are orders, what each means, and playing them one after another."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from engine.core.actions import Action
from engine.core.chance import Chance
from engine.core.conditions import ConditionEvaluator, ConditionLine, read_condition_line
from engine.core.errors import IllegalAction, UnreadableOrder
from engine.core.language import gettext
from engine.core.notation import LONGEST, parse_orders
from engine.core.place_names import normalize
from engine.core.reducer import Transition, play
from engine.core.registry import ruleset
from engine.core.state import GameState
from engine.core.view import PlayerView, view_for

END_OF_ORDERS = "end of orders"  # as typed
MOST = 200  # lines of orders that one message may hold


@dataclass(frozen=True)
class ScriptLine:
    """A line of a message and what it means: its actions (several of a list), or why it cannot be read. `clause` says
    on what they hang."""

    text: str
    actions: tuple[Action, ...] = ()
    clause: ConditionLine = ConditionLine("")
    error: UnreadableOrder | None = None


Otherwise = Callable[[str, UnreadableOrder], tuple[Action, ...]]
"""Reads an order that the order language cannot, in ways of a host; or raises what is wrong with it."""


def order_lines(text: str) -> list[str]:
    """List the lines of a message that are orders: comments, blank lines and everything from a quotation, a signature
    or `end of orders` on are left out."""
    lines = []
    for raw in text.splitlines():
        if raw.startswith(">") or raw.rstrip("\r\n") in ("-- ", "--") or normalize(raw) == END_OF_ORDERS:
            break
        line = raw.split("#")[0].strip()
        if line:
            lines.append(line)
    return lines


def parse_message(
    text: str, view: PlayerView, below_condition: bool = False, otherwise: Otherwise | None = None
) -> list[ScriptLine]:
    """Parse every order line of a message by itself: an unreadable one carries its error.

    `below_condition` says that a line with a condition was played just before, so that `else:` may come first. Raises
    UnreadableOrder for more orders than one message may hold: nothing is cut off silently.
    """
    written = _blocks(order_lines(text), view)
    if len(written) > MOST or sum(map(len, written)) > LONGEST:
        why = gettext("These orders are too long: write at most {lines} lines and {characters} characters.")
        raise UnreadableOrder(text[:LONGEST], why.format(lines=MOST, characters=LONGEST))
    lines: list[ScriptLine] = []
    for raw in written:
        lines.append(_line(raw, view, below_condition, otherwise))
        below_condition = lines[-1].error is not None or lines[-1].clause.condition is not None
    return lines


def _blocks(lines: list[str], view: PlayerView) -> list[str]:
    """Join the lines that begin with the word of a command whose lines are parts of one order."""
    for word in (command.word for command in ruleset(view.rules).commands if command.is_block):
        parts = [line for line in lines if normalize(line).partition(" ")[0] == word]
        if len(parts) > 1:
            whole = "; ".join([parts[0], *(line.strip()[len(word) :].strip() for line in parts[1:])])
            at = lines.index(parts[0])
            lines = [*lines[:at], whole, *(line for line in lines[at + 1 :] if line not in parts)]
    return lines


def _line(text: str, view: PlayerView, below_condition: bool, otherwise: Otherwise | None) -> ScriptLine:
    try:
        clause = read_condition_line(text, view)
        if clause.otherwise and not below_condition:
            raise UnreadableOrder(text, gettext("`else` needs a condition in the line above it, and there is none."))
        return ScriptLine(text, _orders(clause.order, view, otherwise), clause)
    except UnreadableOrder as error:
        return ScriptLine(text, error=error)


def _orders(text: str, view: PlayerView, otherwise: Otherwise | None) -> tuple[Action, ...]:
    try:
        return tuple(parse_orders(text, view))
    except UnreadableOrder as error:
        if otherwise is None:
            raise
        return otherwise(text, error)


def read_message(
    text: str, view: PlayerView, below_condition: bool = False, otherwise: Otherwise | None = None
) -> list[ScriptLine]:
    """Parse a message all of whose lines must be readable. Raises UnreadableOrder for the first that is not, with the
    `further` ones, or if there is none."""
    lines = parse_message(text, view, below_condition, otherwise)
    if not lines:
        raise UnreadableOrder(text, gettext("There is no order in this text."))
    unreadable = [line.error for line in lines if line.error is not None]
    if unreadable:
        unreadable[0].further = tuple(unreadable[1:])
        raise unreadable[0]
    return lines


def play_message(
    state: GameState, seat: int, text: str, chance: Chance, course: ConditionEvaluator | None = None
) -> list[tuple[Action, Transition]]:
    """Play what counts of a text, line by line, each step as `engine.core.reducer.play` gives it; the state given stays
    as it was. Nothing comes back if no condition holds. Optional orders that cannot be played are passed over.

    `course` carries on what earlier texts of the game have brought: `else` may follow in a text of its own, and
    `captured` counts what they captured. It changes only if everything is played. Raises UnreadableOrder for the first
    line that cannot be read, IllegalAction.
    """
    skipped: IllegalAction | None = None
    course = course or ConditionEvaluator()
    trial = ConditionEvaluator(course.look_up, course.taken, course.held)
    played: list[tuple[Action, Transition]] = []
    for line in read_message(text, view_for(state, seat), trial.held is not None):
        orders = line.actions if trial.applies(line.clause, partial(view_for, state, seat)) else ()
        for order in orders:
            try:
                steps = play(state, order, chance)
            except IllegalAction as refused:
                if not order.is_optional:
                    raise
                skipped = refused
                continue
            trial.note([event for _, step in steps for event in step.events])
            state = steps[-1][1].state
            played += steps
    if skipped is not None and not played:
        raise skipped
    course.taken, course.held = trial.taken, trial.held
    return played
