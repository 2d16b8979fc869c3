"""Orders as text, and back: the words that players type, mails carry and the journal prints.

Case, extra spaces, commas, full stops at the end, arrows, dashes between names, `to`, articles and accents do not
matter. A territory may be called by its name, an unambiguous start of each word of it, another name of the map, or its
short code. Every mechanic brings its own commands; each order has one canonical form, and
`parse_order(format_order(order)) == order`. Texts of several lines are read by `engine.core.scripts`.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Never, cast

from engine.core.actions import Action
from engine.core.errors import UnreadableOrder, quoted
from engine.core.language import gettext, translated
from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.place_names import (
    ARROWS,
    DASHES,
    PARTICLES,
    UNSPOKEN,
    find_continent,
    find_territory,
    is_abbreviated,
    match_score,
    nearest,
    normalize,
    spoken,
)
from engine.core.registry import ruleset
from engine.core.ruleset import RuleSet
from engine.core.state import COLOURS
from engine.core.units import ALL
from engine.core.view import PlayerView

MINUS = re.compile(rf"(?<![^\s,;:])[{DASHES}]+(?=\d)")  # before a number that begins a word
WORD = re.compile(rf"[,;]|(?:(?!{ARROWS})[^{DASHES}_\s,;()])+")
CLOSE = 0.8  # how near words must be to a name to be a misspelling of it, from 0 to 1
LONGEST = 10_000  # characters of orders that are read at once
ARMIES = ("army", "armies", "unit", "units")  # words that may stand behind a number of armies in every rule set
HELP = ("help", "?")  # words that ask which orders there are
CONDITIONAL = ("if", "else")  # words before an order that `engine.core.conditions` reads, in messages alone


@translated("help")
@dataclass(frozen=True)
class Command:
    """One word that starts an order. `read` gets a reader behind the word; `write` gives the canonical form of an
    action of type `action`. `usage` and `help` are for the reference. `also` are further words that start it, as people
    and pages call it; what several commands share means the one that is offered now. `goes_on` says whether several
    such orders may stand in one line, the word only before the first; `is_block` that lines of a text which begin with
    the word are parts of one order."""

    word: str
    action: type[Action]
    read: Callable[["TokenReader"], Action]
    write: Callable[[Never, "Formatter"], str]
    usage: str
    help: str
    goes_on: Callable[[PlayerView], bool] = lambda view: False
    is_block: bool = False
    also: tuple[str, ...] = ()

    @property
    def tag(self) -> str:
        return str(self.action.__struct_config__.tag)

    @property
    def described(self) -> str:
        """What the order does, and what else it may be called."""
        if not self.also:
            return self.help
        words = ", ".join(f"`{word}`" for word in self.also)
        return gettext("{help}; also {words}").format(help=self.help, words=words)


class TokenReader:
    """Reads one order word by word. `view` tells whose order it is and how the board stands."""

    def __init__(self, text: str, view: PlayerView) -> None:
        self.text = text.strip()
        self.view = view
        self.graph: MapGraph = mapgraph(view.map)
        text = re.sub(r"(?<=[^\W\d])\.(?=\s)", " ", self.text.split("#")[0].strip())  # `N. Africa`
        found = _words(text)
        self.words = [word for word, _ in found]
        self._spans = [span for _, span in found]
        self.at = 0
        self._name = 0, 0  # where the last shortened name begins, and where it ends
        if MINUS.search(unicodedata.normalize("NFKC", text)):
            raise self.fail(gettext("No number in an order is below 0: write it without a minus."))

    @property
    def seat(self) -> int:
        if self.view.viewer is None:
            raise self.fail(gettext("Spectators cannot give orders."))
        return self.view.viewer

    def fail(self, why: str, candidates: Sequence[str] = (), *, wrong: str = "", hint: str = "") -> UnreadableOrder:
        return UnreadableOrder(self.text, why, candidates, wrong=wrong, hint=hint)

    def typed(self, count: int = 1) -> str:
        """Return the next words as they were typed."""
        spans = self._spans[self.at : self.at + count]
        return self.text[spans[0][0] : spans[-1][1]] if spans else ""

    def peek(self) -> str:
        self._skip_commas()
        return self.words[self.at] if self.at < len(self.words) else ""

    def _skip_commas(self) -> None:
        while self.at < len(self.words) and self.words[self.at] == ",":
            self.at += 1

    def take(self, *phrase: str) -> bool:
        """Consume these words if they come next, and return whether they did."""
        self._skip_commas()
        phrase = tuple(word for word in phrase if word not in UNSPOKEN)
        if tuple(self.words[self.at : self.at + len(phrase)]) != phrase:
            return False
        self.at += len(phrase)
        return True

    def starts(self, *phrase: str) -> bool:
        """Return whether these words come next."""
        self._skip_commas()
        return bool(phrase) and tuple(self.words[self.at : self.at + len(phrase)]) == phrase

    def pass_over(self, *words: str) -> None:
        """Skip each of these small words that comes next, in this order, as people write them: `on`, `the`, `your`."""
        for word in words:
            self.take(word)

    def way(self) -> tuple[int, int]:
        """Read a source and a target, written as `Venezuela Brazil`, `from Venezuela to Brazil` or `Brazil from
        Venezuela`."""
        is_source = self.take("from")
        first = self.territory()
        self.pass_over("into")
        if is_source:
            return first, self.territory()
        if self.take("from"):
            return self.territory(), first
        return first, self.territory()

    def colour(self) -> int:
        """Read the seat that a colour names. Raises UnreadableOrder with the colours that play."""
        colours = self.view.colours
        word = self.peek()
        if word not in colours:
            if not word:
                raise self._refuse_expected(gettext("a colour"))
            why = gettext("{typed} is not a colour in this game: name {colours}.")
            raise self.fail(why.format(typed=quoted(self.typed()), colours=either(colours)), wrong=self.typed())
        self.at += 1
        return colours.index(word)

    def number(self, what: str = "", others: Sequence[str] = ()) -> int:
        """Read a number. Raises UnreadableOrder with `what` was expected, and which of `others`, words that may stand
        here too, may be meant."""
        word = self.peek()
        if not (word.isascii() and word.isdigit() and len(word) < 7):
            raise self._refuse_expected(what or gettext("a number"), others)
        self.at += 1
        return int(word)

    def piece(self, kinds: Sequence[str], seat: int | None = None) -> str:
        """Consume the name of a piece of one of some kinds, if one comes next, and return its kind; empty if none does.

        A piece is called by its kind, `naval`, by its title, `Naval Commander`, or by the name that it has with its
        seat, `Arawn`; `seat` is the reader's own where none is given.
        """
        rules = ruleset(self.view.rules)
        holder = self.seat if seat is None else seat
        names = {kind: name for call in rules.words.piece_names for kind, name in call(self.view, holder).items()}
        called = [(spoken(name).split(), kind) for kind in kinds for name in (rules.piece_title(kind), kind)]
        for words, kind in called:
            if self.take(*words):
                return kind
        kind = next((kind for kind in kinds if kind in names and self.take(*spoken(names[kind]).split())), "")
        self.pass_over(*kind.split())  # `Arawn (death)`
        return kind

    def pieces(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """Read names of pieces, as many as stand here, with commas or `and` between them."""
        found = []
        while kind := self.piece(kinds):
            found.append(kind)
            self.pass_over("and")
        return tuple(found)

    @property
    def armies_noun(self) -> str:
        return ruleset(self.view.rules).armies_noun

    def armies(self, what: str = "", others: Sequence[str] = ()) -> int:
        """Read a number of armies. Where something else comes, the refusal calls them as the rule set does, also in
        `what` was expected."""
        nouns = (*ruleset(self.view.rules).words.army_words, *ARMIES)
        if self.peek() in nouns:
            others = ()  # the number is missing before the noun, which is no misspelled word for one
        count = self.number((what or gettext("a number of {armies}")).format(armies=self.armies_noun), others)
        if self.peek() and self.peek() in nouns:
            self.at += 1
        return count

    def _refuse_expected(self, what: str, others: Sequence[str] = ()) -> UnreadableOrder:
        if not self.peek():
            return self.fail(gettext("I expected {what} at the end.").format(what=what))
        if misspelled := self._refuse_misspelled():
            return misspelled
        why = gettext("I expected {what} before {typed}.").format(what=what, typed=quoted(self.typed()))
        near = get_close_matches(self.peek(), others, 2, 0.6)
        hint = gettext("Did you mean {names}?").format(names=either(near)) if near else ""
        return self.fail(why, near, wrong=self.typed(), hint=hint)

    def no_number(self, right: str) -> None:
        """Refuse a second number: raises UnreadableOrder if one comes next; `right` is how to write it."""
        word = self.peek()
        if word.isdigit() or word == "all":
            why = gettext("One number is enough, so {typed} is too much.").format(typed=quoted(self.typed()))
            raise self.fail(f"{why} {write_as(right)}", wrong=self.typed())

    def more(self) -> bool:
        return bool(self.peek())

    def finish(self, usage: str = "") -> None:
        """Check that nothing is left over. Raises UnreadableOrder."""
        if self.more():
            if misspelled := self._refuse_misspelled():
                raise misspelled
            rest = self.typed(len(self.words))
            why = gettext("I do not understand {typed} at the end.").format(typed=quoted(rest))
            raise self.fail(f"{why} {write_as(usage)}" if usage else why, wrong=rest)

    def _refuse_misspelled(self) -> UnreadableOrder | None:
        """Make the refusal of a name of several words whose last one is misspelled, so that it was taken for a start of
        the name and a further word: `Great Britian`."""
        start, end = self._name
        word = self.peek()
        if self.at != end or start == end or not word.isalpha():
            return None
        count, names, score = nearest(self.graph.names, (*self.words[start:end], word))
        if not names or score < CLOSE or spoken(names[0]) == " ".join(self.words[start:end]):
            return None
        self.at = start
        return self.no_such(gettext("There is no territory {typed} on this map."), names, count)

    def land(self) -> int | str:
        """Read a territory, or a continent as its id."""
        names = (*self.graph.names, *(part.name for part in self.graph.continents))
        return self._continent() or self.territory(names)

    def _continent(self) -> str:
        """Read a continent; empty where the next words name none, or a territory."""
        self.peek()
        ahead = self.words[self.at : self.at + 4]
        for length in range(len(ahead), 0, -1):
            text = " ".join(ahead[:length])
            if len(find_territory(self.graph, text)) == 1 and not self._is_continent_alone(text):
                break
            if continent := find_continent(self.graph, text):
                self.at += length
                return continent
        return ""

    def _is_continent_alone(self, text: str) -> bool:
        """Return whether words are the whole name of a continent and only the beginning of a territory's: Australia,
        where Australian Testing Ground lies."""
        names = (normalize(part.name) for part in self.graph.continents)
        return text in names and text not in map(normalize, self.graph.names)

    def territory(self, others: Sequence[str] = ()) -> int:
        """Read the longest run of words that names exactly one territory. Where continents may stand here too,
        `others` are all names: a refusal of words that name none suggests the nearest of them."""
        own = self._own_place()
        if own is not None:
            return own
        ahead = self.words[self.at : self.at + 4]
        if not ahead:
            missing = gettext("A territory or continent is missing at the end.") if others else ""
            raise self.fail(missing or gettext("A territory is missing at the end."))
        for length in range(len(ahead), 0, -1):
            if "," in ahead[:length]:
                continue
            found = find_territory(self.graph, " ".join(ahead[:length]))
            if len(found) == 1:
                self._name = self.at, self.at + length
                self.at += length
                return found[0]
            if found and not is_abbreviated(self.graph, ahead[: length + 1]):
                raise self.several(length, [self.graph.names[number] for number in found])
        raise self._unknown(ahead, others)

    def several(self, count: int, names: Sequence[str]) -> UnreadableOrder:
        """Make the refusal of so many words that may mean several names."""
        typed = self.typed(count)
        why = gettext("{typed} may be {names}.").format(typed=quoted(typed), names=either(names))
        return self.fail(why, names, wrong=typed)

    def _own_place(self) -> int | None:
        """Read a word for the reader's own place in a zone; None where the next word is none."""
        zone = dict(ruleset(self.view.rules).words.own_places).get(self.peek(), "")
        mine = (at for at in self.graph.in_zone.get(zone, ()) if self.view.owner[at] == self.view.viewer)
        found = next(mine, None)
        self.at += found is not None
        return found

    def _unknown(self, ahead: Sequence[str], others: Sequence[str]) -> UnreadableOrder:
        """List the names nearest to one or two words that name nothing."""
        words = gettext("There is no territory or continent {typed} on this map.") if others else ""
        words = words or gettext("There is no territory {typed} on this map.")
        return self.no_such(words, others or self.graph.names, 1 + self._may_be_one_name(ahead[:2]))

    def _may_be_one_name(self, words: Sequence[str]) -> bool:
        """Return whether two words may be one name: neither links names, and the second begins no other."""
        is_alone = len(words) < 2 or not words[1].isalpha() or not PARTICLES.isdisjoint(words)
        return not is_alone and not find_territory(self.graph, words[1])

    def no_such(self, why: str, known: Sequence[str], most: int) -> UnreadableOrder:
        """Make the refusal of words that name nothing, up to `most` of them, with the names nearest to them."""
        ahead = self.words[self.at : self.at + most]
        near = (nearest(tuple(known), tuple(ahead[:many])) for many in range(1, len(ahead) + 1))
        count, names, _ = max(near, key=match_score)
        typed = self.typed(count)
        hint = gettext("Did you mean {names}?").format(names=either(names)) if names else ""
        return self.fail(why.format(typed=quoted(typed)), names, wrong=typed, hint=hint)


