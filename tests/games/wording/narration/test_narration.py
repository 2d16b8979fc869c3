"""A sentence for every kind of event, with the reader as "you" and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import engine
from engine.bots import choose
from games.wording import narration
from games.wording.narration import Names
from tests.kit.certain import some

NAMES = Names(["red", "blue", "green"], engine.mapgraph("classic42"), viewer=1)


def registered() -> set[Any]:
    """The events of all games but the toy's."""
    shown = (rules for name, rules in engine.rulesets().items() if name != "toy")
    return {event for rules in shown for event in rules.events()}


def played_events() -> Iterator[Any]:
    """Events of a game between bots, as they come."""
    import random

    rng, chance = random.Random(3), engine.FastChance(3)
    played = engine.new_game("modern", ["red", "blue", "green"], chance=chance)
    yield from played.events
    for _ in range(3000):
        asked = engine.open_decision(played.state)
        if asked is None:
            return
        view = engine.view_for(played.state, asked.seats[0])
        played = engine.apply(played.state, choose("veteran", view, rng), chance)
        yield from played.events


@pytest.mark.parametrize("event", sorted(registered(), key=lambda event: event.__struct_config__.tag), ids=str)
def test_every_registered_event_has_a_teller(event: Any) -> None:
    assert event.__struct_config__.tag in narration.SENTENCES


@pytest.mark.no_cover
def test_a_whole_game_can_be_told_to_anybody() -> None:
    seen = set()
    for event in played_events():
        for viewer in (None, 0, 1):
            names = Names(["red", "blue", "green"], NAMES.graph, viewer=viewer)
            text = narration.sentence(engine.event_for(event, viewer), names)
            assert text.endswith((".", "</b>.")) and "None" not in text and "%(" not in text, text
        seen.add(type(event))
    assert len(seen) > 12


@pytest.mark.parametrize(("turn", "said"), [(1, "round 3, your turn."), (0, "round 3, ")])
def test_a_rewind_to_ones_own_turn_says_so(turn: int, said: str) -> None:
    event = {"type": "host.rewound", "round": 3, "turn": turn, "begins": True, "reason": ""}
    text = narration.sentence(event, NAMES)
    assert f"to the beginning of {said}" in text and "You" not in text


def test_the_reader_is_you_and_land_is_bold() -> None:
    event = {"type": "setup.claimed", "seat": 1, "territory": 0}
    assert narration.sentence(event, NAMES) == "You claimed <b>Alaska</b>."
    plain = Names(["red", "blue"], NAMES.graph, viewer=0, html=False)
    assert narration.sentence(event, plain) == "Blue claimed Alaska."


def test_a_hidden_card_is_not_named() -> None:
    told = narration.sentence({"type": "cards.drawn", "seat": 0, "card": None}, NAMES)
    assert told == "Red drew a card."


def test_an_unknown_event_is_told_by_its_fields() -> None:
    event = {"type": "auction.bid_revealed", "seat": 0, "amount": 3, "src": 0, "secret": None}
    assert narration.sentence(event, NAMES) == "Red: bid revealed, amount 3, src <b>Alaska</b>."


def test_what_people_type_is_escaped() -> None:
    event = {"type": "host.paused", "seat": None, "reason": "<script>alert(1)</script>"}
    assert "<script>" not in narration.sentence(event, NAMES)


def test_the_host_has_a_sentence_for_all_it_does() -> None:
    facts = {
        "seat": 0,
        "missed": 2,
        "minutes": 45,
        "back_to": 7,
        "reason": "rain",
        "hours": 2,
        "by": "nina",
        "was": "bob",
        "vote": "pause",
        "days": 7,
        "about": 1,
        "agreed": [],
        "needed": 3,
        "bot": "",
        "until": "2026-12-24",
        "why": "back",
        "round": 8,
        "figures": [],
        "places": [],
    }
    for tag in some(tag for tag in narration.SENTENCES if tag.startswith("host.")):
        assert narration.sentence({"type": tag, **facts}, NAMES).strip()


def test_events_are_plain_data() -> None:
    assert all(isinstance(event, type) and issubclass(event, msgspec.Struct) for event in some(registered()))


def test_who_plays_first_is_told_to_the_reader_as_to_others() -> None:
    drawn = {"type": "setup.dealer_drawn", "dealer": 0, "first": 1}
    assert narration.sentence(drawn, NAMES) == "Red was drawn as dealer, so you play first."
    assert (
        narration.sentence({**drawn, "dealer": 1, "first": 2}, NAMES)
        == "You were drawn as dealer, so Green plays first."
    )
    dealt = {"type": "setup.dealt", "first": 1, "owner": []}
    assert narration.sentence(dealt, NAMES) == "The territories were dealt out."


def test_a_rewind_names_the_round_as_the_game_does() -> None:
    event = {"type": "host.rewound", "round": 2, "turn": 0, "begins": True, "reason": ""}
    names = Names(["red", "blue"], engine.mapgraph("world2210"), rules="risk2210")
    assert "to the beginning of year 2, Red." in narration.sentence(event, names)
