"""Show a position in a mail: as a picture, and in words, for mails must be playable without one.

The picture is the page's own drawing, kept so that one position is painted once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.core.cache import cache
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from games.boards.board import board_png, board_words
from games.decisions.context import Person, StoryLine
from games.decisions.hand import FIGURES, JOKER, TerritoryCard, has_set
from games.families.parts import parts_of
from games.pages.story import arrows_of
from games.wording.amounts import NBSP, join_and, pluralize_armies
from games.wording.seats import LETTERS, NEUTRAL, seat_css

KEPT = 24 * 3600
"""Seconds; by then the mails of a position are sent."""


def board_picture(game_id: int, view: engine.PlayerView, story: Sequence[StoryLine]) -> bytes:
    """Draw a PNG of at most 100 kB with the story's numbered arrows; empty for a map without a drawing.

    What is kept is named by game, moment and all that is drawn: seats that were told different stories, or see other
    pieces, get different pictures.
    """
    arrows = arrows_of(story)
    shown = (view.owner, view.armies, view.pieces, parts_of(view.rules).land_marks(view), arrows)
    drawn = hashlib.sha256(repr(shown).encode()).hexdigest()[:24]
    key = f"mail-board:{game_id}:{view.seq}:{drawn}"
    png: bytes | None = cache.get(key)
    if png is None:
        png = board_png(view, arrows)
        cache.set(key, png, KEPT)
    return png


# ---- in words


def badge(colour: str, text: object = "") -> SafeString:
    """Draw a few letters on the colour of a seat, in its outline; without `text` the colour's letter."""
    return drawn(colour, str(text if text != "" else LETTERS.get(colour, "")))


@lru_cache(maxsize=2048)
def drawn(colour: str, text: str) -> SafeString:
    """Draw a badge; every mail shows half a hundred of them, mostly the same."""
    return format_html('<span class="badge {}">{}</span>', seat_css(colour), text.replace(" ", "\N{NO-BREAK SPACE}"))


@dataclass(frozen=True)
class Land:
    """A territory with what stands there: "G 2", "free" where nobody does, nothing while the whole board is free."""

    name: str
    colour: str
    said: str


@dataclass(frozen=True)
class Region:
    """A continent with its bonus and its territories."""

    name: str
    bonus: int
    lands: tuple[Land, ...]

    @property
    def text(self) -> str:
        """ "Alaska G 2; Alberta G 1."; a name and what stands there are never parted at the end of a line."""
        return "; ".join(f"{land.name} {land.said}".strip().replace(" ", NBSP) for land in self.lands) + "."


def regions_of(view: engine.PlayerView) -> tuple[Region, ...]:
    """List the whole board by continents, with what lies outside of all continents last."""
    regions = board_words(view, engine.mapgraph(view.map))
    free = _("free") if any(land.colour for region in regions for land in region.lands) else ""
    found = []
    for region in regions:
        lands = tuple(
            Land(land.name, land.colour, armies_sign(land.colour, land.armies) or free) for land in region.lands
        )
        found.append(Region(region.name, region.bonus, lands))
    return tuple(found)


def legend(people: Sequence[Person], neutral: bool = False) -> str:
    """ "You are B (tessel). V harbour, Y quill, N neutral army." """
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
    """List the viewer's cards, whether a set is among them, and what the next one brings; empty without cards."""
    if not view.hand:
        return ""
    graph = engine.mapgraph(view.map)
    symbols = graph.symbols(str(view.options.get("deck", "A")))
    if not symbols:
        cards = join_and([_("card %(number)s") % {"number": card} for card in view.hand])
        return _("Your hand: %(cards)s.") % {"cards": cards}
    held = [card_of(graph, symbols, card) for card in view.hand]
    said = [_("Your hand: %(cards)s.") % {"cards": cards_by_symbol(held)}]
    said.append(_("You hold a set.") if has_set(tuple(held)) else _("No set yet."))
    worth = int(view.extra.get("next_set", 0) or 0)
    if worth:
        said.append(_("The next set traded in is worth %(armies)s.") % {"armies": pluralize_armies(worth)})
    return " ".join(said)


def mission_words(view: engine.PlayerView) -> str:
    """Describe the viewer's secret mission; empty for who has none."""
    mission = parts_of(view.rules).mission(view)
    if mission is None or not mission.says:
        return ""
    text = _("Your secret mission: %(says)s")
    if mission.instead:
        text = _("Your secret mission: %(says)s %(why)s Instead: %(instead)s")
    said: str = text % {"says": mission.says, "why": mission.why, "instead": mission.instead}
    return said


def card_of(graph: engine.MapGraph, symbols: tuple[str, ...], card: int) -> TerritoryCard:
    """Name one card; numbers beyond the map are jokers."""
    if card >= graph.size:
        return TerritoryCard(card, _("a wild card"), "", JOKER)
    symbol = symbols[card] if card < len(symbols) else ""
    return TerritoryCard(card, graph.names[card], symbol, FIGURES.get(symbol, "map"))


def cards_by_symbol(cards: list[TerritoryCard]) -> str:
    """ "Siam and Venezuela (artillery), Madagascar (infantry), a joker"."""
    kinds = dict.fromkeys(card.symbol for card in cards)
    parts = []
    for kind in sorted(kinds, key=lambda kind: kind == ""):
        names = join_and([card.name for card in cards if card.symbol == kind])
        parts.append(f"{names} ({kind})" if kind else names)
    return ", ".join(parts)
