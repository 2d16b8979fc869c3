"""Cases as other people write them: every spelling of a list, a seat, a switch or a throw means the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import ruleset
from engine.conformance import parsing, run_all
from engine.core.written import CaseError

MODERN, BOARD = ruleset("modern"), "red: Brazil 9, Peru 1 | blue: North Africa 2, Japan 1 | green: *1"


def outcome(tmp_path: Path, case: Any, folder: str = "cases") -> list[str]:
    path = tmp_path / folder / "cases.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(case if isinstance(case, str) else yaml.safe_dump([case]), "utf-8")
    return [failure.why if failure else "" for failure in run_all([path])]


@pytest.mark.parametrize(
    ("name", "said", "meant"),
    [
        ("attack_card_reroll", "yes", True),
        ("commander", "off", False),
        ("army_cap", "none", None),
        ("army_cap", "12", 12),
        ("army_cap", 12, 12),
        ("missions", None, "none"),
        ("missions", False, "none"),
        ("missions", "US12", "us12"),
        ("fortify", "connected-one", "connected_one"),
        ("capitals_needed", "all", "all"),
        ("capitals_needed", "2", 2),
        ("starting_armies", 40, {"3": 40}),
        ("starting_armies", "35/30/25/20", {"3": 35, "4": 30, "5": 25, "6": 20}),
        ("starting_armies", {3: 35}, {"3": 35}),
        ("starting_armies", "none", None),
        ("placement_go", [2, 1], 2),
        ("placement_go", "2+1", 2),
        ("placement_go", {"own": 2, "neutral": 1}, 2),
        ("nothing", "such", "such"),
        ("fortify", "everywhere", "everywhere"),
    ],
)
def test_switches_are_read_as_they_are_meant(name: str, said: Any, meant: Any) -> None:
    assert parsing.switch(MODERN, name, said, 3) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"attacker": [6, 5], "defender": 4}, {"attacker": [6, 5], "defender": [4]}),
        ({"red": "6, 5"}, {"red": [6, 5]}),
        ({"red": "6 5 5"}, {"red": [6, 5, 5]}),
        ("attacker 6 5, defender 4", {"attacker": [6, 5], "defender": [4]}),
        (None, {}),
    ],
)
def test_dice_are_read_as_they_are_meant(said: Any, meant: dict[str, list[int]]) -> None:
    assert parsing.dice(said) == meant


def test_what_is_no_number_is_told() -> None:
    for said in ({"red": ["six"]}, {"red": [True]}):
        with pytest.raises(CaseError, match="dice are numbers"):
            parsing.dice(said)


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": ["red", "blue", "green"]},
        {"seats": "red, blue, green"},
        {"seats": 3},
        {"seats": None},
        {"rules": "modern+exp_sets"},
        {"options": {"exp_sets": True, "commander": False}},
        {"options": ["exp_sets", "army_cap=12"]},
        {"options": "exp_sets"},
        {"note": "for people", "cards": "a"},
    ],
)
def test_a_game_may_be_named_in_several_ways(tmp_path: Path, changes: dict[str, Any]) -> None:
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD}, "expect": {"waits": "red"}} | changes
    assert outcome(tmp_path, case) == [""]


def test_without_rules_the_folder_says_which(tmp_path: Path) -> None:
    case = {"id": "a", "position": {"board": BOARD}, "expect": {"reinforcements": 3}}
    assert outcome(tmp_path, case, "classic_1959") == [""]


@pytest.mark.parametrize(
    "board",
    [
        {"red": {"Brazil": 9, "Peru": 1}, "blue": "North Africa 2, Japan 1", "green": ["*1"]},
        ["red: Brazil 9, Peru 1", "blue: North Africa 2, Japan 1", "green: *1"],
        BOARD.replace(" | ", "\n"),
    ],
)
def test_a_board_may_be_a_mapping_a_list_or_lines(tmp_path: Path, board: Any) -> None:
    case = {"id": "a", "rules": "modern", "position": {"board": board}, "expect": {"board": BOARD}}
    assert outcome(tmp_path, case) == [""]


ATTACK = {"red": "attack Brazil North Africa", "dice": {"attacker": [6, 5, 4], "defender": [5, 5]}}
ASKED = {"waits": {"blue": "battle.asked"}}
AFTER = {"board": "red: Brazil 8 | blue: North Africa 1", "waits": "red"}


@pytest.mark.parametrize(
    "play",
    [
        [{"red": "attack Brazil North Africa"}, {"blue": "defend 2", "dice": ATTACK["dice"]}],
        [ATTACK, {"blue": "defend 2"}],
        [{"dice": ATTACK["dice"]}, {"red": ATTACK["red"]}, {"blue": "defend 2"}],
        [{"red": ATTACK["red"], "dice": {"red": [6, 5, 4], "blue": [5, 5]}}, {"blue": "defend 2"}],
        [{"Red": ATTACK["red"], "dice": {"att": [6, 5, 4], "def": [5, 5]}}, {"blue": "defend 2"}],
        [ATTACK],
        [{"red": ATTACK["red"]}, {"dice": ATTACK["dice"]}],
        [{"dice": ATTACK["dice"]}, {"red": ATTACK["red"]}],
        [{"red": ATTACK["red"]}, {"blue": "defend 2"}, {"dice": ATTACK["dice"]}],
        [ATTACK, {"red": "end", "refused": "any"}, {"blue": "defend 2"}],
        [{"red": ATTACK["red"], "then advance 5": None, "dice": ATTACK["dice"]}],
        "red: attack Brazil North Africa\ndice: {attacker: [6, 5, 4], defender: [5, 5]}\nblue: defend 2",
        [
            {"red": ATTACK["red"]},
            {"expect": {"waits": {"blue": "battle.asked"}}},
            {"blue": "late", "dice": ATTACK["dice"]},
        ],
    ],
)
def test_a_throw_may_be_written_in_several_ways(tmp_path: Path, play: Any) -> None:
    position = {"board": BOARD, "step": "Attack", "turn": "red"}
    case = {"id": "a", "rules": "classic_1959", "position": position, "play": play, "expect": AFTER}
    assert outcome(tmp_path, case) == [""]


@pytest.mark.parametrize(
    "expect",
    [
        {
            "waits": ["red"],
            "out": "none",
            "winner": None,
            "turn": "red",
            "step": "attack",
            "taken": 0,
            "captured": False,
        },
        {"waits": {"red": None}, "winner": "nobody", "out": [], "used": [], "shown": "none"},
        {"options": ["attack", "end"]},
        {"options": {"dice": [1, 2, 3]}},
        {"options": {"dice": {"Brazil": 3}}},
        {"options": {"Brazil": ["North Africa", "Venezuela", "Argentina"]}},
        {"options": {"Brazil": {"targets": ["North Africa", "Venezuela", "Argentina"], "least": 1, "most": 3}}},
        {"options": {"from": "Brazil", "targets": ["North Africa", "Venezuela", "Argentina"], "dice": 3}},
        {"options": {"attack": {"from": "Brazil", "most": 3}}},
        {"options": {"attack": {"least": 1, "most": 3}}},
        {"options": {"targets": {"Brazil": ["North Africa", "Venezuela", "Argentina"]}, "most": 3}},
        {"hands": {"red": "Siam, joker", "blue": 0}, "discard": 2, "hides": {"blue": "hands.red", "anyone": "deck"}},
        {"sees": {"blue": {"hands": {"red": 2, "blue": []}}}, "hides": {"blue": "hands", "spectator": "hands"}},
        {"reinforcements": {"red": 0}},
    ],
)
def test_an_expectation_may_be_written_in_several_ways(tmp_path: Path, expect: dict[str, Any]) -> None:
    position = {"board": BOARD, "step": "attack", "hands": {"red": "Siam, wild"}, "discard": 2, "deck": 20}
    assert outcome(tmp_path, {"id": "a", "rules": "modern", "position": position, "expect": expect}) == [""]


def test_a_file_may_be_one_case_or_several_lists(tmp_path: Path) -> None:
    one = f'id: a\nrules: modern\nposition: {{board: "{BOARD}"}}\nexpect: {{waits: red}}\n'
    assert outcome(tmp_path, one) == [""]
    case = "{id: a, rules: modern, expect: {waits: red}}"
    assert outcome(tmp_path, f"cases:\n  - {case}\n---\n- {case}\n") == ["", ""]


def test_a_game_may_be_told_from_its_first_die_on(tmp_path: Path) -> None:
    play = [{"dice": {"red": [5, 2], "blue": [5, 6], "green": 2}}, {"blue": "claim Brazil"}, {"green": "claim Peru"}]
    case = {"id": "a", "rules": "modern", "seats": 3, "play": play, "expect": {"waits": "red"}}
    assert outcome(tmp_path, {**case, "seats": "red, blue, green"}) == [""]


def test_colours_of_older_boxes_are_those_of_ours(tmp_path: Path) -> None:
    board = "black: Brazil 3 | pink: *1"
    case = {"id": "a", "rules": "modern_2p", "seats": ["black", "pink", "neutral"], "position": {"board": board}}
    assert outcome(tmp_path, {**case, "expect": {"waits": "black", "board": "violet: Brazil 3"}}) == [""]


def test_a_board_without_an_enemy_is_won_as_it_stands(tmp_path: Path) -> None:
    case = {"id": "a", "rules": "modern_2p", "position": {"board": "red: *1 | neutral: Egypt 1, Congo 1"}}
    assert outcome(tmp_path, {**case, "expect": {"winner": "red"}}) == [""]


def test_cards_that_nobody_draws_are_told(tmp_path: Path) -> None:
    play = [{"red": "end turn"}, {"cards": ["Siam"]}]
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD, "step": "attack"}, "play": play}
    assert outcome(tmp_path, case) == ["cards that nobody drew: Siam"]


def test_the_end_of_a_step_that_was_passed_over_does_nothing(tmp_path: Path) -> None:
    position = {"board": "red: Argentina 8, Peru 1, Brazil 1 | blue: *1", "turn": "red"}
    play = ["red: end", "red: place 3 Argentina", "red: end", "red: fortify Argentina Peru 4"]
    case = {"id": "a", "rules": "classic_1959", "position": position, "play": play}
    assert outcome(tmp_path, {**case, "expect": {"board": "red: Argentina 7, Peru 5", "waits": "blue"}}) == [""]


def test_the_deal_may_be_called_the_cards_of_the_set_up(tmp_path: Path) -> None:
    position = {"step": "set up", "turn": "red", "cards": ["Alaska", "Peru", "Siam"]}
    case = {"id": "a", "rules": "classic_1959", "seats": 3, "position": position}
    assert outcome(tmp_path, {**case, "expect": {"board": "red: Alaska 1 | blue: Peru 1 | green: Siam 1"}}) == [""]


def test_a_set_up_that_begins_with_capitals_has_its_armies_down(tmp_path: Path) -> None:
    position = {"board": "red: Brazil 2 | blue: Peru 40 | green: *1", "step": "set-up"}
    case: dict[str, Any] = {"id": "a", "rules": "capital", "position": position}
    chosen = ["red: capital Brazil", "blue: late", "green: capital Siam"]
    told = {"capitals": {"red": "Brazil", "blue": "Peru", "green": "Siam"}, "deck": 41, "waits": "red"}
    assert outcome(tmp_path, {**case, "play": chosen, "expect": told}) == [""]
    assert outcome(tmp_path, {**case, "play": ["red: late"]}) == [
        "There are more armies on the board than a seat starts with."
    ]


def test_games_that_cannot_be_created_may_lack_a_map_or_a_colour(tmp_path: Path) -> None:
    case = {"id": "a", "rules": "modern", "expect": {"refused": "any"}}
    assert outcome(tmp_path, {**case, "map": "nowhere"}) == [""]
    goals = {"board": BOARD, "missions": {"red": "destroy_yellow"}}
    assert outcome(tmp_path, {**case, "rules": "secret_mission", "seats": 3, "position": goals}) == [""]
    assert outcome(tmp_path, {**case, "seats": ["red", "mauve", "blue"]}) == [""]


@pytest.mark.parametrize("words", [("end", "end"), ("end", "end turn"), ("late", "late"), ("end", "late")])
def test_a_free_move_that_nobody_can_make_may_be_ended(tmp_path: Path, words: tuple[str, str]) -> None:
    position = {"board": "red: Brazil 4 | blue: *1", "turn": "red", "step": "attack", "captured": True}
    play = [{"red": words[0]}, {"red": words[1], "cards": ["Siam"]}, {"blue": "place 3 Peru"}]
    case = {"id": "a", "rules": "classic_1959", "seats": 3, "position": position, "play": play}
    assert outcome(tmp_path, {**case, "expect": {"hands": {"red": ["Siam"]}, "waits": "blue"}}) == [""]


def test_the_end_of_a_turn_that_was_ended_is_refused(tmp_path: Path) -> None:
    position = {"board": "red: Brazil 4 | blue: *1", "turn": "red", "step": "attack"}
    play = [{"red": "end turn"}, {"red": "end", "refused": "turn.not_yours"}, {"red": "end"}]
    case = {"id": "a", "rules": "classic_1959", "seats": 3, "position": position, "play": play}
    assert "turn.not_yours" in outcome(tmp_path, case)[0]


def test_each_throw_has_its_own_line_of_dice_behind_it(tmp_path: Path) -> None:
    play = ["red: attack Brazil North Africa", "dice: {attacker: [1, 1, 1], defender: [6, 5]}"] * 2
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD, "step": "attack"}, "play": play}
    assert outcome(tmp_path, {**case, "expect": {"board": "red: Brazil 5 | blue: North Africa 2"}}) == [""]


def test_a_refusal_may_be_said_under_what_is_expected(tmp_path: Path) -> None:
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD, "step": "attack"}}
    refused = {"red": "attack Brazil Siam", "expect": {"refused": "any", "waits": "red"}}
    allowed = {"red": "end turn", "expect": {"refused": "any"}}
    assert outcome(tmp_path, {**case, "play": [refused]}) == [""]
    assert "expected refusal any" in outcome(tmp_path, {**case, "play": [allowed]})[0]


@pytest.mark.parametrize("hidden", ["hands", "hands.red"])
def test_a_hand_that_is_seen_is_not_hidden(tmp_path: Path, hidden: str) -> None:
    position = {"board": BOARD, "hands": {"red": "Siam, wild"}}
    case = {"id": "a", "rules": "modern", "position": position, "expect": {"hides": {"red": hidden}}}
    assert outcome(tmp_path, case) == [f"expected {hidden} hidden from red, came its content"]


def test_options_are_held_against_one_territory(tmp_path: Path) -> None:
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD, "step": "attack"}}
    wrong = {"options": {"Brazil": {"targets": ["North Africa"], "most": 2}}}
    why = outcome(tmp_path, {**case, "expect": wrong})[0]
    assert "expected targets from Brazil ['North Africa']" in why
    assert "expected most from Brazil 2, came 3" in why


def test_two_orders_in_an_entry_are_told(tmp_path: Path) -> None:
    play = [{"red": "end", "blue": "end"}]
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD, "step": "attack"}, "play": play}
    assert outcome(tmp_path, case) == ["an entry has one order, here are blue and red"]


def test_a_turn_that_the_last_placing_ended_may_be_ended(tmp_path: Path) -> None:
    position = {"board": "red: Alaska 5, Peru 1 | blue: *1", "turn": "red", "step": "attack", "captured": True}
    hand = {"hands": {"red": "Alaska, Alberta, Argentina, Ontario, Quebec"}}
    play = ["red: end", "red: trade Alaska Alberta Argentina", "red: place 4 Peru", "red: end turn"]
    case = {"id": "a", "rules": "modern", "seats": 3, "position": position | hand, "play": play}
    assert outcome(tmp_path, {**case, "expect": {"board": "red: Alaska 7, Peru 5", "waits": "blue"}}) == [""]


@pytest.mark.parametrize("out", [["blue"], ["blue", "green"]])
def test_who_is_out_may_be_said_with_those_who_were(tmp_path: Path, out: list[str]) -> None:
    position = {"board": "red: Brazil 4, Peru 2 | blue: North Africa 1", "turn": "red", "step": "attack"}
    throw = {"red": "attack Brazil North Africa with 2", "dice": "attacker 6 6, defender 5"}
    play = [throw | {"expect": {"out": out, "winner": "red"}}]
    case = {"id": "a", "rules": "classic_1959", "seats": "red blue green", "position": position, "play": play}
    assert outcome(tmp_path, case) == [""]


@pytest.mark.parametrize("said", ["red: battle.attack_asked", {"red": "battle.asked"}, "red", ["red"]])
def test_who_is_asked_may_be_said_with_the_question(tmp_path: Path, said: Any) -> None:
    position = {"board": BOARD, "turn": "red", "step": "attack"}
    assert outcome(tmp_path, {"id": "a", "rules": "modern", "position": position, "expect": {"waits": said}}) == [""]


def test_overlays_may_have_a_key_of_their_own(tmp_path: Path) -> None:
    position = {"board": "red: Brazil 12 | blue: *1", "step": "place"}
    case = {"id": "a", "rules": "modern", "overlays": ["exp_cap"], "position": position}
    assert outcome(tmp_path, {**case, "play": [{"red": "place 3 Brazil", "refused": "any"}]}) == [""]


def test_who_has_won_may_be_told_with_the_board_before_the_captor_has_moved_in(tmp_path: Path) -> None:
    position = {"board": "red: Brazil 9, *9 | blue: North Africa 1", "turn": "red", "step": "attack"}
    throw = {"red": "attack Brazil North Africa", "dice": "attacker 6 6 6, defender 1"}
    case = {"id": "a", "rules": "modern", "seats": 3, "position": position}
    won: dict[str, Any] = {"winner": "red", "waits": [], "out": ["blue"]}
    assert outcome(tmp_path, {**case, "play": [throw | {"expect": won}]}) == [""]
    assert outcome(tmp_path, {**case, "play": [throw | {"expect": won | {"winner": "blue"}}]}) != [""]


@pytest.mark.parametrize("expect", [{"waits": "blue"}, {"step": "fortify", "waits": "red"}])
def test_a_last_late_is_one_answer_or_the_rest_of_the_turn(tmp_path: Path, expect: dict[str, Any]) -> None:
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD, "step": "attack"}}
    assert outcome(tmp_path, {**case, "play": [{"red": "late", "expect": expect}]}) == [""]
    assert outcome(tmp_path, {**case, "play": [{"red": "late"}], "expect": expect}) == [""]
    assert outcome(tmp_path, {**case, "play": [{"red": "late"}], "expect": {"waits": "green"}}) != [""]


def test_an_order_may_hang_on_a_condition(tmp_path: Path) -> None:
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD, "step": "place"}}
    two_lines = "if I hold Siam: place 3 Peru\nelse: place 3 Brazil"
    assert outcome(tmp_path, {**case, "play": [{"red": two_lines}], "expect": {"board": "red: Brazil 12, Peru 1"}}) == [
        ""
    ]
    entries = [{"red": "if Brazil has 9: place 1 Peru"}, {"red": "else: place 1 Brazil"}]
    assert outcome(tmp_path, {**case, "play": entries, "expect": {"board": "red: Brazil 9, Peru 2"}}) == [""]


def test_a_condition_may_ask_what_an_earlier_order_captured(tmp_path: Path) -> None:
    throw = {"red": "attack Brazil North Africa, then advance 4", "dice": "attacker 6 6 6, defender 5 5"}
    further = {"red": "if captured North Africa: attack North Africa Egypt", "dice": "attacker 6 6 6, defender 1"}
    case = {"id": "a", "rules": "modern", "position": {"board": BOARD, "step": "attack"}, "play": [throw, further]}
    taken = {"board": "red: Brazil 5", "captured": True, "taken": 2}
    assert outcome(tmp_path, {**case, "expect": taken}) == [""]
    not_taken = {**further, "red": "if captured Siam: attack North Africa Egypt", "dice": {}}
    assert outcome(tmp_path, {**case, "play": [throw, not_taken], "expect": {"taken": 1}}) == [""]
