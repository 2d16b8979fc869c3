"""The player's lines to orders and commands: what a program wrapped is joined, what stands around orders is dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from inbound.reading.commands import (
    BLOCK,
    LONG_PRESS,
    NotRead,
    ends_block,
    opens_block,
    read_command,
)
from inbound.reading.own_lines import (
    Names,
    OwnLine,
    is_announcement,
    is_greeting,
    is_nothing,
    is_notice,
    is_signoff,
    is_small_print,
)
from inbound.reading.phrases import begins_with_phrase
from inbound.reading.results import Command, LineError, Meaning, OrderReader, ReadLine
from inbound.reading.spelling import has_mixed_digits, is_postscript, spell, strip_postscript

MOST_JOINED = 12
"""Lines into which a program may have wrapped one."""
UNFINISHED = " then"
"""The end of a line that goes on below, though what stands there would be an order by itself: an advance."""
MOST_SIGNATURE = 12
"""Lines of a signature that no program marked."""
MOST_ERRORS = 12
"""Lines that cannot be read before the others are left."""
TRIAL = "?"
UNREADABLE = "order.unreadable"


@dataclass
class LineReader:
    """Reads single lines, each once: as a command, or as an order by the `orders` of the game."""

    orders: OrderReader
    colours: Sequence[str] = ()
    known: dict[str, Meaning] = field(default_factory=dict)

    def meaning(self, text: str) -> Meaning:
        """Read a line as an order, as if a condition stood above it."""
        if text not in self.known:
            self.known[text] = self.orders([text], below_condition=True)[0] if text else _nothing()
        return self.known[text]

    def command(self, text: str) -> Command | None:
        """Read a line as a command; None for any other line. Raises NotRead."""
        return read_command(text, self.colours)

    def reads(self, text: str) -> bool:
        """Return whether a line is an order, a command or part of a plan."""
        if not text:
            return False
        if opens_block(text) or ends_block(text):
            return True
        try:
            return self.command(text) is not None or self._is_order(text)
        except NotRead:
            return False

    def _is_order(self, text: str) -> bool:
        """Return whether a line is an order. Most lines of a quotation are none at first sight; why is asked of few."""
        return (text in self.known or self.orders.may_read(text)) and self.meaning(text).is_order

    def is_like_order(self, text: str) -> bool:
        """Return whether a line is an order or a command, or looks like one that was meant; with `PS:` before it
        too."""
        bare = strip_postscript(text)
        return any(self.reads(each) or self.is_attempt(each) for each in {text, bare})

    def is_attempt(self, text: str) -> bool:
        """Return whether a line that cannot be read looks like an order or a command."""
        try:
            self.command(text)
        except NotRead:
            return True
        return self.meaning(text).is_attempt

    def reads_typed(self, raw: str) -> bool:
        """Return whether a line as it was typed is an order, a command or part of a plan."""
        return self.reads(spell(raw))

    def may_go_on(self, text: str) -> bool:
        """Return whether a line can be the beginning of a longer one."""
        return self.reads(text) or self.is_attempt(text)

    def is_typed_attempt(self, raw: str) -> bool:
        """Return whether a line as it was typed is like an order or a command."""
        return self.is_like_order(spell(raw))


def _nothing() -> Meaning:
    return Meaning(error=LineError(UNREADABLE, ""))


@dataclass
class OrderLines:
    """Goes through a player's lines from top to bottom. `read` are those that count, `dropped` counts the others."""

    lines: Sequence[OwnLine]
    reader: LineReader
    names: Names
    part: str
    read: list[ReadLine] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    trial: bool = False
    mixed: bool = False
    signature: int = 0
    has_order: bool = False

    def collect(self) -> OrderLines:
        """Read all lines."""
        at = 0
        while at < len(self.lines):
            at = self._read_at(at)
        return self

    def _read_at(self, at: int) -> int:
        """Read the line at a place and return where the next begins."""
        line = self.lines[at]
        if line.follows_quotation:
            self.signature = 0
        if sum(read.error is not None for read in self.read) >= MOST_ERRORS:
            return self._refuse(line, at, unread())
        if line.is_doubtful:
            return self._refuse(line, at, doubtful())
        if line.is_signature or self.signature:
            return self._read_signature(line, at)
        if has_mixed_digits(line.raw):
            return self._refuse(line, at, LineError(UNREADABLE, _("Write numbers with plain digits only.")))
        if line.text == TRIAL and not self.read and not self.trial:
            self.trial = True
            return at + 1
        if opens_block(line.text):
            return self._read_block(at)
        return self._read_joined(at) or self._drop(at) or self._refuse(line, at, self._why(line.text))

    def _refuse(self, line: OwnLine, at: int, error: LineError) -> int:
        self.read.append(ReadLine(line.text or line.raw.strip(), self.part, error=error))
        return at + 1

    def _why(self, text: str) -> LineError:
        """Say what is wrong with a line that cannot be read."""
        if text == TRIAL:
            return LineError(UNREADABLE, _("A ? alone belongs above your orders: it tries them without playing."))
        try:
            self.reader.command(text)
        except NotRead as error:
            return error.error
        return self.reader.meaning(text).error or LineError(UNREADABLE, "")

    # ---- orders and commands

    def _read_joined(self, at: int) -> int:
        """Read the longest run of lines from a place that reads as one; return where it ends, 0 if none does."""
        best_end, best = 0, ""
        said = ""
        for end in range(at, min(at + MOST_JOINED, len(self.lines))):
            line = self.lines[end]
            if end > at and not (self.reader.may_go_on(said) and self._may_join(end, said, best)):
                break
            said = spell(f"{said} {line.text}")  # marks around a line may have been wrapped with it
            if self.reader.reads(said):
                best_end, best = end + 1, said
        if best:
            self._count(best, at)
        return best_end

    def _may_join(self, at: int, said: str, best: str) -> bool:
        """Return whether a line may be the rest of what was said above, of which `best` reads. Below a message that no
        program has wrapped, a line like an order is none: it would be told to others."""
        line = self.lines[at]
        plain = self.part == "text" and line.is_glued and not line.is_doubtful and not line.is_signature
        if not plain or not line.text or has_mixed_digits(line.raw):
            return False
        if self.reader.reads(line.text):
            return not best and said.endswith(UNFINISHED)
        if not best.lower().startswith("press"):
            return True
        is_wrapped = len(self.lines[at - 1].raw) >= LONG_PRESS
        return not self._is_around(line.text) and (is_wrapped or not self.reader.is_attempt(line.text))

    def _count(self, text: str, at: int) -> None:
        """Take a line that reads as a command or an order."""
        command = self.reader.command(text)
        above = self.read[-1].command if self.read else None
        is_below_press = above is not None and above.word == "press" and self.lines[at].is_glued
        if command is None and is_below_press and above is not None and len(above.line) >= LONG_PRESS:
            self.mixed = True
        if command is None:
            self.read.append(ReadLine(text, self.part, self.reader.meaning(text).orders))
        else:
            self.read.append(ReadLine(text, self.part, command=command))
        self.has_order = True

    def _read_block(self, at: int) -> int:
        """Read a plan for the next turn, up to its last line. One without a last line is refused."""
        end = next((end for end in range(at + 1, len(self.lines)) if ends_block(self.lines[end].text)), 0)
        if not end:
            why = _("The plan for your next turn has no end: add a line that says end next.")
            return self._refuse(self.lines[at], at, LineError("command.unreadable", why))
        block = tuple(self._join_block(self.lines[at + 1 : end]))
        self.read.append(ReadLine(BLOCK, self.part, command=Command(BLOCK, BLOCK, block=block)))
        self.has_order = True
        return end + 1

    def _join_block(self, lines: Sequence[OwnLine]) -> list[str]:
        """Join the lines of a plan that a program wrapped."""
        joined: list[str] = []
        for line in lines:
            whole = f"{joined[-1]} {line.text}" if joined else ""
            is_rest = self.part == "text" and line.is_glued and not self.reader.reads(line.text)
            if whole and is_rest and self.reader.reads(whole):
                joined[-1] = whole
            else:
                joined.append(line.text)
        return [line for line in joined if line]

    # ---- what stands around them

    def _is_around(self, text: str) -> bool:
        """Return whether a line is a greeting, takes leave, or was added by a program."""
        return self._takes_leave(text) or is_notice(text) or self._greets(text) or self.names.is_name(text)

    def _drop(self, at: int) -> int:
        """Leave out a line, or a notice of several, that is no order; return where the next begins, 0 if it counts."""
        line = self.lines[at]
        text = line.text
        if is_nothing(line):
            return self._leave_out("decoration", at + 1)
        if is_comment(text):
            return self._leave_out("comment", at + 1)
        if is_postscript(text):
            return 0
        if is_notice(text):
            return self._leave_out("notice", at + 1)
        if self._takes_leave(text) or self.names.is_name(text):
            self.signature = int(self.has_order)
            return self._leave_out("signature" if self.has_order else "greeting", at + 1)
        if is_announcement(text) or self._greets(text):
            return self._leave_out("greeting", at + 1)
        return self._drop_small_print(at)

    def _leave_out(self, kind: str, end: int) -> int:
        self.dropped[kind] += 1
        return end

    def _takes_leave(self, text: str) -> bool:
        return is_signoff(text, self.names) and not self._orders_behind("signoffs", text)

    def _greets(self, text: str) -> bool:
        return is_greeting(text, self.names) and not self._orders_behind("greetings", text)

    def _orders_behind(self, name: str, text: str) -> bool:
        """Return whether an order stands behind a phrase in one line."""
        rest = begins_with_phrase(name, text)
        return bool(rest) and self.reader.is_like_order(spell(rest or ""))

    def _drop_small_print(self, at: int) -> int:
        """Leave out a notice that begins at a place; return where it ends, 0 if none does. No order may stand in
        it."""
        if self.reader.is_like_order(self.lines[at].text):
            return 0
        end = at + 1
        while self.part == "text" and end < len(self.lines) and self.lines[end].is_glued:
            end += 1
        texts = [line.text for line in self.lines[at:end]]
        if not is_small_print(texts) or any(map(self.reader.is_like_order, texts)):
            return 0
        self.dropped["notice"] += end - at
        return end

    def _read_signature(self, line: OwnLine, at: int) -> int:
        """Leave out a line of a signature. Orders in it refuse the mail, and so does what is longer than any."""
        self.signature += not line.is_signature
        if self._may_be_meant(line) or self.signature > MOST_SIGNATURE:
            return self._refuse(line, at, in_signature())
        return self._leave_out("signature", at + 1)

    def _may_be_meant(self, line: OwnLine) -> bool:
        """Return whether a line of a signature is an order, or was to be one."""
        text = line.text
        if self.reader.reads(text) or is_postscript(text) or line.is_doubtful:
            return True
        return not line.is_signature and not self._is_around(text) and self.reader.is_attempt(text)


def is_comment(text: str) -> bool:
    return text.startswith("#")


def unread() -> LineError:
    """Make the error of a line below many that cannot be read."""
    return LineError(UNREADABLE, _("This line was not read, because too many lines above it are unclear."))


def doubtful() -> LineError:
    """Make the error of an order that may be the player's or ours."""
    why = _("This line also stands in the email that you answered, so nobody can tell whether you mean it.")
    return LineError("mail.quoted", f"{why} " + _("Write your orders above that email."))


def in_signature() -> LineError:
    """Make the error of an order below the end of a mail."""
    why = _("This line stands below the end of your email, so nobody can tell whether you mean it.")
    return LineError("mail.below_end", f"{why} " + _("Write your orders above your name."))
