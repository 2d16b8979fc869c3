"""The reader of a game's orders for mails: what lines mean at the position that a seat sees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache

from django.utils.translation import gettext as _

import engine
from games.decisions.typed import answers_by_words, bare_words, read_as_said
from inbound.reading.results import LineError, Meaning
from inbound.reading.spelling import DASH

NEAR = 0.75
"""How much a word must be like the first of an order to be one that was meant, from 0 to 1."""
NAMES = 2
"""So many territories in a line make it look like an order."""
SHORTEST = 3
"""Letters of a misspelled word; `en` is no `end`."""
SHORT = 4
"""Letters of a word that many others are like, such as `else`, `pass` and `end`."""
UNREADABLE = "order.unreadable"
CONDITIONAL = ("if", "else")
CUT = ("<", ">", "|", "~")
"""How no order begins or ends: the rest of a tag or of a mark, or what was struck out."""
BRACKETS = ("()", "[]", "{}")
"""What no order stands in as a whole: a thought beside it may."""
NOT = ("!", "/", "\\", "\u00d7", "\u00ac")
"""What people write before a line that shall not count."""
QUESTION = "?"
MINUS = re.compile(rf"(?<![^\s,;:])[{DASH}]+\s+(?=\d)")
"""A dash with space around before a number. Without space the order language refuses it itself."""
RANGE = re.compile(rf"(?<![-=])>\s*\d|\d\s*[{DASH}]+$")
"""More than a number, or a number from which on."""
FIRST_WORD = re.compile(r"\w+")


@lru_cache(maxsize=1024)
def words_like(word: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """List those of some words that a word is, or is spelled much like. Kept, for lines of a mail begin alike."""
    return tuple(get_close_matches(word, words, len(words), NEAR)) if len(word) >= SHORTEST else ()


def is_misspelled(word: str, meant: str) -> bool:
    """Return whether a word that is like another is hardly one of its own, as Spanish words like `else` are. Of short
    words only those are misspelled that have the same letters, or one more or less."""
    if len(meant) > SHORT:
        return True
    more, less = Counter(word) - Counter(meant), Counter(meant) - Counter(word)
    return more.total() + less.total() <= 1


def refuse_marks(line: str) -> Meaning | None:
    """Refuse an order with marks that may say something else than it does; None for any other."""
    said = line.partition("#")[0].strip()
    if QUESTION in said:
        why = _("An order has no question mark. To only try your orders, write a ? alone in the first line.")
    elif said.startswith(CUT) or said.endswith(CUT):
        why = _("An order does not begin or end with <, >, | or ~.")
    elif said[:1] + said[-1:] in BRACKETS:
        why = _("An order does not stand in brackets: write it without them, or leave it out.")
    elif said.startswith(NOT):
        why = _("An order begins with a word: leave a line out that shall not count.")
    elif RANGE.search(said):
        why = _("An order says how many, without < or > or a dash beside the number.")
    elif MINUS.search(said):
        why = _("No number in an order is below 0: write it without a minus.")
    else:
        return None
    return Meaning(error=LineError(UNREADABLE, why), is_attempt=True)


@dataclass
class GameOrders:
    """Reads lines as orders of the viewer's seat. What the answers of the moment are called is looked up once."""

    view: engine.PlayerView

    def __call__(self, lines: Sequence[str], *, below_condition: bool = False) -> list[Meaning]:
        """Read lines as one message: one meaning for each. Lines that are parts of one order mean it at the first of
        them, and the others nothing."""
        try:
            read = iter(engine.parse_message("\n".join(lines), self.view, below_condition, self._otherwise))
        except engine.UnreadableOrder as error:
            return [self._refuse(line, error) for line in lines]
        begun: set[str] = set()
        return [self._meaning(line, read, begun) for line in lines]

    def _meaning(self, line: str, read: Iterator[engine.ScriptLine], begun: set[str]) -> Meaning:
        """Return what the next line that was read means; `begun` are the orders of several lines that were met."""
        word = engine.spoken(line).partition(" ")[0]
        if word in begun:
            return Meaning()
        begun |= {word} & self._block_words
        said = next(read, None)
        if said is None:
            return self._refuse(line, engine.UnreadableOrder(line, ""))
        if said.error:
            return self._refuse(line, said.error)
        return refuse_marks(line) or Meaning(tuple(self.write(said)))

    def write(self, line: engine.ScriptLine) -> Iterator[str]:
        """Write the orders of a line in their canonical form, its condition in front."""
        before = "else: " if line.clause.otherwise else ""
        if line.clause.condition is not None:
            before += f"if {engine.format_condition(line.clause.condition, self.view.rules, self.view.map)}: "
        for action in line.actions:
            yield before + engine.format_order(action, self.view.rules, self.view.map, self.view.colours)

    @cached_property
    def _answers(self) -> Mapping[str, str]:
        return answers_by_words(self.view)

    def _otherwise(self, line: str, error: engine.UnreadableOrder) -> tuple[engine.Action, ...]:
        return read_as_said(line, error, self.view, self._answers)

    def _refuse(self, line: str, error: engine.UnreadableOrder) -> Meaning:
        said = LineError(UNREADABLE, error.why, tuple(error.candidates))
        return Meaning(error=said, is_attempt=self.is_attempt(line))

    # ---- what looks like an order

    def may_read(self, line: str) -> bool:
        """Return whether a line begins as orders do, or is what an answer is called."""
        bare = line.partition("#")[0]
        first = FIRST_WORD.search(engine.spoken(bare))
        if first is None or first[0] in self._beginnings:
            return True
        return bare_words(bare) in self._answers

    def is_attempt(self, line: str) -> bool:
        """Return whether a line looks like an order: by its first word, or because it names territories."""
        words = engine.spoken(line).split()
        if not words:
            return False
        first = words[0].strip(":.,;")
        like, names = words_like(first, self._first_words), len({*self._names.findall(" ".join(words))})
        return names >= NAMES or (names > 0 and bool(like)) or any(is_misspelled(first, meant) for meant in like)

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        """With what orders begin, and what is offered now."""
        labels = [offer.label for offer in self.view.offers]
        phrases = (*self._phrases, *labels, *map(_, labels))
        found = (FIRST_WORD.search(engine.spoken(phrase)) for phrase in phrases)
        return frozenset(first[0] for first in found if first) | {*CONDITIONAL}

    @property
    def _phrases(self) -> Iterator[str]:
        for command in engine.ruleset(self.view.rules).commands:
            yield from (command.word, *command.also)

    @cached_property
    def _first_words(self) -> tuple[str, ...]:
        return tuple({engine.spoken(phrase).split()[0] for phrase in self._phrases} | {*CONDITIONAL})

    @cached_property
    def _block_words(self) -> frozenset[str]:
        return frozenset(command.word for command in engine.ruleset(self.view.rules).commands if command.is_block)

    @cached_property
    def _names(self) -> re.Pattern[str]:
        names = sorted(map(engine.spoken, engine.mapgraph(self.view.map).names), key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
