"""The mail of ours that is answered, in the ways in which programs quote it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from inbound.reading.html_lines import TooDeep, html_lines
from inbound.reading.letters import Stream, letters_of, links_of

END_OF_ORDERS = "=== end of orders: write your orders above this line ==="  # as typed
END_OF_MESSAGE = "=== end of message: write your message above this line ==="  # as typed
MARKERS = (letters_of(END_OF_ORDERS), letters_of(END_OF_MESSAGE))


@dataclass(frozen=True)
class SentMail:
    """What was sent: text, HTML and subject as they went out, and the addresses that stand for us in quotations: the
    sender's and the one to reply to, in lower case. `name` is the sender's."""

    text: str = ""
    html: str = ""
    subject: str = ""
    addresses: tuple[str, ...] = ()
    name: str = ""

    @cached_property
    def streams(self) -> tuple[Stream, ...]:
        """The mail as programs may quote it: its text, its HTML as it is shown, and its HTML with what is hidden or
        stands for a picture."""
        ways = [self.text.splitlines()]
        if self.html:
            ways += [shown_lines(self.html), shown_lines(self.html, with_hidden=True)]
        return tuple(map(Stream.of, ways))

    @cached_property
    def preview(self) -> str:
        """The letters of what is hidden above the line that ends orders, for lists of mails to show."""
        lines = [*map(letters_of, shown_lines(self.html, with_hidden=True))] if self.html else []
        marker = next((at for at, letters in enumerate(lines) if letters in MARKERS), 0)
        return "".join(lines[:marker])

    @cached_property
    def links(self) -> str:
        return f"{links_of(self.text)} {links_of(self.html)}"

    @cached_property
    def subject_letters(self) -> str:
        return letters_of(self.subject)


def shown_lines(html: str, *, with_hidden: bool = False) -> list[str]:
    """List the lines of our own HTML; none if it cannot be read."""
    try:
        return [line.text for line in html_lines(html, with_hidden=with_hidden)]
    except TooDeep:
        return []
