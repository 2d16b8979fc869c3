"""Refusals call Commanders, Space Stations and MODs by their names, not by the words of orders."""

import pytest

from engine import Action, FastChance, Force, IllegalAction, apply, open_decision, parse_order, ruleset, view_for
from engine.core.context import Context
from engine.mechanics.battle.types import Attack
from engine.mechanics.deploy import Place
from engine.mechanics.fortify import Fortify
from engine.mechanics.purchase import Build, Hire
from engine.position import position
from engine.rules.risk2210.bonus import open_decks
from tests.engine.rules.risk2210.cards.kit import at, holding

JAPAN, EGYPT = at("Japan"), at("Egypt")


@pytest.mark.parametrize(
    ("step", "order", "says"),
    [
        (
            "invade",
            Attack(0, JAPAN, at("Pevek"), dice=1, leaders=("naval",)),
            "Naval Commander cannot join an attack",
        ),
        ("fortify", Fortify(0, JAPAN, EGYPT, Force(1, ("land",))), "You have no Land Commander in Japan"),
        ("hire", Hire(0, "space", JAPAN), "You cannot have a Space Commander now"),
        ("hire", Build(0, "station", at("Tycho")), "You cannot put a Space Station in Tycho"),
        ("hire", Hire(0, "w" * 99, JAPAN), "You cannot have a " + "w" * 79 + "… now"),
    ],
)
def test_pieces_are_called_by_their_titles(step: str, order: Action, says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        apply(holding(step=step), order, FastChance(1))


@pytest.mark.parametrize(("rules", "says"), [("risk2210", "1 MOD"), ("modern", "1 army")])
def test_a_single_army_is_counted_as_one(rules: str, says: str) -> None:
    assert ruleset(rules).count_armies(1) == says


def test_armies_to_place_are_counted_in_the_words_of_the_game() -> None:
    state = holding(step="collect")
    with pytest.raises(IllegalAction, match=rf"You have {state.pool} MODs to place"):
        apply(state, Place(0, ((JAPAN, state.pool + 1),)), FastChance(1))


def test_claims_say_why_a_territory_is_not_to_be_had() -> None:
    state = position("red: Pevek 1", rules="risk2210", step="set-up", turn="red", devastated=["Siberia", "Mexico"])
    for place, why in {
        "Pevek": "it is already taken",
        "Neo Tokyo": "only land territories can be claimed",
        "Tycho": "only land territories can be claimed",
        "Siberia": "nobody can hold it",
    }.items():
        order = parse_order(f"claim {place}", view_for(state, state.active))
        with pytest.raises(IllegalAction, match=f"You cannot claim {place}: {why}. Choose an unclaimed territory."):
            apply(state, order, FastChance(1))


@pytest.mark.parametrize(
    ("step", "asks"),
    [("collect", "place MODs"), ("invade", "invade or end the invasions"), ("hire", "hire and build")],
)
def test_questions_are_asked_in_the_words_of_the_game(step: str, asks: str) -> None:
    asked = open_decision(holding(step=step))
    assert asked is not None and asked.ask == asks


def test_a_free_move_where_none_is_possible_is_refused_in_these_words() -> None:
    alone = position("red: Japan 3 | blue: *2", rules="risk2210", step="invade", turn="red")
    with pytest.raises(IllegalAction, match="you have no free move to make, so it is time to invade"):
        apply(alone, Fortify(0, JAPAN, EGYPT, Force(1)), FastChance(1))
    beside = position("red: Japan 3, Pevek 2 | blue: *2", rules="risk2210", step="invade", turn="red")
    with pytest.raises(IllegalAction, match="You cannot do that now: it is time to invade"):
        apply(beside, Fortify(0, JAPAN, EGYPT, Force(1)), FastChance(1))


def test_an_empty_pile_is_no_deck_for_the_bonus() -> None:
    state = holding(step="invade")
    state.decks["naval"] = ((),)
    assert open_decks(Context(state), 0) == ["land", "space", "nuclear", "diplomat"]
