"""Positions and cases of a family with pieces, purses and several decks: the toy game as a family of another name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import defstruct

import tests.toy as toy
from engine import GameState, Piece, open_decision
from engine.conformance import run_all
from engine.core import registry
from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.family import CaseKey, Family
from engine.core.registry import register, register_family
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.core.written import PositionError, names, territory_number
from engine.mechanics import bidding, card_keys, deploy, fortify, income, purchase, setup, turns
from engine.mechanics.action_cards.kinds import _CATALOGUES, CardKind, Catalogue, Play, register_catalogue
from engine.mechanics.action_cards.playing import add_armies
from engine.mechanics.action_cards.types import TURN, WINDOW, CardRolled, PlayCard
from engine.mechanics.battle.types import AttackStep
from engine.position import position, stack_deck
from tests.toy import family as toy_family
from tests.toy.shop import COAST, SHOP

DrawSunk = defstruct("DrawSunk", [], bases=(Step,), frozen=True, tag="islands.sink")
Count = defstruct(
    "Count", [("now", bool, False)], bases=(Step,), frozen=True, tag="islands.count", namespace={"step": "count"}
)
BOARD = "red: Bay 4 | blue: Crater 3 | green: *1"


def throw(context: Context, play: Play, order: PlayCard) -> None:
    """Roll a die, and add as many armies to the land that is invaded."""
    (die,) = context.roll(1, 6, f"seat {play.seat}")
    context.emit(CardRolled(play.seat, (die,)))
    at = play.invasion.dst
    add_armies(context, context.state.owner[at], ((at, die),))


CARDS = Catalogue(
    (
        CardKind("Help", "help", WINDOW, "Roll a die for armies.", throw, copies=2),
        CardKind("Mine", "help", WINDOW, "Take two units of the attacker's.", toy.lay_mine, copies=1),
        CardKind("Mine", "tea", WINDOW, "Take two units of the attacker's.", toy.lay_mine, copies=2),
        CardKind("Sugar", "tea", TURN, "Nothing.", lambda *_: None, copies=3),
    ),
    may_play=lambda context, seat, deck: "",
    while_attacking=lambda context: False,
)


def fill(state: GameState, size: int) -> None:
    toy.deal(state, size)
    state.decks["lands"], state.discards["lands"] = (tuple(range(6)),), ()


def sink(context: Context, step: Any) -> None:
    context.state.discards["lands"] = (context.draw("lands"),)


def count(context: Context, step: Any) -> None:
    if step.now or context.state.round == 9:
        turns.win(context, (0,))


def lay_towers(context: Context, said: list[str]) -> None:
    for name in said:
        at = territory_number(name, context.graph)
        context.state.pieces.append(Piece("tower", 0, at))


def inland(state: GameState) -> Iterator[str]:
    if any(piece.kind == "tower" and piece.at not in COAST for piece in state.pieces):
        yield "a tower stands inland"


def tell_of_invasion(context: Context) -> None:
    """A Bay of nobody has been invaded in this turn."""
    context.state.invaded = context.state.owner[0] == NOBODY


TOWERS = CaseKey("towers_of_red", lambda said, context: names(said), lay_towers, stage="before_board")
FAMILY = Family(
    "islands",
    keys=(*toy_family.FAMILY.keys[:2], TOWERS, *card_keys.keys("command_cards")),
    starred=lambda state: [at for at in range(6) if at not in state.discards["lands"]],
    complete=tell_of_invasion,
    find_card=card_keys.find_card,
    asked_at={Count: lambda seats: Count(now=True)},
    set_up_turn="next",
    orders_after_placing=("hire",),
    board_invariants=(inland,),
)


@pytest.fixture(autouse=True, scope="module")
def islands() -> Iterator[None]:
    register_catalogue("islands", lambda options: CARDS)
    drawn = Mechanic("islands", steps={DrawSunk: sink, Count: count})
    register(
        replace(
            toy.TOY,
            id="islands",
            family="islands",
            mechanics=(*toy.TOY.mechanics, SHOP, drawn),
            setup=(DrawSunk(), setup.ChooseFirst(), setup.DistributeTerritories(), turns.StartRound()),
            round=(bidding.BidStep(),),
            turn=(
                turns.BeginTurn(),
                income.CollectIncome(),
                deploy.PlaceStep(),
                purchase.HireStep(),
                purchase.BuyStep(),
                AttackStep(),
                fortify.FortifyStep(),
                turns.EndTurn(),
            ),
            round_end=(Count(),),
            init_state=fill,
            remakes_decks=False,
        )
    )
    register_family(FAMILY)
    yield
    del registry._RULESETS["islands"], registry._FAMILIES["islands"], _CATALOGUES["islands"]


def stand(board: str = BOARD, **said: Any) -> GameState:
    return position(board, rules="islands", **said)


def why(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "cases.yaml"
    path.write_text(text, "utf-8")
    return [failure.why if failure else "" for failure in run_all([path])]


def case(tmp_path: Path, rest: str, position: str = "", board: str = BOARD) -> str:
    head = "- id: X-1\n  title: A case\n  source: none\n  rules: islands\n  seats: [red, blue, green]\n"
    (reason,) = why(tmp_path, f'{head}  position: {{board: "{board}"{position}}}\n{rest}')
    return reason


class TestBoards:
    def test_a_building_alone_holds_a_territory(self) -> None:
        state = stand("red: Bay 4, Cape 0 | blue: *1", towers_of_red=["Cape"])
        assert (state.owner[1], state.armies[1], state.units(1)) == (0, 0, 0)
        with pytest.raises(PositionError, match="at least one army, or a piece: Cape"):
            stand("red: Bay 4, Cape 0 | blue: *1")

    def test_what_no_board_of_the_family_can_have_is_refused(self) -> None:
        with pytest.raises(PositionError, match="That cannot be: a tower stands inland"):
            stand("red: Bay 4, Dune 1 | blue: *1", towers_of_red=["Dune"])

    def test_who_has_a_building_alone_is_out(self) -> None:
        state = stand("red: Cape 0 | blue: *1", towers_of_red=["Cape"])
        assert [player.out for player in state.players] == [True, False, True]

    def test_the_star_of_an_expectation_covers_what_that_of_a_position_does(self, tmp_path: Path) -> None:
        assert case(tmp_path, f'  expect: {{board: "{BOARD}"}}\n') == ""
        wrong = case(tmp_path, '  expect: {board: "red: Bay 4 | blue: Crater 3 | green: *2"}\n')
        assert "expected Cape green 2, came green 1" in wrong and "Tycho" not in wrong

    def test_empty_land_and_the_neutral_army_are_groups(self, tmp_path: Path) -> None:
        board = "red: Bay 4 | empty: Cape | neutral: Crater 2 | green: *1"
        state = stand(board)
        assert (state.owner[1], state.owner[2], state.armies[2]) == (-1, 3, 2)
        assert case(tmp_path, '  expect: {board: "empty: Cape | neutral: Crater 2"}\n', board=board) == ""

    def test_a_family_completes_a_board_within_a_game(self) -> None:
        assert not stand("red: Bay 4 | blue: *1").invaded
        assert stand("red: Cape 4 | blue: Crater 1").invaded
        assert not stand("red: Cape 4 | blue: Crater 1", step="set-up").invaded


class TestSteps:
    def test_a_step_that_is_named_is_asked_for_whatever_is_in_the_purse(self) -> None:
        for step, kind in (("hire", "purchase.hire_asked"), ("buy", "purchase.buy_asked")):
            asked = open_decision(stand(step=step, purses={"red": 0}))
            assert (asked.kind, asked.seats) == (kind, (0,))

    def test_a_family_says_what_stands_for_a_step_of_the_round_s_end(self) -> None:
        assert stand(step="count").winners == (0,)

    def test_an_income_that_is_collected_on_the_way_counts_once(self) -> None:
        rules = registry.ruleset("islands")
        register(
            replace(
                rules,
                id="islands_2",
                turn=(turns.BeginTurn(), Named(), *rules.turn[1:]),
                mechanics=(*rules.mechanics, Mechanic("named", steps={Named: lambda *_: None})),
                step_words={"place": "collect"},
            )
        )
        try:
            assert position(BOARD, rules="islands_2", step="collect").pool == 3
        finally:
            del registry._RULESETS["islands_2"]

    def test_an_end_of_a_step_that_is_passed_over_changes_nothing(self, tmp_path: Path) -> None:
        """Nothing can be hired or bought, so the first two ends are of steps that were never asked."""
        play = (
            "  play:\n    - red: place 3 Bay\n    - red: end\n    - red: end\n    - red: attack Bay Crater with 1\n"
            "    - blue: defend 1\n      dice: {red: [1], blue: [6]}\n      expect: {board: 'red: Bay 6'}\n"
        )
        assert case(tmp_path, play, ", purses: {red: 0}") == ""


Named = defstruct("Named", [], bases=(Step,), frozen=True, tag="islands.named", namespace={"step": "collect"})


class TestSetUp:
    def test_cards_are_what_chance_draws_before_the_first_answer(self) -> None:
        for name, at in (("Edge", 4), ("Dune", 3)):
            state = position(rules="islands", step="set-up", turn="blue", cards=[name])
            assert state.discards["lands"] == (at,)
            assert open_decision(state).seats == (1,)

    @pytest.mark.parametrize("turn", ["red", "blue", "green"])
    def test_the_turn_on_a_board_is_the_seat_whose_go_it_is(self, turn: str) -> None:
        state = stand("red: Bay 1, Cape 1 | blue: Crater 1", step="set-up", turn=turn, cards=["Edge"])
        seat = state.seats.index(turn)
        assert (open_decision(state).kind, open_decision(state).seats) == ("setup.claim_asked", (seat,))
        assert state.order[-1] in {0, 1, 2} and len(state.order) == 3
        assert state.supply == [7, 8, 9]


class TestDecks:
    def test_a_deck_is_full_but_for_what_is_named_anywhere(self) -> None:
        state = stand(command_cards={"red": ["Help", "Tea Mine"]}, discards={"tea": ["Sugar"], "lands": ["Edge"]})
        assert state.players[0].hand == (0, 2)
        assert state.decks == {"help": ((0, 1),), "tea": ((2, 3, 3),), "lands": ((0, 1, 2, 3, 5),)}
        assert state.discards == {"help": (), "tea": (3,), "lands": (4,)}

    def test_a_hand_may_be_counted_by_deck_and_gets_what_nobody_names(self) -> None:
        state = stand(command_cards={"red": {"tea": 2}, "blue": ["Sugar", "Sugar", "Sugar"]})
        assert (state.players[0].hand, state.players[1].hand, state.decks["tea"]) == ((2, 2), (3, 3, 3), ())

    def test_discards_hold_what_other_words_have_laid_there(self) -> None:
        state = position(rules="islands", step="set-up", cards=["Edge"])
        card_keys.discard(state, "lands", 4)
        card_keys.discard(state, "lands", 5)
        card_keys.lay_discards(Context(state), {"lands": ["Edge", "Bay"]})
        assert (state.discards["lands"], state.decks["lands"]) == ((0, 4, 5), ((1, 2, 3),))
        card_keys.lay_discards(Context(state), {"lands": 4})
        assert state.discards["lands"] == (0, 3, 4, 5)

    def test_a_deck_may_be_counted_or_named_in_the_order_of_the_draw(self) -> None:
        state = stand(command_cards={"red": ["Help"]}, decks={"help": 1, "tea": ["Sugar", "Mine", "Sugar"]})
        assert [sum(map(len, state.decks[deck])) for deck in ("help", "tea")] == [1, 3]
        assert state.decks["tea"] == ((3,), (2,), (3,))

    @pytest.mark.parametrize(
        ("said", "says"),
        [
            ({"command_cards": {"red": ["Help", "Help", "Help"]}}, "no further card 'Help'"),
            ({"command_cards": {"red": ["Mine"]}}, "There is no territory 'Mine'"),
            ({"command_cards": {"red": 2}}, "Name the cards of red"),
            ({"command_cards": {"red": {"help": 4}}}, "cannot hold 4 cards: 3 are left"),
            ({"decks": {"rum": 2}}, "There is no deck 'rum': they are help, tea, lands"),
            ({"decks": {"help": 4}}, "cannot hold 4 cards: 3 are left"),
            ({"decks": {"tea": ["Help"]}}, "no card 'Help' in the deck tea"),
            ({"discards": {"tea": ["Sugar"] * 4}}, "no further card 'Sugar'"),
        ],
    )
    def test_what_cannot_be_is_refused(self, said: dict[str, Any], says: str) -> None:
        with pytest.raises(PositionError, match=says):
            stand(**said)

    def test_who_is_out_holds_nothing(self) -> None:
        with pytest.raises(PositionError, match="blue is out"):
            stand("red: Bay 3 | green: *1", command_cards={"blue": ["Help"]})

    def test_each_card_goes_on_top_of_its_own_deck(self) -> None:
        state = stand()
        assert stack_deck(state, ["Sugar", "Edge", "Tea Mine", "Help"]) == {"tea": [3, 2], "lands": [4], "help": [0]}
        assert state.decks["tea"][:2] == ((3,), (2,)) and state.decks["lands"][0] == (4,)

    def test_a_card_of_which_there_is_none_left_and_an_empty_deck_are_refused(self) -> None:
        state = stand(command_cards={"red": ["Help Mine"]}, discards={"lands": ["Edge"]})
        for name, says in (("Help Mine", "Help Mine is not in the deck"), ("Edge", "Edge is not in the deck")):
            with pytest.raises(PositionError, match=says):
                stack_deck(state, [name])
        with pytest.raises(PositionError, match="its deck is empty"):
            stack_deck(stand(decks={"tea": 0}), ["Sugar"])

    def test_hands_are_compared_by_name_by_deck_and_by_number(self, tmp_path: Path) -> None:
        said = ", step: attack, command_cards: {red: [Tea Mine, Help, Sugar], blue: [Sugar]}, decks: {lands: 2}"
        for expect in (
            "command_cards: {red: [Sugar, Help, Tea Mine]}",
            "command_cards: {red: {help: 1, tea: 2}, blue: {tea: 1}, green: {}}",
            "command_cards: {red: 3, green: 0}",
            "decks: {lands: 2, help: 2}, discards: {lands: [], tea: 0}",
            "sees: {red: {command_cards: {red: [Sugar, Help, Tea Mine], blue: {tea: 1}}}}",
            "sees: {spectator: {command_cards: {red: {help: 1, tea: 2}}}}",
            "hides: {red: [command_cards.blue], spectator: [command_cards.red]}",
        ):
            assert case(tmp_path, f"  expect: {{{expect}}}\n", said) == "", expect
        for expect, says in (
            ("command_cards: {red: [Help]}", "expected command_cards of red {'help': ['Help']}, came"),
            ("command_cards: {red: {help: 2, tea: 2}}", "came {'help': 1, 'tea': 2}"),
            ("command_cards: {blue: {}}", "expected command_cards of blue {}, came {'tea': ['Sugar']}"),
            ("decks: {lands: 3}", "expected decks of lands 3, came 2"),
            ("hides: {red: [command_cards.red]}", "expected command_cards.red hidden from red, came its content"),
        ):
            assert says in case(tmp_path, f"  expect: {{{expect}}}\n", said), expect


class TestDice:
    SAID = ", step: attack, command_cards: {green: [Help]}, purses: {red: 0}"

    @pytest.mark.parametrize("battle", ["{attacker: [6, 5, 4], defender: [1, 1]}", "{red: [6, 5, 4], blue: [1, 1]}"])
    def test_a_card_s_die_is_its_player_s_inside_an_attack(self, tmp_path: Path, battle: str) -> None:
        play = (
            "  play:\n"
            "    - red: attack Bay Crater\n"
            "    - green: play Help\n"
            "      dice: {green: [4]}\n"
            '      expect: {board: "blue: Crater 7"}\n'
            "    - blue: defend 2\n"
            f"      dice: {battle}\n"
            '      expect: {board: "blue: Crater 5"}\n'
        )
        assert case(tmp_path, play, self.SAID) == ""

    def test_all_dice_of_an_order_may_stand_by_seat(self, tmp_path: Path) -> None:
        play = (
            "  play:\n"
            "    - red: attack Bay Crater\n"
            "    - green: play Help\n"
            "      dice: {green: [4], red: [6, 5, 4], blue: [1, 1]}\n"
            "    - blue: defend 2\n"
            '      expect: {board: "blue: Crater 5"}\n'
        )
        assert case(tmp_path, play, self.SAID) == ""

    def test_dice_that_nobody_threw_are_told(self, tmp_path: Path) -> None:
        play = "  play:\n    - red: attack Bay Crater\n    - green: play Help\n      dice: {green: [4, 4]}\n"
        assert "dice that nobody threw: seat 2 4" in case(tmp_path, play, self.SAID)


class TestOptions:
    def test_what_is_for_sale_is_compared_by_kind_and_place(self, tmp_path: Path) -> None:
        said = ", step: hire, purses: {red: 9}"
        for options in (
            "[hire, tower, end]",
            "{hire: [general, scout], tower: [Bay]}",
            "{hire: {general: [Bay], scout: [Bay]}}",
        ):
            assert case(tmp_path, f"  expect: {{options: {options}}}\n", said) == "", options
        assert "expected choices ['general']" in case(tmp_path, "  expect: {options: {hire: [general]}}\n", said)
        assert "expected targets from scout" in case(tmp_path, "  expect: {options: {hire: {scout: [Cape]}}}\n", said)

    def test_cards_are_counted_by_deck(self, tmp_path: Path) -> None:
        said = ", step: buy, purses: {red: 9}"
        for options in ("{buy: [help, tea]}", "{least: 1, most: 4}", "{buy: {least: 1, most: 4}, orders: [buy, end]}"):
            assert case(tmp_path, f"  expect: {{options: {options}}}\n", said) == "", options

    def test_several_offers_of_one_word_add_up(self, tmp_path: Path) -> None:
        said = ", step: attack, command_cards: {green: [Help, Help Mine]}"
        play = "  play:\n    - red: attack Bay Crater\n      expect: {options: {play: [Help, Help Mine]}}\n"
        assert case(tmp_path, play, said) == ""


def test_seats_that_owe_a_bid_are_a_list(tmp_path: Path) -> None:
    play = "  play:\n    - green: bid 0\n      expect: {waits: [red, blue], step: bid}\n"
    assert case(tmp_path, play, ", step: bid") == ""
