"""Orders as people type them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import (
    ALL,
    COLOURS,
    Action,
    End,
    FastChance,
    Force,
    GameState,
    IllegalAction,
    UnreadableOrder,
    action_from_json,
    apply,
    format_order,
    implied_action,
    open_decision,
    parse_message,
    parse_order,
    play,
    play_message,
    ruleset,
    view_for,
)
from engine.core.hooks import WordHooks
from engine.core.mapgraph import mapgraph
from engine.core.notation import Formatter, parse_orders
from engine.core.ruleset import Mechanic
from engine.core.scripts import order_lines
from engine.mechanics.battle.types import Attack
from engine.mechanics.card_sets import Trade
from engine.mechanics.deploy import Place
from engine.mechanics.fortify import Fortify
from engine.mechanics.occupy import LEAST, Advance
from engine.position import position

BOARD = mapgraph("classic42")
BRAZIL, PERU, NORTH_AFRICA, ALASKA = (BOARD.names.index(name) for name in ("Brazil", "Peru", "North Africa", "Alaska"))
STATE = position("red: Brazil 9, Peru 1 | blue: North Africa 3 | green: *1", step="attack", hands={"red": ["Alaska"]})
VIEW = view_for(STATE, 0)


def read(text: str) -> Action:
    return parse_order(text, VIEW)


@pytest.mark.parametrize(
    "text",
    [
        "attack Brazil North Africa",
        "ATTACK brazil   NORTH africa.",
        "attack Brazil, North Africa",
        "attack Brazil -> North Africa",
        "attack Brazil->North Africa",
        "attack Brazil to North-Africa",
        "attack bra north_africa",
        "attack BRA NAF",
        "attack Brâzil N Africa",
        "attack Braz N Afr",
        "attack Brazil N. Africa.",
        "attack Brazil North Africa. # with the most dice",
    ],
)
def test_names_may_be_written_in_many_ways(text: str) -> None:
    assert read(text) == Attack(0, BRAZIL, NORTH_AFRICA)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("with 2", {"dice": 2}),
        ("until captured", {"throws": 0}),
        ("until 4 left", {"throws": 0, "left": 4}),
        ("until captured or 4 left", {"throws": 0, "left": 4}),
        ("for 3 throws", {"throws": 3}),
        ("while odds 60%", {"throws": 0, "odds": 60}),
        ("while odds 60", {"throws": 0, "odds": 60}),
        ("until 4 left with 2", {"throws": 0, "left": 4, "dice": 2}),
        ("until 4 left for 3 throws while odds 55%", {"throws": 3, "left": 4, "odds": 55}),
        (", then advance 5", {"advance": 5}),
        ("then advance all", {"advance": ALL}),
        ("and advance least", {"advance": LEAST}),
    ],
)
def test_an_attack_says_when_it_stops(text: str, wanted: dict[str, int]) -> None:
    assert read(f"attack Brazil North Africa {text}") == Attack(0, BRAZIL, NORTH_AFRICA, **wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("place 3 Brazil", Place(0, ((BRAZIL, 3),))),
        ("place 2 Brazil, 1 Peru", Place(0, ((BRAZIL, 2), (PERU, 1)))),
        ("place all Brazil", Place(0, ((BRAZIL, ALL),))),
        ("place 2 Brazil, rest Peru", Place(0, ((BRAZIL, 2), (PERU, ALL)))),
        ("place 2 on Brazil and all on Peru", Place(0, ((BRAZIL, 2), (PERU, ALL)))),
        ("place all Brazil, neutral 1 Peru", Place(0, ((BRAZIL, ALL),), ((PERU, 1),))),
        ("trade best", Trade(0, ())),
        ("trade Alaska Peru wild", Trade(0, (ALASKA, PERU, 42))),
        ("trade Alaska Peru joker", Trade(0, (ALASKA, PERU, 42))),
        ("trade Alaska, Peru, wild, bonus Peru", Trade(0, (ALASKA, PERU, 42), PERU)),
        ("advance 5", Advance(0, Force(5))),
        ("advance all", Advance(0, Force(ALL))),
        ("advance least", Advance(0, Force(LEAST))),
        ("fortify Brazil Peru 4", Fortify(0, BRAZIL, PERU, Force(4))),
        ("fortify Brazil to Peru all", Fortify(0, BRAZIL, PERU, Force(ALL))),
        ("end", End(0)),
        ("end turn", End(0, turn=True)),
    ],
)
def test_the_other_verbs(text: str, wanted: Action) -> None:
    assert read(text) == wanted
    assert read(format_order(wanted, "classic_1959", "classic42")) == wanted


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("attack North Africa from Brazil until captured", "attack Brazil North Africa until captured"),
        ("place 2 on Brazil and 1 on Peru", "place 2 Brazil, 1 Peru"),
        ("fortify Peru from Brazil with 4", "fortify Brazil Peru 4"),
        ("defend with 2 dice", "defend 2"),
        ("defend with 1 die", "defend 1"),
        ("end your turn", "end turn"),
        ("end the turn.", "end turn"),
        ("advance 4.;", "advance 4"),
        ("place 2. Brazil., 1 Peru . ;", "place 2 Brazil, 1 Peru"),
        ("reroll the 1 with Siam", "reroll 1 with Siam"),
        ("keep the dice", "keep"),
    ],
)
def test_small_words_may_stand_where_people_write_them(text: str, short: str) -> None:
    assert read(text) == read(short)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("conquer Brazil", "No order starts with “conquer”"),
        ("atack Brazil Peru", "Try attack"),
        ("attack Brasil Peru", "Did you mean Brazil"),
        ("attack Western Peru", "may be Western United States, Western Europe or Western Australia"),
        ("attack Brazil", "missing at the end"),
        ("attack Brazil Peru with", "expected a number of dice at the end"),
        ("attack Brazil Peru until noon", "or a number of armies before “noon”"),
        ("attack Brazil Peru for 0 throws", "for 3 throws"),
        ("attack Brazil Peru while odds 101", "while odds 60%"),
        ("attack Brazil Peru while odds 0", "while odds 60%"),
        ("attack Brazil Peru while odds \u1369", "while odds 60%"),  # a digit to str.isdigit, no number to int
        ("place Brazil 3", "expected a number of armies before “Brazil”"),
        ("place three Brazil", "before “three”"),
        ("defend 1 2", "I do not understand “2” at the end"),
        ("advance", "End the order with a number of armies, at least 1."),
        ("place 99999999 Brazil", "expected a number"),
        ("fortify Brazil Peru", "End the order with a number of armies, at least 1."),
        ("fortify Brazil Peru 0", "End the order with a number of armies, at least 1."),
        ("if I hold Brazil: end", "You cannot put a condition before this order"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(UnreadableOrder, match=says.replace("(", r"\(")):
        read(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fortify Brazil Peru 2 3", "fortify FROM WHERE 4"),
        ("fortify Brazil Peru all 3", "fortify FROM WHERE 4"),
        ("fortify Brazil Peru 2 all", "fortify FROM WHERE 4"),
        ("attack Brazil North Africa with 2 3", "with 2"),
        ("attack Brazil North Africa with 2 with 3", "Write `with` only once"),
        ("attack Brazil North Africa until 4 5 left", "until 4 left"),
        ("attack Brazil North Africa until 4 left or 5 left", "until 4 left"),
        ("attack Brazil North Africa until 4 left until 5 left", "Write `until` only once"),
        ("attack Brazil North Africa for 3 4 throws", "for 3 throws"),
        ("attack Brazil North Africa for 3 throws for 4 throws", "Write `for` only once"),
        ("attack Brazil North Africa while odds 60 70", "while odds 60%"),
        ("attack Brazil North Africa while odds 60 while odds 70", "Write `while odds` only once"),
        ("attack Brazil North Africa then advance 2 3", "then advance 5"),
        ("attack Brazil North Africa then advance 2 then advance 3", "Write it as: attack"),
        ("attack Brazil North Africa then advance 0 then advance 3", "Write it as: attack"),
        ("advance 2 3", "advance 5"),
        ("advance all 3", "advance 5"),
        ("advance least 3", "advance least"),
        ("place 3 4 Brazil", "place 3 TERRITORY, 1 TERRITORY"),
        ("place 3 Brazil 4", "territory is missing at the end"),
        ("place 3 Brazil, neutral 1 2 Peru", "place 3 TERRITORY, 1 TERRITORY"),
        ("defend 1 2", "Write it as: defend 2"),
        ("commander 2 3", "Write it as: commander 2"),
        ("reroll 1 2 with Alaska", "reroll 1 with Siam"),
        ("lose 2 3", "lose 2"),
        ("redistribute Brazil 6 7, Peru 4", "redistribute TERRITORY 1, TERRITORY 3"),
        ("claim Brazil 3", "Write it as: claim TERRITORY"),
        ("end 3", "Write it as: end"),
    ],
)
@pytest.mark.parametrize("moves", ["connected_one", "connected_many"])
def test_a_number_too_many_is_never_passed_over(text: str, says: str, moves: str) -> None:
    view = view_for(position("red: Brazil 9 | blue: *1", options={"fortify": moves}), 0)
    with pytest.raises(UnreadableOrder) as caught:
        parse_order(text, view)
    assert says in str(caught.value)


@pytest.mark.parametrize("minus", ["-", "--", "\u2212", "\u2013", "\uff0d", "\ufe63"])
@pytest.mark.parametrize(
    "text",
    [
        "place ~1 India",
        "place 2 Brazil,~1 Peru",
        "fortify Brazil Peru ~2",
        "advance ~3",
        "attack Brazil North Africa with ~2",
        "attack Brazil North Africa until ~4 left",
        "attack Brazil North Africa for ~3 throws",
        "attack Brazil North Africa while odds ~60%",
        "attack Brazil North Africa, then advance ~3",
        "defend ~1",
        "redistribute Brazil 6, Peru ~6",
        "commander ~2",
        "bid ~3",
    ],
)
def test_a_minus_before_a_number_is_refused(text: str, minus: str) -> None:
    with pytest.raises(UnreadableOrder, match="No number in an order is below 0"):
        read(text.replace("~", minus))


@pytest.mark.parametrize("until", ["0 left", "captured or 0 left"])
def test_a_condition_that_never_stops_an_attack_is_refused(until: str) -> None:
    with pytest.raises(UnreadableOrder, match="until 4 left"):
        read(f"attack Brazil North Africa until {until}")


@pytest.mark.parametrize("text", ["place 3 north-africa # -3", "place 3 N-Africa", "place - 3 -> North - Africa"])
def test_other_dashes_part_words(text: str) -> None:
    assert read(text) == Place(0, ((NORTH_AFRICA, 3),))


# --- several free moves in one line

MANY = position("red: Brazil 9, Peru 1, Argentina 5 | blue: *1", step="fortify", options={"fortify": "connected_many"})
ARGENTINA = BOARD.names.index("Argentina")
MOVES = [Fortify(0, BRAZIL, PERU, Force(4)), Fortify(0, ARGENTINA, BRAZIL, Force(2))]


@pytest.mark.parametrize(
    "text",
    [
        "fortify Brazil Peru 4, Argentina Brazil 2",
        "fortify Brazil to Peru 4 Argentina -> Brazil 2.",
        "FORTIFY brazil, peru, 4, arg, bra, 2",
    ],
)
def test_free_moves_may_be_listed_where_there_are_many(text: str) -> None:
    view = view_for(MANY, 0)
    assert parse_orders(text, view) == MOVES
    with pytest.raises(UnreadableOrder, match="several orders"):
        parse_order(text, view)
    state = play_message(MANY, 0, text, FastChance(1))[-1][1].state
    assert [state.armies[there] for there in (BRAZIL, PERU, ARGENTINA)] == [7, 5, 3]


@pytest.mark.parametrize("text", ["fortify Brazil Peru 4, Argentina Brazil 2", "fortify Brazil Peru 4, Argentina 2"])
def test_a_list_is_refused_where_there_is_one_free_move(text: str) -> None:
    with pytest.raises(UnreadableOrder, match="do not understand “Argentina.*Write it as: fortify FROM WHERE 4"):
        parse_orders(text, VIEW)


def test_only_free_moves_are_listed() -> None:
    with pytest.raises(UnreadableOrder, match="number of armies before “place”"):
        parse_orders("place 3 Brazil; place 1 Peru", view_for(MANY, 0))


def test_candidates_come_with_an_ambiguous_name() -> None:
    with pytest.raises(UnreadableOrder) as caught:
        read("attack Brazil South with 2")
    assert caught.value.candidates == ("Southern Europe", "South Africa", "Siam")  # Southeast Asia in later boxes
    assert caught.value.text == "attack Brazil South with 2"


def test_a_spectator_cannot_give_orders() -> None:
    with pytest.raises(UnreadableOrder, match="Spectators"):
        parse_order("end", view_for(STATE, None))


def test_a_message_is_read_line_by_line_up_to_its_signature() -> None:
    text = "attack BRA NAF  # for glory\n\n# a comment\nend turn.\nend of orders\nplace 3 Peru"
    assert order_lines(text) == ["attack BRA NAF", "end turn."]
    assert order_lines("end\n> on Monday you wrote:\nattack BRA NAF") == ["end"]
    assert order_lines("end\n-- \nRed") == ["end"]


@pytest.mark.parametrize("text", ["end\n" * 201, "attack" + " " * 10_000 + "BRA NAF"])
def test_more_orders_than_one_message_may_hold_are_refused_as_a_whole(text: str) -> None:
    with pytest.raises(UnreadableOrder, match="at most 200 lines and 10000 characters"):
        parse_message(text, VIEW)
    quoted = "end\n> " + text.replace("\n", "\n> ")
    assert len(parse_message(quoted, VIEW)) == 1  # what is quoted below does not count


def test_an_unreadable_line_carries_its_error() -> None:
    first, second = parse_message("end\nfly to the moon", VIEW)
    assert (first.actions, first.error) == ((End(0),), None)
    assert second.actions == ()
    assert second.error is not None


# --- orders of later steps


def steps(state: GameState, text: str) -> list[Action]:
    return [action for action, _ in play(state, parse_order(text, view_for(state, state.active)), FastChance(3))]


def test_an_order_of_a_later_step_ends_those_before_it() -> None:
    assert steps(STATE, "fortify Brazil Peru 2") == [End(0), Fortify(0, BRAZIL, PERU, Force(2))]


def test_end_turn_ends_every_step_that_is_left() -> None:
    assert steps(STATE, "end turn") == [End(0), End(0, turn=True)]
    last = position("red: Brazil 9, Peru 1 | blue: *1", step="fortify")
    assert steps(last, "end turn") == [End(0, turn=True)]


def test_end_turn_declines_a_set_only_if_nothing_must_be_done_after_it() -> None:
    state = position("red: Brazil 9 | blue: *1", hands={"red": ["Alaska", "Alberta", "Argentina"]})
    with pytest.raises(IllegalAction, match="place armies"):
        steps(state, "end turn")


@pytest.mark.parametrize("order", ["attack Brazil North Africa", "fortify Brazil Peru 1", "end turn"])
def test_a_refusal_names_what_must_be_done_and_not_what_may_be(order: str) -> None:
    hand = ["Alaska", "Alberta", "Argentina"]
    state = position("red: Brazil 9, Peru 1 | blue: *1", step="trade", hands={"red": hand})
    with pytest.raises(IllegalAction, match="place armies"):
        steps(state, order)


def test_the_reason_is_told_where_a_step_cannot_be_ended_yet() -> None:
    hand = ["Alaska", "Alberta", "Argentina", "Siam", "Peru"]
    state = position("red: Brazil 9 | blue: *1", hands={"red": hand})
    with pytest.raises(IllegalAction) as caught:
        steps(state, "place 3 Brazil")
    assert caught.value.code == "cards.must_trade"


def test_hosts_reach_the_end_of_the_turn_step_by_step() -> None:
    order, state, taken = End(0, turn=True), STATE, []
    while not taken or taken[-1] != order:
        taken.append(implied_action(state, order))
        state = apply(state, taken[-1], FastChance(1)).state
    asked = open_decision(state)
    assert taken == [End(0), order]
    assert asked is not None
    assert asked.seats == (1,)


@pytest.mark.parametrize(
    ("text", "wrong", "candidates"),
    [
        ("attack NW Terr Alberta", "NW Terr", "Northwest Territory"),
        ("attack nwterr Alberta", "nwterr", "Northwest Territory"),
        ("attack W US Ontario", "W US", "Western United States"),
        ("attack Ukrane Ural", "Ukrane", "Ukraine"),
        ("attack Brazil Nrth Afrca", "Nrth Afrca", "North Africa"),
        ("atack Brazil Peru", "atack", "attack"),
    ],
)
def test_the_wrong_words_are_named_as_typed_with_what_may_have_been_meant(
    text: str, wrong: str, candidates: str
) -> None:
    with pytest.raises(UnreadableOrder) as found:
        parse_order(text, VIEW)
    assert (found.value.wrong, found.value.candidates[0]) == (wrong, candidates)
    assert f"“{wrong}”" in str(found.value) and str(found.value).endswith(found.value.hint)


def test_a_word_that_is_no_verb_is_answered_with_what_can_be_ordered_now() -> None:
    with pytest.raises(UnreadableOrder) as found:
        parse_order("conquer Brazil", VIEW)
    said = str(found.value)
    assert "claim" not in said and "defend" not in said and not found.value.candidates, said


def test_a_single_order_is_no_longer_than_a_message_may_be() -> None:
    for text in ("attack " + "x" * 10_000, "place " + "1 Brazil, " * 1_100):
        with pytest.raises(UnreadableOrder, match="at most 10000 characters"):
            parse_order(text, VIEW)


@pytest.mark.parametrize(
    "text",
    ["{}", "attack {} Peru", "attack Brazil Peru {}", "place 3 {}", "if {}: end", "attack Brazil {} Peru", "plan {}"],
)
def test_a_refusal_quotes_at_most_eighty_characters(text: str) -> None:
    with pytest.raises(UnreadableOrder) as refused:
        read(text.format("x" * 3_000))
    assert "x" * 81 not in str(refused.value) and len(str(refused.value)) < 600
    assert len(str(refused.value.params["text"])) <= 80


def test_an_action_that_is_none_is_refused_with_few_characters() -> None:
    with pytest.raises(UnreadableOrder) as refused:
        action_from_json({"type": "x" * 3_000, "seat": 0})
    assert len(str(refused.value)) < 200


def test_territories_of_some_zones_are_written_by_their_codes() -> None:
    rules = ruleset("risk2210")
    moon = replace(rules, mechanics=(*rules.mechanics, Mechanic("moon", hooks=(WordHooks(code_zones=("moon",)),))))
    world = mapgraph("world2210")
    writer = Formatter(world, COLOURS, moon)
    assert [writer.territory(world.number[name]) for name in ("tycho", "mexico")] == ["tyc", "Mexico"]
