"""Lines of a text, before anybody knows whose they are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from inbound.reading.spelling import INVISIBLE

QUOTE_MARK = re.compile(r"\s*(?:>|\|(?=\s|$))")
"""How a quoted line begins."""
QUOTE_MARKS = re.compile(r"(?:\s*(?:>|\|(?=\s|$)))+ ?")


LINE_END = re.compile("\r\n|\r|\n|\x0b|\x0c|\x85|\u2028|\u2029")
MOST = 5_000
"""Lines of a text, quotations and blank ones with it; more are not looked at."""


@dataclass(frozen=True)
class Line:
    """A line of a part. `is_marked` says that it begins with a mark of quotations or lies in a quoted element,
    `is_signature` that a program marked it as part of a signature."""

    text: str
    is_marked: bool = False
    is_signature: bool = False

    @property
    def is_blank(self) -> bool:
        return not self.bare.strip()

    @cached_property
    def bare(self) -> str:
        """The text without the marks of a quotation, which may be as long as the text and is asked for often, and
        without what is not seen, such as the marks of direction that programs set around names."""
        return INVISIBLE.sub("", QUOTE_MARKS.sub("", self.text, count=1) if self.is_marked else self.text)


def split_lines(text: str) -> list[Line]:
    """Split a text into lines, the rest of more than `MOST` in the last; those that begin with `>` or `| ` are
    marked."""
    return [mark_line(line) for line in LINE_END.split(text, maxsplit=MOST)]


def mark_line(text: str, *, is_signature: bool = False) -> Line:
    """Make a line that is marked if it begins as a quoted one."""
    return Line(text, has_mark(text), is_signature)


def has_mark(text: str) -> bool:
    """Return whether a text begins as a quoted line does."""
    return QUOTE_MARK.match(text) is not None
