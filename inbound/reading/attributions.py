"""Where a quotation begins: attributions, lines such as `-----Original Message-----`, and blocks of headers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inbound.reading.letters import letters_of
from inbound.reading.lines import Line
from inbound.reading.phrases import fold, matches, pattern
from inbound.reading.sent import MARKERS, SentMail

LONGEST = 250
"""Characters of an attribution."""
LEAST_HEADERS = 3
COLONS = ":\uff1a"
DATED = re.compile(r"\d")
NAME = rf"[^\W\d_][^\s{COLONS}*_]{{0,24}}(?:[ -][^\s{COLONS}*_]{{1,24}}){{0,2}}"
HEADER = re.compile(rf"[\s*_]*{NAME}[*_]*\s?(?::[*_]*(?:\s|$)|\uff1a)")
MOST_HEADERS = 20
LONGEST_RULE = 120
RULED = re.compile(r"\s*[-_=*\u2014\u2500]{2,}\s*(\S(?:.*\S)?)\s*[-_=*\u2014\u2500]{2,}\s*")
RULE = re.compile(r"\s*(?:[-_=*\u2014\u2500]\s?){5,}")
ANY_ADDRESS = re.compile(r"[^\s<>(\[\"']{1,64}@[^\s<>)\]\"']{1,255}")

IsOrder = Callable[[str], bool]


@dataclass(frozen=True)
class Opening:
    """Lines that begin a quotation, from `start` to `end`. `is_foreign` says that they name another writer than us."""

    start: int
    end: int
    is_foreign: bool = False


def find_openings(lines: Sequence[Line], sent: SentMail, is_order: IsOrder) -> list[Opening]:
    """List where quotations begin. No line that reads as an order is part of one."""
    found: list[Opening] = []
    ours = frozenset(at for at, line in enumerate(lines) if names_us(line.bare, sent))
    at = 0
    while at < len(lines):
        opening = _opening_at(lines, at, ours, sent, is_order)
        if opening is not None:
            found.append(opening)
        at = opening.end if opening else at + 1
    return found


def _opening_at(
    lines: Sequence[Line], at: int, ours: frozenset[int], sent: SentMail, is_order: IsOrder
) -> Opening | None:
    if lines[at].is_blank:
        return None
    end = end_of_marker(lines, at) or _end_of_preview(lines, at, sent)
    if end:
        return Opening(at, end)
    if is_ruled_title(lines[at].bare):
        return Opening(at, at + 1)
    may_be_headers = not ours.isdisjoint(range(at, at + MOST_HEADERS))
    headers = _headers_below(lines, at, sent, is_order) if may_be_headers else None
    return headers or _attribution_at(lines, at, sent, is_order)


def _headers_below(lines: Sequence[Line], at: int, sent: SentMail, is_order: IsOrder) -> Opening | None:
    """Find a block of headers, with the title between lines drawn across that programs write above it. In this place
    it needs no list of languages."""
    title = RULED.fullmatch(lines[at].bare) if len(lines[at].bare) <= LONGEST_RULE else None
    begin = at + 1 if title else at
    while title and begin < len(lines) and lines[begin].is_blank:
        begin += 1
    headers = _headers_at(lines, begin, sent, is_order)
    if headers is None or (title and is_order(title[1])):
        return None
    return replace(headers, start=at)


def end_of_marker(lines: Sequence[Line], at: int) -> int:
    """Return where the line that ends orders in our mails ends, should a program have broken it; 0 if none is here."""
    said = ""
    for end in range(at, min(at + 3, len(lines))):
        said += letters_of(lines[end].bare)
        if said in MARKERS:
            return end + 1
        if not said or not any(marker.startswith(said) for marker in MARKERS):
            return 0
    return 0


def _end_of_preview(lines: Sequence[Line], at: int, sent: SentMail) -> int:
    """Return where the line that ends orders ends, if the hidden preview of our mail and then that line stand here; 0
    if not."""
    if not sent.preview or letters_of(lines[at].bare) != sent.preview:
        return 0
    below = next((place for place in range(at + 1, len(lines)) if not lines[place].is_blank), at)
    return end_of_marker(lines, below)


def is_ruled_title(text: str) -> bool:
    """Return whether a line is one such as `-----Original Message-----`, or `Begin forwarded message:`."""
    if len(text) > LONGEST_RULE:
        return False
    if found := RULED.fullmatch(text):
        return matches("originals", found[1])
    return text.rstrip().endswith(tuple(COLONS)) and matches("originals", text)


def is_rule(text: str) -> bool:
    """Return whether a line is nothing but a line drawn across."""
    return len(text) <= LONGEST_RULE and RULE.fullmatch(text) is not None


def _headers_at(lines: Sequence[Line], at: int, sent: SentMail, is_order: IsOrder) -> Opening | None:
    """Find a block of headers, with the rest of a subject that was broken."""
    end = at
    while end < min(at + MOST_HEADERS, len(lines)) and is_header(lines[end]):
        end += 1
    if end - at < LEAST_HEADERS or not any(names_us(line.bare, sent) for line in lines[at:end]):
        return None
    end = next((place for place in range(at, end) if is_order(lines[place].bare)), end)
    block = [line.bare for line in lines[at:end]]
    if len(block) < LEAST_HEADERS or not any(names_us(line, sent) for line in block):
        return None
    while end < len(lines) and _continues_subject(block[-1], lines[end], sent) and not is_order(lines[end].bare):
        block[-1] += " " + lines[end].bare
        end += 1
    writer = next(line for line in block if ANY_ADDRESS.search(line))
    return Opening(at, end, not names_us(writer, sent))


def is_header(line: Line) -> bool:
    return not line.is_blank and HEADER.match(line.bare) is not None


def _continues_subject(header: str, line: Line, sent: SentMail) -> bool:
    """Return whether a line is the rest of the subject that a header began to quote."""
    said = letters_of(line.bare)
    subject = letters_of(re.split(f"[{COLONS}]", header, maxsplit=1)[-1])
    return bool(said) and bool(subject) and subject + said in letters_of(f"{sent.subject} {sent.subject}")


def names_us(text: str, sent: SentMail) -> bool:
    """Return whether an address of ours stands in a text."""
    lowered = text.lower()
    return any(address in lowered for address in sent.addresses)


def _attribution_at(lines: Sequence[Line], at: int, sent: SentMail, is_order: IsOrder) -> Opening | None:
    """Find an attribution of one to three lines."""
    said = ""
    for end in range(at, min(at + 3, len(lines))):
        line = lines[end]
        if line.is_blank or line.is_marked != lines[at].is_marked:
            return None
        said = f"{said} {line.bare.strip()}".strip()
        if len(said) > LONGEST:
            return None
        if is_attribution(said, sent):
            is_later = any(is_dated_attribution(lines[later : end + 1], sent) for later in range(at + 1, end + 1))
            if is_later or any(is_order(line.bare) for line in lines[at : end + 1]):
                return None
            return Opening(at, end + 1, bool(ANY_ADDRESS.search(said)) and not names_us(said, sent))
    return None


def is_dated_attribution(lines: Sequence[Line], sent: SentMail) -> bool:
    """Return whether lines are an attribution with a date in it."""
    said = " ".join(line.bare.strip() for line in lines)
    return is_attribution(said, sent) and DATED.search(ANY_ADDRESS.sub("", said)) is not None


def is_attribution(text: str, sent: SentMail) -> bool:
    """Return whether a text says who wrote what follows: by its words, or with our address or name and a date."""
    if ruled := RULED.fullmatch(text):
        text = f"{ruled[1]}:"  # ---- On Tuesday ... wrote ----
    if not text.endswith(tuple(COLONS)):
        return False
    if pattern("attributions").fullmatch(fold(text.replace("\uff1a", ":"))):
        return True
    is_ours = names_us(text, sent) or (bool(sent.name) and sent.name.lower() in text.lower())
    return is_ours and (DATED.search(text) is not None or names_us(text, sent))
