"""Who may see the addresses of substitutes; tests/test_routes.py asks them."""

from tests.routes_kit import MEMBERS, NOTHING, TABLE, TOKEN

ROWS = [
    ("seat/<str:token>/", NOTHING, NOTHING),
    ("me/substitute/", MEMBERS, (302, 302, 302, 302, 302, 302)),
    ("g/<slug:slug>/substitutes/", TABLE, (404, 404, 422, 422, 302, 404)),
    ("api/substitutes/", TOKEN, TOKEN),
    ("api/games/<slug:slug>/substitutes/", (401, 404, 200, 200, 200, 404), (401, 404, 422, 422, 200, 404)),
]
