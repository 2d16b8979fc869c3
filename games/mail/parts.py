"""The parts of a mail that tell what happened and how it stands: story, board as a picture and in words, hand.

A line of a story is numbered like its arrow in the picture, with dice and losses. A turn mail tells first what hit its
reader, then the rest seat by seat; other mails tell it in the order of time. The picture is the page's own drawing,
kept so that one position is painted once; mails must be playable without it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from common.caches import get_or_make
from games.boards.board import board_png, board_words
from games.boards.overlays import Arrow
from games.boards.shared_picture import shared_png
from games.decisions.cards.hand import FIGURES, JOKER, TerritoryCard, format_payment, named_hand
from games.decisions.kit.page_types import StoryLine, Throw
from games.families.parts import parts_of
from games.pages.story import arrows_of
from games.wording.amounts import NBSP, dice_row, join_and, pluralize_armies
from games.wording.seats import LETTERS, NEUTRAL, Person, seat_css

MOST_LINES = 24
"""Older lines are left to the history."""
MOST_HITS = 3
"""Attacks on the reader that a mail tells; a long fight is one line."""
MOST_NEWS = 6
MOST_THROWS = 4
MARKS = re.compile(r"<[^>]*>")
KEPT = 24 * 3600
"""Seconds; by then the mails of a position are sent."""


# ---- the story


@dataclass(frozen=True)
class StoryItem:
    """One line: `sign` is its number on the picture, or the letter of who did it; `dice` tells the throws."""

    number: int
    sign: str
    colour: str
    html: SafeString
    plain: str
    dice: str
    when: str


def items_of(lines: Sequence[StoryLine]) -> tuple[list[StoryItem], int]:
    """Make the last lines of a story, and count the older ones that are left out."""
    shown = lines[-MOST_LINES:]
    return [item_of(line) for line in shown], len(lines) - len(shown)


def item_of(line: StoryLine) -> StoryItem:
    html = f"{line.text} {line.loss}" if line.loss else str(line.text)
    return StoryItem(
        number=line.number,
        sign=str(line.number) if line.number else LETTERS.get(line.colour, ""),
        colour=line.colour,
        html=mark_safe(html),
        plain=plain_of(html),
        dice=dice_of(line.throws),
        when=line.when,
    )


def dice_of(throws: Sequence[Throw]) -> str:
    """List throws: "Dice: 6 5 3 against 4 2, 5 5 against 3."; of long fights the first and the last ones."""
    if not throws:
        return ""
    if len(throws) <= MOST_THROWS:
        return _("Dice: %(throws)s.") % {"throws": format_throw(throws)}
    left_out = len(throws) - MOST_THROWS
    return ngettext(
        "Dice: %(first)s, then %(count)s more throw, last %(last)s.",
        "Dice: %(first)s, then %(count)s more throws, last %(last)s.",
        left_out,
    ) % {"first": format_throw(throws[:2]), "count": left_out, "last": format_throw(throws[-2:])}


def format_throw(throws: Iterable[Throw]) -> str:
    """Format throws: "6 5 3 against 4 2, 5 5 against 3"; the dice of one are never parted at the end of a line."""
    return ", ".join(f"{row_of(throw)}{dice_change(throw)}" for throw in throws)


def row_of(throw: Throw) -> str:
    dice = {"attack": dice_row(throw.attack), "defend": dice_row(throw.defend)}
    return (_("%(attack)s against %(defend)s") % dice).replace(" ", NBSP)


def dice_change(throw: Throw) -> str:
    """Tell in brackets what was done to the dice before they counted."""
    return f" ({plain_of(throw.note).removesuffix('.')})" if throw.note else ""


def plain_of(html: str) -> str:
    """Strip the marks from a sentence of ours; every other "<" in it is escaped."""
    return unescape(MARKS.sub("", html))


# ---- the position


def board_pictures(game_id: int, view: engine.PlayerView, story: Sequence[StoryLine]) -> dict[str, object]:
    """Draw the board for a mail, by day and by night, with its height; empty pictures for a map without a drawing."""
    day, night = (board_picture(game_id, view, story, night=night) for night in (False, True))
    return {"picture": day, "night_picture": night, "height": shown_height(day)}


def board_picture(game_id: int, view: engine.PlayerView, story: Sequence[StoryLine], *, night: bool = False) -> bytes:
    """Draw a PNG of at most 100 kB with the story's numbered arrows; empty for a map without a drawing."""
    arrows = arrows_of(story)
    name = "mail-board-night" if night else "mail-board"
    return kept_picture(name, game_id, view, arrows, lambda: board_png(view, arrows, night=night))


