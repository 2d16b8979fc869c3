"""Cards that are played as text: `play NAME`, and behind it what the card's own words want named."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, Formatter, TokenReader
from engine.core.state import NOBODY
from engine.mechanics.action_cards.kinds import Catalogue, catalogue_of, with_deck
from engine.mechanics.action_cards.types import Named, PlayCard
from engine.mechanics.reaction import ReactionAsked

Find = Callable[[tuple[str, ...]], tuple[int, ...]]
"""Lists the kinds of cards that words may mean."""


def read_play(reader: TokenReader) -> PlayCard:
    """Read a card by its name, and behind it what the card wants named. Of several decks that have the card, what is
    named decides, then the hand; where neither does, the name stays without a deck and is refused."""
    cards = catalogue_of(reader.view.rules, reader.view.options)
    found = _read_name(reader, cards)
    said: Named = {}
    for target in cards.kinds[found[0]].targets:
        said.update(target.read(reader))
    named = _choose_kinds(reader, cards, found, (*said.get("at", ()), *said.get("on", ())))
    card = cards.names[named[0]] if len(named) == 1 else cards.kinds[found[0]].title
    return PlayCard(reader.seat, card, **said)


def _read_name(reader: TokenReader, cards: Catalogue) -> tuple[int, ...]:
    """Read the longest run of words that is the name of a card, or else that shortens the name of one card alone."""
    if not reader.more():
        raise reader.fail(gettext("Name the card you want to play."))
    ahead = reader.words[reader.at :]
    length, found = _longest(ahead, cards.called_exactly) or _longest(ahead, cards.shortened_by) or (0, ())
    if not found:
        known = dict.fromkeys(name for each in cards.kinds for name in (each.title, with_deck(each)))
        raise reader.no_such(gettext("There is no card {typed}."), tuple(known), len(ahead))
    titles = tuple(dict.fromkeys(cards.kinds[number].title for number in found))
    if len(titles) > 1:
        raise reader.several(length, titles)
    reader.at += length
    return found


def _longest(ahead: Sequence[str], find: Find) -> tuple[int, tuple[int, ...]] | None:
    """Return how many words the longest run has that means cards, and these cards; None if no run does."""
    for length in range(len(ahead), 0, -1):
        words = tuple(word for word in ahead[:length] if word != ",")
        found = find(words) if words else ()
        if found:
            return length, found
    return None


def read_card(reader: TokenReader) -> str:
    """Read the name of a card that is not played but aimed at or taken; of a name that several decks have, the one that
    was typed."""
    cards = catalogue_of(reader.view.rules, reader.view.options)
    found = _read_name(reader, cards)
    return cards.names[found[0]] if len(found) == 1 else cards.kinds[found[0]].title


def _choose_kinds(reader: TokenReader, cards: Catalogue, found: Sequence[int], at: Sequence[int]) -> Sequence[int]:
    """Choose among the kinds that a name may mean by the territory that is named or invaded, then by the hand."""
    place = at[0] if at else find_invaded(reader)
    if place is not None and len(found) > 1:
        zone = reader.graph.zone(place)
        found = [number for number in found if cards.kinds[number].zone in ("", zone)] or found
    held = [number for number in found if number in reader.view.hand]
    return held if len(held) == 1 else found


def find_invaded(reader: TokenReader) -> int | None:
    """Return the territory whose invasion the viewer is asked about; None for no such question."""
    asked = reader.view.asked
    if asked is None or asked.kind != ReactionAsked.__struct_config__.tag:
        return None
    place: int = reader.view.about["dst"]
    return place


def write_play(order: PlayCard, writer: Formatter) -> str:
    parts = [f"play {order.card}"]
    if order.at:
        parts.append("at " + ", ".join(map(writer.territory, order.at)))
    aim = [writer.colour(order.target)] if order.target != NOBODY and not order.on else []  # `on` says whose they are
    aim += [order.what] if order.what else []
    aim += [" and ".join(map(writer.territory, order.on))] if order.on else []
    if aim:
        parts.append("on " + " ".join(aim))
    if order.src != NOBODY:
        parts.append(f"from {writer.territory(order.src)}")
    if order.dst != NOBODY:
        parts.append(f"to {writer.territory(order.dst)}")
    if order.moves:
        parts.append("with " + ", ".join(f"{kind} {writer.territory(place)}" for kind, place in order.moves))
    if order.armies:
        parts[-1] += f", {order.armies}"
    if order.pieces:
        parts.append("with " + ", ".join(order.pieces))
    return " ".join(parts)


def read_territories(reader: TokenReader) -> tuple[int, ...]:
    """Read territories to the end of the order, with commas or `and` between them."""
    found = [reader.territory()]
    while reader.more():
        reader.pass_over("and")
        found.append(reader.territory())
    return tuple(found)


def read_at(reader: TokenReader) -> Named:
    """Read the territories that a card works on."""
    reader.pass_over("at", "on", "in")
    return {"at": read_territories(reader)}


def read_on(reader: TokenReader) -> Named:
    """Read the territories that a card falls on."""
    reader.pass_over("on", "at")
    return {"on": read_territories(reader)}


def read_player(reader: TokenReader) -> Named:
    reader.pass_over("on")
    return {"target": reader.colour()}


PLAY = Command(
    "play",
    PlayCard,
    read_play,
    write_play,
    "play CARD [at TERRITORY] [on TARGET] [from TERRITORY]",
    gettext_noop("play a card by its name, with its target"),
)
