"""What stands round a badge and by a name: pieces in their places, signs of the ground.

A ring has six places round the upper half of a badge, from lower left to lower right; the number of a family's sign is
its place. Units are round and white on the colour of their owner, buildings square and of that colour on white.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from engine import PlayerView
from games.families.parts import parts_of
from games.wording.seats import seat_css, shape_id

RIGHT_HALF = 4
"""The places from this one on lie right of a badge, where odds are drawn."""
RUIN = "devastated"
"""The hand in which land is painted that nobody may hold any more, and the sign of each of it that is lost alone."""
BLIGHT = "plague"
"""The sign of land under a plague."""


class RingPiece(NamedTuple):
    """A piece by its place in the ring and its sign."""

    place: int
    sign: str
    building: bool


class Ring(NamedTuple):
    """The pieces round one badge, units first."""

    pieces: tuple[RingPiece, ...]

    @property
    def buildings(self) -> list[RingPiece]:
        return [piece for piece in self.pieces if piece.building]

    @property
    def wide(self) -> bool:
        """Whether a piece stands where odds are drawn."""
        return any(piece.place >= RIGHT_HALF for piece in self.pieces)

    @property
    def svg(self) -> str:
        return ring_svg(self)


NO_PIECES = Ring(())


def ring_at(view: PlayerView, at: int) -> Ring:
    """Collect the pieces that stand round the badge of one territory."""
    return rings_of(view).get(at, NO_PIECES)


def rings_of(view: PlayerView) -> Mapping[int, Ring]:
    """Collect the pieces that stand round badges, by territory."""
    signs = parts_of(view.rules).board.piece_signs
    found: dict[int, set[RingPiece]] = {}
    if signs:
        for piece in view.pieces:
            if piece.kind in signs:
                sign = signs[piece.kind]
                found.setdefault(piece.at, set()).add(RingPiece(sign.place, sign.sign, sign.building))
    return {at: Ring(tuple(sorted(pieces, key=lambda piece: piece[::-1]))) for at, pieces in found.items()}


@lru_cache(maxsize=1024)
def ring_svg(ring: Ring) -> str:
    """Draw the pieces round a badge."""
    pieces = "".join(building_svg(each) if each.building else unit_svg(each) for each in ring.pieces)
    return f'<g class="ring">{pieces}</g>'


def unit_svg(piece: RingPiece) -> str:
    return f'<g class="pc q{piece.place}"><circle r="11.5"/>{sign_svg(piece.sign, 16)}</g>'


def building_svg(piece: RingPiece) -> str:
    return (
        f'<g class="bl q{piece.place}"><rect x="-11.5" y="-11.5" width="23" height="23" rx="3.5"/>'
        f"{sign_svg(piece.sign, 17)}</g>"
    )


@lru_cache(maxsize=64)
def lone_building(ring: Ring, free: bool = False) -> str:
    """Draw a building where no unit stands: larger, in the place of the badge; dashed if nobody holds it."""
    sign = sign_svg(ring.buildings[0].sign, 22)
    return f'<g class="bl{" free" if free else ""}"><rect x="-15" y="-15" width="30" height="30" rx="4.5"/>{sign}</g>'


def sign_svg(sign: str, size: float) -> str:
    """Draw a sign of static/icons.svg around the middle."""
    half = f"{-size / 2:g}"
    return f'<use href="{sign_url(sign)}" x="{half}" y="{half}" width="{size:g}" height="{size:g}"/>'


@lru_cache(maxsize=64)
def sign_url(sign: str) -> str:
    return f"{static('icons.svg')}#pc-{sign}"


@lru_cache(maxsize=1)
def ruin() -> str:
    """Draw the sign of land that nobody may hold any more, in the place of a badge."""
    return sign_svg(RUIN, 34)


def vacant() -> str:
    """Draw a ring where nobody stands and somebody may walk in."""
    return '<circle class="vacant" r="11"/>'


@lru_cache(maxsize=1024)
def force_svg(colour: str, units: int, ring: Ring = NO_PIECES) -> SafeString:
    """Draw a force as it stands on the board, for panels: its badge with the number of units, or the dashed ring of
    land that nobody holds, and the pieces round it."""
    width = ' class="two"' if units > 9 else ""
    badge = f'<use class="sb" href="#{shape_id(colour)}"/><text y="7.5"{width}>{units}</text>'
    if not colour:
        badge = '<circle class="vacant" r="17"/>'
    shown = badge + ring_svg(ring)
    return mark_safe(f'<svg class="force {seat_css(colour)}" viewBox="-48 -48 96 80" aria-hidden="true">{shown}</svg>')


def closed_way(sign: str, name: str, x: float, y: float) -> str:
    """Draw what closes a way, at its middle."""
    drawn = f'<circle r="21"/>{sign_svg(sign, 34)}<title>{escape(name)}</title>'
    return f'<g class="whirl" transform="translate({x:g} {y:g})">{drawn}</g>'


def ground_sign(sign: str, x: float, y: float) -> str:
    """Draw a sign of the ground, which stands with the name of a territory."""
    return f'<g class="gm" transform="translate({x:g} {y:g})"><circle r="13"/>{sign_svg(sign, 19)}</g>'
