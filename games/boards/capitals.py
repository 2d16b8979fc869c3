"""The capitals of a game on its board: a small star beside the badge, in the colour of the seat whose capital it is."""

from __future__ import annotations

from collections.abc import Iterator

from engine import PlayerView
from games.boards.geometry import Sheet
from games.wording.seats import colour_of, seat_css

STAR = "M0-12L3.2-4.4 11.4-3.7 5.1 1.7 7.1 9.7 0 5.4-7.1 9.7-5.1 1.7-11.4-3.7-3.2-4.4z"
BESIDE = (-19, -17)  # from the middle of the badge


def capitals_of(view: PlayerView) -> Iterator[tuple[int, str]]:
    """Territories with the colour of the seat whose capital they are; none before all are known."""
    for seat, place in enumerate(view.extra.get("capitals", ())):
        if place >= 0:
            yield place, colour_of(view, seat)


def stars(board: Sheet, view: PlayerView) -> str:
    parts = [_star(board.lands[place].anchor, colour) for place, colour in capitals_of(view)]
    return f'<g class="caps" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


def _star(anchor: tuple[float, float], colour: str) -> str:
    x, y = BESIDE
    return (
        f'<g class="{seat_css(colour)}" transform="translate({anchor[0]} {anchor[1]})"><g class="s2">'
        f'<path transform="translate({x} {y})" d="{STAR}"/></g></g>'
    )
