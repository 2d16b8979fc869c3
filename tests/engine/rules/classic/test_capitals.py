"""Capitals: the sealed choice, the lists that the armies of a captor go on, and how offers and bots meet them."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engine import (
    FastChance,
    GameState,
    IllegalAction,
    UnreadableOrder,
    apply,
    bots,
    default_answer,
    dump,
    event_for,
    format_order,
    load,
    mapgraph,
    new_game,
    open_decision,
    parse_order,
    view_for,
)
from engine.mechanics.deploy import Place
from engine.position import position
from engine.rules.classic.capitals import AllHeld, Capital, one_by_one
from tests.kit.games import COLOURS

GRAPH = mapgraph("classic42")
BRAZIL, PERU, ARGENTINA, VENEZUELA, SIAM = (
    GRAPH.names.index(name) for name in ("Brazil", "Peru", "Argentina", "Venezuela", "Siam")
)


def to_choose(**options: object) -> GameState:
    return new_game(
        "classic_1959", COLOURS[:3], chance=FastChance(2), options={"capitals": "lose_and_out", **options}
    ).state


def to_take_over() -> GameState:
    state = position(
        "red: Peru 3, Argentina 2, Venezuela 4 | blue: Brazil 6 | green: *1",
        options={"capitals": "lose_and_out"},
        step="fortify",
        capitals={"red": "Brazil", "blue": "Siam", "green": "Japan"},
    )
    return apply(state, default_answer(state, 0), FastChance(0)).state


# --- choosing


def test_all_are_asked_one_question_with_a_clock_of_its_own() -> None:
    asked = open_decision(to_choose())
    assert asked is not None
    assert sorted(asked.seats) == [0, 1, 2]
    assert (asked.kind, asked.pace, asked.step) == ("setup.capital_asked", "sealed", "set-up")


def test_an_answer_does_not_make_the_questions_of_others_stale() -> None:
    state = to_choose()
    after = apply(state, default_answer(state, 1), FastChance(0)).state
    assert after.ref == state.ref
    assert open_decision(after).seats == tuple(seat for seat in open_decision(state).seats if seat != 1)  # type: ignore[union-attr]


def test_nobody_sees_what_others_have_chosen() -> None:
    state = to_choose()
    own = view_for(state, 1).offers[0].fields[0].values
    plays = [apply(state, Capital(1, at), FastChance(0)) for at in own[:2]]
    for viewer in (None, 0, 2):
        first, second = (view_for(played.state, viewer) for played in plays)
        assert first == second
        told = [[event_for(event, viewer) for event in played.events] for played in plays]
        assert told[0] == told[1]
    assert plays[0].state != plays[1].state


def test_the_choice_survives_being_stored() -> None:
    state = to_choose()
    state = apply(state, default_answer(state, 2), FastChance(0)).state
    assert load(dump(state)) == state


@pytest.mark.parametrize("name", list(bots.bots()))
def test_every_bot_chooses_a_capital_and_places_on_land_taken_over(name: str) -> None:
    for state in (to_choose(), to_take_over()):
        seat = open_decision(state).seats[0]  # type: ignore[union-attr]
        apply(state, bots.choose(name, view_for(state, seat), Random(1)), FastChance(0))


def test_orders_read_as_they_are_written() -> None:
    state = to_choose()
    view = view_for(state, 0)
    assert parse_order("capital Brazil", view) == Capital(0, BRAZIL)
    assert format_order(Capital(0, BRAZIL), state.rules, state.map) == "capital Brazil"
    with pytest.raises(UnreadableOrder, match="A territory is missing"):
        parse_order("capital", view)


# --- winning


@pytest.mark.parametrize(("green", "told"), [("| green: Japan 1, Siam 1", True), ("", False)])
def test_capitals_are_told_of_where_others_are_left(green: str, told: bool) -> None:
    state = position(
        f"red: Brazil 40, *1 | blue: Peru 1 {green}",
        rules="capital",
        step="attack",
        capitals={"red": "Brazil", "blue": "Peru", "green": "Siam"},
        options={"capitals_needed": 1},
    )
    order = parse_order("attack Peru from Brazil until captured, then advance all", view_for(state, 0))
    played = apply(state, order, FastChance(1))
    assert played.state.winners == (0,)
    assert any(isinstance(event, AllHeld) for event in played.events) == told


# --- taking over


def test_the_captor_is_offered_what_is_allowed() -> None:
    state = to_take_over()
    view = view_for(state, 1)
    field = view.offers[0].fields[0]
    assert (field.values, field.least, field.most) == ((VENEZUELA, PERU, ARGENTINA), 5, 5)
    assert view.about == {"was": 0, "lands": (VENEZUELA, PERU, ARGENTINA), "armies": 5}
    assert view.pool == 5


def test_the_weakest_border_is_sought_on_the_land_taken_over() -> None:
    """The order without a number fits this question as well."""
    state = to_take_over()
    order = parse_order("place on the weakest border", view_for(state, 1))
    assert isinstance(order, Place)
    assert {at for at, _ in order.at} <= {VENEZUELA, PERU, ARGENTINA}
    apply(state, order, FastChance(0))


def test_an_order_for_the_neutral_army_is_refused_there() -> None:
    state = to_take_over()
    with pytest.raises(IllegalAction) as refused:
        apply(state, Place(1, ((PERU, 5),), ((SIAM, 1),)), FastChance(0))
    assert refused.value.code == "deploy.no_neutral"


def test_the_loser_is_told_with_numbers() -> None:
    state = position(
        "red: Peru 3, Argentina 2 | blue: Brazil 6 | green: *1",
        options={"capitals": "lose_and_out"},
        step="fortify",
        hands={"red": ["Siam", "Alaska"]},
        capitals={"red": "Brazil", "blue": "Siam", "green": "Japan"},
    )
    events = apply(state, default_answer(state, 0), FastChance(0)).events
    told = {event.__struct_config__.tag: msgspec.to_builtins(event) for event in events}
    assert told["capitals.lost"] == {"type": "capitals.lost", "seat": 0, "capital": BRAZIL, "by": 1}
    taken = told["capitals.taken_over"]
    assert (taken["lands"], taken["armies"], taken["cards"]) == ((PERU, ARGENTINA), 5, 2)
    assert told["capitals.reinforced"]["armies"] == 5
    assert "turn.ended" not in told  # the turn is over when the captor has placed


@pytest.mark.parametrize(
    ("armies", "rooms", "at"),
    [
        (5, {3: 9, 4: 9, 7: 9}, ((3, 2), (4, 2), (7, 1))),
        (5, {3: 1, 4: 9}, ((3, 1), (4, 4))),
        (5, {3: 1, 4: 0}, ((3, 1),)),
        (1, {3: 9, 4: 9}, ((3, 1),)),
        (0, {3: 9}, ()),
    ],
)
def test_armies_are_spread_one_by_one(armies: int, rooms: dict[int, int], at: tuple[tuple[int, int], ...]) -> None:
    assert one_by_one(armies, rooms) == at
