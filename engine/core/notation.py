"""Orders as text, and back: the words that players type, mails carry and the journal prints.

Case, extra spaces, commas, full stops at the end, `->`, `to` and accents do not matter. A territory may be called by
its name, an unambiguous start of each word of it, another name of the map, or its short code. Every mechanic brings
its own verbs; each order has one canonical form, and `parse_order(format_order(order)) == order`. Texts of several
lines are read by `engine.core.messages`.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from engine.core.actions import Action
from engine.core.errors import UnreadableOrder
from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.ruleset import ruleset
from engine.core.units import ALL
from engine.core.view import PlayerView

MINUS = re.compile(r"(?<![^\s,;:])[-\u2010-\u2015\u2212]+(?=\d)")  # before a number that begins a word
CONDITIONAL = ("if", "else")  # words before an order that `engine.core.conditions` reads, in messages alone


@dataclass(frozen=True)
class Verb:
    """One word that starts an order. `read` gets a reader behind the word; `write` gives the canonical form of an
    action of type `action`. `usage` and `help` are for the reference. `goes_on` says whether several such orders may
    stand in one line, the word only before the first."""

    word: str
    action: type[Any]
    read: Callable[["Reader"], Action]
    write: Callable[[Any, "Writer"], str]
    usage: str
    help: str
    goes_on: Callable[[PlayerView], bool] = lambda view: False


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Lower case, without accents, every separator one space."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(re.sub(r"(?:->|[-_\s])+", " ", bare.casefold()).split())


class Reader:
    """Reads one order word by word. `view` tells whose order it is and how the board stands."""

    def __init__(self, text: str, view: PlayerView) -> None:
        self.text = text.strip()
        self.view = view
        self.graph: MapGraph = mapgraph(view.map)
        text = re.sub(r"(?<=[^\W\d])\.(?=\s)", " ", self.text.split("#")[0].strip())  # `N. Africa`
        bare = plain(re.sub(r"[,;]", " , ", text)).rstrip(" .")
        self.words = [word for word in bare.split() if word != "to"]
        self.at = 0
        if MINUS.search(unicodedata.normalize("NFKC", text)):
            raise self.fail("A number of armies is 1 or more: write it without a minus.")

    @property
    def seat(self) -> int:
        if self.view.viewer is None:
            raise self.fail("A spectator cannot give orders.")
        return self.view.viewer

    def fail(self, why: str, candidates: Sequence[str] = ()) -> UnreadableOrder:
        return UnreadableOrder(self.text, why, candidates)

    def peek(self) -> str:
        self._skip_commas()
        return self.words[self.at] if self.at < len(self.words) else ""

    def _skip_commas(self) -> None:
        while self.at < len(self.words) and self.words[self.at] == ",":
            self.at += 1

    def take(self, *phrase: str) -> bool:
        """Whether these words come next; if so they are read."""
        self._skip_commas()
        if tuple(self.words[self.at : self.at + len(phrase)]) != phrase:
            return False
        self.at += len(phrase)
        return True

    def number(self, what: str = "a number") -> int:
        word = self.peek()
        if not (word.isascii() and word.isdigit() and len(word) < 7):
            raise self.fail(f"I expected {what} {self._where()}.")
        self.at += 1
        return int(word)

    def no_number(self, right: str) -> None:
        """Raises UnreadableOrder if a number comes where one has been read already; `right` is how to write it."""
        word = self.peek()
        if word.isdigit() or word == "all":
            raise self.fail(f"One number is enough, so {word!r} is too much. Write it as: {right}.")

    def more(self) -> bool:
        return bool(self.peek())

    def finish(self, usage: str = "") -> None:
        """Raises UnreadableOrder if something is left over."""
        if self.more():
            right = f" Write it as: {usage}." if usage else ""
            raise self.fail(f"I do not understand {' '.join(self.words[self.at :])!r} at the end.{right}")

    def _where(self) -> str:
        word = self.peek()
        return f"before {word!r}" if word else "at the end"

    def territory(self) -> int:
        """The longest run of words from here that calls exactly one territory."""
        self.peek()
        ahead = self.words[self.at : self.at + 4]
        if not ahead:
            raise self.fail("A territory is missing at the end.")
        for length in range(len(ahead), 0, -1):
            if "," in ahead[:length]:
                continue
            found = find_territory(self.graph, " ".join(ahead[:length]))
            if len(found) == 1:
                self.at += length
                return found[0]
            if found:
                names = [self.graph.names[number] for number in found]
                typed = " ".join(ahead[:length])
                raise self.fail(f"{typed!r} may be {_either(names)}.", names)
        raise self._unknown(ahead)

    def _unknown(self, ahead: Sequence[str]) -> UnreadableOrder:
        """The names nearest to one or two words that call no territory."""
        typed = [ahead[0], *(word for word in ahead[1:2] if word.isalpha())]
        known = {plain(name): name for name in self.graph.names}
        near = get_close_matches(" ".join(typed), known, 3, 0.6) or get_close_matches(typed[0], known, 3, 0.5)
        names = [known[name] for name in near]
        hint = f" Did you mean {_either(names)}?" if names else ""
        return self.fail(f"There is no territory {typed[0]!r} on this map.{hint}", names)


def _either(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@lru_cache(maxsize=65536)
def find_territory(graph: MapGraph, text: str) -> tuple[int, ...]:
    """Territories that a text may mean: an exact code or name first, then starts of words. Empty if there is none."""
    typed = plain(text)
    for exact in (graph.codes, graph.names, graph.ids):
        found = tuple(number for number, name in enumerate(exact) if plain(name) == typed)
        if found:
            return found
    words = typed.split()
    return tuple(
        number for number, names in enumerate(_called(graph)) if any(_starts(name, words, typed) for name in names)
    )


def _starts(name: list[str], words: list[str], typed: str) -> bool:
    """Whether `typed` is a start of the name, or each of its words one of the name's."""
    each = len(words) == len(name) and all(map(str.startswith, name, words))
    return each or " ".join(name).startswith(typed)


