"""What the cache keeps of a moment of a game is not shown for another one that has the same numbers in the database, as
happens when a database is put back from a backup."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Entry, Game, Snapshot
from games.play.journal_reader import state_at
from games.selectors.history import shares_of
from games.selectors.thumbnails import front_board, mini_map_of
from tests.games.decisions.test_objectives import keep
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db


def put_back(play: Table) -> None:
    """The same game by its numbers, with another past: all land is the first seat's."""
    first = Entry.objects.get(game=play.game, seq=1)
    for event in first.events:
        if event["type"] == "setup.dealt":
            event["owners"] = [0] * len(event["owners"])
    Entry.objects.filter(pk=first.pk).update(events=first.events)
    state: Any = state_at(play.fresh(), play.game.seq)
    state.owner = [0] * len(state.owner)
    Snapshot.objects.filter(game=play.game).delete()
    keep(play, state)
    Game.objects.filter(pk=play.game.pk).update(head="0" * 64)


@pytest.mark.parametrize(
    "shown",
    [lambda game: shares_of(game, 3), lambda game: mini_map_of(game, None), front_board],
    ids=["shares", "mini", "front"],
)
def test_another_past_is_not_taken_for_the_one_that_was_kept(shown: Callable[[Game], Any]) -> None:
    play = table()
    before = shown(play.fresh())
    assert shown(play.fresh()) == before
    put_back(play)
    assert shown(play.fresh()) != before
