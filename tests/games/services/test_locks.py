"""Wake-ups after a commit, and the tasks they wake: a dead broker never fails a move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core import mail

from config.celery import app
from games import tasks
from games.mail.outbox import outbox_deliver
from games.models import Game, OutboxMail, Waiting
from games.services import locks
from tests.games.kit import table
from tests.games.play.races import expire

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture(autouse=True)
def _no_memory_of_failures() -> Iterator[None]:
    locks._broker_failed_at = -locks.BROKER_COOLDOWN
    yield
    locks._broker_failed_at = -locks.BROKER_COOLDOWN


def test_a_wake_up_is_sent_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, **options: sent.append(name))
    locks.wake("games.tasks.outbox")
    assert sent == ["games.tasks.outbox"]


def test_a_dead_broker_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def fails(name: str, **options: object) -> None:
        tried.append(name)
        raise ConnectionRefusedError

    monkeypatch.setattr(app, "send_task", fails)
    monkeypatch.setattr(locks, "_broker_failed_at", -locks.BROKER_COOLDOWN)
    locks.wake("games.tasks.outbox")
    locks.wake("games.tasks.outbox")
    assert tried == ["games.tasks.outbox"]


def test_the_sweep_and_the_outbox_do_what_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.SENDERS, "wake", outbox_deliver)
    play = table()
    before = play.waiting
    expire(play)
    assert tasks.sweep() == 1
    assert play.waiting.seat != before.seat
    tasks.outbox()
    assert mail.outbox
    assert not OutboxMail.objects.filter(state=OutboxMail.State.QUEUED).exists()


def test_a_game_of_bots_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.play import autoplay
    from games.services.seats import resign

    monkeypatch.setattr(autoplay, "BUDGET", 5)
    play = table(bots=("random", "recruit"))
    for user in (play.alice, play.bob):
        resign(game_id=play.game.pk, user_id=user.pk)
    seq = play.fresh().seq
    assert Waiting.objects.get(game=play.game).due_at is not None
    tasks.game_continue(play.game.pk)
    assert play.fresh().seq > seq
    assert play.game.status in (Game.Status.RUNNING, Game.Status.OVER)
