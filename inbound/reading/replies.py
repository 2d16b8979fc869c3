"""Read a reply whole: choose between its text and its HTML, and say what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from inbound.reading.commands import ALONE
from inbound.reading.html_lines import TooDeep, html_lines
from inbound.reading.lines import MOST, Line, split_lines
from inbound.reading.mails import Texts, Unreadable, read_texts
from inbound.reading.orders import LineReader, OrderLines
from inbound.reading.own_lines import END_OF_MESSAGE, Names, OwnLine, is_notice, is_small_print, own_lines
from inbound.reading.quotations import tell_apart
from inbound.reading.results import Meaning, OrderReader, Reading, ReadLine
from inbound.reading.sent import SentMail

MOST_LINES = 200
MOST_CHARACTERS = 10_000
LONGEST_MESSAGE = 2_000
MOST_MESSAGE_LINES = 40
CONFIRMED = ("undo", "resign")
"""Commands that are asked back unless `yes` stands behind them."""


@dataclass(frozen=True)
class Context:
    """What a mail is read with: the mail that it answers, names of its sender, the reader of the game's orders, and the
    game's colours."""

    sent: SentMail
    orders: OrderReader
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()


def read_reply(raw: bytes, context: Context) -> Reading:
    """Read a reply to a turn mail. No mail raises anything."""
    try:
        return choose_part(read_texts(raw), context)
    except Unreadable as error:
        return Reading(error.code)
    except TooDeep:
        return Reading("too_deep")
    except RecursionError:
        return Reading("broken")


def choose_part(texts: Texts, context: Context) -> Reading:
    """Read the text of a mail; where it has no order or cannot be read whole, its HTML. Raises TooDeep."""
    reader = LineReader(context.orders, context.colours)
    text = None if texts.text is None else read_part(split_lines(texts.text), "text", context, reader)
    html = None if texts.html is None else read_part(html_lines(texts.html), "html", context, reader)
    empty = Reading("attachment_only" if texts.has_attachments else "no_orders")
    if text is None or html is None:
        return _named(text or html or empty, empty)
    if says(text) and says(html):
        return text if what_is_said(text) == what_is_said(html) else replace(text, code="parts_differ", lines=())
    if says(text) and (text.orders or not html.errors):
        return text
    if says(html) or says(text):  # a text with commands alone has no order, so that the HTML counts, unclear or not
        return html
    return _named(text if text.code != "no_orders" else html, empty)


def _named(reading: Reading, empty: Reading) -> Reading:
    return replace(reading, code=empty.code) if reading.code == "no_orders" else reading


def says(reading: Reading) -> bool:
    """Return whether a part reads whole and says something."""
    return bool(reading.lines) and reading.code not in ("unreadable", "too_long", "no_orders")


def what_is_said(reading: Reading) -> tuple[object, ...]:
    """Return what two parts of one mail have to agree in."""
    return reading.code, reading.trial, reading.orders, reading.commands


def read_part(lines: Sequence[Line], part: str, context: Context, reader: LineReader) -> Reading:
    """Read one part of a mail."""
    if is_too_long(lines, context.sent):
        return Reading("too_long", part)
    found = own_lines(lines, tell_apart(lines, context.sent, reader.reads_typed, reader.is_typed_attempt))
    written = "\n".join(line.raw for line in found.lines)
    if len(found.lines) > MOST_LINES or len(written) > MOST_CHARACTERS:
        return Reading("too_long", part, dropped=found.dropped, text=written)
    return conclude(OrderLines(found.lines, reader, Names.of(context.names), part).collect(), found.dropped, written)


def is_too_long(lines: Sequence[Line], sent: SentMail) -> bool:
    """Return whether a part has more lines than a player may write and our mail has, so that comparing is in vain."""
    if len(lines) > MOST:
        return True
    quoted = max((len(stream.lines) for stream in sent.streams), default=0)
    return sum(not line.is_blank and not line.is_marked for line in lines) > MOST_LINES + 3 * quoted


def conclude(lines: OrderLines, dropped: Counter[str], written: str) -> Reading:
    """Say what comes of a part: its lines are read once more as one message, so that `else` finds its condition."""
    read = read_together(lines.read, lines.reader.orders)
    reading = Reading("", lines.part, tuple(read), lines.trial, dropped + lines.dropped, written)
    return replace(reading, code=code_of(reading, lines.mixed))


def read_together(lines: Sequence[ReadLine], orders: OrderReader) -> list[ReadLine]:
    """Read the order lines of a mail as one message."""
    if any(line.error for line in lines):
        return [*lines]
    meanings = iter(orders([line.text for line in lines if line.orders]))
    return [_with_meaning(line, next(meanings)) if line.orders else line for line in lines]


def _with_meaning(line: ReadLine, meaning: Meaning) -> ReadLine:
    return replace(line, orders=meaning.orders, error=meaning.error)


def code_of(reading: Reading, mixed: bool) -> str:
    """Return the code of a part that was read."""
    words = [command.word for command in reading.commands]
    if reading.errors:
        return "unreadable"
    if mixed or (any(word in ALONE for word in words) and len(reading.lines) > 1):
        return "mixed"
    if reading.orders:
        return "trial" if reading.trial else "readable"
    if not reading.commands:
        return "no_orders"
    asked_back = any(command.word in CONFIRMED and not command.rest for command in reading.commands)
    return "confirm" if asked_back else "commands"


# ---- replies to press mails


def read_press_reply(raw: bytes, context: Context) -> Reading:
    """Read a reply to a press mail: all that its sender wrote is one message. No mail raises anything."""
    try:
        return read_message(read_texts(raw), context)
    except Unreadable as error:
        return Reading(error.code)
    except TooDeep:
        return Reading("too_deep")
    except RecursionError:
        return Reading("broken")


def read_message(texts: Texts, context: Context) -> Reading:
    """Read the message in a mail: that of its text, or of its HTML where it has none. Raises TooDeep."""
    reader = LineReader(context.orders, context.colours)
    parts = {"text": texts.text and split_lines(texts.text), "html": texts.html and html_lines(texts.html)}
    for part, lines in parts.items():
        message = read_message_part(lines, part, context, reader) if lines else None
        if message is not None:
            return message
    return Reading("attachment_only" if texts.has_attachments else "no_orders")


def read_message_part(lines: Sequence[Line], part: str, context: Context, reader: LineReader) -> Reading | None:
    """Read a part of a press mail; None if its sender wrote nothing in it."""
    if is_too_long(lines, context.sent):
        return Reading("too_long", part)
    found = own_lines(lines, tell_apart(lines, context.sent, _never, _never), END_OF_MESSAGE)
    kept = [line for line in found.lines if not is_added(line)]
    message = message_of(kept)
    if not message:
        return None
    if len(message) > LONGEST_MESSAGE or message.count("\n") >= MOST_MESSAGE_LINES:
        return Reading("too_long", part, dropped=found.dropped, text=message)
    held = any(reader.meaning(line.text).is_order for line in kept)
    return Reading("held" if held else "press", part, dropped=found.dropped, text=message)


def _never(text: str) -> bool:
    return False  # nothing in a message is an order


def is_added(line: OwnLine) -> bool:
    """Return whether a program added a line to a message."""
    return line.is_signature or is_notice(line.text) or is_small_print([line.text])


def message_of(lines: Sequence[OwnLine]) -> str:
    """Write lines as a message, with a blank line where the sender left one."""
    text = ""
    for line in lines:
        text += ("\n" if line.is_glued else "\n\n") + line.raw.strip()
    return text.strip()
