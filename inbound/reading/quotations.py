"""Which lines of a reply its sender wrote, which are quoted, and which might be either.

Above the first quotation everything is the sender's. Below it lines that follow the mail that was sent are quoted,
whether a program marked them or not; an order that might be the sender's or ours is in doubt, and refuses the mail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

from inbound.reading.alignment import Alignment, align
from inbound.reading.attributions import IsOrder, Opening, find_openings, is_rule
from inbound.reading.letters import WORD, letters_of
from inbound.reading.lines import Line, has_mark
from inbound.reading.sent import SentMail

ALIKE = 0.5
"""So much of an order in one piece, from 0 to 1, is missing of the sent mail where the order is a damaged line of
it; of a short order all."""
SHORT = 8
MISSING = 400
"""Letters of the sent mail that are compared with an order in their place."""
MARGIN = 10
"""Letters that may be missing besides."""
LONG = 20
"""Letters of a line that does not stand in a mail by chance."""
LEAST_LINK = 6
"""Letters of a piece of a broken link."""


class Whose(Enum):
    """Whose a line is."""

    OWN = "own"
    QUOTED = "quoted"
    DOUBTFUL = "doubtful"


def tell_apart(lines: Sequence[Line], sent: SentMail, is_order: IsOrder, is_attempt: IsOrder) -> list[Whose]:
    """Tell whose each line is. `is_order` says of a text whether it reads as an order or a command, `is_attempt`
    whether it may be meant as one."""
    openings = find_openings(lines, sent, is_attempt)
    begins = [*(opening.start for opening in openings), *(at for at, line in enumerate(lines) if line.is_marked)]
    start = min(begins, default=None)
    if start is None:
        return [Whose.OWN] * len(lines)
    letters = ["" if at < start else letters_of(line.bare) for at, line in enumerate(lines)]
    shortened = align(letters[start:], sent.streams)
    alignment = shortened and Alignment(shortened.stream, (None,) * start + shortened.spans, shortened.score)
    return Judge(lines, letters, openings, alignment, sent, is_order).judge(start)


@dataclass
class Judge:
    """Judges the lines of a reply from its first quotation on. `letters` are those of each line from there."""

    lines: Sequence[Line]
    letters: Sequence[str]
    openings: Sequence[Opening]
    alignment: Alignment | None
    sent: SentMail
    is_order: IsOrder

    def judge(self, start: int) -> list[Whose]:
        """Tell of each line whose it is; those above `start` are the sender's."""
        self.opened = {at for opening in self.openings for at in range(opening.start, opening.end)}
        self.orders = {at for at in range(start, len(self.lines)) if self._is_free(at) and self._reads(at)}
        self.is_unmarked = self._is_unmarked(start)
        whose = [Whose.OWN if at < start else self._judge_line(at) for at in range(len(self.lines))]
        return self._quote_rules(whose)

    def _is_free(self, at: int) -> bool:
        """Return whether neither marks nor an opening say that a line is quoted."""
        return not self.lines[at].is_blank and not self.lines[at].is_marked and at not in self.opened

    def _reads(self, at: int) -> bool:
        return self.is_order(self.lines[at].text)

    def _follows(self, at: int) -> bool:
        """Return whether a line follows the sent mail."""
        return self.alignment is not None and at < len(self.alignment.spans) and self.alignment.spans[at] is not None

    def _is_unmarked(self, start: int) -> bool:
        """Return whether the mail is quoted without marks, or parts of it are."""
        rest = range(start, len(self.lines))
        marked = any(self.lines[at].is_marked and self.letters[at] for at in rest)
        return not marked or any(self._is_bare_quotation(at) for at in rest)

    def _is_bare_quotation(self, at: int) -> bool:
        """Return whether a line without a mark is quoted, and not as the rest of a marked one. A short line that stands
        in the mail by chance, such as a name, is not."""
        if not self._is_free(at) or not self._follows(at) or at in self.orders or self._continues_mark(at):
            return False
        beside = (near for near in (self._neighbour(at, -1), self._neighbour(at, 1)) if near is not None)
        return len(self.letters[at]) >= LONG or any(self._touches(at, near) for near in beside)

    def _judge_line(self, at: int) -> Whose:
        if not self._is_free(at):
            return Whose.OWN if self.lines[at].is_blank and not self.lines[at].is_marked else Whose.QUOTED
        if at not in self.orders:
            is_quoted = self._is_bare_quotation(at) or (self._follows(at) and self._continues_mark(at))
            return Whose.QUOTED if is_quoted or self._is_piece_of_link(at) else Whose.OWN
        whose = self._judge_known_order(at) if self._follows(at) else self._judge_new_order(at)
        return Whose.DOUBTFUL if whose is Whose.OWN and self._may_have_lost_mark(at) else whose

    def _may_have_lost_mark(self, at: int) -> bool:
        """Return whether a line of the sent mail stands directly between ones with a mark of their own, which elements
        of HTML do not have."""
        beside = [has_mark(line.text) for line in self.lines[max(0, at - 1) : at + 2]]
        return beside == [True, False, True] and any(self.letters[at] in stream.lines for stream in self.sent.streams)

    # ---- orders that follow the sent mail

    def _judge_known_order(self, at: int) -> Whose:
        """Judge an order that stands where the sent mail has it, with the orders beside it that do so too."""
        first, last = self._end_of_orders(at, -1), self._end_of_orders(at, 1)
        above, below = self._neighbour(first, -1), self._neighbour(last, 1)
        if self._is_marked_beside(first, above) or self._is_marked_beside(last, below):
            return Whose.QUOTED if self._continues_mark(at) and self._is_broken_before(at) else Whose.DOUBTFUL
        if self._is_bare_beside(first, above) or self._is_bare_beside(last, below):
            return Whose.DOUBTFUL if self._is_last_before_own(at) else Whose.QUOTED
        if not self.is_unmarked:
            return Whose.OWN
        return Whose.DOUBTFUL if self._mail_follows(last) or not self._mail_leads(at) else Whose.OWN

    def _end_of_orders(self, at: int, step: int) -> int:
        """Return the last of the orders above or below one that follow each other as in the sent mail."""
        near = self._neighbour(at, step)
        while near is not None and near in self.orders and self._touches(at, near):
            at, near = near, self._neighbour(near, step)
        return at

    def _is_bare_beside(self, at: int, near: int | None) -> bool:
        """Return whether a line without a mark stands beside one, and in the sent mail too."""
        return near is not None and not self.lines[near].is_marked and self._touches(at, near)

    def _neighbour(self, at: int, step: int) -> int | None:
        """Return the nearest line above or below that has words."""
        at += step
        while 0 <= at < len(self.lines):
            if self.letters[at]:
                return at
            at += step
        return None

    def _touches(self, at: int, near: int) -> bool:
        """Return whether two lines follow each other in the sent mail, with nothing between."""
        if not self._follows(near) or self.alignment is None:
            return False
        first, second = self.alignment.spans[min(at, near)], self.alignment.spans[max(at, near)]
        return first is not None and second is not None and first[1] == second[0]

    def _is_marked_beside(self, at: int, near: int | None) -> bool:
        """Return whether a marked line stands beside one, and in the sent mail too."""
        if near is None or not self.lines[near].is_marked or not self._touches(at, near):
            return False
        between = self.lines[min(at, near) + 1 : max(at, near)]
        return all(line.is_marked for line in between)

    def _continues_mark(self, at: int) -> bool:
        """Return whether a line is the rest of the marked line above it, through others like it."""
        above = at - 1
        while above >= 0 and self._is_free(above) and self._follows(above) and self._touches(above, above + 1):
            above -= 1
        return above >= 0 and self.lines[above].is_marked and self._touches(above, above + 1)

    def _is_broken_before(self, at: int) -> bool:
        """Return whether a program broke a line of the sent mail before this one."""
        before = self.letters[self._neighbour(at, -1) or 0]
        return any(
            stream.is_inside_a_line(place + len(before))
            for stream in self.sent.streams
            for place in _places(stream.letters, before + self.letters[at])
        )

    def _mail_follows(self, at: int) -> bool:
        return self.alignment is not None and self.alignment.after(at) is not None

    def _mail_leads(self, at: int) -> bool:
        """Return whether a line of the sent mail that is no order stands above."""
        return any(self._follows(above) and above not in self.orders for above in range(at))

    def _is_last_before_own(self, at: int) -> bool:
        """Return whether the quotation ends with an order that the sender may have written, for more of theirs
        follows."""
        if self._mail_follows(at):
            return False
        return any(below in self.orders and not self._follows(below) for below in range(at + 1, len(self.lines)))

    # ---- orders that do not

    def _judge_new_order(self, at: int) -> Whose:
        """Judge an order that does not stand where the sent mail has it, if it has it at all."""
        if self._is_in_foreign(at):
            return Whose.DOUBTFUL
        if self.is_unmarked:
            if not self._mail_leads(at):
                return Whose.DOUBTFUL  # below a quotation of which nobody knows what it quotes
            known = any(self.letters[at] in stream.letters for stream in self.sent.streams)
            return Whose.DOUBTFUL if (known and self._mail_follows(at)) or self._replaces(at) else Whose.OWN
        beside = any(line.is_marked for line in self.lines[max(0, at - 1) : at + 2])
        return Whose.DOUBTFUL if beside and self._replaces(at) else Whose.OWN

    def _replaces(self, at: int) -> bool:
        """Return whether an order is much like what is missing of the sent mail in its place."""
        if self.alignment is None:
            return False
        above, below = self.alignment.before(at), self.alignment.after(at)
        begin = above[1] if above else 0
        most = MISSING if below else self._letters_since_mail(at) + MARGIN
        missing = self.alignment.stream.letters[begin : below[0] if below else None][:most]
        matcher = SequenceMatcher(None, self.letters[at], missing, autojunk=False)
        size = len(self.letters[at])
        return max(block.size for block in matcher.get_matching_blocks()) >= (size if size <= SHORT else ALIKE * size)

    def _letters_since_mail(self, at: int) -> int:
        """Return how many letters stand from the last line of the sent mail to the end of an order: so far on in the
        mail that order would stand."""
        last = next((above for above in range(at, -1, -1) if self._follows(above)), -1)
        return sum(len(letters) for letters in self.letters[last + 1 : at + 1])

    def _is_in_foreign(self, at: int) -> bool:
        """Return whether a line stands in a quotation without marks of somebody else, or of the sender's earlier
        mail."""
        opening = next((opening for opening in reversed(self.openings) if opening.end <= at), None)
        if opening is None or not opening.is_foreign:
            return False
        first = self._neighbour(opening.end - 1, 1)
        return first is not None and not self.lines[first].is_marked

    # ---- what is no text

    def _is_piece_of_link(self, at: int) -> bool:
        """Return whether a line is a link of the sent mail, or a piece of one that a program broke."""
        text, letters = self.lines[at].text.strip(), self.letters[at]
        if not letters:
            return WORD.search(text) is not None
        return " " not in text and len(letters) >= LEAST_LINK and letters in self.sent.links

    def _quote_rules(self, whose: list[Whose]) -> list[Whose]:
        """Add lines drawn across to the quotations that they stand above or in."""
        for at in range(len(whose) - 1, -1, -1):
            below = next((near for near in range(at + 1, len(whose)) if not self.lines[near].is_blank), None)
            if below is not None and whose[below] is Whose.QUOTED and is_rule(self.lines[at].text):
                whose[at] = Whose.QUOTED
        return whose


def _places(letters: str, sought: str) -> list[int]:
    """List where letters stand in others."""
    found = []
    at = letters.find(sought)
    while at >= 0:
        found.append(at)
        at = letters.find(sought, at + 1)
    return found
