"""The switches of 2210: few, as the book leaves little open."""

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field

from engine.core.errors import OptionError, clipped
from engine.core.language import gettext
from engine.core.notation import write_as
from engine.mechanics.action_cards.kinds import Catalogue, words_of

STARTING_MODS = {"2": 30, "3": 35, "4": 30, "5": 25}  # 002 "Placing Armies and Commanders", "for 2 Players"
DECKS = ("land", "naval", "space", "nuclear", "diplomat")
BLANKS = "blank_cards"
MOST_BLANKS, MOST_COST = 9, 4
NAME = re.compile(r"[A-Za-z][A-Za-z' -]{0,28}[A-Za-z]")  # words that an order can be read by
LEADS_ON = {"at", "in", "on", "with"}  # between a card and what is named with it

Words = tuple[str, ...]


class BlankCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that the creator of a game fills in: it does what `like`, another card of its deck, does."""

    deck: str
    name: str
    like: str
    cost: int


FIELDS = {"deck": str, "name": str, "like": str, "cost": int}
"""The fields of a blank card, with the type of each."""


class Options2210(Struct, frozen=True, kw_only=True):
    """The values of the book; what has one value alone is fixed by it, and is read by shared mechanics."""

    territory_setup: Literal["claim"] = "claim"
    starting_armies: dict[str, int] = field(default_factory=lambda: dict(STARTING_MODS))
    placement_go: Literal[3] = 3
    first_player: Literal["high_roll"] = "high_roll"
    reinforcement_minimum: Literal[3] = 3  # the score chart
    fortify: Literal["connected_one"] = "connected_one"
    defender_dice: Literal["choose", "always_max"] = "choose"  # 002 "Attacking"
    setup_orders: Literal["in_turn", "planned"] = "in_turn"  # the book's way; by mail from sealed plans
    blank_cards: tuple[BlankCard, ...] = ()  # 002 "Blank Command Cards"


def problem_with(options: Options2210, cards: Catalogue) -> OptionError | None:
    """Return the sentence that says what is wrong with these switches; None if all is well. `cards` are the book's."""
    if options.starting_armies != STARTING_MODS:
        return OptionError(gettext("Each player starts with the MODs of the rulebook."), "starting_armies")
    return _problem_with_blanks(options.blank_cards, cards)


def misread_blanks(blanks: object) -> OptionError | None:
    """Return the sentence that says what is no blank card in a value of the option; None if all are."""
    needs = gettext("Each blank card needs a deck, a name, a card that it is like, and a cost.")
    example = '{"deck": "naval", "name": "Fog Bank", "like": "Stealth MODs", "cost": 1}'  # as typed
    right = f"{needs} {write_as(example)}"
    if not isinstance(blanks, list | tuple):
        return OptionError(gettext("The blank cards must be a list.") + f" {right}", BLANKS)
    for row, blank in enumerate(blanks):
        if wrong := _misread_blank(blank, row + 1):
            return OptionError(f"{wrong} {right}", BLANKS, row=row)
    return None


def _misread_blank(blank: object, number: int) -> str:
    """Say what a blank card lacks, has too much, or has in the wrong type; `number` is its place, from 1."""
    if not isinstance(blank, dict):
        return gettext("Blank card {number} has no fields.").format(number=number)
    for key in blank:
        if key not in FIELDS:
            return gettext("Blank card {number} has an unknown field `{field}`.").format(
                number=number, field=clipped(str(key))
            )
    for key, kind in FIELDS.items():
        if key not in blank:
            return gettext("Blank card {number} has no `{field}`.").format(number=number, field=key)
        if type(blank[key]) is not kind:
            words = gettext("The `{field}` of blank card {number} must be a whole number.")
            words = words if kind is int else gettext("The `{field}` of blank card {number} must be text.")
            return words.format(number=number, field=key)
    return ""


def _problem_with_blanks(blanks: Sequence[BlankCard], cards: Catalogue) -> OptionError | None:
    """Check blank cards: at most nine, each with a name of its own and like a card of its deck."""
    if len(blanks) > MOST_BLANKS:
        return OptionError(gettext("There are only {most} blank cards.").format(most=MOST_BLANKS), BLANKS)
    taken = _collect_taken(cards)
    for blank in dict.fromkeys(blanks):
        called = _calls(blank.deck, blank.name)
        wrong = _problem_with_blank(
            blank, cards, is_taken=any(_is_like(own, other) for own in called for other in taken)
        )
        if wrong:
            return OptionError(wrong, BLANKS, row=blanks.index(blank))
        taken |= called
    return None


def _problem_with_blank(blank: BlankCard, cards: Catalogue, *, is_taken: bool) -> str:
    name = clipped(blank.name)
    if not NAME.fullmatch(blank.name) or not words_of(blank.name):
        words = gettext("“{name}” cannot be the name of a card: use 2 to 30 letters, spaces and hyphens.")
        return words.format(name=name)
    if blank.deck not in DECKS:
        words = gettext("There is no deck “{deck}” for {name}. Choose from: {decks}.")
        return words.format(deck=clipped(blank.deck), name=name, decks=", ".join(DECKS))
    if is_taken:
        return gettext("There is another card called {name}: give each card a name of its own.").format(name=name)
    if not 0 <= blank.cost <= MOST_COST:
        return gettext("{name} must cost 0 to {most} energy.").format(name=name, most=MOST_COST)
    if not _has(cards, blank.deck, blank.like):
        words = gettext("{name} must be like a card of the {deck} deck, which has no “{like}”. Choose from: {cards}.")
        kinds = ", ".join(kind.title for kind in cards.kinds if kind.deck == blank.deck)
        return words.format(name=name, deck=blank.deck, like=clipped(blank.like), cards=kinds)
    return ""


def _collect_taken(cards: Catalogue) -> set[Words]:
    """Collect the words by which cards of the book are called."""
    return {words for kind in cards.kinds for words in _calls(kind.deck, kind.title)}


def _calls(deck: str, title: str) -> set[Words]:
    """Collect the words by which a card may be called: its title, and the same with its deck before it."""
    return {words_of(title), words_of(f"{deck} {title}")}


def _is_like(name: Words, other: Words) -> bool:
    """Return whether an order cannot tell two cards apart: they are called the same, or one is called as an order for
    the other goes on, such as `Assassin Bomb on`."""
    short, long = sorted((name, other), key=len)
    return long[: len(short)] == short and not {*long[len(short) : len(short) + 1]} - LEADS_ON


def _has(cards: Catalogue, deck: str, name: str) -> bool:
    try:
        cards.find(name, deck)
    except LookupError:
        return False
    return True
