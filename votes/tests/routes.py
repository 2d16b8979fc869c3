"""Who may see the addresses of votes; tests/test_routes.py asks them."""

from tests.routes_kit import NEVER, TABLE, TOKEN_TABLE

ROWS = [
    ("g/<slug:slug>/votes/", TABLE, (404, 404, 422, 422, 422, 404)),
    ("g/<slug:slug>/votes/cards/", TABLE, NEVER),
    ("api/games/<slug:slug>/votes/", TOKEN_TABLE, (401, 404, 400, 400, 403, 404)),
]
