"""The wake-up when a game ends: once, after the commit, and whoever fails at it stops nobody."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from django.db import transaction

import engine
from games.errors import GameClosed
from games.models import Game, Snapshot
from games.play.journal_reader import state_at
from games.play.session import Session
from games.services.commit import commit_session
from games.services.lobby import game_call_off, game_leave
from games.services.locks import db_now, game_lock
from games.services.organize import game_adjudicate, game_rewind, game_void
from games.services.seats import resign
from games.signals import game_ended
from tests.games.kit import Table, make_table, person, table

pytestmark = pytest.mark.django_db
Commit = Callable[..., AbstractContextManager[list[object]]]


@pytest.fixture
def woken() -> Iterator[list[int]]:
    """The games of whose ends a listener hears."""
    heard: list[int] = []

    def hear(game_id: int, **kwargs: object) -> None:
        heard.append(game_id)

    game_ended.connect(hear)
    yield heard
    assert game_ended.disconnect(hear)


@pytest.fixture
def commit(django_capture_on_commit_callbacks: Commit) -> Callable[[], AbstractContextManager[list[object]]]:
    return lambda: django_capture_on_commit_callbacks(execute=True)


def win(play: Table) -> None:
    """Let a move end that has just won the game."""
    game = play.fresh()
    state = state_at(game, game.seq)
    state.winners, state.agenda = (0,), []
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    with transaction.atomic():
        session = Session.load(game_lock(game.pk), db_now())
        session.log_host_event("missed", seat=0)
        commit_session(session, source="system")


def test_a_won_game_wakes_once_after_the_commit_and_no_rewind_leads_back(
    woken: list[int], commit: Callable[[], AbstractContextManager[object]]
) -> None:
    play = table()
    with commit():
        win(play)
        assert not woken and play.fresh().status == Game.Status.OVER
    assert woken == [play.game.pk]
    with commit(), pytest.raises(GameClosed):
        game_rewind(game_id=play.game.pk, user=person("olga"), reason="a doubt", seq=1)
    assert woken == [play.game.pk]


def abandon(play: Table) -> None:
    for user in (play.alice, play.bob):
        resign(game_id=play.game.pk, user_id=user.pk)


@pytest.mark.parametrize(
    "end",
    [
        lambda play: game_void(game_id=play.game.pk, user=person("olga"), reason="spoiled"),
        lambda play: game_adjudicate(game_id=play.game.pk, user=person("olga"), reason="the hall closes"),
        abandon,
    ],
)
def test_a_running_game_that_is_called_off_or_left_by_all_wakes(
    end: Callable[[Table], object], woken: list[int], commit: Callable[[], AbstractContextManager[object]]
) -> None:
    play = table()
    with commit():
        end(play)
    assert woken == [play.game.pk] and play.fresh().has_ended


@pytest.mark.parametrize("end", [game_call_off, game_leave])
def test_a_table_that_is_put_away_wakes(
    end: Callable[..., object], woken: list[int], commit: Callable[[], AbstractContextManager[object]]
) -> None:
    alice = person("alice")
    game = make_table(alice, name="Low Tide", rules="modern", seats_wanted=4)
    with commit():
        end(game_id=game.pk, user=alice)
    assert woken == [game.pk]


def test_an_end_that_is_taken_back_with_its_transaction_wakes_nobody(
    woken: list[int], commit: Callable[[], AbstractContextManager[object]]
) -> None:
    alice = person("alice")
    game = make_table(alice, name="Low Tide", rules="modern", seats_wanted=4)
    with commit(), pytest.raises(RuntimeError), transaction.atomic():
        game_call_off(game_id=game.pk, user=alice)
        raise RuntimeError
    assert not woken


def test_a_listener_that_fails_is_logged_and_breaks_neither_the_move_nor_the_next_listener(
    woken: list[int], commit: Callable[[], AbstractContextManager[object]], caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**kwargs: object) -> None:
        raise RuntimeError("the broker is away")

    def hear_behind_it(game_id: int, **kwargs: object) -> None:
        woken.append(game_id)

    play = table()
    game_ended.connect(fail)
    game_ended.connect(hear_behind_it)
    with caplog.at_level(logging.ERROR), commit():
        win(play)
    assert game_ended.disconnect(fail) and game_ended.disconnect(hear_behind_it)
    assert woken == [play.game.pk] * 2 and "the broker is away" in caplog.text
