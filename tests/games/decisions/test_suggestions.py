"""Suggestion moves: there is always one, the rules take it, and its words are an order that can be typed."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import engine
from engine import bots
from games.decisions.kit.evaluation import may_move_yet
from games.decisions.kit.prompts import Suggestion, generic_suggestions
from games.decisions.registry import order_args, prompt_for, suggested_orders, suggestion_for
from tests.kit.certain import some
from tests.kit.games import EXPERTS
from tests.toy import TOY


def actions_of(order: str, view: engine.PlayerView) -> list[engine.Action]:
    """The actions of an order as a service would read them."""
    plain = order_args(order)
    if "action" in plain:
        return [plain["action"]]
    lines = engine.parse_message(plain["text"], view)
    assert all(line.error is None for line in lines), lines
    return [action for line in lines for action in line.actions]


@pytest.mark.no_cover
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("rules", "options"),
    [*((rules, {}) for rules in ("classic_1959", "modern", "secret_mission", TOY.id)), ("classic_1959", EXPERTS)],
)
def test_every_likely_move_is_legal(rules: str, options: dict[str, Any]) -> None:
    """Along a game of bots, the first order of each likely move is accepted in every position."""
    seats = ["red", "blue", "green"]
    state = engine.new_game(rules, seats, chance=engine.FastChance(5), options=options).state
    rng = random.Random(5)
    kinds = set()
    for step in range(400):
        asked = engine.open_decision(state)
        if asked is None:
            break
        kinds.add(asked.kind)
        view = engine.view_for(state, asked.seats[0])
        likely = suggested_orders(view)
        assert likely, asked.kind
        for move in likely:
            engine.play(state, actions_of(move.order, view)[0], engine.FastChance(step))
            assert move.sentence and (move.chance is None or 0 <= move.chance <= 1)
            if move.is_text:
                assert actions_of(move.words, view) == actions_of(move.order, view), move.words
        state = engine.apply(state, bots.choose("recruit", view, rng), engine.FastChance(step)).state
    assert len(kinds) >= 5


def test_who_is_not_asked_has_no_move() -> None:
    state = engine.new_game("modern", ["red", "blue", "green"], chance=engine.FastChance(5)).state
    asked = engine.open_decision(state)
    assert asked is not None
    others = [seat for seat in (0, 1, 2, None) if seat not in asked.seats]
    assert all(suggested_orders(engine.view_for(state, seat)) == [] for seat in some(others))


def attacking() -> engine.PlayerView:
    state = engine.new_game("classic_1959", ["red", "blue", "green"], chance=engine.FastChance(5)).state
    state = engine.apply(state, engine.default_answer(state, state.active), engine.FastChance(6)).state
    return engine.view_for(state, state.active)


def test_good_attacks_come_first_and_bad_ones_after_the_end() -> None:
    view = attacking()
    orders = [move.order for move in suggested_orders(view)]
    assert "end turn" in orders and "end" not in orders  # the land that attacks stands alone: nothing can be moved
    good = [move.chance for move in suggested_orders(view) if move.chance is not None and move.chance >= 0.5]
    assert orders.index("end turn") == len(good)


def worn_out(armies: dict[int, int]) -> engine.PlayerView:
    """Somebody asked to attack has one army on each territory, but for some; the first of the own land is beside
    other own land."""
    state = engine.new_game("classic_1959", ["red", "blue", "green"], chance=engine.FastChance(5)).state
    state = engine.apply(state, engine.default_answer(state, state.active), engine.FastChance(6)).state
    own = engine.mapgraph(engine.view_for(state, None).map).neighbours[0]
    for territory in range(len(state.owner)):
        mine = territory == 0 or territory in own
        state.owner[territory] = state.active if mine else (state.active + 1) % 3
        state.armies[territory] = armies.get(territory, 1)
    return engine.view_for(state, state.active)


def test_where_no_attack_and_no_move_is_left_only_the_end_of_the_turn_is_offered() -> None:
    view = worn_out({})
    assert [move.sentence for move in suggested_orders(view)] == ["End your turn"]
    assert prompt_for(view).heading == "No more attacks are possible: end your turn"
    assert prompt_for(view).subject == "end your turn"


def test_where_no_attack_is_left_but_armies_can_move_the_free_move_is_offered() -> None:
    view = worn_out({0: 3})
    said = [move.sentence for move in suggested_orders(view)]
    assert said == ["End your turn", "End your attacks"]
    assert prompt_for(view).heading == "No more attacks are possible: fortify, or end your turn"
    assert prompt_for(attacking()).heading == "Attack, or end your turn"


def moving(options: dict[str, Any], armies: dict[int, int]) -> engine.PlayerView:
    """As `worn_out`, after the attacks."""
    state = engine.new_game(
        "classic_1959", ["red", "blue", "green"], chance=engine.FastChance(5), options=options
    ).state
    state = engine.apply(state, engine.default_answer(state, state.active), engine.FastChance(6)).state
    view = worn_out(armies)
    state.owner[:], state.armies[:] = view.owner, view.armies
    (end,) = actions_of("end", engine.view_for(state, state.active))
    return engine.view_for(engine.apply(state, end, engine.FastChance(7)).state, state.active)


@pytest.mark.parametrize("fortify", ["adjacent_one", "connected_many"])
def test_where_only_the_front_has_armies_to_move_one_move_is_offered_after_the_end_of_the_turn(fortify: str) -> None:
    front = engine.mapgraph(worn_out({}).map).neighbours[0][0]
    view = moving({"fortify": fortify}, {front: 3})
    assert view.asked and view.asked.kind == "fortify.move_asked" and view.offer("fortify.move")
    end, *moves = suggested_orders(view)
    assert end.sentence == "End your turn"
    assert len(moves) == 1 and moves[0].src == front and moves[0].sentence.startswith("Fortify ")


def test_a_set_that_has_to_go_before_the_free_move_may_bring_armies_to_move() -> None:
    held = msgspec.structs.replace(worn_out({}), hand=(0, 1, 2, 3, 4), captures=1)
    for above_five in (True, False):
        view = msgspec.structs.replace(held, options={**held.options, "trade_on_draw_above_five": above_five})
        assert may_move_yet(view) is above_five


def test_an_attack_goes_on_until_it_captures() -> None:
    move = next(move for move in suggested_orders(attacking()) if move.is_attack)
    assert move.order.endswith("until captured, then advance all")
    assert move.sentence.startswith("Attack ") and "until captured" in move.sentence
    assert move.button == move.sentence.partition(" until")[0]


def test_a_set_is_not_named_in_its_order() -> None:
    """A link tells nobody a card."""
    state = engine.new_game("classic_1959", ["red", "blue", "green"], chance=engine.FastChance(5)).state
    view = engine.view_for(state, state.active)
    offer = engine.Offer("cards.trade", "Turn in", (engine.CardsField("cards", ((0, 1, 2),)),))
    from games.decisions.cards.trade import suggestions as trades

    assert [move.order for move in trades(view, offer)] == ["trade best"]


def test_an_order_that_is_not_likely_says_itself() -> None:
    assert suggestion_for(attacking(), "place 1 Siam").sentence == "Place 1 Siam"


def test_an_action_without_a_verb_travels_as_json() -> None:
    assert "action" in order_args('{"type":"turn.end","seat":0}')
    with pytest.raises(engine.UnreadableOrder):
        order_args('{"type":"no.such"}')


# ---- decisions without suggestions of their own


def odd(*fields: engine.Field, action: str = "turn.end") -> list[Suggestion]:
    """What is likely where the answer has fields that no rule set gives it."""
    return list(generic_suggestions(attacking(), engine.Offer(action, "Do it", fields)))


def test_an_answer_without_fields_is_said_by_its_label() -> None:
    assert [(move.order, move.words, move.note) for move in odd()] == [("end", "End", "do it")]


def test_arguments_are_said_in_words() -> None:
    view = attacking()
    names = engine.mapgraph(view.map).names
    moves = odd(
        engine.TerritoryField("where", (3, -1)),
        engine.SeatField("whose", (1,)),
        engine.NumberField("how_many", least=2, most=5),
        engine.PlacementsField("at", (4,), most=2),
        engine.CardsField("which", ((1, 2),)),
        engine.ChoiceField("lost", (engine.Force(1, ("war_lord",)),)),
    )
    rest = f"{view.seats[1].colour.capitalize()}, how many 2, 2 in {names[4]}, which 1, 2, 1 army and war lord"
    assert [move.note for move in moves] == [f"do it: {names[3]}, {rest}", f"do it: {rest}"]


def test_numbers_go_from_the_least_to_the_most_and_between() -> None:
    moves = odd(engine.NumberField("dice", least=1, most=3), action="battle.defend")
    assert [move.order for move in moves] == ["defend 1", "defend 3", "defend 2"]


def test_a_choice_that_leaves_another_field_empty_is_left_out() -> None:
    names = engine.mapgraph(attacking().map).names
    there = engine.TerritoryField("dst", by="src", table={"1": (2,), "3": ()})
    moves = odd(engine.TerritoryField("src", (1, 3)), there)
    assert [move.note for move in moves] == [f"do it: {names[1]}, {names[2]}"]
