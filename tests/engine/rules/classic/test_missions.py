"""Secret missions: the cards, the deal, and that nobody learns another's."""

from __future__ import annotations

import pytest

from engine import FastChance, GameState, PlayerView, apply, default_answer, event_for, mapgraph, new_game, view_for
from engine.core.context import Context
from engine.core.written import PositionError
from engine.mechanics.turns import Elimination
from engine.position import position
from engine.rules.classic import missions
from engine.rules.classic.missions import CARDS, Dealt, Mission
from tests.kit.games import COLOURS

GRAPH = mapgraph("classic42")
BOTH = {
    "occupy_24",
    "occupy_18_with_2",
    "north_america_africa",
    "north_america_australia",
    "asia_africa",
    "asia_south_america",
    "destroy_black",
    "destroy_blue",
    "destroy_green",
    "destroy_red",
    "destroy_yellow",
}


def started(seats: int = 3, seed: int = 1, rules: str = "secret_mission", **options: object) -> GameState:
    return new_game(rules, COLOURS[:seats], chance=FastChance(seed), options=options).state


# --- the cards


def test_both_sets_have_their_cards() -> None:
    assert {card.id for card in CARDS["us12"]} == BOTH | {"destroy_grey"}
    assert {card.id for card in CARDS["eu14"]} == BOTH | {
        "destroy_pink",
        "europe_australia_third",
        "europe_south_america_third",
    }
    assert [len(cards) for cards in CARDS.values()] == [12, 14]


def test_black_is_played_as_violet_and_pink_as_grey() -> None:
    colours = {card.id: card.destroys for cards in CARDS.values() for card in cards if card.destroys}
    assert colours == {
        "destroy_black": "violet",
        "destroy_blue": "blue",
        "destroy_green": "green",
        "destroy_grey": "grey",
        "destroy_pink": "grey",
        "destroy_red": "red",
        "destroy_yellow": "yellow",
    }


@pytest.mark.parametrize(
    ("chosen", "seats", "left"),
    [(name, seats, seats + more) for name, more in (("us12", 6), ("eu14", 8)) for seats in (3, 4, 5, 6)],
)
def test_cards_of_colours_that_nobody_plays_are_taken_out(chosen: str, seats: int, left: int) -> None:
    context = Context(started(seats, missions=chosen))
    cards = missions.possible(context)
    assert len(cards) == left
    assert {card.destroys for card in cards if card.destroys} == set(COLOURS[:seats])


def test_cards_of_continents_that_the_board_has_not_are_taken_out() -> None:
    state = new_game("modern", COLOURS[:3], chance=FastChance(1), options={"missions": "us12"}, map="ancient").state
    assert [card.id for card in missions.possible(Context(state))] == [
        "occupy_24",
        "occupy_18_with_2",
        "destroy_blue",
        "destroy_red",
        "destroy_yellow",
    ]
    assert len(set(state.missions)) == 3  # type: ignore[attr-defined]


def test_every_card_is_a_sentence() -> None:
    said = {card.id: card.says(GRAPH) for card in CARDS["eu14"]}
    assert len(set(said.values())) == 14
    assert all(sentence.endswith(".") for sentence in said.values())
    assert said["occupy_24"] == "Hold 24 territories."
    assert said["asia_africa"] == "Hold Africa and Asia."
    assert said["europe_australia_third"] == "Hold Europe, Australia and a third continent of your choice."
    assert said["destroy_black"] == "Destroy the violet armies."


# --- the deal


def test_everybody_gets_a_card_of_his_own_and_every_card_comes_up() -> None:
    dealt = set()
    for seed in range(60):
        given = started(6, seed).missions  # type: ignore[attr-defined]
        assert len(set(given)) == 6
        dealt |= set(given)
    assert dealt == {card.id for card in CARDS["us12"]}


def test_the_deal_is_drawn_and_told_to_each_alone() -> None:
    played = new_game("secret_mission", COLOURS[:3], chance=FastChance(3))
    dealt = [event for event in played.events if isinstance(event, Dealt)]
    assert sorted(event.seat for event in dealt) == [0, 1, 2]
    for event in dealt:
        for viewer in (None, 0, 1, 2):
            told = event_for(event, viewer)
            assert told.mission == (event.mission if viewer == event.seat else None)


def test_without_the_switch_nobody_has_a_mission() -> None:
    played = new_game("modern", COLOURS[:3], chance=FastChance(3))
    assert played.state.missions == ()  # type: ignore[attr-defined]
    assert not {"missions", "mission", "mission_cards"} & set(view_for(played.state, 0).extra)


