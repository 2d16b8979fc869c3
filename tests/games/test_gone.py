"""What an account that is deleted leaves behind in games, and what it can no longer get."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from accounts.services import delete_account
from games import receivers
from games.errors import NotAllowed
from games.models import Game, Player
from games.services.lobby import game_create, game_join, game_rematch
from games.services.locks import game_lock
from games.services.organize import game_replace, game_void
from tests.games.kit import person, table

pytestmark = pytest.mark.django_db(transaction=True)


def organizer() -> User:
    return User.objects.create_superuser("root", "root@example.org", "a long password 1")


def test_a_request_that_was_late_gives_no_seat_to_a_deleted_account() -> None:
    play = table()
    carol = person("carol")
    stale = User.objects.get(pk=carol.pk)
    open_table = game_create(creator=play.alice, name="x", rules="modern", seats_wanted=4)
    delete_account(carol)
    with pytest.raises(NotAllowed):
        game_join(game_id=open_table.pk, user=stale)
    with pytest.raises(NotAllowed):
        game_create(creator=stale, name="y", rules="modern", seats_wanted=3)
    with pytest.raises(NotAllowed):
        game_replace(game_id=play.game.pk, user=organizer(), reason="x", seat=0, by=stale)
    assert not Player.objects.filter(user=carol).exists()
    assert not Game.objects.filter(creator=carol).exists()


def test_a_request_that_was_late_makes_no_rematch_for_a_deleted_account() -> None:
    play = table()
    game_void(game_id=play.game.pk, user=organizer(), reason="x")
    stale = User.objects.get(pk=play.bob.pk)
    delete_account(play.bob)
    with pytest.raises(NotAllowed):
        game_rematch(game_id=play.game.pk, user=stale)


def test_an_account_is_deleted_while_its_table_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    game = game_create(creator=alice, name="x", rules="modern", seats_wanted=3)
    game_join(game_id=game.pk, user=bob)

    def locked(game_id: int, **wishes: Any) -> Game:
        from games.services import lobby

        row = game_lock(game_id)
        Player.objects.create(game=row, user=carol, colour=lobby.pick_colour(row))
        lobby.begin(row)
        return game_lock(game_id)

    monkeypatch.setattr(receivers, "game_lock", locked)
    delete_account(bob)
    assert Player.objects.get(game=game, user=bob).state == Player.State.RESIGNED
