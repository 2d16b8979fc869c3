"""Every bot, in every rule set there is: its answers are legal, its games go on, its choices come from its seed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tests.toy as toy
from engine import (
    Action,
    ChoiceField,
    FastChance,
    Field,
    Force,
    ForceField,
    GameState,
    LossesField,
    NumberField,
    Offer,
    PieceMovesField,
    PlacementsField,
    RankingField,
    TerritoriesField,
    TerritoryField,
    apply_in_place,
    default_answer,
    new_game,
    open_decision,
    rulesets,
    view_for,
)
from engine.bots import bots, choose, opponents, register
from engine.bots.answers import _smallest
from engine.sim import COLOURS

ALL_BOTS = list(bots())


def seated(rules: str, seats: int, seed: int) -> GameState:
    return new_game(rules, COLOURS[:seats], chance=FastChance(seed)).state


def play(state: GameState, players: list[str], seed: int, actions: int) -> list[Action]:
    """So many actions of these bots, seat by seat; a refused one fails the test that asked for it."""
    chance, rng, played = FastChance(seed), Random(seed), []
    while (asked := open_decision(state)) and len(played) < actions:
        seat = asked.seats[0]
        played.append(choose(players[seat], view_for(state, seat), rng))
        apply_in_place(state, played[-1], chance)
    return played


def test_the_ladder_leads_from_random_to_veteran_and_leaves_the_caretaker_out() -> None:
    ladder = [name for name in bots() if name in ("random", "recruit", "veteran", "caretaker")]
    assert ladder == ["random", "recruit", "veteran", "caretaker"]
    assert set(bots()) - set(opponents()) == {"caretaker"}
    assert all(bot.title and bot.summary for bot in bots().values())


@pytest.mark.long
@pytest.mark.no_cover
@settings(max_examples=25, deadline=None)
@given(
    rules=st.sampled_from(sorted(rulesets())),
    mix=st.lists(st.sampled_from(ALL_BOTS), min_size=3, max_size=6),
    seed=st.integers(0, 2**32),
)
def test_no_bot_ever_gives_an_answer_that_is_refused(rules: str, mix: list[str], seed: int) -> None:
    _, most = rulesets()[rules].seats
    mix = mix[:most]
    play(seated(rules, len(mix), seed), mix, seed, actions=400)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ALL_BOTS)
def test_bots_fight_with_named_pieces_too(name: str) -> None:
    for seed in range(5):
        play(seated(toy.TOY.id, 3, seed), [name] * 3, seed, actions=500)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ALL_BOTS)
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    first, second = (play(seated("modern", 4, 3), [name] * 4, 3, actions=300) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", ALL_BOTS)
def test_a_bot_leaves_its_view_as_it_was_and_needs_nothing_else(name: str) -> None:
    state = seated("modern", 3, 1)
    view = view_for(state, state.active)
    assert choose(name, view, Random(1)) == choose(name, view, Random(1))
    assert view == view_for(state, state.active)


def test_a_seat_that_is_not_asked_gets_no_answer() -> None:
    state = seated("modern", 3, 1)
    other = (state.active + 1) % 3
    with pytest.raises(ValueError, match="not asked"):
        choose("veteran", view_for(state, other), Random(1))
    with pytest.raises(KeyError):
        choose("nobody", view_for(state, state.active), Random(1))


def test_a_bot_of_ones_own_is_one_line() -> None:
    from engine.bots import catalogue

    register("mirror", "Mirror", lambda view, rng: choose("caretaker", view, rng))
    try:
        state = seated("modern", 3, 1)
        assert choose("mirror", view_for(state, state.active), Random(1)).seat == state.active
    finally:
        del catalogue._BOTS["mirror"]


def test_the_caretaker_gives_the_answers_of_a_passed_deadline_and_never_attacks() -> None:
    state, chance, rng, kinds = seated("classic_1959", 4, 2), FastChance(2), Random(2), set()
    mix = ["caretaker", "veteran", "recruit", "recruit"]
    while (asked := open_decision(state)) and state.round < 30:
        seat = asked.seats[0]
        action = choose(mix[seat], view_for(state, seat), rng)
        if seat == 0:
            kinds.add(asked.kind)
            assert action == default_answer(state, seat) or asked.kind == "occupy.advance_asked"
        apply_in_place(state, action, chance)
    assert {"deploy.place_asked", "battle.attack_asked", "battle.defend_asked"} <= kinds


@pytest.mark.parametrize(
    ("field", "least"),
    [
        (ForceField("force", ("general", "scout"), 3, 5, must=("general",)), Force(2, ("general",))),
        (ForceField("force", least=2, most=4), Force(2)),
        (NumberField("dice", least=1, most=3), 1),
        (ChoiceField("die", (4, 2)), 4),
        (PlacementsField("at", (7, 8), 3, 5), ((7, 3),)),
        (PlacementsField("at", (7, 8), 0, 5), ()),
        (
            LossesField("lost", (7, 8, 9), 4, 6, table={"7": (0, 1), "8": (0, 2)}),
            ((7, Force(1)), (8, Force(2)), (9, Force(1))),
        ),
        (LossesField("lost", (7, 8), 2, 2), ((7, Force(2)),)),
        (TerritoriesField("at", (7, 8, 9), 2, 3), (7, 8)),
        (PieceMovesField("moves", ("general", "scout"), (7, 8)), (("general", 7),)),
        (RankingField("wishes", (1, 2)), ()),
    ],
)
def test_the_smallest_answer_gives_what_is_least_of_each_field(field: Field, least: object) -> None:
    assert _smallest(Offer("any", "Any", (field,))) == {field.name: least}


def test_fields_that_hang_on_others_give_what_is_least_for_these() -> None:
    sources = TerritoryField("src", (5, 6))
    targets = TerritoryField("dst", by="src", table={"5": (9, 8), "6": (7,)})
    dice = NumberField("dice", by="src dst", table={"5 9": (2, 3)})
    assert _smallest(Offer("any", "Any", (sources, targets, dice))) == {"src": 5, "dst": 9, "dice": 2}
