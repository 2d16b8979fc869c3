"""Bids beside each other: those of the year before while one bids, those just opened while one chooses a place."""

from __future__ import annotations

import pytest

from games.models import Entry
from tests.games.decisions.positions import Asked, asked_at, ordered
from tests.games.decisions.risk2210.kit import state_of

pytestmark = pytest.mark.django_db

OPENED = {"type": "bidding.opened", "bids": [[0, 4], [1, 3], [2, 0]], "throws": []}


def tell_bids(asked: Asked) -> None:
    """Write the bids of a year into the journal, as the last of them did."""
    last = Entry.objects.filter(game=asked.play.game).order_by("-seq")[0]
    Entry.objects.filter(pk=last.pk).update(kind="action", action={"type": "bidding.bid"}, events=[OPENED], seat=2)


def test_the_bids_of_the_year_before_stand_beside_a_bid() -> None:
    asked = asked_at(state_of(step="bid"))
    assert "Previous bids" not in asked.page()
    tell_bids(asked)
    page = asked.page()
    assert "Previous bids" in page and "played first" in page and page.count("<td>played ") == 3
    assert asked.post(act="bidding.bid", amount="2", place="late") == 302


def test_a_place_is_chosen_with_the_bids_in_sight() -> None:
    state = state_of(step="bid")
    for seat, text in ((0, "bid 3"), (1, "bid 2"), (2, "bid 0")):
        state = ordered(state, seat, text, 4)
    asked = asked_at(state)
    tell_bids(asked)
    page = asked.page()
    assert asked.row.kind == "bidding.marker_asked" and "Bids:" in page
    assert page.count('type="radio" name="number"') == 3
    assert asked.post(act="bidding.marker", number="2") == 302
