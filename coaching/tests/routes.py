"""Who may see the addresses of coached games; tests/test_routes.py asks them."""

from tests.routes_kit import INSIDE_404, INSIDE_405, INSIDE_422, MEMBERS

ROWS = [
    ("learn/", MEMBERS, INSIDE_422),
    ("g/<slug:slug>/coach/show/", INSIDE_404, INSIDE_405),
    ("g/<slug:slug>/coach/end/", INSIDE_405, (302, 404, 302, 302, 404, 404)),
]
