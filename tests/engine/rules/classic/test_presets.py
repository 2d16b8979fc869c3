"""The presets and overlays of the classic family, held against the comparison of editions (T102), and what of their
switches does not go together."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import COLOURS, FastChance, IllegalAction, new_game, ruleset, rulesets
from engine.core.registry import parse_preset
from engine.core.ruleset import Overlay

ALL_DIFFERENT = {"3": 35, "4": 30, "5": 25, "6": 20}
FIVE = {"3": 35, "4": 30, "5": 25}
SWITCHES = (
    "territory_setup",
    "starting_armies",
    "placement_go",
    "first_player",
    "reinforcement_minimum",
    "set_values",
    "occupied_bonus",
    "elimination_trade_at",
    "elimination_trade_stop",
    "trade_on_draw_above_five",
    "traded_cards",
    "draw_timing",
    "defender_dice",
    "fortify",
    "army_cap",
    "attack_card_reroll",
    "commander",
    "capitals",
    "capitals_needed",
    "missions",
    "mission_target_killed_by_other",
    "neutral_army",
    "setup_orders",
)
SETUP = {  # preset: players, territory_setup, starting_armies, placement_go, first_player
    "classic_1959": ((3, 6), "deal", None, 1, "left_of_dealer"),
    "classic_1959_2p": ((2, 2), "deal_three_piles", {"2": 40}, 2, "high_roll"),
    "modern": ((3, 6), "claim", ALL_DIFFERENT, 1, "high_roll"),
    "modern_2p": ((2, 2), "deal_three_piles", {"2": 40}, 2, "high_roll"),
    "capital": ((3, 6), "claim", ALL_DIFFERENT, 1, "high_roll"),
    "secret_mission": ((3, 6), "deal", ALL_DIFFERENT, 1, "high_roll"),
    "book2210": ((3, 5), "claim", FIVE, 1, "high_roll"),
    "book2210_2p": ((2, 2), "deal_three_piles", {"2": 40}, 2, "high_roll"),
    "godstorm_classic": ((3, 5), "claim", FIVE, 1, "high_roll"),
    "godstorm_classic_2p": ((2, 2), "deal_three_piles", {"2": 30}, 2, "high_roll"),
}
OF_1959 = ("none", 6, "may_continue", False, "discard_pile", "after_fortify", "choose")
OF_MODERN = ("once_per_set", 6, "stop_at_four", True, "discard_pile", "before_fortify", "always_max")
OF_LATER = ("once_per_turn", 6, "stop_at_four", False, "deck_bottom", "before_fortify", "choose")
PLAY = {  # beginning of an id: occupied_bonus to defender_dice, without what all have alike
    "classic_1959": OF_1959,
    "modern": OF_MODERN,
    "capital": OF_MODERN,
    "secret_mission": OF_MODERN,
    "book2210": OF_LATER,
    "godstorm_classic": OF_LATER,
}
CLASSIC = [rules.id for rules in rulesets().values() if rules.id in SETUP]


def column(preset: str) -> dict[str, Any]:
    """A preset's column of the comparison."""
    _, setup, armies, go, first = SETUP[preset]
    bonus, at, stop, on_draw, cards, draw, dice = PLAY[preset.removesuffix("_2p")]
    capitals = "control_all" if preset == "capital" else "none"
    missions = "us12" if preset == "secret_mission" else "none"
    values = (
        setup,
        armies,
        go,
        first,
        3,
        "escalating",
        bonus,
        at,
        stop,
        on_draw,
        cards,
        draw,
        dice,
        "adjacent_one",
        None,
        False,
        False,
        capitals,
        "all",
        missions,
        "counts",
        preset.endswith("_2p"),
        "in_turn",
    )
    return dict(zip(SWITCHES, values, strict=True))


def test_all_ten_presets_are_there() -> None:
    assert sorted(CLASSIC) == sorted(SETUP)


@pytest.mark.parametrize("preset", SETUP)
def test_a_preset_is_its_column(preset: str) -> None:
    rules = ruleset(preset)
    options = msgspec.to_builtins(rules.options)
    deck = options.pop("deck")
    assert options == column(preset)
    assert (rules.seats, deck) == (SETUP[preset][0], "A")


@pytest.mark.parametrize("preset", SETUP)
def test_a_preset_can_be_played_by_every_number_of_players_that_it_names(preset: str) -> None:
    least, most = ruleset(preset).seats
    for seats in range(least, most + 1):
        new_game(preset, COLOURS[:seats], chance=FastChance(1))


def overlays() -> dict[str, Overlay]:
    return {overlay.id: overlay for rules in rulesets().values() for overlay in rules.overlays}


