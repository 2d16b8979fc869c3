"""The weakest border: the default, the order, the bots and the sentences of DECISIONS mean the same territory."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from engine import GameState, Piece, bots, default_answer, mapgraph, new_game, parse_order, rulesets, view_for
from engine.bots.board import Board
from engine.bots.heuristics import quiet_capital
from engine.core.chance import FastChance, ScriptedChance
from engine.core.context import Context
from engine.core.evaluation import Borders
from engine.core.reducer import apply, open_decision
from engine.mechanics.deploy import Place
from engine.position import position
from engine.rules.classic.capitals import CapitalAsked, capital_offers, safest
from tests.kit.certain import some
from tests.kit.games import COLOURS, presets

PLACING = {"deploy.place_asked", "setup.place_asked"}
ROUNDS = 12


def as_written(state: GameState, seat: int, among: list[int]) -> int:
    """The rule word by word: own territory with the largest sum of adjacent enemy armies less its own, ties by map
    order; the neutral army counts neither as border nor as armies; without a border all territories compare."""
    table, best = Context(state), None
    others = [other for other in range(len(state.players)) if other != seat]
    is_border = {at: any(state.owner[there] in others for there in table.neighbours(at, "border")) for at in among}
    for at in among:
        if any(is_border.values()) and not is_border[at]:
            continue
        enemies = sum(state.units(there) for there in table.neighbours(at, "border") if state.owner[there] in others)
        exposure = enemies - state.units(at)
        if best is None or exposure > best[0]:
            best = (exposure, at)
    assert best is not None
    return best[1]


def placements(rules: str, seed: int) -> Iterator[tuple[GameState, int]]:
    """Positions of a game of recruits in which a seat has armies to place."""
    state = new_game(rules, COLOURS[: rulesets()[rules].seats[0]], chance=FastChance(seed)).state
    mind = Random(seed)
    for step in range(2000):
        asked = open_decision(state)
        if asked is None or state.round > ROUNDS:
            return
        if asked.kind in PLACING:
            yield state, asked.seats[0]
        action = bots.choose("recruit", view_for(state, asked.seats[0]), mind)
        state = apply(state, action, FastChance(seed * 10_000 + step)).state


@pytest.mark.parametrize(
    "rules", [name for name in presets() if not getattr(rulesets()[name].options, "army_cap", None)]
)
def test_default_order_bot_and_rule_place_on_the_same_border(rules: str) -> None:
    found = 0
    for state, seat in some(list(placements(rules, 3))):
        expected = as_written(state, seat, Context(state).territories_of(seat))
        view = view_for(state, seat)
        default = default_answer(state, seat)
        assert isinstance(default, Place)
        assert [at for at, _ in default.at] == [expected] == [Board(view).weakest()]
        caretaker = bots.choose("caretaker", view, Random(1))
        assert isinstance(caretaker, Place) and caretaker.at == default.at
        if view.step != "set-up":
            assert parse_order("place on the weakest border", view) == default
        found += 1
    assert found > 15


def test_the_neutral_army_is_no_border_and_counts_no_armies() -> None:
    board = "red: Brazil 3, Peru 1 | blue: North Africa 2, Iceland 2 | neutral: *9"
    state = position(board, rules="modern_2p", seats=("red", "blue"))
    number = mapgraph("classic42").number
    assert Context(state).weakest(0) == number["brazil"], "Peru has neutral armies beside it alone"
    state.owner[number["north_africa"]] = state.neutral
    assert Context(state).weakest(0) == number["peru"], "without a border the fewest armies are the weakest"


TWO = ("red", "blue")
CAPTURE = {"attacker": [6, 6, 6], "defender": [5, 5]}
AMONG_NEUTRALS = "red: Brazil 9, Peru 1 | blue: Japan 1 | neutral: North Africa 2, *9"


@pytest.mark.parametrize(("venezuela", "stay"), [("neutral", 1), ("blue", 6)])
def test_all_move_on_where_only_the_neutral_army_is_left_beside_the_source(venezuela: str, stay: int) -> None:
    state = position(AMONG_NEUTRALS, rules="modern_2p", seats=TWO, step="attack")
    brazil, there = (mapgraph("classic42").number[name] for name in ("brazil", "venezuela"))
    state.owner[there] = state.neutral if venezuela == "neutral" else 1
    view = view_for(state, 0)
    state = apply(state, parse_order("attack Brazil N Africa", view), ScriptedChance(CAPTURE)).state
    caretaker = bots.choose("caretaker", view_for(state, 0), Random(1))
    for order in (default_answer(state, 0), caretaker):
        assert apply(state, order, FastChance(1)).state.armies[brazil] == stay


def test_stored_attacks_that_advance_as_usual_still_count_the_neutral_army() -> None:
    view = view_for(state := position(AMONG_NEUTRALS, rules="modern_2p", seats=TWO, step="attack"), 0)
    order = parse_order("attack Brazil N Africa, then advance as usual", view)
    after = apply(state, order, ScriptedChance(CAPTURE)).state
    assert after.armies[mapgraph("classic42").number["brazil"]] == 6


def test_a_capital_among_neutral_armies_is_the_safest() -> None:
    state = position("red: Alaska 2, Japan 2 | blue: Kamchatka 2 | neutral: *2", rules="modern_2p", seats=TWO)
    number = mapgraph("classic42").number
    state.owner[number["peru"]] = 0
    asked = CapitalAsked(seats=(0, 1))
    assert safest(Context(state), asked, 0).territory == number["peru"]
    offers = capital_offers(Context(state), asked, 0)
    view = msgspec.structs.replace(view_for(state, 0), offers=offers)
    assert quiet_capital(view, offers[0]) == safest(Context(state), asked, 0)


def test_ties_go_by_the_order_of_the_map_and_pieces_count() -> None:
    borders = Borders(owner=[0, 0, 1], units=[2, 2, 5], neighbours=[[2], [2], [0, 1]], neutral=2)
    assert borders.ranked(0) == [0, 1] and borders.exposure(0, 0) == 3
    assert borders.weakest(0, [1]) == 1
    state = position("red: Brazil 3, Peru 3 | blue: *3", rules="modern")
    peru = mapgraph("classic42").number["peru"]
    before = Context(state).borders.exposure(peru, 0)
    state.pieces.append(Piece("general", 0, peru))
    assert Context(state).borders.exposure(peru, 0) == view_for(state, 0).borders.exposure(peru, 0) == before - 1
