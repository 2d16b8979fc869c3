"""Pausing, resuming, extending and writing to many games: one preview, one reason, each game on its own."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Game, OutboxMail
from games.organize.views import many
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


def test_a_preview_begins_with_a_sum_and_joins_equal_effects(desk: Desk) -> None:
    games = [desk.play.fresh(), another(desk, "Short Summer"), another(desk, "Late Spring")]
    gathering = make_table(desk.play.alice, name="Gathering", rules="modern", seats_wanted=4)
    bounced(desk.play.bob)
    said = one_line(desk.client.post(URL, wish("pause", *games, gathering)).content.decode())
    summary = "3 games pause, 1 player is told. 1 game is left out."
    assert summary in said and said.index(summary) < said.index("This will happen")
    assert "<b>Long Winter, Short Summer and Late Spring</b>" in said and said.count("All clocks stop now.") == 1
    assert "possible there right now: Gathering." in said and f'value="{gathering.slug}"' not in said
    games[0].refresh_from_db()
    games[2].status = Game.Status.PAUSED
    games[2].save()
    said = one_line(desk.client.post(URL, wish("pause", *games)).content.decode())
    assert "<b>Long Winter and Short Summer</b>" in said and "2 games pause, 1 player is told." in said


def bounced(user: Any) -> None:
    type(user).objects.filter(pk=user.pk).update(bounced_at=timezone.now())


@pytest.mark.parametrize("where", ["many", "one"])
def test_whom_no_email_reaches_is_said_before_anything_is_typed(desk: Desk, where: str) -> None:
    urls = {"many": URL, "one": desk.url("organize-act", "write")}
    query = {"act": "write", "g": desk.play.game.slug} if where == "many" else {}
    assert "Email does not reach" not in desk.text(urls[where], **query)
    bounced(desk.play.alice)
    desk.play.bob.mail_muted_until = timezone.now() + timedelta(days=3)
    desk.play.bob.save()
    page = desk.text(urls[where], **query)
    assert "Email does not reach alice (mail bounces) and bob (all mail paused)." in page
    assert page.index("Email does not reach") < page.index("<textarea")


def test_who_is_looked_at_for_many_games_costs_no_more_queries(desk: Desk, django_assert_max_num_queries: Any) -> None:
    games = [desk.play.fresh()]
    desk.text(URL, act="write", g=[game.slug for game in games])
    with django_assert_max_num_queries(20) as few:
        desk.text(URL, act="write", g=[game.slug for game in games])
    games += [another(desk, f"Table {number}") for number in range(3)]
    with django_assert_max_num_queries(len(few)):
        desk.text(URL, act="write", g=[game.slug for game in games])


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
    told = [each for each in mail.outbox if "message from the organizers" in each.subject]
    assert len(told) == 2 and all("The site moves" in each.body for each in told)


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


def test_more_games_than_one_act_takes_are_not_left_out_in_silence(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [desk.play.fresh(), another(desk, "Short Summer")]
    said = "At most 1 games at once"
    assert said not in desk.text(URL, act="pause", g=[game.slug for game in games])
    monkeypatch.setattr(many, "MOST_GAMES", 1)
    for asked in ({"g": [game.slug for game in games]}, {"all": "1", "show": "running"}):
        page = desk.text(URL, act="pause", **asked)
        assert said in page and "Long Winter" in page and "Short Summer" not in page
    assert said not in desk.text(URL, act="pause", g=games[1].slug)


def test_what_cannot_be_done_to_many(desk: Desk) -> None:
    for act in ("rewind", "replace", "nothing", ""):
        assert desk.client.get(URL, {"act": act, "g": desk.play.game.slug}).status_code == 404
    assert desk.client.get(URL, {"act": "pause"}).status_code == 302
    assert desk.client.get(URL, {"act": "pause", "g": "no-such-game"}).status_code == 302
    assert desk.client.post(URL, wish("pause", desk.play.game, reason=" ")).status_code == 422
    assert desk.client.post(URL, wish("extend", desk.play.game, hours="many")).status_code == 422
    assert not AuditEntry.objects.exists()


def test_a_preview_of_many_games_costs_no_more_queries(desk: Desk, django_assert_max_num_queries: Any) -> None:
    games = [desk.play.fresh(), another(desk, "Short Summer")]
    desk.client.post(URL, wish("extend", *games, hours=5))
    with django_assert_max_num_queries(20) as few:
        desk.client.post(URL, wish("extend", *games, hours=5))
    games += [another(desk, f"Table {number}") for number in range(3)]
    with django_assert_max_num_queries(len(few)):
        page = desk.client.post(URL, wish("extend", *games, hours=5))
    assert "5 games get more time" in page.content.decode()


def test_one_act_on_many_games_has_one_number_by_which_the_log_folds_it(desk: Desk) -> None:
    games = [desk.play.fresh(), another(desk, "Short Summer")]
    answer = desk.client.post(URL, wish("pause", *games, back="/organize/?show=paused") | sure(*games))
    assert answer.headers["Location"] == "/organize/?show=paused"
    rows = AuditEntry.objects.filter(action="game.pause")
    assert len({row.details["bulk"] for row in rows}) == 1 and len(rows) == 2
    assert "and 1 other game" in one_line(desk.text("/organize/audit/"))
    elsewhere = desk.client.post(URL, wish("resume", *games, back="//evil.example/") | {"sure": "1"})
    assert elsewhere.headers["Location"] == "/organize/"


def test_a_message_to_many_games_is_one_mail_a_person(desk: Desk) -> None:
    games = [desk.play.fresh(), another(desk, "Short Summer")]
    desk.client.post(URL, wish("write", *games) | sure(*games))
    outbox_deliver()
    mails = OutboxMail.objects.filter(template="message")
    assert sorted(mail.user.username for mail in mails if mail.user) == ["alice", "bob"]
    assert {mail.state for mail in mails} == {OutboxMail.State.SENT}
    assert AuditEntry.objects.filter(action="game.write").count() == 2
