"""Godswars beside their cases: what pages and bots are told of both sides, what is stored, how orders are written."""

from random import Random

import pytest

from engine import (
    FastChance,
    GameState,
    UnreadableOrder,
    apply,
    default_answer,
    dump,
    format_order,
    hazards_for,
    load,
    open_decision,
    pack,
    parse_order,
    unpack,
    view_for,
    warnings_for,
)
from engine.core.chance import ScriptedChance
from engine.position import position
from engine.rules.godstorm.godswar import CallOff, FightOn, GodswarFought, NameGod, chance
from engine.rules.godstorm.sparing import Spare

BOARD = "red: Gaul 6 | blue: Iberia 3, *1 | green: Egypt 1"
GODS = {"red": {"sky": "Gaul", "war": "Gaul"}, "blue": {"magic": "Iberia", "death": "Iberia"}}


def asked(**said: object) -> GameState:
    """Red has declared an invasion and must name a god."""
    state = position(BOARD, rules="godstorm", step="invade", **({"gods": GODS} | said))
    return apply(state, parse_order("attack Gaul Iberia with 1", view_for(state, 0)), FastChance(1)).state


def test_both_sides_are_told_what_each_has_and_how_likely_it_is_to_win() -> None:
    state = asked(underworld="red: u3 1 | blue: u9 1", relics={"blue": ["Mjolnir"]})
    about = view_for(state, None).about
    assert (about["seat"], about["gods"], about["against"]) == (0, ("sky", "war"), "")
    ours, theirs = about["sides"]
    assert (ours["armies"], ours["dice"], ours["bonus"], ours["again"]) == (5, 5, 0, False)
    assert (theirs["armies"], theirs["dice"], theirs["bonus"], theirs["again"]) == (3, 4, 3, True)
    assert about["ties_to_attacker"]
    assert about["chance"] == round(chance((5, 4), 5 - 3 - 3, (False, True), True), 4)
    assert about == view_for(state, 1).about


def test_a_relic_of_the_attacker_counts_for_the_attacker() -> None:
    about = view_for(asked(relics={"red": ["Mjolnir"]}), None).about
    ours, theirs = about["sides"]
    assert (ours["bonus"], theirs["bonus"]) == (3, 0)
    again, dice = (ours["again"], theirs["again"]), (ours["dice"], theirs["dice"])
    assert about["chance"] == round(chance(dice, ours["armies"] + 3 - theirs["armies"], again, True), 4)


def test_the_chance_is_that_of_many_godswars() -> None:
    state = asked()
    expected, won, games = view_for(state, 0).about["chance"], 0, 1500
    state = apply(state, NameGod(0, "war"), FastChance(1)).state
    for seed in range(games):
        events = apply(state, NameGod(1, "magic"), FastChance(seed)).events
        won += next(event.won for event in events if isinstance(event, GodswarFought))
    assert won / games == pytest.approx(expected, abs=0.05)


def test_every_question_on_the_way_can_be_stored_and_left_to_its_default() -> None:
    state, kinds = asked(), []
    while (question := open_decision(state)).kind != "battle.attack_asked":
        kinds.append(question.kind)
        assert load(dump(state)) == unpack(pack(state)) == state
        seat = question.seats[0]
        chance = ScriptedChance({"attacker": [2, 2, 3, 4], "defender": [6, 6, 5]})
        state = apply(state, default_answer(state, seat), chance).state
    assert kinds == ["godswar.asked", "godswar.asked", "godswar.go_on_asked"]
    assert state.armies == asked().armies


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (NameGod(0, "sky"), "godswar sky"),
        (FightOn(0), "fight on"),
        (CallOff(0), "call off"),
        (Spare(0, 2), "spare 2"),
        (Spare(0, 0), "spare 0"),
    ],
)
def test_orders_are_written_in_one_form(order: NameGod, text: str) -> None:
    state = asked()
    assert format_order(order, state.rules, state.map) == text
    assert parse_order(text, view_for(state, 0)) == order
    assert parse_order(text.upper(), view_for(state, 0)) == order


def test_a_god_may_be_named_at_length_and_nobody_else() -> None:
    view = view_for(asked(), 0)
    assert parse_order("godswar with the god of the sky", view) == NameGod(0, "sky")
    with pytest.raises(UnreadableOrder, match="Name a god: sky or war"):
        parse_order("godswar Gaul", view)


def test_offers_of_an_attack_are_legal_with_any_gods() -> None:
    state, rng = position(BOARD, rules="godstorm", step="invade", gods=GODS), Random(1)
    offer = view_for(state, 0).offer("battle.attack")
    leaders = next(field for field in offer.fields if field.name == "leaders")
    gaul = view_for(state, 0).graph.number["gaul"]
    for way, choices in leaders.table.items():
        assert (("sky", "war") in choices) == (way.split()[0] == str(gaul))
        src, dst = map(int, way.split())
        for gods in choices:
            order = parse_order(
                f"attack {view_for(state, 0).graph.names[src]} {view_for(state, 0).graph.names[dst]} "
                f"with {', '.join(gods) or 'no gods'} 1",
                view_for(state, 0),
            )
            apply(state, order, FastChance(rng.randrange(1000)))


@pytest.mark.parametrize(
    ("order", "warning"),
    [
        ("attack Gaul Iberia", "Plague in Iberia banishes gods and kills half of the armies that move in."),
        ("attack Gaul Iberia with war 1", "Plague in Iberia banishes gods and kills half of the armies that move in."),
        ("attack Gaul Iberia with no gods", "Plague in Iberia kills half of the armies that move in."),
        ("attack Gaul Liguria", ""),
    ],
)
def test_plague_is_warned_of_before_an_attack(order: str, warning: str) -> None:
    view = view_for(position(BOARD, rules="godstorm", step="invade", gods=GODS, plague=["Iberia"]), 0)
    assert warnings_for(view, parse_order(order, view)) == (warning,) * bool(warning)


GODS_STAY = "When it next strikes, plague in Gaul banishes your gods and kills half of the armies there, rounded down."
STAY = "When it next strikes, plague in {} kills half of the armies there, rounded down."


@pytest.mark.parametrize(
    ("step", "order", "hazards"),
    [
        ("raise", "place 1 Iberia", (STAY.format("Iberia"),)),
        ("raise", "place 1 Gaul, 1 Iberia", (f"{GODS_STAY} {STAY.format('Iberia')}",)),
        ("raise", "place 1 Anglia", ()),
        ("fortify", "fortify Gaul Iberia 2", (STAY.format("Iberia"),)),
        ("fortify", "fortify Iberia Anglia 1", ()),
        ("invade", "fortify Gaul Iberia 2", (STAY.format("Iberia"),)),
    ],
)
def test_plague_is_told_of_before_armies_are_put_on_its_land(step: str, order: str, hazards: tuple[str, ...]) -> None:
    board = "red: Gaul 8, Iberia 3, Anglia 3 | blue: Liguria 5 | green: *1"
    state = position(board, rules="godstorm", step=step, gods={"red": {"war": "Gaul"}}, plague=["Gaul", "Iberia"])
    view = view_for(state, 0)
    assert hazards_for(view, parse_order(order, view)) == hazards
    is_possible_now = step != "invade"
    assert ({*hazards} <= {*warnings_for(view, parse_order(order, view))}) is is_possible_now
