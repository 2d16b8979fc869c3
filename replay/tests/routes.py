"""Who may see the addresses of replays; tests/test_routes.py asks them."""

from tests.routes_kit import NEVER, NOTHING, TABLE

ROWS = [
    ("g/<slug:slug>/replay/", TABLE, NEVER),
    ("g/<slug:slug>/replay/<int:seq>/", TABLE, NEVER),
    ("g/<slug:slug>/replay/track/", TABLE, NEVER),
    ("g/<slug:slug>/replay/films/", NOTHING, NOTHING),  # the game goes on
    ("g/<slug:slug>/replay/films/<int:number>.webp", NOTHING, NEVER),
]
