"""What bots know: of all games, and of one family's."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine import FastChance, Offer, new_game, view_for
from engine.bots import skills
from engine.bots.answers import action_of, end
from engine.bots.skills import skilled_action, teach
from tests.toy import TOY

CLAIM = "setup.claim"


@pytest.fixture(autouse=True)
def pupil(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skills, "_POLICIES", {})


def asked(rules: str, *tags: str) -> Any:
    state = new_game(rules, ["red", "blue", "green"], chance=FastChance(1)).state
    return replace(view_for(state, state.active), offers=tuple(Offer(tag, tag) for tag in tags))


def test_a_family_has_its_own_way_with_what_all_games_ask() -> None:
    toy, classic = asked(TOY.id, CLAIM), asked("classic_1959", CLAIM)
    teach("pupil", {CLAIM: lambda view, offer: action_of(view, CLAIM, territory=1)})
    assert skilled_action("pupil", toy) == action_of(toy, CLAIM, territory=1)
    teach("pupil", {CLAIM: lambda view, offer: action_of(view, CLAIM, territory=2)}, family=TOY.family)
    assert skilled_action("pupil", toy) == action_of(toy, CLAIM, territory=2)
    assert skilled_action("pupil", classic) == action_of(classic, CLAIM, territory=1)


def test_what_a_bot_does_not_take_up_is_left_to_the_next_offer_and_the_end_comes_last() -> None:
    view = asked(TOY.id, "turn.end", CLAIM, "bidding.bid")
    teach("pupil", {CLAIM: lambda view, offer: None})
    assert skilled_action("pupil", view) is None
    teach("pupil", {"turn.end": lambda view, offer: end(view)})
    assert skilled_action("pupil", view) == end(view)
    teach("pupil", {"bidding.bid": lambda view, offer: action_of(view, "bidding.bid", amount=1)})
    assert skilled_action("pupil", view) == action_of(view, "bidding.bid", amount=1)


def test_two_ways_of_one_family_are_refused() -> None:
    teach("pupil", {CLAIM: lambda view, offer: None}, family=TOY.family)
    teach("pupil", {CLAIM: lambda view, offer: None})
    with pytest.raises(ValueError, match=f"two ways to answer {CLAIM}"):
        teach("pupil", {CLAIM: lambda view, offer: None}, family=TOY.family)
