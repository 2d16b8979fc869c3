"""Which lines of a reply follow the mail that was sent, in its order.

Each line is sought as a run of whole words in the letters of the sent mail. Of all ways to follow it from top to bottom
the one counts that leaves least over.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from inbound.reading.letters import MOST_PLACES, Stream

MOST_LINES = 1_200
"""Lines that are compared."""
MOST_PIECES = 4
"""Lines into which a program may have broken one."""

Span = tuple[int, int]
"""Where a line stands in the letters of the sent mail: begin and end."""


@dataclass(frozen=True)
class Alignment:
    """Where each line stands in a sent mail, None for one that does not follow it."""

    stream: Stream
    spans: tuple[Span | None, ...]
    score: int

    def before(self, at: int) -> Span | None:
        """Return the place of the last line above one that follows the mail."""
        return next((span for span in reversed(self.spans[:at]) if span), None)

    def after(self, at: int) -> Span | None:
        """Return the place of the first line below one that follows the mail."""
        return next((span for span in self.spans[at + 1 :] if span), None)


def align(lines: Sequence[str], streams: Sequence[Stream]) -> Alignment | None:
    """Follow the sent mail through lines, given as letters; None if nothing was sent."""
    ways = [align_with(lines[:MOST_LINES], stream) for stream in streams]
    return max(ways, key=lambda way: way.score, default=None)


def align_with(lines: Sequence[str], stream: Stream) -> Alignment:
    """Follow one way in which the sent mail may be quoted."""
    spans = _mend(lines, _best_chain(lines, stream), stream)
    return Alignment(stream, tuple(spans), sum(end - begin for begin, end in filter(None, spans)))


def _best_chain(lines: Sequence[str], stream: Stream) -> list[Span | None]:
    """Choose a place for lines so that all places ascend and hold as many letters as possible.

    `ends` and `scores` list, ascending, where chains end and what the best of them is worth; among equals the one that
    was found first stays.
    """
    ends, scores, links = [0], [0], [-1]
    steps: list[tuple[int, Span, int]] = []
    places: dict[str, list[Span]] = {}
    above: list[Span] = []
    for number, letters in enumerate(lines):
        found = []
        if letters not in places:
            places[letters] = stream.find_all(letters)
        spans_here = [*places[letters], *_places_behind(above, letters, stream, places[letters])]
        above = spans_here or above
        for begin, end in spans_here:
            best = bisect_right(ends, begin) - 1
            found.append((end, scores[best] + end - begin, (number, (begin, end), links[best])))
        for end, score, step in found:
            place = bisect_right(ends, end) - 1
            if scores[place] >= score:
                continue
            steps.append(step)
            at = place if ends[place] == end else place + 1
            upto = at
            while upto < len(ends) and scores[upto] <= score:
                upto += 1
            ends[at:upto], scores[at:upto], links[at:upto] = [end], [score], [len(steps) - 1]
    spans: list[Span | None] = [None] * len(lines)
    link = links[-1]
    while link >= 0:
        number, spans[steps[link][0]], link = steps[link]
    return spans


def _places_behind(above: Sequence[Span], letters: str, stream: Stream, known: Sequence[Span]) -> list[Span]:
    """List where letters stand directly behind the line above, but for places that are known: a number at which a
    program broke a line stands at more places than are looked at."""
    if not letters or len(known) < MOST_PLACES:
        return []
    behind = ((end, end + len(letters)) for _begin, end in above)
    return [
        span
        for span in dict.fromkeys(behind)
        if span not in known and span[1] in stream.word_ends and stream.letters.startswith(letters, span[0])
    ]


def _mend(lines: Sequence[str], spans: list[Span | None], stream: Stream) -> list[Span | None]:
    """Find places for lines that a program broke inside a word, or whose end it cut off with the mail."""
    limits = _next_begins(spans, len(stream.letters))
    at = begin = 0
    while at < len(lines):
        is_open = spans[at] is None and bool(lines[at])
        end = _end_of_broken(lines, spans, at, stream, (begin, limits[at])) if is_open else at
        end = max(end, at + 1)
        begin = max([begin, *(span[1] for span in spans[at:end] if span)])
        at = end
    return spans


def _next_begins(spans: Sequence[Span | None], end: int) -> list[int]:
    """List for each line where the next that has a place begins, itself included."""
    begins = []
    for span in reversed(spans):
        end = span[0] if span else end
        begins.append(end)
    return begins[::-1]


def _end_of_broken(lines: Sequence[str], spans: list[Span | None], at: int, stream: Stream, between: Span) -> int:
    """Give the pieces of a broken line their places if they follow the line above, `between` the place of that line
    and that of the next; return where they end."""
    begin, limit = between
    joined = ""
    for end in range(at, min(at + MOST_PIECES, len(lines))):
        if spans[end]:
            break
        joined += lines[end]
        place = stream.letters.find(joined, begin, limit)
        whole = place >= 0 and place in stream.word_ends and place + len(joined) in stream.word_ends
        if end > at and whole:
            _place_pieces(lines, spans, range(at, end + 1), place)
            return end + 1
    return at


def _place_pieces(lines: Sequence[str], spans: list[Span | None], pieces: range, place: int) -> None:
    for piece in pieces:
        if lines[piece]:
            spans[piece] = place, place + len(lines[piece])
            place += len(lines[piece])
