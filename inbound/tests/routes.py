"""Who may see the addresses of mail that comes in; tests/test_routes.py asks them. No provider is set there."""

from tests.routes_kit import NEVER, NOTHING, ORGANIZERS

UNKNOWN = (302, 404, 404, 404, 404, 404)
ROWS: list[tuple[object, ...]] = [
    ("mail/in/mailgun/mime/", NOTHING, NOTHING),
    ("mail/in/postmark/", NOTHING, NOTHING),
    ("organize/letters/", ORGANIZERS, NEVER),
    ("organize/letters/<int:pk>/", UNKNOWN, NEVER),  # no mail has come in
    ("organize/letters/<int:pk>/again/", UNKNOWN, UNKNOWN),
]
