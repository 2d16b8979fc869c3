"""Who may do what: every operation, asked by six kinds of people, at a private table that only players may watch.

An operation of the document that has no row here fails the test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Player
from games.services.lobby import game_join
from tests.games.api.kit import Program, paths_of_games, program
from tests.games.kit import Table, make_table, person

pytestmark = pytest.mark.no_cover

KINDS = ("nobody", "stranger", "asked", "other seat", "eliminated", "organizer")
EVERYBODY = (401, 200, 200, 200, 200, 200)
AT_THE_TABLE = (401, 404, 200, 200, 200, 200)  # organizers may look
SEATED = (401, 404, 200, 200, 200, 403)

WISH = {"name": "New", "rules": "modern", "seats": 3}

# What changes the game comes last, and resigning at the very end.
ROWS: list[tuple[str, str, tuple[int, ...], dict[str, Any]]] = [
    ("GET", "me/", EVERYBODY, {}),
    ("GET", "turns/", EVERYBODY, {}),
    ("GET", "rules/", EVERYBODY, {}),
    ("GET", "maps/{map_id}/", EVERYBODY, {}),
    ("GET", "games/", EVERYBODY, {}),
    ("POST", "games/", (401, 201, 201, 201, 201, 201), WISH),
    ("GET", "games/{slug}/", AT_THE_TABLE, {}),
    ("GET", "games/{slug}/view/", AT_THE_TABLE, {}),
    ("GET", "games/{slug}/history/", AT_THE_TABLE, {}),
    ("GET", "games/{slug}/options/", SEATED, {}),
    ("POST", "games/{slug}/try/", SEATED, {"text": "end"}),
    ("GET", "games/{slug}/standing/", SEATED, {}),
    ("PUT", "games/{slug}/standing/", SEATED, {"text": "when late: end turn"}),
    ("POST", "games/{slug}/standing/check/", SEATED, {"text": "when late: end turn"}),
    ("GET", "games/{slug}/standing/uses/", SEATED, {}),
    ("GET", "games/{slug}/plan/", SEATED, {}),
    ("PUT", "games/{slug}/plan/", (401, 404, 200, 200, 403, 403), {"text": "end turn"}),
    ("DELETE", "games/{slug}/plan/", (401, 404, 200, 200, 403, 403), {}),
    ("POST", "games/{slug}/undo/", (401, 404, 422, 422, 422, 403), {"ref": 0}),
    ("POST", "games/{slug}/join/", SEATED, {}),
    ("POST", "games/{slug}/leave/", (401, 404, 422, 422, 422, 422), {}),
    ("POST", "games/{slug}/start/", (401, 404, 200, 403, 403, 403), {}),
    ("POST", "games/{slug}/orders/", (401, 404, 200, 409, 403, 403), {}),
    ("POST", "games/{slug}/return/", (401, 404, 200, 200, 403, 403), {}),
    ("POST", "games/{slug}/resign/", (401, 404, 200, 200, 403, 403), {}),
]


@dataclass
class Scene:
    """A running game, and a person of each kind."""

    play: Table
    people: dict[str, User | None]

    def program(self, kind: str) -> Program:
        user = self.people[kind]
        return program(user) if user else Program("")


@pytest.fixture
def scene(db: None) -> Scene:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    game = make_table(alice, name="Long Winter", rules="classic_1959", seats_wanted=3, public=False, watch="players")
    for user in (bob, carol):
        game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
    play = Table(Game.objects.get(pk=game.pk), alice, bob)
    asked = play.asked_user
    Game.objects.update(creator=asked)
    other, out = [user for user in (alice, bob, carol) if user != asked]
    Player.objects.filter(user=out).update(state=Player.State.OUT)
    organizer = person("olga")
    User.objects.filter(pk=organizer.pk).update(is_staff=True, is_superuser=True)
    kinds = dict(zip(KINDS, (None, person("sam"), asked, other, out, organizer), strict=True))
    return Scene(play, kinds)


@pytest.mark.parametrize("kind", KINDS)
def test_every_operation_for(kind: str, scene: Scene) -> None:
    bot, found = scene.program(kind), {}
    for method, path, statuses, body in ROWS:
        address = path.format(slug=scene.play.game.slug, map_id="classic42")
        given = {"ref": scene.play.waiting.ref, "text": scene.play.likely()} if path.endswith("orders/") else body
        answer = bot.send(method, address, given)
        if answer.status_code != statuses[KINDS.index(kind)]:
            found[f"{method} {path}"] = answer.status_code
    assert not found


def test_every_operation_has_a_row() -> None:
    paths = paths_of_games().items()
    described = {(method.upper(), path.removeprefix("/api/")) for path, methods in paths for method in methods}
    assert described == {(method, path) for method, path, *_ in ROWS}
