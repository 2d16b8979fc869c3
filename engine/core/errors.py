"""What can be wrong with an order, in words for the player who gave it.

Two kinds are kept apart: an order that cannot be read, and one that is understood but not allowed. Codes are stable
and read `mechanic.reason`; each has one sentence, which mechanics bring along when a rule set is registered.
"""

from collections.abc import Mapping, Sequence
from typing import Self

from engine.core.language import gettext, gettext_noop

ERROR_MESSAGES: dict[str, str] = {
    "game.over": gettext_noop("This game is over."),
    "turn.not_yours": gettext_noop("It is not your turn to answer."),
    "order.not_now": gettext_noop("You cannot do that now: {wanted}."),
    "order.no_condition": gettext_noop("None of these conditions holds now, so there is nothing to play."),
    "territory.unknown": gettext_noop("There is no such territory on this map."),
    "force.not_there": gettext_noop("You cannot move that many: at most {most}."),
    "force.no_piece": gettext_noop(
        "You have no {piece} in {territory}. Name pieces that stand there, or only a number of armies."
    ),
    "purse.too_little": gettext_noop("That costs {price} {currency}: you have {most}."),
    "game.seats": gettext_noop("{title} is for {count} players{instead}."),
    "game.colours": gettext_noop("Each seat needs a colour of its own: red, blue, yellow, green, violet or grey."),
    "game.options": "{problem}",
    "game.overlays": "{problem}",
}


MOST_QUOTED = 80  # characters of what was typed


def clipped(typed: str) -> str:
    """Cut what was typed to the length that a refusal quotes."""
    return typed if len(typed) <= MOST_QUOTED else typed[: MOST_QUOTED - 1] + "…"


def quoted(typed: str) -> str:
    return f"“{clipped(typed)}”"


class OptionError(str):
    """What is wrong with a choice of switches, as a sentence; empty if nothing is. `switches` are those it speaks of,
    so that a form can say it beside them, `row` is the place in the one that is a list, from 0; None for all of it."""

    switches: tuple[str, ...]
    row: int | None

    def __new__(cls, sentence: str, *switches: str, row: int | None = None) -> Self:
        made = super().__new__(cls, sentence)
        made.switches, made.row = switches, row
        return made


class OrderError(Exception):
    """An order was refused; nothing has changed. `str()` is a sentence for the player."""


class IllegalAction(OrderError):
    """Understood, but not allowed now.

    `code` is one of `ERROR_MESSAGES`; `params` holds the numbers and names its sentence speaks of, all of them JSON.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params: Mapping[str, object] = params

    def __str__(self) -> str:
        return gettext(ERROR_MESSAGES[self.code]).format(**self.params)


class UnreadableOrder(OrderError):
    """Not understood. `text` is what was typed, `wrong` the words of it that are meant, where it is a few of them.
    `candidates` are the names that may have been meant, `hint` the sentence with them, which `why` ends with; `further`
    are the other lines of the same message that cannot be read."""

    def __init__(self, text: str, why: str, candidates: Sequence[str] = (), *, wrong: str = "", hint: str = "") -> None:
        self.why = f"{why} {hint}".strip()
        super().__init__(self.why)
        self.code = "order.unreadable"
        self.text = text
        self.wrong = wrong
        self.hint = hint
        self.candidates = tuple(candidates)
        self.further: tuple[UnreadableOrder, ...] = ()

    @property
    def params(self) -> Mapping[str, object]:
        lines = [{"text": clipped(error.text), "message": error.why} for error in self.further]
        found = {"text": clipped(self.text), "candidates": list(self.candidates)}
        return found | {"further": lines} if lines else found

    def __str__(self) -> str:
        return " ".join([self.why, *(f"{quoted(error.text)}: {error.why}" for error in self.further)])
