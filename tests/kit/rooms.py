"""Draw the rooms of the project for docs/architecture.md: `python -m tests.kit.rooms` writes docs/rooms.svg.

The floors are those that tests/test_imports.py holds, so that the picture cannot tell of other ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from tests.kit.packages import ROOT
from tests.test_imports import APPS, ENGINE_FLOORS, FLOORS

PICTURE = ROOT / "docs" / "rooms.svg"
COMMAND = "python -m tests.kit.rooms"

ABOUT = {
    APPS: "any package that no floor names",
    "accounts": "people, login, preferences",
    "common": "small tools",
    "config": "settings, middleware, health",
    "engine.__main__": "start",
    "engine.bench": "its speed",
    "engine.bots": "players, by views only",
    "engine.cli": "python -m engine",
    "engine.conformance": "runner of the book of rules",
    "engine.core": "state, agenda, reducer, offers, views",
    "engine.invariants": "what must hold",
    "engine.redeal": "other secrets",
    "engine.journal": "chain of the dice, replay",
    "engine.maps": "boards as data",
    "engine.mechanics": "rules that families share",
    "engine.odds": "exact chances",
    "engine.playouts": "games played on",
    "engine.position": "states from text",
    "engine.rules": "families, presets",
    "engine.sim": "matches in process",
    "hosting": "commands of a host",
    "games.admin": "Django’s admin, to look",
    "games.api": "door for programs",
    "games.apps": "start",
    "games.boards": "drawing of the board",
    "games.decisions": "what is asked, a record each",
    "games.errors": "refusals in words",
    "games.families": "what a family brings besides",
    "games.clocks": "until when an answer is awaited",
    "games.lines": "links in bars and on the home page",
    "games.lobby": "form for a new game",
    "games.mail": "what mails say; the outbox",
    "games.models": "rows: games, journal, outbox",
    "games.organize": "door for organizers",
    "games.pages": "turn page, history, result",
    "games.permissions": "who may organize",
    "games.play": "session, journal, clock",
    "games.selectors": "reads",
    "games.services": "writes, one transaction each",
    "games.signals": "ends of games",
    "games.tasks": "door for Celery",
    "games.templatetags": "filters of templates",
    "games.urls": "addresses",
    "games.validators": "limits of inputs",
    "games.views": "door for browsers",
    "games.wording": "the site’s language",
}
ROUTES = {
    "an order": (
        "#b3261e",
        (
            "games.views",
            "games.decisions",
            "games.services",
            "games.play",
            "engine.core",
            "engine.mechanics",
            "games.services",
            "games.tasks",
        ),
    ),
    "a page": (
        "#1b5fb0",
        (
            "games.views",
            "games.selectors",
            "games.play",
            "games.selectors",
            "games.decisions",
            "games.pages",
            "games.wording",
        ),
    ),
    "a mail": (
        "#1e7a3c",
        (
            "games.services",
            "games.models",
            "games.tasks",
            "games.mail",
            "games.selectors",
            "games.decisions",
            "games.boards",
            "games.mail",
        ),
    ),
}
"""The rooms that an order, a page and a mail pass, in their order; a list of the same steps stands in the text."""

WIDTH, ROW, GAP, MARGIN = 1080, 46, 8, 24
STYLE = (
    "text{font-family:system-ui,-apple-system,'Segoe UI',sans-serif;fill:#22251f}"
    ".name{font-size:15px;font-weight:600}.about{font-size:12px;fill:#555a50}.note{font-size:13px;fill:#555a50}"
    ".room{fill:#fff;stroke:#8a8f82}.engine .room{fill:#f6efdc;stroke:#a1905f}"
    ".step text{font-size:11px;font-weight:700;fill:#fff;text-anchor:middle}"
)


def rows(floors: Sequence[Sequence[str]]) -> list[list[tuple[str, str]]]:
    """List floors from the top down, each room with what it is."""
    return [[(room, ABOUT[room]) for room in floor] for floor in reversed(floors)]


def steps_in(room: str) -> list[tuple[str, int]]:
    """List the colour and number of each step that passes a room."""
    return [(colour, number) for colour, way in ROUTES.values() for number, each in enumerate(way, 1) if each == room]


def boxes(row: Sequence[tuple[str, str]], top: int) -> Iterator[str]:
    """Draw the rooms of one floor beside each other."""
    width = (WIDTH - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)
    for number, (room, about) in enumerate(row):
        left = MARGIN + number * (width + GAP)
        yield f'<rect class="room" x="{left:g}" y="{top}" width="{width:g}" height="{ROW - GAP}" rx="6"/>'
        name = room.removeprefix("games.").removeprefix("engine.")
        words = f'<tspan class="name">{escape(name)}</tspan><tspan class="about" dx="12">{escape(about)}</tspan>'
        yield f'<text x="{left + 12:g}" y="{top + 24}">{words}</text>'
        for place, (colour, step) in enumerate(reversed(steps_in(room))):
            yield badge(left + width - 16 - place * 22, top + 19, colour, step)


def badge(x: float, y: float, colour: str, number: int) -> str:
    circle = f'<circle cx="{x:g}" cy="{y}" r="9.5" fill="{colour}"/>'
    return f'<g class="step">{circle}<text x="{x:g}" y="{y + 4}">{number}</text></g>'


def legend(top: int) -> Iterator[str]:
    yield f'<text class="note" x="{MARGIN}" y="{top}">Each room uses only the floors below its own. The way of</text>'
    for place, (name, (colour, _way)) in enumerate(ROUTES.items()):
        x = MARGIN + 396 + place * 110
        yield badge(x, top - 5, colour, 1)
        yield f'<text class="note" x="{x + 16}" y="{top}">{name}</text>'


def picture() -> str:
    """Return the picture as SVG."""
    top = 52
    parts = [*legend(28)]
    for row in rows(FLOORS):
        parts += boxes(row, top)
        top += ROW
    parts.append(
        f'<text class="note" x="{MARGIN}" y="{top + 20}">'
        "The engine: a library that knows no clock, database, mail or web.</text>"
    )
    top += 34
    parts.append('<g class="engine">')
    for row in rows(ENGINE_FLOORS):
        parts += boxes(row, top)
        top += ROW
    parts.append("</g>")
    height = top + MARGIN - GAP
    title = "The rooms of Fieldpost, floor upon floor, and the ways of an order, a page and a mail through them"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">\n<title>{title}</title>\n'
        f'<style>{STYLE}</style>\n<rect width="{WIDTH}" height="{height}" fill="#faf8f1"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