def _words(text: str) -> list[tuple[str, tuple[int, int]]]:
    """Split an order into words with their positions, without full stops behind them; each comma is a word."""
    found = []
    for match in WORD.finditer(text):
        span = match.start(), match.start() + len(match[0].rstrip("."))
        words = normalize(match[0].replace(";", ",")).split()
        found += [(word.rstrip("."), span) for word in words]
    return [(word, span) for word, span in found if word and word not in UNSPOKEN]


def either(names: Sequence[str]) -> str:
    """Join names as alternatives: "Peru, Brazil or Venezuela"."""
    if len(names) < 2:
        return "".join(names)
    return gettext("{first} or {last}").format(first=", ".join(names[:-1]), last=names[-1])


def write_as(order: str) -> str:
    """Format the sentence that says how an order is written."""
    return gettext("Write it as: {order}.").format(order=order)


class Formatter:
    """Names for the canonical form of an order of a rule set; `seats` are the colours of the game in the order of its
    seats."""

    def __init__(self, graph: MapGraph, seats: Sequence[str], rules: RuleSet) -> None:
        self.graph = graph
        self.seats = seats
        self.rules = rules

    def colour(self, seat: int) -> str:
        return self.seats[seat]

    def territory(self, number: int) -> str:
        """Return the name of a territory as orders have it: its code where the rule set says so, or the word for one's
        own place of its zone."""
        for word, zone in self.rules.words.own_places:
            if self.graph.zone(number) == zone:
                return word
        if (zones := self.rules.words.code_zones) and self.graph.zone(number) in zones:
            return self.graph.codes[number].lower()
        return self.graph.names[number]

    def land(self, which: int | str) -> str:
        """Return the name of a territory, or of a continent by its id."""
        if isinstance(which, int):
            return self.territory(which)
        return next(part.name for part in self.graph.continents if part.id == which)

    def amount(self, armies: int) -> str:
        return "all" if armies == ALL else str(armies)

    def armies(self, count: int) -> str:
        """Write a number of armies with the rule set's word for them: `3 mods`; the number alone where it has none."""
        word = "" if count == ALL else (*self.rules.words.army_words, "", "")[count != 1]
        return f"{self.amount(count)} {word}".rstrip()


