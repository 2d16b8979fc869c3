"""Who may see the addresses of messages; tests/test_routes.py asks them."""

from tests.routes_kit import NEVER, TABLE

UNKNOWN = (404,) * 6
ROWS = [
    ("g/<slug:slug>/messages/", TABLE, (405, 405, 405, 405, 405, 405)),
    ("g/<slug:slug>/messages/count/", UNKNOWN, NEVER),  # without a signature of ours
    ("g/<slug:slug>/messages/new/", TABLE, (404, 404, 422, 422, 422, 404)),
    ("g/<slug:slug>/messages/mute/", (302, 405, 405, 405, 405, 405), (302, 404, 302, 302, 404, 404)),
    ("g/<slug:slug>/messages/<int:number>/", UNKNOWN, UNKNOWN),
    ("g/<slug:slug>/messages/<int:message>/report/", (302, 404, 404, 404, 404, 404), (302, 404, 404, 404, 404, 404)),
    ("g/<slug:slug>/notes/", (302, 404, 200, 200, 404, 404), (302, 404, 302, 302, 404, 404)),
    ("organize/reports/", (302, 404, 404, 404, 200, 404), NEVER),
    ("organize/reports/<int:pk>/", (302, 404, 404, 404, 404, 404), (302, 404, 404, 404, 404, 404)),
    ("organize/reports/<int:pk>/whole/", (302, 404, 404, 404, 404, 404), (302, 404, 404, 404, 404, 404)),
    ("reports/<int:pk>/appeal/", (302, 404, 404, 404, 404, 404), (302, 404, 404, 404, 404, 404)),
    ("api/games/<slug:slug>/press/", (401,) + (403,) * 5, (401,) + (403,) * 5),
    ("api/games/<slug:slug>/press/<int:message>/report/", (401,) + (403,) * 5, (401,) + (403,) * 5),
    ("api/games/<slug:slug>/press/mutes/<int:seat>/", (401,) + (403,) * 5, (401,) + (403,) * 5),
    ("api/games/<slug:slug>/notes/", (401,) + (403,) * 5, (401,) + (403,) * 5),
]
