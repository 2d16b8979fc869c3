"""What comes of reading a mail: plain data for whoever stores, plays and answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class LineError:
    """Why a line cannot be read, in the reader's language: an engine code, a sentence, and what may be meant."""

    code: str
    why: str
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True)
class Meaning:
    """What a line says as an order: its canonical forms, conditions in front, one for each action; or an error.

    `is_attempt` says of a line with an error that it looks like an order all the same: it begins with a word that is
    nearly one of an order, or names two territories.
    """

    orders: tuple[str, ...] = ()
    error: LineError | None = None
    is_attempt: bool = False

    @property
    def is_order(self) -> bool:
        return self.error is None


class OrderReader(Protocol):
    """Reads lines as one message of orders: one meaning for each line.

    `below_condition` says that a line with a condition may be thought above the first, so that `else:` is no error.
    """

    def __call__(self, lines: Sequence[str], *, below_condition: bool = False) -> Sequence[Meaning]: ...

    def may_read(self, line: str) -> bool:
        """Return whether a line can be an order at all. This is fast, and never false for one that is."""
        ...


@dataclass(frozen=True)
class Command:
    """A line that asks or tells something beside orders. `word` is its first word in lower case, `line` the whole line
    with that word, `rest` what stands behind it.

    Of `press`, `to` lists who gets it, colours or one of `all`, `unsigned` and `organizers`, and `rest` is the message.
    Of `next`, `block` are the lines of the plan.
    """

    word: str
    line: str
    rest: str = ""
    to: tuple[str, ...] = ()
    block: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadLine:
    """A line of the player's own, as it was read: an order, a command or neither.

    `text` is the line without bullets, emoji and marks, joined with what a program had wrapped; `part` is `text` or
    `html`.
    """

    text: str
    part: str
    orders: tuple[str, ...] = ()
    command: Command | None = None
    error: LineError | None = None


@dataclass(frozen=True)
class Reading:
    """What a mail says.

    `code` is `readable` for orders that can be played, `trial`, `commands`, `confirm`, `press` or `held`, or says why
    nothing can be played: `unreadable`, `parts_differ`, `no_orders`, `attachment_only`, `too_long`, `too_deep`,
    `too_big`, `broken` or `mixed`. `dropped` counts lines left out, by kind. `text` is what the player wrote, in a
    press mail the message; two mails with the same text say the same.
    """

    code: str
    part: str = ""
    lines: tuple[ReadLine, ...] = ()
    trial: bool = False
    dropped: Mapping[str, int] = field(default_factory=dict)
    text: str = ""

    @property
    def orders(self) -> tuple[str, ...]:
        """The canonical orders of all lines; empty where a line is unreadable."""
        if self.errors:
            return ()
        return tuple(order for line in self.lines for order in line.orders)

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(line.command for line in self.lines if line.command)

    @property
    def errors(self) -> tuple[LineError, ...]:
        return tuple(line.error for line in self.lines if line.error)

    @property
    def order_text(self) -> str:
        """The order lines as one message for the engine, as the player wrote them."""
        return "\n".join(line.text for line in self.lines if not line.command)