def parse_order(text: str, view: PlayerView) -> Action:
    """Parse one order into an action of the viewer's seat. Raises UnreadableOrder with what would be right.

    What can be read need not be allowed: `apply` decides that.

    >>> from engine import FastChance, new_game, parse_order, view_for
    >>> state = new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state
    >>> parse_order("claim Brazil", view_for(state, 2))
    Claim(seat=2, territory=11)
    """
    orders = parse_orders(text, view)
    if len(orders) > 1:
        raise UnreadableOrder(text.strip(), gettext("These are several orders: write only one here."))
    return orders[0]


def parse_orders(text: str, view: PlayerView) -> list[Action]:
    """Parse one line into actions: several where its command goes on, as in `fortify Brazil Peru 4, Congo Egypt 2`.

    Where words start several commands, the first that reads the whole line counts. Raises UnreadableOrder.
    """
    if len(text) > LONGEST:
        raise UnreadableOrder(text, gettext("An order has at most {most} characters.").format(most=LONGEST))
    reader = TokenReader(text, view)
    errors: list[UnreadableOrder] = []
    for start, command in _starts(reader):
        reader.at = start
        try:
            return _read_line(reader, command)
        except UnreadableOrder as error:
            errors.append(_with_usage(error, command, reader))
    raise errors[0]