def shared_board_picture(game_id: int, view: engine.PlayerView) -> bytes:
    """Draw a PNG of at most 150 kB as other sites show it, without arrows; empty for a map without a drawing."""
    return kept_picture("shared-board", game_id, view, (), lambda: shared_png(view))


def kept_picture(
    name: str, game_id: int, view: engine.PlayerView, arrows: tuple[Arrow, ...], draw: Callable[[], bytes]
) -> bytes:
    """Return a picture from the cache, or draw it.

    What is kept is named by game, moment and all that is drawn: seats that were told different stories, or see other
    pieces, get different pictures.
    """
    board = parts_of(view.rules).board
    ground = (board.ruins(view), board.blights(view), board.closed_ways(view))
    shown = (view.owner, view.armies, view.pieces, board.land_marks(view), ground, arrows)
    drawn = hashlib.sha256(repr(shown).encode()).hexdigest()[:24]
    return get_or_make(f"{name}:{game_id}:{view.seq}:{drawn}", bytes, KEPT, draw)


SHOWN_WIDTH = 600
"""The width of a picture in a mail, in pixels."""


def shown_height(png: bytes) -> int:
    """Return the height of a picture that is shown SHOWN_WIDTH wide, by its header; 0 without a picture."""
    width, height = (int.from_bytes(png[start : start + 4], "big") for start in (16, 20))
    return round(SHOWN_WIDTH * height / width) if width else 0


def badge(colour: str, text: object = "") -> SafeString:
    """Draw a few letters on the colour of a seat, in its outline; without `text` the colour's letter."""
    return badge_html(colour, str(text if text != "" else LETTERS.get(colour, "")))


@lru_cache(maxsize=2048)
def badge_html(colour: str, text: str) -> SafeString:
    """Draw a badge; every mail shows half a hundred of them, mostly the same."""
    return format_html('<span class="badge {}">{}</span>', seat_css(colour), text.replace(" ", "\N{NO-BREAK SPACE}"))


@dataclass(frozen=True)
class TerritoryText:
    """A territory with what stands there: "G 2", "free" where nobody does, nothing while the whole board is free; and
    the pieces besides, "Land, station"."""

    name: str
    colour: str
    said: str
    pieces: str = ""

    @property
    def text(self) -> str:
        """The territory in words: "Canada B 5 with Diplomat, station"."""
        words = f"{self.name} {self.said}".strip().replace(" ", NBSP)
        return _("%(land)s with %(pieces)s") % {"land": words, "pieces": self.pieces} if self.pieces else words


@dataclass(frozen=True)
class RegionText:
    """A continent with its bonus and its territories."""

    name: str
    bonus: int
    lands: tuple[TerritoryText, ...]

    @property
    def text(self) -> str:
        """The lands in words: "Alaska G 2; Alberta G 1."; a name and what stands there stay on one line."""
        return "; ".join(land.text for land in self.lands) + "."


def regions_of(view: engine.PlayerView) -> tuple[RegionText, ...]:
    """List the whole board by continents, with what lies outside of all continents last."""
    regions = board_words(view, engine.mapgraph(view.map))
    free = _("free") if any(land.colour for region in regions for land in region.lands) else ""
    found = []
    for region in regions:
        lands = tuple(
            TerritoryText(
                land.name, land.colour, land.ruined or armies_sign(land.colour, land.armies) or free, land.pieces
            )
            for land in region.lands
        )
        found.append(RegionText(region.name, region.bonus, lands))
    return tuple(found)


def legend(people: Sequence[Person], neutral: bool = False) -> str:
    """Explain the letters of the seats: "You are B (tessel). V harbour, Y quill, N neutral army"."""
    mine = [
        _("You are %(letter)s (%(name)s).") % {"letter": LETTERS[person.colour], "name": person.name}
        for person in people
        if person.you
    ]
    others = [f"{LETTERS[person.colour]} {person.name}".replace(" ", NBSP) for person in people if not person.you]
    if neutral:
        others.append((_("%(letter)s neutral army") % {"letter": LETTERS[NEUTRAL]}).replace(" ", NBSP))
    return " ".join([*mine, f"{', '.join(others)}."])


