"""Bids of faith: what The Tablets of Destiny add, and what the bidder can have for the faith that is left."""

from __future__ import annotations

import pytest

from games.decisions.registry import prompt_for
from games.models import Entry
from games.wording.narration import names_for, sentence
from tests.games.decisions.godstorm.kit import turn_state, typed_line
from tests.games.decisions.positions import asked_at, lay

pytestmark = pytest.mark.django_db

OPENED = {"type": "bidding.opened", "bids": [[1, 2], [0, 4], [2, 0]], "throws": [], "bonuses": [[1, 3]]}


def test_prices_stand_beside_a_bid() -> None:
    asked = asked_at(turn_state(step="bid"))
    page = asked.page()
    assert "A god costs 3 faith, a card 2, a temple 5." in page and "Tablets" not in page
    page = lay(asked.play, turn_state(step="bid", relics={"red": ["Stonehenge"]})).page()
    assert "A god costs 3 faith, a card 1 with Stonehenge, a temple 5." in page


def test_the_tablets_say_what_they_add_to_the_bid() -> None:
    asked = asked_at(turn_state(step="bid", relics={"red": ["The Tablets of Destiny"]}))
    assert "The Tablets of Destiny add 3 to your bid." in asked.page()
    assert "add 3 to your bid" in prompt_for(asked.view).lead


def test_everybody_sees_whose_bid_counts_more() -> None:
    asked = asked_at(turn_state(step="bid", relics={"blue": ["The Tablets of Destiny"]}))
    assert "Blue’s bid counts as 3 higher." in asked.page()


def test_opened_bids_are_told_and_shown_with_what_they_count() -> None:
    asked = asked_at(turn_state(step="bid"))
    last = Entry.objects.filter(game=asked.play.game).order_by("-seq")[0]
    Entry.objects.filter(pk=last.pk).update(kind="action", action={"type": "bidding.bid"}, events=[OPENED], seat=2)
    assert "(counts as 5)" in asked.page().split("Previous bids")[1]
    told = sentence(OPENED, names_for(asked.view, html=False))
    assert told == "The bids: Blue 2 (counts as 5), you 4 and Green 0."


def test_the_order_line_is_empty_where_a_form_changes_without_a_new_page() -> None:
    asked = asked_at(turn_state(step="bid"))
    for bid in ("2", "3"):
        assert typed_line(asked.page()) == ""
        assert asked.post(act="bidding.bid", amount=bid) == 302 and asked.view.given["amount"] == int(bid)
    assert typed_line(asked.page()) == ""