def test_a_position_names_cards_of_its_own_game_alone() -> None:
    for name in ("destroy_pink", "destroy_yellow", "hold the moon"):
        with pytest.raises(PositionError, match="There is no mission"):
            position("red: Brazil 1 | blue: *1", rules="secret_mission", missions={"red": name})
    with pytest.raises(PositionError, match="there are none"):
        position("red: Brazil 1 | blue: *1", rules="modern", missions={"red": "occupy_24"})


# --- what is seen


def secret_of(view: PlayerView) -> object:
    return [told and told["id"] for told in view.extra["missions"]]


def test_a_view_holds_ones_own_mission_alone() -> None:
    state = started(4)
    for viewer in range(4):
        own = state.missions[viewer]  # type: ignore[attr-defined]
        assert secret_of(view_for(state, viewer)) == [own if seat == viewer else None for seat in range(4)]
        assert view_for(state, viewer).extra["mission"]["id"] == own
    assert secret_of(view_for(state, None)) == [None] * 4
    assert "mission" not in view_for(state, None).extra


def test_a_view_does_not_depend_on_the_missions_of_others() -> None:
    state, twin = started(4), started(4)
    first, second, third, fourth = state.missions  # type: ignore[attr-defined]
    twin.missions = (first, fourth, second, third)  # type: ignore[attr-defined]
    assert view_for(state, 0) == view_for(twin, 0)
    assert view_for(state, None) == view_for(twin, None)
    assert view_for(state, 1) != view_for(twin, 1)


def test_a_turn_tells_nothing_of_missions() -> None:
    """The first turns of twins whose other missions differ are told alike."""
    state, twin = started(4), started(4)
    own, *others = state.missions  # type: ignore[attr-defined]
    twin.missions = (own, *reversed(others))  # type: ignore[attr-defined]
    chance, same = FastChance(5), FastChance(5)
    for _ in range(200):
        seat = state.agenda[-1].seats[0]  # type: ignore[attr-defined]
        played = apply(state, default_answer(state, seat), chance)
        again = apply(twin, default_answer(twin, seat), same)
        assert [event_for(event, 0) for event in played.events] == [event_for(event, 0) for event in again.events]
        state, twin = played.state, again.state
        assert view_for(state, 0) == view_for(twin, 0)


def test_all_may_read_which_cards_there_are() -> None:
    cards = view_for(started(3), None).extra["mission_cards"]
    assert len(cards) == 9
    assert "Destroy the red armies." in cards
    assert "Destroy the violet armies." not in cards


def test_the_own_mission_says_what_counts_instead() -> None:
    state = position(
        "red: Brazil 1 | blue: Peru 1 | green: *1", rules="secret_mission", missions={"red": "destroy_red"}
    )
    told = view_for(state, 0).extra["mission"]
    assert told["says"] == "Destroy the red armies."
    assert told["instead"] == "Hold 24 territories."
    assert told["why"] == "That colour is your own."
    assert told["aim"]["territories"] == 24


def test_a_fall_counts_for_whom_it_was_by_alone_where_the_mission_would_change() -> None:
    state = position(
        "red: Brazil 1 | blue: Peru 1, *1",
        rules="secret_mission",
        options={"mission_target_killed_by_other": "becomes_24"},
        missions={"red": "destroy_green"},
    )
    table, card = Context(state), missions.find_mission(Context(state), "destroy_green")
    assert missions.is_fulfilled(table, 0, card, Elimination(2, 0))
    assert not missions.is_fulfilled(table, 0, card, Elimination(2, 1))
    assert missions.aim_of(table, 0, card) == Mission("destroy_green", territories=24)


@pytest.mark.parametrize(
    ("option", "green", "becomes"),
    [("becomes_24", "", True), ("becomes_24", "green: Siam 1", False), ("counts", "", False)],
)
def test_an_army_that_others_destroyed_is_replaced_by_24_territories_where_it_is_said(
    option: str, green: str, becomes: bool
) -> None:
    state = position(
        " | ".join(filter(None, ("red: Brazil 1", green, "blue: *1"))),
        rules="secret_mission",
        options={"mission_target_killed_by_other": option},
        missions={"red": "destroy_green"},
    )
    context = Context(state)
    card = missions.find_mission(context, "destroy_green")
    aim = missions.aim_of(context, 0, card)
    assert aim == (Mission("destroy_green", territories=24) if becomes else card)
    assert missions.aim_of(context, 1, card) == aim
    assert missions.aim_of(context, 2, card).territories == 24, "nobody destroys himself"