@lru_cache
def _called(graph: MapGraph) -> tuple[tuple[list[str], ...], ...]:
    aliases = graph.aliases or ((),) * graph.size
    return tuple(
        tuple(plain(name).split() for name in (own, *others)) for own, others in zip(graph.names, aliases, strict=True)
    )


class Writer:
    """Names for the canonical form of an order."""

    def __init__(self, graph: MapGraph) -> None:
        self.graph = graph

    def territory(self, number: int) -> str:
        return self.graph.names[number]

    def amount(self, armies: int) -> str:
        return "all" if armies == ALL else str(armies)


def parse_order(text: str, view: PlayerView) -> Action:
    """One order as an action of the viewer's seat. Raises UnreadableOrder with what would be right."""
    orders = parse_orders(text, view)
    if len(orders) > 1:
        raise UnreadableOrder(text.strip(), "These are several orders: only one can stand here.")
    return orders[0]


def parse_orders(text: str, view: PlayerView) -> list[Action]:
    """The actions of one line: several where its verb goes on, as in `fortify Brazil Peru 4, Congo Egypt 2`.

    Raises UnreadableOrder.
    """
    reader = Reader(text, view)
    verb = _verb(reader)
    orders = [verb.read(reader)]
    while reader.more() and verb.goes_on(view):
        orders.append(verb.read(reader))
    reader.finish(verb.usage)
    return orders


def _verb(reader: Reader) -> Verb:
    """The verb with which the order starts, read. Raises UnreadableOrder."""
    verbs = ruleset(reader.view.rules).verbs
    word = reader.peek()
    if not word:
        raise reader.fail("The order is empty.")
    if word.rstrip(":") in CONDITIONAL:
        raise reader.fail("No condition may stand before this order.")
    named = [verb for verb in verbs if verb.word.split()[0] == word]
    if not named:
        known = list(dict.fromkeys(verb.word for verb in verbs))
        near = get_close_matches(word, known, 2) or known
        raise reader.fail(f"No order starts with {word!r}. Try {_either(near)}.", near)
    verb = next((verb for verb in named if reader.take(*verb.word.split())), None)
    if verb is None:
        raise reader.fail(f"Write it as: {named[0].usage}.")
    return verb


def format_order(action: Action, rules: str, map: str) -> str:
    """The canonical form; an empty text for an action that no verb of these rules writes."""
    verb = next((verb for verb in ruleset(rules).verbs if verb.action is type(action)), None)
    return verb.write(action, Writer(mapgraph(map))) if verb else ""
