"""The lines that a player wrote, and what of them stands around orders: greetings, signatures, notices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inbound.reading.attributions import is_rule
from inbound.reading.lines import Line
from inbound.reading.phrases import EDGES, begins_with_phrase, fold_phrase, holds, matches, phrases
from inbound.reading.quotations import Whose
from inbound.reading.spelling import spell

END_OF_ORDERS = "end of orders"  # as typed
END_OF_MESSAGE = "end of message"  # as typed
SIGNATURE = "--"
MOST_NAMES = 2
NOTICE_WORDS = 4
NUMBER_OF_ROUND = re.compile(r"\b(round|turn|runde|zug|tour|turno|ronda|ronde|beurt) \d{1,4}$")
"""As in `Orders for round 3`."""


@dataclass(frozen=True)
class OwnLine:
    """A line that is the player's, in the spelling in which it is read. `is_glued` says that it stands directly below
    the one before; `is_doubtful` that it may be a line of the mail that was sent, `is_signature` that a program marked
    it as a signature, and `follows_quotation` that a quotation stands between it and the line before."""

    text: str
    raw: str
    is_glued: bool = False
    is_doubtful: bool = False
    is_signature: bool = False
    follows_quotation: bool = False


@dataclass
class OwnLines:
    """The player's lines, and how many were left out, by kind."""

    lines: list[OwnLine] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


def own_lines(lines: Sequence[Line], whose: Sequence[Whose], end: str = END_OF_ORDERS) -> OwnLines:
    """Collect a player's lines up to one that says `end`, but for those between `-- ` and the next quotation."""
    found = OwnLines()
    is_signature = is_glued = quoted = False
    for line, owner in zip(lines, whose, strict=True):
        if owner is Whose.QUOTED:
            found.dropped["quotation"] += not line.is_blank
            is_signature, is_glued, quoted = False, False, True
        elif line.is_blank:
            is_glued = False
        elif line.bare.strip() == SIGNATURE or is_signature:
            found.dropped["signature"] += 1
            is_signature, is_glued = True, False
        elif fold_phrase(line.text) == end:
            found.dropped["end"] += 1
            break
        else:
            doubtful = owner is Whose.DOUBTFUL
            found.lines.append(OwnLine(spell(line.text), line.text, is_glued, doubtful, line.is_signature, quoted))
            is_glued, quoted = True, False
    return found


# ---- what stands around orders


def is_nothing(line: OwnLine) -> bool:
    """Return whether a line is empty once emoji are gone, or drawn across."""
    return not line.text or is_rule(line.raw)


def is_greeting(text: str, names: Names) -> bool:
    rest = begins_with_phrase("greetings", text)
    return rest is not None and names.are_addressed(rest)


def is_announcement(text: str) -> bool:
    """Return whether a line announces orders and says nothing else."""
    folded = NUMBER_OF_ROUND.sub(r"\1", fold_phrase(text))
    return any(folded.removesuffix(f" {behind}") in phrases("announcements") for behind in ("", *phrases("for_now")))


def is_signoff(text: str, names: Names) -> bool:
    """Return whether a line takes leave, a name behind it or not."""
    rest = begins_with_phrase("signoffs", text)
    while rest:
        words = rest.split()
        rest = " ".join(words[1:]) if fold_phrase(words[0]) in phrases("linking") else rest
        further = begins_with_phrase("signoffs", rest)
        if further is None:
            return names.may_sign(rest)
        rest = further
    return rest is not None


def is_notice(text: str) -> bool:
    """Return whether a program wrote a line, such as `Sent from my iPhone`."""
    return matches("notices", text) or matches("notices", _without_links(text))


def _without_links(text: str) -> str:
    """Take links out of a line, but for the words that are one: [Proton Mail](https://...)."""
    return " ".join(
        word
        for word in text.replace("](", "] (").replace("<", " <").replace("[", "").replace("]", "").split()
        if "://" not in word
    )


def is_small_print(lines: Sequence[str]) -> bool:
    """Return whether lines taken together are a notice of a company or a virus scanner."""
    words = " ".join(lines).split()
    return (len(words) >= NOTICE_WORDS or (len(words) == 1 and "." in words[0])) and holds("small_print", lines)


@dataclass(frozen=True)
class Names:
    """What a player is called, folded."""

    known: frozenset[str] = frozenset()

    @classmethod
    def of(cls, names: Sequence[str]) -> Names:
        return cls(frozenset(each for name in names for each in _ways_to_sign(name) if each))

    def is_name(self, text: str) -> bool:
        """Return whether a text is the player's name, a part of it, or a longer form of it."""
        words = text.strip(EDGES).split()
        if fold_phrase(text) in self.known:
            return True
        is_longer = 1 < len(words) <= MOST_NAMES + 1 and all(map(_looks_like_name, words))
        return is_longer and any(len(word) > 1 and fold_phrase(word) in self.known for word in (words[0], words[-1]))

    def may_sign(self, text: str) -> bool:
        """Return whether a text can be a name: the player's, or one or two words that begin as names do."""
        words = text.strip(EDGES).split()
        return not words or self.is_name(text) or (len(words) <= MOST_NAMES and all(map(_looks_like_name, words)))

    def are_addressed(self, text: str) -> bool:
        """Return whether a text says who is greeted."""
        words = text.strip(EDGES).split()
        return len(words) <= MOST_NAMES and all(
            fold_phrase(word) in phrases("company") or self.is_name(word) or _looks_like_name(word) for word in words
        )


def _ways_to_sign(name: str) -> Iterator[str]:
    words = fold_phrase(name).split()
    yield " ".join(words)
    yield from words
    yield "".join(word[0] for word in words)
    yield from (word[0] for word in words[:1])
    if len(words) > 1:
        yield f"{words[0]} {words[-1][0]}"
        yield f"{words[0][0]} {words[-1]}"
        yield f"{words[0][0]}. {words[-1]}"


def _looks_like_name(word: str) -> bool:
    bare = word.strip(EDGES)
    return bool(bare) and bare[0].isupper() and all(letter.isalpha() or letter in "-'\u2019." for letter in bare)