def armies_sign(colour: str, armies: int) -> str:
    if not colour:
        return str(armies) if armies else ""
    return f"{LETTERS[colour]} {armies}"


def hand_words(view: engine.PlayerView) -> str:
    """List the viewer's cards, whether a set is among them, and what the next one brings; empty without cards, and for
    cards that are played by name (`idle_cards`)."""
    if not view.hand:
        return ""
    if parts_of(view.rules).cards.names_cards:
        return ""
    graph = engine.mapgraph(view.map)
    symbols = graph.symbols(str(view.options.get("deck", "A")))
    if not symbols:
        cards = join_and([_("card %(number)s") % {"number": card} for card in view.hand])
        return _("Your hand: %(cards)s.") % {"cards": cards}
    held = [card_of(graph, symbols, card) for card in view.hand]
    said = [_("Your hand: %(cards)s.") % {"cards": cards_by_symbol(held)}]
    said.append(_("You hold a set.") if view.has_set else _("No set yet."))
    worth = int(view.extra.get("next_set", 0) or 0)
    if worth:
        said.append(_("The next set traded in is worth %(armies)s.") % {"armies": pluralize_armies(worth)})
    return " ".join(said)


@dataclass(frozen=True)
class CardText:
    """A card that is played by its name: what it costs and does, in words."""

    name: str
    price: str
    text: str


def idle_cards(view: engine.PlayerView) -> tuple[CardText, ...]:
    """List the viewer's cards that are played by name, but for those that can be played now: these are suggested."""
    if not parts_of(view.rules).cards.names_cards:
        return ()
    cards = engine.catalogue_of(view.rules, view.options)
    idle = [(card.name, cards.kinds[cards.numbers[card.name]]) for card in named_hand(view) if not card.now]
    return tuple(CardText(name, format_payment(view, kind.cost), kind.text) for name, kind in idle)


@dataclass(frozen=True)
class Standing:
    """How a seat stands, in words."""

    person: Person
    said: str

    @property
    def text(self) -> str:
        """The line for plain text: "G you: 7 energy, 3 cards, score 24."."""
        name = _("you") if self.person.you else self.person.name
        return f"{LETTERS[self.person.colour]} {name}: {self.said}"


def standings_of(view: engine.PlayerView, people: Sequence[Person]) -> tuple[Standing, ...]:
    """List how the seats that are still in stand, in the order of play; none of a family that has nothing to say."""
    tell, by_seat = parts_of(view.rules).seats.standing, {person.seat: person for person in people}
    order = [seat for seat in view.order or sorted(by_seat) if seat in by_seat and not view.seats[seat].out]
    return tuple(Standing(by_seat[seat], said) for seat in order if (said := tell(view, seat)))


def mission_words(view: engine.PlayerView) -> str:
    """Describe the viewer's secret mission; empty for who has none."""
    mission = parts_of(view.rules).seats.mission(view)
    if mission is None or not mission.says:
        return ""
    text = _("Your secret mission: %(says)s")
    if mission.instead:
        text = _("Your secret mission: %(says)s %(why)s Instead: %(instead)s")
    return text % {"says": mission.says, "why": mission.why, "instead": mission.instead}


def card_of(graph: engine.MapGraph, symbols: tuple[str, ...], card: int) -> TerritoryCard:
    """Make a card with its name in words; numbers beyond the map are jokers."""
    if card >= graph.size:
        return TerritoryCard(card, _("a wild card"), "", JOKER)
    symbol = symbols[card] if card < len(symbols) else ""
    return TerritoryCard(card, graph.names[card], symbol, FIGURES.get(symbol, "map"))


def cards_by_symbol(cards: list[TerritoryCard]) -> str:
    """Group cards by symbol: "Siam and Venezuela (artillery), Madagascar (infantry), a joker"."""
    kinds = dict.fromkeys(card.symbol for card in cards)
    parts = []
    for kind in sorted(kinds, key=lambda kind: kind == ""):
        names = join_and([card.name for card in cards if card.symbol == kind])
        parts.append(f"{names} ({kind})" if kind else names)
    return ", ".join(parts)
