"""Every address of the site, asked by six kinds of visitors, with the status that each must get.

The game is private and for its players alone. An address without a row fails, as does a row without an address: who
adds a page says here who may see it. POSTs are sent empty, or with a body from `BODIES`: what matters is who is let
in, not what becomes of a good form.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps as installed
from django.urls import get_resolver

from tests.kit.certain import some
from tests.routes_kit import (
    ALL,
    BOTH,
    ELSEWHERE,
    GUESTS,
    INSIDE_404,
    INSIDE_405,
    INSIDE_422,
    KINDS,
    MEMBERS,
    NEVER,
    NOTHING,
    ORGANIZERS,
    ORGANIZERS_302,
    ORGANIZERS_422,
    SEATED,
    SHUT,
    TABLE,
    TOKEN,
    TOKEN_405,
    TOKEN_TABLE,
    Row,
    Scene,
    address,
    admin_rows_of,
    known,
    routes,
    scene,
    staffed,
    walk,
)
from tests.test_imports import apps

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.nothing_new]

GAMES: list[Row] = [
    ("", GUESTS, NEVER),
    ("games/", MEMBERS, INSIDE_405),
    ("games/public/", ALL, NEVER),
    ("games/next/", ELSEWHERE, INSIDE_405),
    ("games/new/", MEMBERS, INSIDE_422),
    ("games/away/", MEMBERS, INSIDE_404),
    ("games/stand-in/<int:pk>/", INSIDE_404, INSIDE_404),
    ("games/mail/", INSIDE_405, ELSEWHERE),
    ("games/profile/", INSIDE_405, ELSEWHERE),
    ("games/results.csv", MEMBERS, INSIDE_405),
    ("g/<slug:slug>/", TABLE, (404, 404, 409, 403, 403, 404)),
    ("g/<slug:slug>/poll/", TABLE, NEVER),
    ("g/<slug:slug>/undo/", INSIDE_405, (302, 404, 409, 403, 403, 404)),
    ("g/<slug:slug>/lobby/", (404, 404, 302, 302, 302, 404), NOTHING),
    ("g/<slug:slug>/history/", TABLE, NEVER),
    ("g/<slug:slug>/history/<int:seq>/", TABLE, NEVER),
    ("g/<slug:slug>/odds/", TABLE, NEVER),
    ("g/<slug:slug>/orders/", TABLE, NEVER),
    ("g/<slug:slug>/settings/", SEATED, INSIDE_404),
    ("g/<slug:slug>/settings/check/", INSIDE_405, SEATED),
    ("g/<slug:slug>/plan/", (302, 404, 200, 404, 404, 404), INSIDE_404),
    ("g/<slug:slug>/plan/check/", INSIDE_405, (302, 404, 200, 404, 404, 404)),
    ("g/<slug:slug>/picture/<int:seq>.png", TABLE, NEVER),
    ("g/<slug:slug>/log/", TABLE, NEVER),
    ("g/<slug:slug>/dice/", TABLE, NEVER),
    ("g/<slug:slug>/dice/draws/", NOTHING, NEVER),  # the game is running: what was drawn is secret
    ("g/<slug:slug>/rematch/", INSIDE_405, (302, 404, 302, 302, 302, 404)),
    ("g/<slug:slug>/ask/", SEATED, (302, 404, 422, 422, 404, 404)),
    ("i/<str:token>/", ALL, ELSEWHERE),
    ("l/<str:token>/", ALL, (422,) * 6),  # the token is what lets in; the order in it is not legal
    ("m/<str:token>/", ALL, (422,) * 6),
    ("players/<str:username>/", ALL, NEVER),
    ("about/", ALL, NEVER),
    ("help/", ALL, NEVER),
    ("help/orders/", ALL, NEVER),
    ("help/<slug:rules>/", NOTHING, NEVER),
    ("fair/", ALL, NEVER),
    ("inbox/", ALL, NEVER),
    ("inbox/<int:pk>/", ALL, NEVER),
    ("inbox/<int:pk>/reply/", NEVER, NOTHING),  # this mail asks for no answer
    ("inbox/<int:pk>/style.css", ALL, NEVER),
    ("inbox/<int:pk>/picture/<slug:cid>", NOTHING, NEVER),
]

ORGANIZE: list[Row] = [
    ("organize/", ORGANIZERS, NEVER),
    ("organize/many/", INSIDE_404, INSIDE_404),  # without an act
    ("organize/people/", ORGANIZERS, NEVER),
    ("organize/people/<int:pk>/mail/", ORGANIZERS, ORGANIZERS_422),
    ("organize/people/<int:pk>/", ORGANIZERS, NEVER),
    ("organize/people/<int:pk>/write/", ORGANIZERS_302, ORGANIZERS_422),  # no email reaches the person of this test
    # for people with the right to help, and nobody here has it
    ("organize/people/<int:pk>/help/<slug:name>/", INSIDE_404, INSIDE_404),
    ("organize/mails/", ORGANIZERS, NEVER),
    ("organize/mails/<int:pk>/retry/", ORGANIZERS, ORGANIZERS_422),
    ("organize/mails/go/", ORGANIZERS_302, ORGANIZERS_302),  # nothing stands still: back to the list
    ("organize/audit/", ORGANIZERS, NEVER),
    ("organize/audit/export/", ORGANIZERS, NEVER),
    ("organize/g/<slug:slug>/", ORGANIZERS, ORGANIZERS_422),
    ("organize/g/<slug:slug>/journal/", ORGANIZERS, NEVER),
    ("organize/g/<slug:slug>/mails/", ORGANIZERS, NEVER),
    ("organize/g/<slug:slug>/hidden/", ORGANIZERS, ORGANIZERS_422),
    ("organize/g/<slug:slug>/do/<slug:name>/", ORGANIZERS, ORGANIZERS_422),
]

ACCOUNTS: list[Row] = [
    ("accounts/", MEMBERS, INSIDE_422),
    ("accounts/reauthenticate/code/", MEMBERS, ELSEWHERE),
    ("accounts/address/undo/<str:token>/", ALL, ELSEWHERE),  # the token is what lets in
    ("accounts/again/", NEVER, ELSEWHERE),
    ("accounts/code/again/", NEVER, ELSEWHERE),
    ("accounts/mail/", MEMBERS, INSIDE_422),
    ("accounts/mail/addresses/", INSIDE_405, ELSEWHERE),
    ("accounts/mail/works/", INSIDE_405, ELSEWHERE),
    ("accounts/sessions/<int:pk>/end/", INSIDE_405, INSIDE_404),
    ("accounts/data/", MEMBERS, INSIDE_405),
    ("accounts/data/export/", INSIDE_405, ELSEWHERE),
    ("accounts/delete/", ELSEWHERE, ELSEWHERE),
    ("accounts/gone/", ALL, NEVER),
    ("accounts/login/", GUESTS, GUESTS),
    ("accounts/logout/", MEMBERS, ELSEWHERE),
    ("accounts/inactive/", ALL, NEVER),
    ("accounts/signup/", GUESTS, GUESTS),
    ("accounts/reauthenticate/", MEMBERS, MEMBERS),
    ("accounts/email/", MEMBERS, ELSEWHERE),
    ("accounts/confirm-email/", ELSEWHERE, ELSEWHERE),
    ("accounts/password/change/", MEMBERS, MEMBERS),
    ("accounts/password/set/", ELSEWHERE, ELSEWHERE),
    ("accounts/password/reset/", ALL, ALL),
    ("accounts/password/reset/confirm/", ELSEWHERE, ELSEWHERE),
    ("accounts/password/reset/complete/", ELSEWHERE, ELSEWHERE),
    ("accounts/password/reset/done/", ALL, NEVER),
    ("accounts/login/code/", GUESTS, GUESTS),
    ("accounts/login/code/confirm/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/", MEMBERS, INSIDE_405),
    ("accounts/2fa/authenticate/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/reauthenticate/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/totp/activate/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/totp/deactivate/", INSIDE_404, INSIDE_404),
    ("accounts/2fa/recovery-codes/", INSIDE_404, INSIDE_405),
    ("accounts/2fa/recovery-codes/generate/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/recovery-codes/download/", INSIDE_404, INSIDE_404),
    ("accounts/2fa/webauthn/", MEMBERS, INSIDE_405),
    ("accounts/2fa/webauthn/add/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/webauthn/reauthenticate/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/webauthn/keys/<int:pk>/remove/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/webauthn/keys/<int:pk>/edit/", ELSEWHERE, ELSEWHERE),
    ("accounts/2fa/webauthn/login/", ELSEWHERE, ELSEWHERE),
    ("accounts/sessions/", MEMBERS, ELSEWHERE),
    ("accounts/tokens/", MEMBERS, ELSEWHERE),
    ("accounts/tokens/<int:pk>/revoke/", INSIDE_405, INSIDE_404),
]

API: list[Row] = [
    ("api/", ALL, NEVER),
    ("api/schema/", ALL, NEVER),
    ("api/me/", TOKEN, TOKEN_405),
    ("api/turns/", TOKEN, TOKEN_405),
    ("api/rules/", TOKEN, TOKEN_405),
    ("api/maps/<slug:map_id>/", TOKEN, TOKEN_405),
    ("api/games/", TOKEN, (401, 201, 201, 201, 201, 201)),
    ("api/games/<slug:slug>/", TOKEN_TABLE, TOKEN_405),
    ("api/games/<slug:slug>/join/", TOKEN_405, (401, 404, 200, 200, 403, 404)),
    ("api/games/<slug:slug>/leave/", TOKEN_405, (401, 404, 422, 422, 422, 404)),
    ("api/games/<slug:slug>/start/", TOKEN_405, (401, 404, 403, 403, 403, 404)),
    ("api/games/<slug:slug>/resign/", TOKEN_405, (401, 404, 200, 403, 403, 404)),
    ("api/games/<slug:slug>/return/", TOKEN_405, (401, 404, 200, 403, 403, 404)),
    ("api/games/<slug:slug>/view/", TOKEN_TABLE, TOKEN_405),
    ("api/games/<slug:slug>/options/", (401, 404, 200, 200, 403, 404), TOKEN_405),
    ("api/games/<slug:slug>/history/", TOKEN_TABLE, TOKEN_405),
    ("api/games/<slug:slug>/orders/", TOKEN_405, (401, 404, 409, 403, 403, 404)),
    ("api/games/<slug:slug>/try/", TOKEN_405, (401, 404, 200, 200, 403, 404)),
    ("api/games/<slug:slug>/standing/", (401, 404, 200, 200, 403, 404), TOKEN_405),
    ("api/games/<slug:slug>/standing/check/", TOKEN_405, (401, 404, 200, 200, 403, 404)),
    ("api/games/<slug:slug>/standing/uses/", (401, 404, 200, 200, 403, 404), TOKEN_405),
    ("api/games/<slug:slug>/plan/", (401, 404, 200, 200, 403, 404), TOKEN_405),
    ("api/games/<slug:slug>/undo/", TOKEN_405, (401, 404, 422, 422, 403, 404)),
]
BODIES: dict[str, dict[str, Any]] = {
    "games/new/": {"name": ""},
    "api/games/": {"name": "New", "rules": "modern", "seats": 3},
    "api/games/<slug:slug>/orders/": {"ref": 0, "text": "end"},
    "api/games/<slug:slug>/try/": {"text": "end"},
    "api/games/<slug:slug>/standing/check/": {"text": "when attacked: ask me"},
    "api/games/<slug:slug>/undo/": {"ref": 0},
}

MACHINES: list[Row] = [
    (".well-known/security.txt", ALL, NEVER),
    ("livez", ALL, NEVER),
    ("readyz", ALL, NEVER),
    ("metrics", NOTHING, NEVER),
]


ADMIN: list[Row] = [
    ("admin/", BOTH, BOTH),
    ("admin/login/", (302, 403, 403, 403, 302, 302), (302, 403, 403, 403, 200, 200)),
    ("admin/logout/", staffed(405, 405), BOTH),
    ("admin/password_change/", staffed(302, 302), staffed(302, 302)),
    ("admin/password_change/done/", BOTH, staffed(405, 405)),
    ("admin/autocomplete/", SHUT, staffed(405, 405)),
    ("admin/jsi18n/", BOTH, staffed(405, 405)),
    ("admin/r/<path:content_type_id>/<path:object_id>/", staffed(404, 404), staffed(404, 404)),
    ("admin/accounts/user/<id>/password/", SHUT, SHUT),
    ("admin/APPS", staffed(200, 404), staffed(200, 404)),
    ("admin/(?P<url>.*)$", staffed(404, 404), staffed(404, 404)),
]
MAY_LOOK = (
    "accounts/user",
    "games/auditentry",
    "games/entry",
    "games/game",
    "games/outboxmail",
    "games/player",
    "games/snapshot",
    "games/waiting",
)
MAY_NOT = ("auth/group",)
"""Tables of the admin that organizers may read, and those for administrators alone. Nobody here may write any."""


def admin_rows() -> list[Row]:
    shown = (row for model in MAY_LOOK for row in admin_rows_of(model))
    hidden = (row for model in MAY_NOT for row in admin_rows_of(model, look=SHUT, has_row=model == "auth/group"))
    return [*ADMIN, *shown, *hidden]


TABLES = {
    "games": GAMES,
    "organize": ORGANIZE,
    "accounts": ACCOUNTS,
    "api": API,
    "admin": admin_rows(),
    "machines": MACHINES,
    **{app: import_module(f"{app}.tests.routes").ROWS for app in apps() if installed.is_installed(app)},
}
"""Rows by who brings them: those of an app above the games lie among its own tests."""


def faults(view: Scene, rows: list[Row]) -> list[str]:
    """What differs from the table, one line each."""
    found = []
    for route, *expected in rows:
        path = address(route, view.words)
        for method, statuses in zip(("get", "post"), expected, strict=True):
            for kind, status in zip(KINDS, statuses, strict=True):
                answer = view.ask(kind, method, path, BODIES.get(route, {}) if method == "post" else {})
                if answer.status_code != status:
                    found.append(f"{method.upper()} {path} by {kind}: {answer.status_code}, not {status}")
    return found


def test_every_address_has_a_row() -> None:
    listed = [row[0] for rows in TABLES.values() for row in rows]
    assert len(listed) == len(set(listed))
    unlisted = {known(route) for route in routes()} - set(listed)
    assert not unlisted, "say in tests/test_routes.py who may see these"
    assert not set(listed) - {known(route) for route in routes()}, "these addresses are gone"


def test_no_address_stands_twice() -> None:
    found = list(walk(get_resolver()))
    found.remove("api/")  # what catches everything else below it is spelled like its first page
    assert not [route for route in found if found.count(route) > 1]


@pytest.mark.once
@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("name", TABLES)
def test_who_gets_what(name: str) -> None:
    assert not (found := faults(scene(), TABLES[name])), "\n".join(found)


@pytest.mark.once
@pytest.mark.no_cover
@pytest.mark.parametrize("kind", ["anonymous", "stranger", "staff"])
def test_a_private_game_looks_like_none(kind: str) -> None:
    """Byte for byte, whatever is asked of it: who may not see a game learns not even that it is there."""
    view = scene()
    for route in some(row[0] for rows in (GAMES, ORGANIZE, API) for row in rows if "<slug:slug>" in row[0]):
        for method in ("get", "post"):
            for slug in (view.game.slug, view.table.slug):
                here = seen(view, kind, method, route, slug)
                assert here == seen(view, kind, method, route, "no-such-game-x7k2m"), (method, route)


def seen(view: Scene, kind: str, method: str, route: str, slug: str) -> tuple[int, str, str]:
    path = address(route, view.words | {"slug": slug})
    answer = view.ask(kind, method, path, BODIES.get(route, {}) if method == "post" else {})
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return answer.status_code, text.replace(slug, "SLUG"), answer.headers.get("Location", "").replace(slug, "SLUG")


def test_bad_tokens_open_nothing() -> None:
    view = scene()
    for path in ("/i/nothing/", "/l/nothing/", "/m/nothing/"):
        for kind in KINDS:
            assert view.ask(kind, "get", path, {}).status_code == 404, (path, kind)