def _read_line(reader: TokenReader, command: Command) -> list[Action]:
    """Read what stands behind the word of a command, to the end of the line. Raises UnreadableOrder."""
    orders = [command.read(reader)]
    while reader.more() and command.goes_on(reader.view):
        orders.append(command.read(reader))
    reader.finish(command.usage)
    return orders


def _with_usage(error: UnreadableOrder, command: Command, reader: TokenReader) -> UnreadableOrder:
    """Add how the order is written to a refusal that says nothing of what would be right."""
    if error.hint or error.candidates or write_as("").rstrip(" .") in error.why:
        return error
    return reader.fail(f"{error.why} {write_as(command.usage)}", error.candidates, wrong=error.wrong)


def _starts(reader: TokenReader) -> list[tuple[int, Command]]:
    """List the commands that the first words may start, each with where its words end: those by more words first, of
    these what is offered now, and at last what offers are called. Raises UnreadableOrder if there are none."""
    commands = ruleset(reader.view.rules).commands
    word = reader.peek()
    if not word:
        raise reader.fail(gettext("The order is empty: write one, such as end turn."))
    if word.rstrip(":") in CONDITIONAL:
        raise reader.fail(gettext("You cannot put a condition before this order."))
    if word in HELP:
        raise _help(reader, commands)
    offered = _list_offered(reader.view)
    ways = [
        (is_label, -len(phrase), command.tag not in offered, place)
        for place, command in enumerate(commands)
        for is_label, phrases in enumerate(((command.word, *command.also), _labels(command, reader.view)))
        for phrase in (spoken(words).split() for words in phrases)
        if reader.starts(*phrase)
    ]
    if not ways:
        raise _no_command(reader, commands)
    return [(reader.at - length, commands[place]) for _, length, _, place in sorted(ways)]


