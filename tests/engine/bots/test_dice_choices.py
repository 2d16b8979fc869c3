"""Bots before a throw that they may improve: they change what helps, and keep what does not."""

from __future__ import annotations

from random import Random

import pytest

from engine import (
    Action,
    FastChance,
    GameState,
    ScriptedChance,
    apply,
    apply_in_place,
    new_game,
    open_decision,
    view_for,
)
from engine.bots import choose
from engine.mechanics.battle.types import Attack
from engine.position import position
from engine.rules.classic.dice_modifiers import CommanderAction, KeepDice, Reroll

BOTH = {"attack_card_reroll": True, "commander": True, "defender_dice": "always_max"}
BRAZIL, NORTH_AFRICA = 11, 20


def thrown(attack: list[int], defend: list[int], **options: bool) -> GameState:
    """Red has thrown from Brazil against North Africa and is asked; it holds the cards of both."""
    board = f"red: Brazil 8, Peru 1 | blue: North Africa {len(defend)}, Iceland 1 | green: *1"
    hands = {"red": ["Brazil", "North Africa"]}
    state = position(board, step="attack", hands=hands, options={**BOTH, **options})
    chance = ScriptedChance({"attacker": attack, "defender": defend})
    return apply(state, Attack(0, BRAZIL, NORTH_AFRICA, dice=len(attack)), chance).state


def answer(bot: str, state: GameState) -> Action:
    return choose(bot, view_for(state, 0), Random(1))


def only_card(attack: list[int], defend: list[int]) -> GameState:
    return thrown(attack, defend, commander=False)


def only_commander(attack: list[int], defend: list[int]) -> GameState:
    return thrown(attack, defend, attack_card_reroll=False)


class TestReroll:
    @pytest.mark.parametrize("bot", ["recruit", "veteran"])
    def test_a_low_die_is_thrown_again_where_armies_would_be_lost(self, bot: str) -> None:
        assert answer(bot, only_card([5, 2, 1], [5, 5])) == Reroll(0, 1, BRAZIL)

    @pytest.mark.parametrize("bot", ["recruit", "veteran"])
    def test_a_throw_that_loses_nothing_is_kept(self, bot: str) -> None:
        assert answer(bot, only_card([6, 6, 1], [5, 5])) == KeepDice(0)

    def test_the_veteran_keeps_dice_that_would_more_often_fall(self) -> None:
        assert answer("veteran", only_card([6, 5], [6, 4])) == KeepDice(0)
        assert answer("veteran", only_card([4], [6])) == KeepDice(0)

    def test_the_veteran_does_not_trouble_a_card_for_what_the_commander_does_anyhow(self) -> None:
        assert answer("veteran", thrown([5], [5])) == KeepDice(0)
        assert answer("veteran", only_card([5], [5])) == Reroll(0, 5, BRAZIL)

    def test_a_card_that_lies_open_is_used_before_another(self) -> None:
        state = only_card([5, 2, 1], [5, 5])
        state = apply(state, Reroll(0, 1, NORTH_AFRICA), ScriptedChance({"attacker": [2]})).state
        chance = ScriptedChance({"attacker": [5, 2, 1], "defender": [5, 5]})
        state = apply(state, Attack(0, BRAZIL, NORTH_AFRICA), chance).state
        assert answer("veteran", state) == Reroll(0, 1, NORTH_AFRICA)


class TestCommander:
    @pytest.mark.parametrize("bot", ["recruit", "veteran"])
    def test_the_die_that_helps_most_becomes_a_six(self, bot: str) -> None:
        assert answer(bot, only_commander([4, 3, 1], [5, 2])) == CommanderAction(0, 1)
        assert answer(bot, only_commander([5, 4, 1], [5, 4])) == CommanderAction(0, 1)

    @pytest.mark.parametrize("bot", ["recruit", "veteran"])
    def test_he_is_spared_where_he_changes_nothing(self, bot: str) -> None:
        assert answer(bot, only_commander([4], [6])) == KeepDice(0)
        assert answer(bot, only_commander([5, 5, 1], [4, 4])) == KeepDice(0)

    def test_the_caretaker_keeps_the_dice(self) -> None:
        assert answer("caretaker", only_commander([4, 3, 1], [5, 2])) == KeepDice(0)
        assert answer("caretaker", only_card([5, 2, 1], [5, 5])) == KeepDice(0)


@pytest.mark.no_cover
@pytest.mark.parametrize("bot", ["recruit", "veteran"])
def test_games_with_both_come_to_an_end(bot: str) -> None:
    chance, rng = FastChance(3), Random(3)
    state = new_game("modern", ["red", "blue", "green"], chance=chance, options=BOTH).state
    improved = 0
    while asked := open_decision(state):
        action = choose(bot, view_for(state, asked.seats[0]), rng)
        improved += isinstance(action, Reroll | CommanderAction)
        apply_in_place(state, action, chance)
        assert state.round < 500
    assert improved and len(state.winners) == 1
