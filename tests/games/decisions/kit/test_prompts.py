"""Prompts and suggestions: what they are called as titles, in lists and on buttons, and what is suggested."""

from __future__ import annotations

from typing import Any

import engine
from engine import (
    AmountsField,
    CardsField,
    ForceField,
    LossesField,
    NumberField,
    Offer,
    PieceMovesField,
    PlacementsField,
    RankingField,
    SeatField,
    TerritoriesField,
    TerritoryField,
)
from games.decisions.kit.prompts import (
    GENERIC_SUGGESTED,
    Prompt,
    Suggestion,
    assault,
    assault_words,
    generic_prompt,
    generic_suggestions,
    plain_sentence,
    values_of,
    worded_by,
)
from games.wording.seats import colour_name
from tests.games.decisions.kit.test_generic import odd
from tests.games.decisions.test_panels import GRAPH


def test_a_heading_ends_as_a_sentence_does() -> None:
    assert Prompt("Attack, or go on", "").sentence == "Attack, or go on."
    assert Prompt("Who goes first?", "").sentence == "Who goes first?"


def test_a_suggestion_of_several_orders_is_one_line_on_a_button() -> None:
    words = "Place 3 on Brazil\nAttack Peru from Brazil until captured, then advance all"
    made = Suggestion("place 3 Brazil\nattack Brazil Peru", words)
    assert made.lines == words.splitlines() and made.is_text and not made.is_attack
    assert made.sentence == "Place 3 on Brazil, then attack Peru from Brazil until captured, then advance all"
    assert made.button == "Place 3 on Brazil, then attack Peru from Brazil"
    called = Suggestion("{}", words, called="End", note="nothing is moved.", chance=0.0)
    assert called.lines == ["End"] and called.sentence == called.button == "End"
    assert called.remark == "Nothing is moved." and called.is_attack and not called.is_text
    assert Suggestion("end", "End", note="nothing is moved").remark == "Nothing is moved."


def test_a_question_of_any_kind_is_asked_in_its_own_words_and_place() -> None:
    names = GRAPH.names
    for about, lead in (
        ({"src": 1, "dst": 2, "at": 3}, f"From {names[1]} to {names[2]}."),
        ({"src": 1, "at": 3}, f"In {names[3]}."),
        ({"dst": 2}, ""),
        ({"at": "here"}, ""),
        ({}, ""),
    ):
        prompt = generic_prompt(odd(**about))
        assert (prompt.heading, prompt.subject, prompt.lead) == ("Choose something", "choose something", lead)


def test_an_assault_goes_on_until_the_land_falls_and_moves_all_in() -> None:
    view: Any = odd()
    src, dst = GRAPH.number["brazil"], GRAPH.number["peru"]
    action = engine.parse_order(assault(view, src, dst), view)
    assert (action.src, action.dst, action.throws, action.advance) == (src, dst, 0, engine.ALL)
    assert engine.parse_order(assault_words(view, src, dst), view) == action


def test_the_first_values_of_a_field_are_suggested_each_with_the_first_of_the_others() -> None:
    view = odd()
    there = TerritoryField("dst", by="src", table={"1": (5,), "2": ()})
    fields = (TerritoryField("src", (1, 2)), there, ForceField("force", (), 2, 2))
    move = list(generic_suggestions(view, Offer("fortify.move", "Move", fields)))
    assert len(move) == 1, "where nothing follows nothing is suggested"
    assert move[0].order == f"fortify {GRAPH.names[1]} {GRAPH.names[5]} 2"
    (end,) = generic_suggestions(view, Offer("turn.end", "End the turn"))
    assert (end.order, end.words, end.note) == ("end", "End", "end the turn")
    many = Offer("deploy.place", "Place", (PlacementsField("at", tuple(range(9)), 1, 1),))
    assert len(list(generic_suggestions(view, many))) == GENERIC_SUGGESTED


def test_an_order_without_a_verb_is_called_by_its_meaning() -> None:
    assert worded_by('{"type": "odd"}', "Do it") == Suggestion('{"type": "odd"}', "Do it")
    assert worded_by("pass", "Do it") == Suggestion("pass", "Pass", note="do it")


def test_some_values_of_each_kind_of_field() -> None:
    assert values_of(CardsField("cards", ((1, 2),)), {}) == [(1, 2)]
    assert values_of(LossesField("lost", (3,), 1, 1, {}), {}) == []
    assert values_of(PlacementsField("at", (3, 4), 1, 5), {}) == [[[3, 5]], [[4, 5]]]
    assert values_of(AmountsField("sold", ("tea",), 0, 5), {}) == [[["tea", 1]]]
    assert values_of(AmountsField("sold", ("tea",), 2, 5), {}) == [[["tea", 2]]]
    assert values_of(TerritoriesField("at", (3, 4), 1, 1), {}) == [[3], [4]]
    assert values_of(TerritoriesField("at", (3, 4, 5), 2, 2), {}) == [[3, 4]]
    assert values_of(PieceMovesField("moves", ("land",), (3, 4)), {}) == [[["land", 3]], [["land", 4]]]
    assert values_of(NumberField("force", 2, 4), {}) == [2, 4, 3]
    many = values_of(NumberField("force", 0, 99), {})
    assert many == [0, 99, *range(1, GENERIC_SUGGESTED + 1)]
    force = ForceField("force", ("scout",), 1, 4)
    assert values_of(force, {}) == [{"armies": 1, "pieces": []}, {"armies": 4, "pieces": []}]
    assert values_of(RankingField("order", ("tea", "silk")), {}) == [[], ["tea"], ["silk"]]
    assert values_of(RankingField("order", ("tea", "silk"), 1), {}) == [["tea"], ["silk"]]


def test_an_argument_is_named_where_its_value_does_not_say_what_it_is() -> None:
    view = odd()
    for field, value, said in (
        (NumberField("war_chest", 0, 9), 3, "war chest 3"),
        (TerritoryField("at", (3,)), 3, GRAPH.names[3]),
        (PlacementsField("at", (3,), 1, 5), [[3, 5]], f"5 in {GRAPH.names[3]}"),
        (ForceField("force", (), 1, 4), {"armies": 2, "pieces": ["scout"]}, "2 armies and scout"),
        (SeatField("of", (0,)), 0, colour_name(view.seats[0].colour)),
    ):
        assert plain_sentence(view, Offer("odd.do", "Do it", (field,)), {field.name: value}) == f"Do it: {said}"