@pytest.mark.parametrize(
    ("overlay", "switch", "value"),
    [
        ("exp_sets", "set_values", "plus_one"),
        ("exp_fortify", "fortify", "connected_many"),
        ("exp_cap", "army_cap", 12),
        ("exp_card", "attack_card_reroll", True),
        ("exp_commander", "commander", True),
        ("exp_capitals", "capitals", "lose_and_out"),
    ],
)
@pytest.mark.parametrize("preset", SETUP)
def test_an_overlay_changes_one_switch_of_its_preset(preset: str, overlay: str, switch: str, value: Any) -> None:
    if (preset, overlay) == ("capital", "exp_capitals"):
        return
    rules, changes = parse_preset(f"{preset}+{overlay}")
    assert changes == {switch: value}
    seats = COLOURS[: rules.seats[0]]
    plain = new_game(preset, seats, chance=FastChance(1)).state.options
    laid_over = new_game(preset, seats, chance=FastChance(1), options=changes).state.options
    before, after = msgspec.to_builtins(plain), msgspec.to_builtins(laid_over)
    assert {name for name in before if before[name] != after[name]} == {switch}


def test_there_are_six_overlays_and_each_has_a_sentence() -> None:
    found = overlays()
    assert len(found) == 6
    assert all(overlay.title and overlay.help.endswith(".") for overlay in found.values())


def test_all_overlays_go_together_and_on_every_preset_that_takes_them() -> None:
    for preset in SETUP:
        own = [overlay.id for overlay in ruleset(preset).overlays]
        rules, changes = parse_preset("+".join([preset, *own]))
        assert len(changes) == len(own) >= 5
        new_game(preset, COLOURS[: rules.seats[1]], chance=FastChance(1), options=changes)


def test_capitals_to_be_held_are_not_capitals_to_be_lost() -> None:
    with pytest.raises(ValueError, match="no overlay 'exp_capitals' for capital"):
        parse_preset("capital+exp_capitals")
    assert "you win by holding all capitals" in refused("capital", 3, capitals="lose_and_out")


def refused(preset: str, seats: int, **options: Any) -> str:
    with pytest.raises(IllegalAction) as info:
        new_game(preset, COLOURS[:seats], chance=FastChance(1), options=options)
    assert info.value.code == "game.options"
    return str(info.value)


PILES = {"territory_setup": "deal_three_piles"}


@pytest.mark.parametrize(
    ("preset", "seats", "options", "sentence"),
    [
        ("modern", 3, {"neutral_army": True}, "Only two players"),
        ("modern", 3, PILES | {"neutral_army": True}, "Only two players"),
        ("modern_2p", 2, {"neutral_army": False}, "needs a neutral army"),
        ("modern_2p", 2, {"territory_setup": "claim"}, "needs a deal in three piles"),
        ("modern_2p", 2, {"starting_armies": None}, "the number of starting armies"),
        ("modern_2p", 2, {"placement_go": 1}, "armies per placement must be 2"),
        ("modern_2p", 2, {"starting_armies": {"2": 13}}, "14 to 200 starting armies"),
        ("modern_2p", 2, {"missions": "us12"}, "Missions are for 3 to 6 players"),
        ("capital", 3, {"missions": "eu14"}, "choose one of them"),
        ("secret_mission", 3, {"capitals": "control_all"}, "choose one of them"),
        ("capital", 4, {"capitals_needed": 3}, "1 to 2 other capitals, or for all"),
        ("capital", 4, {"capitals_needed": 0}, "1 to 2 other capitals, or for all"),
        ("modern", 4, {"capitals_needed": 2}, "only in a game that is won by capitals"),
        ("modern", 3, {"starting_armies": {"4": 30}}, "for 3 players are missing"),
        ("modern", 3, {"starting_armies": {"3": 35, "x": 35}}, "for each number of players, 2 to 6"),
        ("modern", 3, {"starting_armies": {"3": 35, "03": 35}}, "for each number of players, 2 to 6"),
        ("modern", 3, {"starting_armies": {"3": 35, "1" * 5000: 35}}, "for each number of players, 2 to 6"),
        ("modern", 3, {"starting_armies": {"3": 13}}, "needs 14 to 200"),
        ("modern", 5, {"starting_armies": {"5": 8}}, "needs 9 to 200"),
        ("modern", 3, {"army_cap": 2}, "room for 28 starting armies"),
        ("modern_2p", 2, {"army_cap": 2}, "room for 28 starting armies"),
        ("modern", 3, {"army_cap": 1}, "must be 2 to 99"),
        ("modern", 3, {"army_cap": 100}, "must be 2 to 99"),
        ("modern", 3, {"reinforcement_minimum": 6}, "0 to 5"),
        ("modern", 3, {"elimination_trade_at": 5}, "at 6 or at 7 cards"),
        ("modern", 3, {"placement_go": 4}, "must be 1 to 3"),
    ],
)
def test_what_does_not_go_together_is_refused_with_what_would(
    preset: str, seats: int, options: dict[str, Any], sentence: str
) -> None:
    assert sentence in refused(preset, seats, **options)


@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        ("capital", 4, {"capitals_needed": 2}),
        ("modern", 3, {"army_cap": 3}),
        ("modern", 6, {"starting_armies": {"6": 7}}),
        ("secret_mission", 3, {"capitals": "lose_and_out"}),
        ("modern_2p", 2, {"starting_armies": {"2": 14}}),
        ("modern_2p", 2, {"starting_armies": {"2": 35}}),
    ],
)
def test_what_goes_together_is_played(preset: str, seats: int, options: dict[str, Any]) -> None:
    new_game(preset, COLOURS[:seats], chance=FastChance(1), options=options)
