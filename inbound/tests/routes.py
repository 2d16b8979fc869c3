"""Who may see the addresses of mail that comes in; tests/test_routes.py asks them. Nobody: no provider is set there."""

from tests.routes_kit import NOTHING

ROWS = [("mail/in/mailgun/mime/", NOTHING, NOTHING), ("mail/in/postmark/", NOTHING, NOTHING)]
