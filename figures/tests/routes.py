"""Who may see the addresses of games in figures; tests/test_routes.py asks them."""

from tests.routes_kit import NEVER, TABLE

ROWS = [("g/<slug:slug>/figures/", TABLE, NEVER)]
