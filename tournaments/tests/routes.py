"""Who may see the addresses of tournaments; tests/test_routes.py asks them."""

from __future__ import annotations

from tests.routes_kit import ALL, ELSEWHERE, INSIDE_404, NEVER, NOTHING, Row, admin_rows_of
from tournaments.tests.organize_routes import ORGANIZE_ROWS
from tournaments.tests.page_routes import API_ROWS

TABLES = (
    "tournament",
    "stage",
    "round",
    "table",
    "entrant",
    "booking",
    "ratedgame",
    "ratingchange",
    "ratingscale",
)

PAGES = ("", "picture.png", "standings/", "rounds/<int:number>/", "files/", "files.zip", "files/<path:name>")

ROWS: list[Row] = [
    *(row for model in TABLES for row in admin_rows_of(f"tournaments/{model}", has_row=False)),
    *ORGANIZE_ROWS,
    ("ratings/<slug:rules>.csv", ALL, NEVER),
    ("ratings/<slug:rules>.jsonl", ALL, NEVER),
    ("ratings/<slug:rules>/", ALL, NEVER),
    ("events/<slug:slug>/ladder/", NOTHING, NEVER),
    ("events/check-in/<str:token>/", NOTHING, NOTHING),
    ("players/<str:username>/apart/", (302, 405, 405, 405, 405, 405), ELSEWHERE),
    ("events/<slug:slug>/join/", NOTHING, NOTHING),
    ("events/<slug:slug>/write/", INSIDE_404, INSIDE_404),
    ("events/", ALL, NEVER),
    *((f"events/<slug:slug>/{name}", NOTHING, NEVER) for name in PAGES),  # there is no event in the scene
    *API_ROWS,
]
