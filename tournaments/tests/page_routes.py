"""Who may ask for events by the API: everybody with a token."""

from __future__ import annotations

from tests.routes_kit import TOKEN, TOKEN_405, Row

TOKEN_NOTHING = (401, 404, 404, 404, 404, 404)

API_ROWS: list[Row] = [
    ("api/events/", TOKEN, TOKEN_405),
    ("api/events/<slug:slug>/", TOKEN_NOTHING, TOKEN_405),
    ("api/events/<slug:slug>/files/<path:name>", TOKEN_NOTHING, TOKEN_405),
]
