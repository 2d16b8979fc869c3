"""The miracles of Godstorm as data: how many there are, what they cost, which are reconstructed, their names."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine import FastChance, IllegalAction, apply, format_order, parse_order, view_for
from engine.bots.answers import action_of
from engine.core.offers import random_arguments
from engine.core.registry import ruleset
from engine.core.variants import describe_options
from engine.mechanics.action_cards.types import PlayCard
from engine.position import position
from engine.rules.godstorm.cards import BOOK
from engine.rules.godstorm.cards.relics import AT_TURN_START

FREE = (
    "An Empire Is Born, Champions Arise, Heroes Are Born, Only Ash Remains, Our Faith Is Our Strength, Prayers Are "
    "Answered, Storms Rage, The Faithful Gather, The Sun Grows Cold, The Temple Falls, Visions Become Real, 1000 "
    "Workers Amass, Fire Sears the Sky, The Fog Lifts, The Mighty Turn Meek"
)
PRICES = {
    1: "A Shrine Is Plundered, Eagles Take Wing, Faith Shall Deliver, Blood Coats the Land, Men Become Warriors, "
    "Swords Become Plowshares, Your Idol Is False",
    2: "The Land Is Purged, Enemies Convert, Lava Erupts, Crops Wither, Death's Door Closes, Paradise Is Lost, "
    "The Dead Walk, The Ground Shakes, The Trojan Horse Is Revealed, The Young Grow Old",
    3: "The Siren Calls, This Ground Is Sacred, Diamonds Turn to Rust, Ragnarok Cometh, The Gods Forsake Us, "
    "The Sea Is Your Tomb",
    4: "Time Stands Still, Fire Rains Down, The Mighty Have Fallen, The Waters Boil",
}
PAIRS = (
    "Crops Wither, The Dead Walk, 1000 Workers Amass, Fire Sears the Sky, Men Become Warriors, Swords Become "
    "Plowshares, The Fog Lifts, The Mighty Turn Meek, Your Idol Is False"
)


def test_the_decks_have_as_many_cards_as_the_box() -> None:
    counted: Counter[str] = Counter()
    for kind in BOOK.kinds:
        counted[kind.deck] += kind.copies
    assert counted == {"war": 17, "magic": 15, "sky": 17, "death": 17}


def test_each_costs_what_its_card_says_and_relics_nothing() -> None:
    wanted = dict.fromkeys(FREE.split(", "), 0)
    wanted |= {name: price for price, names in PRICES.items() for name in names.split(", ")}
    assert {kind.title: kind.cost for kind in BOOK.kinds if kind.deck != "magic"} == wanted
    assert {kind.cost for kind in BOOK.kinds if kind.deck == "magic"} == {0}


def test_some_come_in_pairs() -> None:
    assert {kind.title for kind in BOOK.kinds if kind.copies == 2} == {*PAIRS.split(", ")}


def test_what_is_reconstructed_is_marked_and_told() -> None:
    assert {kind.title: kind.reconstructed for kind in BOOK.kinds if kind.reconstructed} == {"Your Idol Is False": 1}
    (told,) = [text for text in describe_options(ruleset("godstorm"), {}) if text.name == "reconstructed"]
    assert told.words == "1 of the 17 cards of the Sky deck: a further copy of Your Idol Is False"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("aegis", "Aegis"),
        ("Aegis, Shield of Athena", "Aegis"),
        ("magic mjolnir", "Mjolnir"),
        ("Freya's Tears of Gold", "Freya's Tears of Gold"),
    ],
)
def test_relics_may_be_shortened(typed: str, name: str) -> None:
    assert BOOK.names[BOOK.find(typed)] == name


def test_relics_that_draw_at_the_start_of_a_turn_are_known_by_their_titles() -> None:
    assert {*AT_TURN_START} <= {kind.title for kind in BOOK.kinds if kind.deck == "magic"}


def flight(**more: Any) -> Any:
    """Red's turn with Eagles Take Wing in hand, a god on a single army and another on six."""
    return position(
        "red: Gaul 6, Roma 1, Babylon 1 | blue: Egypt 5",
        rules="godstorm",
        seats=["red", "blue"],
        step="play",
        faith={"red": 1},
        gods={"red": {"war": "Roma", "sky": "Gaul", "magic": "Gaul"}},
        miracles={"red": ["Eagles Take Wing"]},
        **more,
    )


def test_eagles_do_not_fly_empty() -> None:
    state = flight()
    gaul, roma, babylon = (view_for(state, 0).graph.number[name] for name in ("gaul", "roma", "babylon"))
    for src in (gaul, roma):
        with pytest.raises(IllegalAction, match="at least 1 army or god to move") as refused:
            apply(state, PlayCard(0, "Eagles Take Wing", src=src, dst=babylon), FastChance(1))
        assert refused.value.code == "cards.target"
    flown = apply(state, PlayCard(0, "Eagles Take Wing", src=roma, dst=babylon, pieces=("war",)), FastChance(1)).state
    assert (flown.armies[babylon], flown.players[0].hand) == (1, ())


def test_whatever_eagles_are_offered_can_be_flown_and_written() -> None:
    state, random, forces = flight(), Random(7), set()
    view = view_for(state, 0)
    (offer,) = (offer for offer in view.offers if offer.action == "cards.play")
    for seed in range(40):
        order = action_of(view, offer.action, **random_arguments(offer, random.randrange))
        text = format_order(order, state.rules, state.map, state.seats)
        assert parse_order(text, view) == order, text
        apply(state, order, FastChance(seed))
        forces.add((bool(order.armies), bool(order.pieces)))
    assert forces == {(True, True), (True, False), (False, True)}


def test_no_lot_falls_on_atlantis_once_it_has_sunk() -> None:
    state = position(
        "red: Gaul 6, Roma 1 | blue: Egypt 5, Tritonis 1",
        rules="godstorm",
        seats=["red", "blue"],
        step="play",
        faith={"red": 4},
        gods={"red": {"death": "Gaul"}},
        miracles={"red": ["The Sea Is Your Tomb", "Blood Coats the Land"]},
    )
    sunk = apply(state, PlayCard(0, "The Sea Is Your Tomb"), FastChance(1)).state
    names = [part.id for part in view_for(sunk, 0).graph.continents]
    assert [names[card] for layer in sunk.decks["continents"] for card in layer] == [
        name for name in names if name != "atlantis"
    ]
