"""Invitations: what is queued wakes the outbox, what is not wakes nobody."""

from __future__ import annotations

from typing import Any

import pytest

from games.services import locks
from games.services.invitations import invite_send
from tests.games.kit import make_table, person

pytestmark = pytest.mark.django_db


def test_an_invitation_wakes_the_outbox_and_a_name_that_nobody_has_does_not(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(locks, "wake", lambda task, *args: woken.append(task))
    alice = person("alice")
    game = make_table(alice, name="Low Tide", rules="modern", seats_wanted=3)
    for whom in ("bob@example.org", "nobody-of-this-name", "bob@example.org"):
        with django_capture_on_commit_callbacks(execute=True):
            invite_send(game_id=game.pk, user=alice, whom=whom)
    assert woken == ["games.tasks.outbox"]
