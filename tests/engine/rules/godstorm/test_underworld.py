"""Embarking, the Underworld and crypts beside their cases: what is offered is legal, every order that is written can be
read again, and advice."""

from random import Random

import msgspec
import pytest

from engine import (
    FastChance,
    GameState,
    action_from_json,
    apply,
    format_order,
    parse_order,
    view_for,
    warnings_for,
)
from engine.core.offers import PlacementsField, TerritoryField, random_arguments
from engine.position import position

BOARD = "red: Gaul 3, Iberia 2 | blue: *1 | green: Egypt 1"
BELOW = "red: u2 3, u12 2 | blue: u13 2, u1 1"


def at(step: str, **said: object) -> GameState:
    below = {"underworld": BELOW, "heaven": {"red": 3}, "temples": {"Gaul": True}}
    return position(BOARD, rules="godstorm", step=step, **(below | said))


def names(state: GameState, numbers: tuple[int, ...]) -> list[str]:
    return [view_for(state, None).graph.ids[number] for number in numbers]


STEPS = {"raise": "crypt.revive", "embark": "embark.move", "underworld": "battle.attack", "fortify": "fortify.move"}


@pytest.mark.parametrize("step", STEPS)
def test_what_is_offered_is_legal_and_can_be_written(step: str) -> None:
    state, rng = at(step, gods={"red": {"war": "Gaul", "sky": "Gaul"}}, plague=["Iberia"]), Random(1)
    view = view_for(state, 0)
    offer = view.offer(STEPS[step])
    assert offer
    for _ in range(40):
        given = random_arguments(offer, lambda bound: int(rng.random() * bound))
        order = action_from_json({"type": offer.action, "seat": 0, **msgspec.to_builtins(given)})
        apply(state, order, FastChance(1))
        assert parse_order(format_order(order, "godstorm", state.map), view) == order


def test_heaven_leads_to_own_spaces_and_empty_gates() -> None:
    state = at("embark")
    offer = view_for(state, 0).offer("embark.move")
    assert offer
    field = offer.field("at", PlacementsField)
    assert names(state, field.values) == ["u2", "u4", "u8", "u12"]
    assert (field.least, field.most) == (1, 3)
    assert view_for(state, 1).about == {"armies": 3, "spaces": field.values}


def test_the_question_about_armies_says_which_crypts_are_left() -> None:
    state = at("raise")
    view = view_for(state, 0)
    crypt, gaul = (view.graph.number[name] for name in ("u2", "gaul"))
    assert view.about == {"armies": 3, "crypts": {str(crypt): 1}, "temples": (gaul,)}
    offer = view.offer("crypt.revive")
    assert offer
    assert [offer.field(name, TerritoryField).values for name in ("src", "dst")] == [(crypt,), (gaul,)]
    after = apply(state, parse_order("revive u2 Gaul", view), FastChance(1)).state
    assert view_for(after, 0).about["crypts"] == {}
    assert view_for(after, 0).offer("crypt.revive") is None


def test_a_friend_speaks_of_crypts_before_the_last_army_is_placed() -> None:
    view = view_for(at("raise"), 0)
    warned = warnings_for(view, parse_order("place 3 Gaul", view))
    assert any("You can still revive armies from Underworld II" in warning for warning in warned)
    assert not any("revive" in each for each in warnings_for(view, parse_order("place 2 Gaul", view)))
    without = view_for(at("raise", temples={}), 0)
    assert not any("revive" in each for each in warnings_for(without, parse_order("place 3 Gaul", without)))


ORDERS = {
    "embark": ["embark 3 u2", "embark 1 u4, 2 u12"],
    "underworld": [
        "invade u12 u13, then advance 1",
        "invade heaven u8, then advance 2",
        "invade heaven u1 until captured",
    ],
    "raise": ["revive u2 Gaul"],
}


@pytest.mark.parametrize(("step", "order"), [(step, order) for step, orders in ORDERS.items() for order in orders])
def test_orders_keep_their_words(step: str, order: str) -> None:
    state = at(step)
    action = parse_order(order, view_for(state, 0))
    assert format_order(action, "godstorm", state.map) == order
