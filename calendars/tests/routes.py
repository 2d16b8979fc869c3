"""Who may see the addresses of calendars; tests/test_routes.py asks them."""

from tests.routes_kit import ELSEWHERE, MEMBERS, NEVER, NOTHING

ROWS = [
    ("accounts/calendar/", MEMBERS, ELSEWHERE),
    ("calendar/<str:token>.ics", NOTHING, NEVER),  # the token is what lets in, and that of this test is of a mail
]
