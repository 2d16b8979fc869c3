"""What tells presets apart, in words; overlays and switches put together; refusals that name their switches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

import engine
from engine.core import registry

CLASSIC = [id for id, rules in engine.rulesets().items() if rules.family == "classic"]
FOR_TWO = [rules.for_two for rules in engine.rulesets().values() if rules.for_two]


@pytest.fixture
def own_game() -> Iterator[engine.RuleSet]:
    """A preset that only this test knows, with a commander for everybody."""
    modern = engine.ruleset("modern")
    options = changed(modern.options, commander=True)
    rules = registry.register(
        replace(modern, id="own_game", title="Our House", short="House", options=options, for_two="")
    )
    yield rules
    del registry._RULESETS["own_game"]


def test_games_for_two_stand_behind_the_game_of_which_they_are_one() -> None:
    mains = [rules.id for rules in engine.base_presets() if rules.id in CLASSIC]
    assert {"classic_1959", "modern", "capital"} <= set(mains) <= set(CLASSIC) - set(FOR_TWO)
    assert engine.preset_for_player_count(engine.ruleset("modern"), 2).id == "modern_2p"
    assert engine.preset_for_player_count(engine.ruleset("modern"), 3).id == "modern"
    assert engine.preset_for_player_count(engine.ruleset("capital"), 2).id == "capital"
    assert engine.base_preset(engine.ruleset("modern_2p")).id == "modern"


@pytest.mark.parametrize("id", CLASSIC)
def test_every_preset_is_told_apart_from_every_other(id: str) -> None:
    rules = engine.ruleset(id)
    for other in engine.base_presets():
        if id not in FOR_TWO and other.id in CLASSIC and other.id != id:
            assert engine.compare_presets(rules, [other]), (id, other.id)
    for line in engine.compare_presets(rules):
        assert line.title and line.here and all(words for words, _games in line.elsewhere)
        assert line.here not in [words for words, _games in line.elsewhere]


@pytest.mark.parametrize(
    ("rules", "board", "words"),
    [
        ("godstorm", "", "1 of the 17 cards of the Sky deck: a further copy of Your Idol Is False"),
        ("godstorm_classic", "", "the symbols on the territory cards"),
        ("godstorm_classic", "classic42", ""),
        ("modern", "", ""),
        ("modern", "ancient", "the symbols on the territory cards"),
        ("risk2210", "", ""),
    ],
)
def test_what_is_reconstructed_of_a_game_is_said_for_its_board(rules: str, board: str, words: str) -> None:
    terms = engine.describe_options(engine.ruleset(rules), {}, board)
    assert [term.words for term in terms if term.name == engine.RECONSTRUCTED] == [words] * bool(words)


def test_a_line_says_what_is_elsewhere_and_in_which_games() -> None:
    lines = {line.title: line for line in engine.compare_presets(engine.ruleset("capital"))}
    assert lines["Capitals"].here == "hold them all and you win"
    assert lines["Capitals"].elsewhere == (("no capitals", ()),)
    assert ("dealt by the cards", ("1959", "Mission")) in lines["Territories at the start"].elsewhere
    assert "Capitals needed to win" not in lines


def test_another_preset_comes_into_the_comparison_by_itself(own_game: engine.RuleSet) -> None:
    assert own_game in engine.base_presets()
    lines = {line.title: line for line in engine.compare_presets(own_game)}
    assert lines["Commanders"] == ("Commanders", "one die a turn becomes a 6", (("none", ()),))
    others = {line.title: line for line in engine.compare_presets(engine.ruleset("modern"))}
    assert others["Commanders"].elsewhere == (("one die a turn becomes a 6", ("House",)),)


def test_overlays_and_switches_together_are_what_differs() -> None:
    modern = engine.ruleset("modern")
    found = engine.with_switches(
        modern, ["exp_cap", "exp_sets"], {"fortify": "adjacent_one", "defender_dice": "choose"}
    )
    assert found == {"army_cap": 12, "set_values": "plus_one", "defender_dice": "choose"}
    assert [overlay.id for overlay in engine.overlays_in(modern, found)] == ["exp_sets", "exp_cap"]
    assert [term.words for term in engine.changed_options(modern, found)] == ["the defender chooses"]


@pytest.mark.parametrize(
    ("overlays", "switches", "words"),
    [
        (["no_such"], {}, "no option “no_such”"),
        (["exp_fortify"], {"fortify": "connected_one"}, "“Free redistribution” sets “Free move” differently"),
    ],
)
def test_overlays_that_cannot_be(overlays: list[str], switches: dict[str, Any], words: str) -> None:
    with pytest.raises(engine.IllegalAction, match="option|differently") as refused:
        engine.with_switches(engine.ruleset("modern"), overlays, switches)
    assert refused.value.code == "game.overlays" and words in str(refused.value)


@pytest.mark.parametrize(
    ("rules", "seats", "options", "switches"),
    [
        ("modern", 4, {"army_cap": 1}, ["army_cap"]),
        ("modern", 4, {"fortify": "everywhere"}, ["fortify"]),
        ("modern", 4, {"no_such": 1}, ["no_such"]),
        ("modern", 4, {"reinforcement_minimum": 9}, ["reinforcement_minimum"]),
        ("modern", 4, {"missions": "us12", "capitals": "control_all"}, ["missions", "capitals"]),
        ("modern", 4, {"capitals_needed": 2}, ["capitals_needed"]),
        ("modern", 4, {"neutral_army": True}, ["neutral_army", "territory_setup"]),
        ("capital", 3, {"capitals_needed": 2}, ["capitals_needed"]),
        ("capital", 4, {"capitals": "lose_and_out"}, ["capitals"]),
        ("modern_2p", 2, {"placement_go": 3}, ["placement_go"]),
        ("modern_2p", 2, {"starting_armies": None}, ["starting_armies"]),
        ("modern", 6, {"army_cap": 2}, ["army_cap", "starting_armies"]),
    ],
)
def test_a_refusal_names_the_switches_it_speaks_of(
    rules: str, seats: int, options: dict[str, Any], switches: list[str]
) -> None:
    with pytest.raises(engine.IllegalAction) as refused:
        engine.new_game(rules, engine.COLOURS[:seats], options=options, chance=engine.FastChance(1))
    assert refused.value.code == "game.options" and refused.value.params["switches"] == switches


def test_two_who_choose_a_game_for_more_are_told_of_the_one_for_two() -> None:
    with pytest.raises(engine.IllegalAction, match="two play “Modern for two” .modern_2p."):
        engine.new_game("modern", ["red", "blue"], chance=engine.FastChance(1))
    with pytest.raises(engine.IllegalAction, match="Modern for two is for 2 players"):
        engine.new_game("modern_2p", ["red", "blue", "grey"], chance=engine.FastChance(1))
