"""Who may see the organizers' addresses of events; tests/test_routes.py asks them. The slug is that of a game, so
that no event is found: `test_organizing.py` asks those who organize one."""

from __future__ import annotations

from tests.routes_kit import INSIDE_404, NEVER, ORGANIZERS, ORGANIZERS_422, Row

ORGANIZE_ROWS: list[Row] = [
    ("organize/events/", ORGANIZERS, NEVER),
    ("organize/events/new/", ORGANIZERS, ORGANIZERS_422),
    ("organize/events/<slug:slug>/", INSIDE_404, NEVER),
    ("organize/events/<slug:slug>/open/", NEVER, INSIDE_404),
    ("organize/events/<slug:slug>/entrants/", INSIDE_404, NEVER),
    ("organize/events/<slug:slug>/settings/", INSIDE_404, INSIDE_404),
    ("organize/events/<slug:slug>/invitations/", INSIDE_404, INSIDE_404),
    ("organize/events/<slug:slug>/draft/", INSIDE_404, NEVER),
    ("organize/events/<slug:slug>/repairs/", INSIDE_404, NEVER),
    ("organize/events/<slug:slug>/do/<slug:name>/", INSIDE_404, INSIDE_404),
]
