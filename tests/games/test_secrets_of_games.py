"""`benchmarks.secrets` finds nothing that tells a reader what others hide, and would find it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.secrets.comparison import Outcome, compare_game
from benchmarks.secrets.tables import Tables
from engine.core.state import GameState
from engine.core.view import PlayerView, view_for
from games.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.once]

BY_DAY = (3, 4)
"""Numbers of games: five seats in turn, then two with a planned set-up, which a spectator watches too."""


def outcome(number: int) -> Outcome:
    return compare_game(number, Tables("risk2210"))


@pytest.mark.parametrize("number", BY_DAY)
def test_nobody_can_tell_what_others_hide(number: int) -> None:
    found = outcome(number)
    assert found.differences == []
    assert found.answers > 20 and found.changes > 2


def hands_in_view(state: GameState, viewer: int | None) -> PlayerView:
    """Make a view with a number in it that hangs on everybody's cards."""
    return replace(view_for(state, viewer), captures=sum(sum(player.hand) for player in state.players))


def all_events(entry: Entry, viewer: int | None) -> list[Any]:
    return list(entry.events)


def any_order(entry: Entry, viewer: int | None) -> str:
    return entry.order


LEAKS = [
    ("engine.view_for", hands_in_view, 4),
    ("games.api.serializers.visible_events", all_events, 4),
    ("games.api.serializers.visible_order_text", any_order, 4),
]


@pytest.mark.parametrize(("place", "leak", "number"), LEAKS, ids=lambda value: getattr(value, "__name__", None))
def test_what_tells_a_secret_is_found(place: str, leak: Any, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, leak)
    assert outcome(number).differences
