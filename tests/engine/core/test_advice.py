"""Warnings before an order: they come where they should, refuse nothing, and betray nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from engine import GameState, ScriptedChance, apply, parse_order, view_for, warnings_for
from engine.position import position
from tests.engine.strategies import asked_seat, seeds, states
from tests.engine.test_secrets import with_other_secrets
from tests.kit.games import random_action

BOARD = "red: Brazil 4, Peru 1, Venezuela 1, Argentina 2 | blue: North Africa 9 | green: *1"
JOKER = ["Alaska", "Alberta", "Argentina", "wild"]


@pytest.mark.parametrize(
    ("step", "order", "says"),
    [
        ("attack", "attack Brazil N Africa until captured", "Your chance to capture North Africa is 3 %."),
        ("attack", "attack Brazil N Africa", ""),
        ("attack", "end turn", "You have not captured a territory this turn, so you get no card."),
        ("place", "place 3 Peru", "No enemy is next to Peru."),
        ("place", "place 3 Brazil", ""),
        ("fortify", "fortify Brazil Peru all", "This leaves only one army in Brazil, next to 9 enemy armies."),
        ("fortify", "fortify Brazil Peru 2", ""),
        ("fortify", "fortify Argentina Peru 1", ""),
        ("fortify", "end", ""),
        ("trade", "trade Alaska Alberta wild", "You also hold a set without a joker."),
        ("trade", "trade Alaska Alberta Argentina", ""),
        ("place", "fortify Brazil Peru all", ""),
    ],
)
def test_what_a_friend_would_say(step: str, order: str, says: str) -> None:
    state = position(BOARD, step=step, hands={"red": JOKER})
    view = view_for(state, 0)
    assert "".join(warnings_for(view, parse_order(order, view))) == says


@pytest.mark.parametrize(
    ("rules", "cards", "order", "warned"),
    [
        ("modern", 5, "end turn", True),
        ("modern", 5, "end", False),
        ("modern", 4, "end turn", False),
        ("classic_1959", 5, "end turn", False),
    ],
)
def test_who_would_give_up_a_set_by_ending_the_turn_is_told(rules: str, cards: int, order: str, warned: bool) -> None:
    hand = [*JOKER, "Siam"][:cards]
    view = view_for(position(BOARD, rules=rules, step="attack", hands={"red": hand}, captures=1), 0)
    assert any("trade in a set" in said for said in warnings_for(view, parse_order(order, view))) == warned


@pytest.mark.parametrize(
    ("order", "says"),
    [("advance all", ("This leaves only one army in Brazil, next to 2 enemy armies.",)), ("advance 4", ())],
)
def test_an_advance_that_leaves_a_single_army_among_enemies_is_warned_of(order: str, says: tuple[str, ...]) -> None:
    state = position("red: Brazil 9, Peru 1 | blue: North Africa 1 | green: *1", step="attack")
    assert warnings_for(view_for(state, 0), parse_order(order, view_for(state, 0))) == ()
    attack = parse_order("attack Brazil North Africa", view_for(state, 0))
    state = apply(state, attack, ScriptedChance({"attacker": [6, 6, 6], "defender": [1]})).state
    assert warnings_for(view_for(state, 0), parse_order(order, view_for(state, 0))) == says


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("blue: Japan 1 | neutral: *10", ()),
        (
            "blue: North Africa 2 | neutral: *10",
            ("This leaves only one army in Brazil, next to 2 enemy armies.",),
        ),
    ],
)
def test_the_neutral_army_which_never_attacks_is_nothing_to_warn_of(board: str, says: tuple[str, ...]) -> None:
    state = position(f"red: Brazil 4, Peru 1 | {board}", rules="modern_2p", seats=("red", "blue"), step="fortify")
    view = view_for(state, 0)
    assert warnings_for(view, parse_order("fortify Brazil Peru all", view)) == says


def test_armies_that_could_attack_the_neutral_army_do_not_stand_inland() -> None:
    board = "red: Brazil 4, Peru 1, Venezuela 1, Argentina 2 | blue: Japan 1 | neutral: *2"
    view = view_for(position(board, rules="modern_2p", seats=("red", "blue"), step="place"), 0)
    assert warnings_for(view, parse_order("place 3 Brazil", view)) == ()
    assert warnings_for(view, parse_order("place 3 Argentina", view)) == ("No enemy is next to Argentina.",)


@given(states, seeds)
def test_advice_is_given_of_any_order_and_hangs_on_no_secret(state: GameState, seed: int) -> None:
    seat = asked_seat(state)
    action = random_action(state, Random(seed))
    twin = with_other_secrets(state, seat, Random(1))
    said = warnings_for(view_for(state, seat), action)
    assert said == warnings_for(view_for(twin, seat), action)
    assert all(sentence.endswith(".") for sentence in said)
