"""Orders that name what only some seats may know: taking a card out of a hand that one seat was shown."""

from typing import Any

import pytest

import engine
from engine.mechanics.action_cards.taking import CardTaken
from games.models import Entry
from games.play.sealed import visible_order_text

ORDER = "take Lava Erupts"


def entry_with(*events: dict[str, Any]) -> Entry:
    return Entry(seat=0, order=ORDER, events=list(events))


@pytest.mark.parametrize(("viewer", "seen"), [(0, ORDER), (2, ORDER), (1, ""), (None, "")])
def test_two_seats_read_which_card_was_taken(viewer: int | None, seen: str) -> None:
    taken = engine.event_to_json(CardTaken(0, 2, "sky", 4, 4))
    assert visible_order_text(entry_with(taken), viewer) == seen


@pytest.mark.parametrize(("viewer", "seen"), [(0, ORDER), (1, "")])
def test_an_event_that_cannot_be_read_hides_its_order_from_others(viewer: int, seen: str) -> None:
    assert visible_order_text(entry_with({"type": "long.gone", "seat": 0}), viewer) == seen


def test_a_secret_that_the_order_does_not_name_leaves_it_to_be_read() -> None:
    drawn = {"type": "bonus.drawn", "seat": 0, "deck": "land", "card": 1}
    assert visible_order_text(entry_with(drawn, {"type": "host.late", "seat": 0}), 1) == ORDER
