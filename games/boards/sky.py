"""What stands in the sky of a stage: places that are no land, as cards with their number of armies.

Pages with room for them draw the cards on the board; phones show the same as a list beside what is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from games.boards.geometry import Sheet
from games.boards.holdings import Holdings
from games.boards.overlays import Marks
from games.boards.pieces import sign_svg
from games.wording.amounts import count_units

WIDE, HIGH, APART, TOP = 236, 64, 248, 8
"""The size of a card, how far its neighbour lies beside it, and where the row begins, in map units."""


@dataclass(frozen=True)
class SkyCard:
    """A place in the sky: what it is called and what it is `of`, whose it is, and how many armies stand there."""

    place: int
    name: str
    of: str
    code: str
    sign: str
    colour: str
    armies: int
    own: bool
    said: str
    url: str


def cards_of(board: Sheet, held: Holdings, marks: Marks) -> list[SkyCard]:
    """List the places in the sky of a stage that somebody holds."""
    view, found = held.view, []
    for number, place in board.places.items():
        owner, armies = held.owners[number], marks.armies.get(number, held.units[number])
        if owner.colour:
            notes = (held.notes.get(number), marks.notes.get(number))
            said = ", ".join((place.name, owner.title, count_units(armies, held.view.rules), *filter(None, notes)))
            own, url = view.owner[number] == view.viewer, marks.links.get(number, "")
            known = (place.name, place.of, place.code, place.sign, owner.colour)
            found.append(SkyCard(number, *known, armies, own, said, url))
    return found


def sky_cards(board: Sheet, held: Holdings, marks: Marks) -> str:
    """Draw the cards of a stage in one row, in its middle."""
    cards = cards_of(board, held, marks) if board.places else []
    left = (board.width - APART * (len(cards) - 1) - WIDE) / 2
    drawn = "".join(_card(card, left + APART * number, held, marks) for number, card in enumerate(cards))
    return f'<g class="sky">{drawn}</g>' if drawn else ""


def _card(card: SkyCard, x: float, held: Holdings, marks: Marks) -> str:
    style, link = held.owners[card.place], f' href="{escape(card.url)}"' if card.url else ""
    css = "own" if card.own else ""
    css = "src" if card.place == marks.src else css
    badge = f'<use class="sb" href="#{style.shape}"/><text class="num" y="7.5">{card.armies}</text>'
    return (
        f'<a id="at-{card.code}"{link} aria-label="{escape(card.said)}"><g transform="translate({x:g} {TOP})">'
        f'<rect class="{css}" width="{WIDE}" height="{HIGH}" rx="10"/>'
        f'<g class="cl" transform="translate(30 32)">{sign_svg(card.sign, 36)}</g>'
        f'<g class="{style.css}" transform="translate(206 32)">{badge}</g>'
        f'<text x="116" y="31">{escape(card.name)}</text>'
        f'<text class="n" x="116" y="53">{escape(card.of)}</text></g></a>'
    )
