"""What players agree on: each thing is done once, told in the journal and by mail, and leaves a game that adds up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from games.errors import GameClosed, NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import Entry, Game, OutboxMail, Player, SiteClock
from games.play.journal_reader import view_at
from games.selectors.integrity import game_issues
from games.services.agreements import locked_table
from games.services.seats import resign, take_back
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def seats(play: Table) -> list[int]:
    return sorted([play.seat(play.alice), play.seat(play.bob)])


def last_note(play: Table) -> dict[str, object]:
    note: dict[str, object] = Entry.objects.filter(game=play.game, kind=Entry.Kind.NOTE).latest("seq").events[0]
    return note


def test_nothing_is_written_where_nothing_is_done(play: Table) -> None:
    before = play.fresh().seq
    with locked_table(play.game.pk) as at:
        assert [player.user for player in at.people] == sorted([play.alice, play.bob], key=play.seat)
        assert at.deadline == play.waiting.deadline_at
    assert play.fresh().seq == before


def test_an_extension_moves_what_runs_and_survives_an_undo(play: Table) -> None:
    before = play.waiting.deadline_at
    assert before is not None
    with locked_table(play.game.pk) as at:
        at.extend(24, seats(play))
    assert play.waiting.deadline_at == before + timedelta(hours=24)
    row = play.waiting
    play.order(play.likely())
    play.undo(row)
    assert play.waiting.deadline_at == before + timedelta(hours=24)


def test_a_pause_stops_the_clocks_and_its_end_moves_them(play: Table) -> None:
    before = play.waiting.deadline_at
    assert before is not None
    with locked_table(play.game.pk) as at:
        at.pause(7, seats(play))
        assert at.game.status == Game.Status.PAUSED
    with locked_table(play.game.pk) as at:
        assert at.deadline is None
    Game.objects.filter(pk=play.game.pk).update(paused_at=play.fresh().paused_at - timedelta(days=2))  # type: ignore[operator]
    visitor = Client()
    visitor.force_login(play.alice)
    assert "The players agreed to pause this game." in visitor.get(f"/g/{play.game.slug}/").content.decode()
    with locked_table(play.game.pk) as at:
        at.resume()
    after = play.waiting.deadline_at
    assert after is not None and timedelta(days=2) <= after - before < timedelta(days=2, minutes=2)
    assert play.fresh().is_running and not list(game_issues(play.game))


def test_a_held_seat_is_offered_once_until_its_player_returns(play: Table) -> None:
    Player.objects.filter(game=play.game, user=play.bob).update(state=Player.State.CARETAKER)
    with locked_table(play.game.pk) as at:
        assert [player.user for player in at.held] == [play.bob]
        with pytest.raises(NotAllowed):
            at.offer(play.seat(play.alice), [play.seat(play.alice)])
        at.offer(play.seat(play.bob), [play.seat(play.alice)])
        at.offer(play.seat(play.bob), [play.seat(play.alice)])
    assert Entry.objects.filter(events__0__type="host.seat_offered").count() == 1
    with locked_table(play.game.pk) as at:
        assert not at.held
    take_back(game_id=play.game.pk, user_id=play.bob.pk)
    assert Player.objects.get(game=play.game, user=play.bob).offered_at is None


def test_a_draw_is_shared_by_those_who_agreed(play: Table) -> None:
    SiteClock.objects.get_or_create()
    with locked_table(play.game.pk) as at:
        at.draw(seats(play))
    game = play.fresh()
    assert game.status == Game.Status.OVER and game.result is not None
    assert game.result["winners"] == seats(play) and game.result["places"][0] == seats(play)
    results = dict(Player.objects.filter(game=game).values_list("seat", "result"))
    assert {seat for seat, result in results.items() if result == "won"} == set(seats(play))
    view = view_at(game, game.seq, None)
    assert view.winners == tuple(seats(play)) and view.asked is None
    assert not view_at(game, game.seq - 1, None).winners
    assert not game.waiting.exists() and not list(game_issues(game))
    page = Client().get(f"/g/{game.slug}/").content.decode()
    assert "A draw" in page and "agreed to a draw and share the win." in page
    with pytest.raises(GameClosed), locked_table(game.pk):
        pass


def test_calling_off_ends_the_game_for_nobody(play: Table) -> None:
    with locked_table(play.game.pk) as at:
        at.call_off(seats(play))
    game = play.fresh()
    assert game.status == Game.Status.VOID and not list(game_issues(game))
    assert "Everybody who still played agreed to call the game off" in Client().get(f"/g/{game.slug}/").content.decode()


ACTS = {
    "extend": (lambda at, agreed: at.extend(24, agreed), "agreed to move the deadline by 24 hours."),
    "pause": (lambda at, agreed: at.pause(7, agreed), "agreed to pause the game for 7 days."),
    "call off": (lambda at, agreed: at.call_off(agreed), "agreed to call the game off."),
    "draw": (lambda at, agreed: at.draw(agreed), "agreed to a draw and share the win."),
}


@pytest.mark.parametrize("act", ACTS)
def test_everybody_at_the_table_is_told_by_one_mail(play: Table, act: str) -> None:
    OutboxMail.objects.all().delete()
    do, words = ACTS[act]
    with locked_table(play.game.pk) as at:
        do(at, seats(play))
    outbox_deliver()
    assert sorted(to for message in mail.outbox for to in message.to) == ["alice@example.org", "bob@example.org"]
    assert all(words in " ".join(str(message.body).split()) for message in mail.outbox)


def test_who_has_resigned_does_not_count(play: Table) -> None:
    resign(game_id=play.game.pk, user_id=play.bob.pk)
    with locked_table(play.game.pk) as at:
        assert [player.user for player in at.people] == [play.alice]
        assert at.player_of(play.bob) is None