def _labels(command: Command, view: PlayerView) -> tuple[str, ...]:
    """List what the offers of a command are called now."""
    return tuple(gettext(offer.label) for offer in view.offers if offer.action == command.tag)


def _list_offered(view: PlayerView) -> set[str]:
    return {offer.action for offer in view.offers}


def _usable(commands: Sequence[Command], view: PlayerView) -> list[Command]:
    """List the commands of what is offered now; all where nothing is."""
    offered = _list_offered(view)
    return [command for command in commands if command.tag in offered] or [*commands]


def _help(reader: TokenReader, commands: Sequence[Command]) -> UnreadableOrder:
    """Answer somebody who asks for help: with the orders of this moment."""
    usages = "; ".join(command.usage for command in _usable(commands, reader.view))
    return reader.fail(gettext("These are the orders that you can give now: {usages}.").format(usages=usages))


def _no_command(reader: TokenReader, commands: Sequence[Command]) -> UnreadableOrder:
    """List the commands nearest to a word that is none, those first that can be used now, or else all of these."""
    known = dict.fromkeys(command.word for command in commands)
    usable = dict.fromkeys(command.word for command in _usable(commands, reader.view))
    word = reader.peek()
    begun = [name for name in known if name.split()[0] == word]
    near = begun or get_close_matches(word, usable, 2, 0.7)
    typed = reader.typed()
    others = near or [*get_close_matches(word, known, 1, 0.7), *usable]
    hint = gettext("Try {words}.").format(words=either([*dict.fromkeys(others)]))
    near = near or get_close_matches(word, known, 1, 0.7)
    why = gettext("No order starts with {typed}.").format(typed=quoted(typed))
    return reader.fail(why, near, wrong=typed, hint=hint)


def format_order(action: Action, rules: str, map: str, seats: Sequence[str] = COLOURS) -> str:
    """Write an action in its canonical form; empty for an action that no command of these rules writes. `seats` are the
    colours of the game, in the order of its seats. Raises KeyError for rules that do not exist.

    >>> from engine import End, format_order
    >>> format_order(End(0, turn=True), "modern", "classic42")
    'end turn'
    """
    command = next((command for command in ruleset(rules).commands if command.action is type(action)), None)
    write = cast("Callable[[Action, Formatter], str]", command.write) if command else None
    return write(action, Formatter(mapgraph(map), seats, ruleset(rules))) if write else ""
