"""Badges of a board drawing: what stands on each territory, with the marks, counts and odds beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from engine import PlayerView
from games.boards.geometry import Land, Sheet
from games.boards.holdings import Holdings
from games.boards.overlays import Marks
from games.boards.pieces import Ring, lone_building, ruin, vacant
from games.families.parts import parts_of
from games.wording.seats import SeatStyle, colour_of, seat_css


def army_badges(board: Sheet, held: Holdings, marks: Marks, chosen: frozenset[int]) -> str:
    """Draw the badge of each territory, with its ring of pieces; those not `chosen` fall back if a decision is open."""
    parts, owners = ['<g class="b" aria-hidden="true">'], held.owners
    for place, land in board.lands.items():
        at = f' transform="translate({land.anchor[0]} {land.anchor[1]})"'
        armies = marks.armies.get(place, held.units[place])
        css, drawn = badge_of(board, held, place, armies)
        if css == owners[place].css and (owners[place].colour or armies):
            css += " off" if marks.deciding and place not in chosen else ""
            parts.append(f'<g{_write_id(land, place, marks)} class="{css}"{at}>{drawn}</g>')
        elif drawn:
            parts.append(f'<g class="{css}"{at}>{drawn}</g>')
    parts.append("</g>")
    return "".join(parts)


def badge_of(board: Sheet, held: Holdings, place: int, armies: int) -> tuple[str, str]:
    """Draw what stands on a territory with so many armies, around its middle; with the class of its group. Both empty
    where nothing is drawn."""
    owner, ring = held.owners[place], held.rings.get(place)
    if place in held.ruins:
        return ("", "") if place in board.lost else ("dv", ruin())
    if owner.colour or armies:
        return owner.css, _badge(owner, armies, ring)
    if ring and ring.buildings:
        return owner.css, lone_building(ring, free=True)
    return (owner.css, vacant()) if held.family.board.marks_vacant else ("", "")


def _badge(owner: SeatStyle, units: int, ring: Ring | None) -> str:
    """Draw a badge with its ring; a building on which no unit stands has the place of the badge."""
    if ring and ring.buildings and not units:
        return lone_building(ring)
    badge = (
        f'<g class="{badge_size(units)}"><use href="#{owner.shape}"/>'
        f'<text{THREE if units > 99 else ""} y="7.5">{units}</text></g>'
    )
    return badge + ring.svg if ring else badge


def _write_id(land: Land, place: int, marks: Marks) -> str:
    """Give a badge an id if it follows the number that the reader is choosing."""
    return f' id="armies-{land.code}"' if place in marks.armies else ""


THREE = ' class="three"'


def badge_size(armies: int) -> str:
    """Return the size class of a badge: one army, two to seven, eight and more."""
    return "s1" if armies < 2 else "s2" if armies < 8 else "s3"


LEFT_OF_BADGE, RIGHT_OF_BADGE = (-19, -17), (20, -18)
"""Where marks and pieces stand, from the middle of a badge."""


NEXT_MARK = 24
"""A second mark of a territory stands so far left of the first."""


class PlacedMark(NamedTuple):
    """A family's mark of a territory: in whose colour, its outline, and how far it stands from the badge's middle."""

    at: int
    colour: str
    outline: str
    beside: tuple[int, int]


def mark_places(view: PlayerView) -> list[PlacedMark]:
    """Place the family's marks left of the badges, several of one territory side by side."""
    before: Counter[int] = Counter()
    found = []
    for mark in parts_of(view.rules).board.land_marks(view):
        x, y = LEFT_OF_BADGE
        beside = (x - NEXT_MARK * before[mark.at], y)
        found.append(PlacedMark(mark.at, colour_of(view, mark.seat), mark.outline, beside))
        before[mark.at] += 1
    return found


def land_marks(board: Sheet, view: PlayerView) -> str:
    """Draw the family's marks."""
    parts = [
        f'<g class="{seat_css(colour)}" transform="translate({board.lands[at].anchor[0]} {board.lands[at].anchor[1]})">'
        f'<g class="s2"><path transform="translate({x} {y})" d="{outline}"/></g></g>'
        for at, colour, outline, (x, y) in mark_places(view)
        if at in board.lands
    ]
    return f'<g class="caps" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


def piece_counts(view: PlayerView) -> list[tuple[int, str, int]]:
    """Count the pieces of each colour on each territory, but for those that have a place round the badge. Labels of
    territories have them in words."""
    signs = parts_of(view.rules).board.piece_signs
    counts = Counter((piece.at, piece.seat) for piece in view.pieces if piece.kind not in signs)
    return [(at, colour_of(view, seat), count) for (at, seat), count in counts.items()]


def counts_of_pieces(board: Sheet, view: PlayerView) -> str:
    """Draw how many pieces stand beside each badge."""
    right, up = RIGHT_OF_BADGE
    parts = [
        f'<g class="{seat_css(colour)}"'
        f' transform="translate({board.lands[at].anchor[0] + right} {board.lands[at].anchor[1] + up})">'
        f'<circle r="9"/><text y="5">{count}</text></g>'
        for at, colour, count in piece_counts(view)
        if at in board.lands
    ]
    return f'<g class="b pieces" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


BESIDE_BADGE, BESIDE_RING = 23, 50
"""The odds stand so far right of the middle of a badge, and of one with pieces on its right."""


def odds_labels(board: Sheet, marks: Marks, rings: Mapping[int, Ring]) -> str:
    """Draw the odds, right of the badge of each legal target."""
    parts = []
    for place, said in marks.selectable.items():
        if said:
            x, y = board.lands[place].anchor
            x += BESIDE_RING if place in rings and rings[place].wide else BESIDE_BADGE
            wide = 22 + 9 * len(said)
            parts.append(
                f'<g class="tag{" target" if place == marks.target else ""}" transform="translate({x} {y})"'
                f' aria-hidden="true"><g class="plate"><rect x="0" y="-15" width="{wide}" height="30" rx="15"/>'
                f'<text x="{wide / 2 + 1:g}" y="6.5">{escape(said)}</text></g></g>'
            )
    return "".join(parts)
