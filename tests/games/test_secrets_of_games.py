"""`benchmarks.secrets` finds nothing that tells a reader what others hide, and would find it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.secrets.comparison import Outcome, compare_game
from benchmarks.secrets.tables import Tables
from engine.core.state import GameState
from engine.core.view import PlayerView, view_for
from games.mail.news import MAKERS
from games.mail.turn import Context
from games.models import Entry, OutboxMail
from games.selectors.mailed_game import MailReader

pytestmark = [pytest.mark.django_db, pytest.mark.once]

BY_DAY = (7, 10, 13)
"""Numbers of games: an end with five seats, a start that a spectator watches too, an elimination among three."""


def outcome(number: int) -> Outcome:
    return compare_game(number, Tables("risk2210"))


@pytest.mark.parametrize("number", BY_DAY)
def test_nobody_can_tell_what_others_hide(number: int) -> None:
    found = outcome(number)
    assert found.differences == []
    assert found.answers > 40 and found.changes > 0


def hands_in_view(state: GameState, viewer: int | None) -> PlayerView:
    """Make a view with a number in it that hangs on everybody's cards."""
    return replace(view_for(state, viewer), captures=sum(sum(player.hand) for player in state.players))


def all_events(entry: Entry, viewer: int | None) -> list[Any]:
    return list(entry.events)


def any_order(entry: Entry, viewer: int | None) -> str:
    return entry.order


def any_source(entry: Entry, viewer: int | None) -> str:
    return entry.source


LEAKS = [
    ("engine.view_for", hands_in_view, 7, "/view/"),
    ("games.api.serializers.visible_events", all_events, 3, "/history/"),
    ("games.api.serializers.visible_order_text", any_order, 3, "/history/"),
    ("games.organize.game_detail.visible_events", all_events, 3, "/journal/"),
    ("games.admin.visible_source", any_source, 3, "/admin/games/entry/"),
]


@pytest.mark.parametrize(
    ("place", "leak", "number", "where"), LEAKS, ids=lambda value: getattr(value, "__name__", None)
)
def test_what_tells_a_secret_is_found(
    place: str, leak: Any, number: int, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, leak)
    assert any(where in difference for difference in outcome(number).differences)


@pytest.mark.parametrize(("kind", "number"), [("started", 1), ("out", 13), ("over", 7)])
def test_a_mail_that_tells_a_secret_is_found(kind: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail of a start, an elimination or an end quotes everybody's standing orders; nothing else does."""
    make = MAKERS[kind]

    def telling(mail: OutboxMail, reader: MailReader) -> Context:
        wishes = [order.text for order in reader.mailed.game.standing_orders.all()]
        return {**make(mail, reader), "subject": f"{wishes}"}

    monkeypatch.setitem(MAKERS, kind, telling)
    found = outcome(number).differences
    assert found and all(f"mail {kind}:" in each for each in found)
