"""Who may see the addresses of webhooks; tests/test_routes.py asks them."""

from tests.routes_kit import INSIDE_422, MEMBERS

ROWS = [("accounts/webhook/", MEMBERS, INSIDE_422)]
