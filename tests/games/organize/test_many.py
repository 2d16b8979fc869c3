"""Pausing, resuming, extending and writing to many games: one preview, one reason, each game on its own."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.core import mail

from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Game
from games.services.lobby import game_join
from tests.games.kit import make_table
from tests.games.organize.kit import Desk
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db
URL = "/organize/many/"


@pytest.fixture
def desk() -> Desk:
    return Desk.of()


def another(desk: Desk, name: str) -> Game:
    made = make_table(desk.play.alice, name=name, rules="classic_1959", seats_wanted=3, bots=["random"])
    return game_join(game_id=made.pk, user=desk.play.bob, invite_token=made.invite_token)


def wish(act: str, *games: Game, **more: Any) -> dict[str, Any]:
    return {"act": act, "g": [game.slug for game in games], "reason": "The site moves", **more}


def sure(*games: Game) -> dict[str, Any]:
    return {"sure": "1", "seen": [f"{game.slug}:{game.seq}" for game in games]}


def test_many_games_with_one_preview_and_one_reason(desk: Desk) -> None:
    first, second = desk.play.fresh(), another(desk, "Short Summer")
    gathering = make_table(desk.play.alice, name="Gathering", rules="modern", seats_wanted=4)
    page = desk.text("/organize/", show="running")
    assert 'action="/organize/many/"' in page and f'value="{second.slug}"' in page
    for name, status in (("pause", "paused"), ("resume", "running")):
        assert "Short Summer" in desk.text(URL, act=name, g=[first.slug, second.slug])
        preview = desk.client.post(URL, wish(name, first, second, gathering))
        said = one_line(preview.content.decode())
        assert preview.status_code == 200 and "Left out" in said and "Gathering" in said
        assert f'value="{first.slug}:{first.seq}"' in said and f'value="{second.slug}:{second.seq}"' in said
        done = desk.client.post(URL, wish(name, first, second) | sure(first, second), follow=True)
        assert "done for 2 games." in done.content.decode()
        for game in (first, second):
            game.refresh_from_db()
            assert game.status == status
    rows = AuditEntry.objects.values_list("game__name", "action", "reason")
    assert set(rows) == {
        (name, act, "The site moves")
        for name in ("Long Winter", "Short Summer")
        for act in ("game.pause", "game.resume")
    }


def test_more_time_and_a_message_for_many(desk: Desk) -> None:
    games = [desk.play.fresh(), another(desk, "Short Summer")]
    before = {game.pk: game.deadline_at for game in games}
    preview = unescape(desk.client.post(URL, wish("extend", *games, hours=48)).content.decode())
    assert preview.count("instead of") == 2
    desk.client.post(URL, wish("extend", *games, hours=48) | sure(*games))
    for game in games:
        game.refresh_from_db()
        assert game.deadline_at and before[game.pk]
        assert (game.deadline_at - before[game.pk]).total_seconds() == 48 * 3600
    desk.client.post(URL, wish("write", *games) | sure(*games))
    outbox_deliver()
    told = [each for each in mail.outbox if "a message from the organizers" in each.subject]
    assert len(told) == 4 and all("The site moves" in each.body for each in told)


def test_a_game_that_moved_on_is_left_alone(desk: Desk) -> None:
    first, second = desk.play.fresh(), another(desk, "Short Summer")
    seen = sure(first, second)
    desk.play.order(desk.play.likely())
    done = desk.client.post(URL, wish("pause", first, second) | seen, follow=True).content.decode()
    assert "Long Winter moved on" in done and "done for 1 game." in done
    assert desk.play.fresh().is_running and Game.objects.get(pk=second.pk).status == Game.Status.PAUSED


def test_all_games_of_a_list(desk: Desk) -> None:
    another(desk, "Short Summer")
    page = desk.text(URL, act="pause", all="1", show="running")
    assert "Long Winter" in page and "Short Summer" in page
    assert "Short Summer" not in desk.text(URL, act="pause", all="1", show="running", q="winter")


def test_what_cannot_be_done_to_many(desk: Desk) -> None:
    for act in ("void", "rewind", "pass", "replace", "nothing", ""):
        assert desk.client.get(URL, {"act": act, "g": desk.play.game.slug}).status_code == 404
    assert desk.client.get(URL, {"act": "pause"}).status_code == 302
    assert desk.client.get(URL, {"act": "pause", "g": "no-such-game"}).status_code == 302
    assert desk.client.post(URL, wish("pause", desk.play.game, reason=" ")).status_code == 422
    assert desk.client.post(URL, wish("extend", desk.play.game, hours="many")).status_code == 422
    assert not AuditEntry.objects.exists()
