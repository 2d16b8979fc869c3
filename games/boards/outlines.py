"""Outlines of a board: what of its drawing is the same in every game, and half of a page's bytes.

Pages show them from a static file, one for each board, which a browser fetches once: `<use href="...#UKR" fill=...>`.
Colours, strokes and hatching are inherited by what a `use` shows; so each shows one shape, as the styles of a page do
not reach into the file. Pictures for mails have them inline.

    manage.py board_files     writes static/boards/ anew after a board.json was changed
"""

from __future__ import annotations

from functools import lru_cache

from django.templatetags.static import static

from games.boards.geometry import MINI_WIDTH, Sheet, drawn_sheet, mini_outline, sheet

DECOR = (
    "graticule",
    "stars",
    "cave",
    "incognita",
    "lakes",
    "rivers",
    "maria",
    "craters",
    "rims",
    "continent_borders",
    "peaks",
    "peak_shade",
)
MINI = "m-"
"""Begins the names of the outlines of small maps."""


@lru_cache(maxsize=16)
def outlines(map_id: str) -> dict[str, str]:
    """Map names to the paths of a board: territories by code, coasts ("k-europe"), ornaments, routes, and the
    territories of the small map ("m-UKR")."""
    board = drawn_sheet(map_id)
    scale = MINI_WIDTH / board.width
    lands = {land.code: land.path for land in board.lands.values()}
    decor = {name: board.decor[name] for name in DECOR if name in board.decor}
    around = {name: path for name, path in decor.items() if name == "incognita"}
    return {
        **decor,
        **{f"k-{name}": path for name, path in board.decor.get("coast", {}).items()},
        **lands,
        **routes_of(board),
        **{f"{MINI}{name}": mini_outline(path, scale) for name, path in (lands | around).items()},
    }


def routes_of(board: Sheet) -> dict[str, str]:
    """Join the sea routes into one path, and the dots at their ends into another."""
    if not board.routes:
        return {}
    ends = "".join(f"M{x} {y}h0" for route in board.routes for x, y in route["ends"])
    return {"routes": "".join(route["d"] for route in board.routes), "route-ends": ends}


def outlines_file(map_id: str) -> str:
    """Make the static file of a board; its group K is all coasts."""
    found = outlines(map_id)
    paths = "".join(f'<path id="{name}" d="{path}"/>\n' for name, path in found.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>\n{paths}{all_coasts(found)}\n</defs></svg>\n'


def all_coasts(found: dict[str, str]) -> str:
    return '<g id="K">' + "".join(f'<use href="#{name}"/>' for name in found if name.startswith("k-")) + "</g>"


def outlines_file_name(map_id: str) -> str:
    """Return the name of a board's file among the static files; a stage of one part has the file of that part."""
    board = sheet(map_id)
    return f"boards/{board.outlines if board else map_id}.svg"


@lru_cache(maxsize=16)
def outlines_url(map_id: str) -> str:
    """Return the address of a board's file; it has a digest of what is in it where files are collected."""
    return static(outlines_file_name(map_id))


def shape(map_id: str, name: str, attributes: str, *, inline: bool = False) -> str:
    """Draw one outline, from the file or as a path of its own."""
    if inline:
        tag, where = "path", f'd="{outlines(map_id)[name]}"'
    else:
        tag, where = "use", f'href="{outlines_url(map_id)}#{name}"'
    return f"<{' '.join(filter(None, (tag, attributes, where)))}/>"
