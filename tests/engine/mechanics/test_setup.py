"""Who begins in a game that is dealt out (ruling R3), and what every set-up comes to for every number of players."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import (
    FastChance,
    GameState,
    IllegalAction,
    ScriptedChance,
    apply,
    default_answer,
    format_order,
    mapgraph,
    new_game,
    open_decision,
    parse_order,
    view_for,
)
from engine.mechanics.card_sets import DECK
from engine.mechanics.deploy import Place
from engine.mechanics.setup import DealerDrawn, Dealt

SEATS = ("red", "blue", "yellow", "green", "violet", "grey")


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_the_seat_left_of_the_dealer_gets_the_first_card_and_the_first_turn(dealer: int, first: int) -> None:
    played = new_game(
        "classic_1959", SEATS[:3], chance=ScriptedChance({"dealer": [dealer], "deal": [7]}, FastChance(1))
    )
    assert next(event for event in played.events if isinstance(event, DealerDrawn)) == DealerDrawn(dealer, first)
    assert next(event for event in played.events if isinstance(event, Dealt)).owners[7] == first
    assert played.state.order == (first, (first + 1) % 3, (first + 2) % 3)
    assert open_decision(played.state).seats == (first,)


@pytest.mark.parametrize(
    ("players", "shares"), [(3, [14] * 3), (4, [11, 11, 10, 10]), (5, [9, 9, 8, 8, 8]), (6, [7] * 6)]
)
def test_all_cards_are_dealt_and_come_back_with_the_jokers(players: int, shares: list[int]) -> None:
    state = new_game("classic_1959", SEATS[:players], chance=FastChance(players)).state
    assert [state.owner.count(seat) for seat in state.order] == shares
    assert state.armies == [1] * 42
    assert (sum(map(len, state.decks[DECK])), state.discards[DECK], state.supply) == (44, (), [])


@pytest.mark.parametrize(("players", "each"), [(3, 35), (4, 30), (5, 25), (6, 20)])
@pytest.mark.parametrize("go", [1, 2, 3])
def test_modern_set_up_puts_down_exactly_the_armies_of_the_table(players: int, each: int, go: int) -> None:
    state = set_up("modern", players, placement_go=go)
    on_board = [
        sum(n for n, owner in zip(state.armies, state.owner, strict=True) if owner == s) for s in range(players)
    ]
    assert on_board == [each] * players
    assert open_decision(state).seats == state.order[:1]  # whoever claimed first has the first turn


def test_nobody_places_for_a_neutral_army_that_gets_nothing() -> None:
    state = new_game("modern", SEATS[:3], chance=FastChance(3)).state
    while open_decision(state).kind != "setup.place_asked":
        state = apply(state, default_answer(state, open_decision(state).seats[0]), FastChance(1)).state
    order = default_answer(state, open_decision(state).seats[0])
    assert isinstance(order, Place)
    with pytest.raises(IllegalAction) as refused:
        apply(state, replace(order, neutral=order.at), FastChance(1))
    assert refused.value.code == "deploy.no_neutral"


@pytest.mark.parametrize(
    ("rules", "each", "goes"),
    [("classic_1959_2p", 40, 13), ("modern_2p", 40, 13), ("book2210_2p", 40, 13), ("godstorm_classic_2p", 30, 8)],
)
def test_a_game_for_two_puts_down_two_and_one_until_all_three_sides_are_even(rules: str, each: int, goes: int) -> None:
    state = new_game(rules, SEATS[:2], chance=FastChance(3)).state
    assert [state.owner.count(side) for side in (0, 1, state.neutral)] == [14] * 3
    placed = 0
    while open_decision(state).kind == "setup.place_asked":
        assert open_decision(state).seats == (state.order[placed % 2],)
        state = apply(state, default_answer(state, open_decision(state).seats[0]), FastChance(1)).state
        placed += 1
    on_board = [sum(n for n, owner in zip(state.armies, state.owner, strict=True) if owner == s) for s in range(3)]
    assert (on_board, placed, state.supply) == ([each] * 3, 2 * goes, [])
    assert open_decision(state).seats == state.order[:1]


def test_one_neutral_army_need_not_be_counted() -> None:
    state = new_game("modern_2p", SEATS[:2], chance=FastChance(3)).state
    view = view_for(state, state.active)
    own, theirs = (field.values[0] for field in view.offer("deploy.place").fields)
    names = mapgraph(state.map).names
    order = parse_order(f"place 2 {names[own]}, neutral {names[theirs]}", view)
    assert order == Place(state.active, ((own, 2),), ((theirs, 1),))
    written = f"place 2 {names[own]}, neutral 1 {names[theirs]}"
    assert format_order(order, state.rules, state.map) == written


def set_up(rules: str, players: int, **options: object) -> GameState:
    """A game after its set-up, played by the answers that are given for who is late."""
    state = new_game(rules, SEATS[:players], chance=FastChance(players), options=options).state
    while open_decision(state).step == "set-up":
        state = apply(state, default_answer(state, open_decision(state).seats[0]), FastChance(1)).state
    return state
