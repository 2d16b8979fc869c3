"""Who may see the address by which a game is followed; tests/test_routes.py asks it."""

from tests.routes_kit import INSIDE_405

ROWS = [("g/<slug:slug>/follow/", INSIDE_405, (302, 404, 302, 302, 404, 404))]
