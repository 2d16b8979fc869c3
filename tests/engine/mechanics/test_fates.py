"""What a family may change about dice and their losses, on the toy game with fates (tests/toy/fates.py)."""

from collections.abc import Iterator

import pytest

from engine import (
    Clash,
    Force,
    GameState,
    Piece,
    ScriptedChance,
    apply,
    default_answer,
    dump,
    fight,
    load,
    open_decision,
    pack,
    parse_order,
    unpack,
    view_for,
)
from engine.core.context import Context
from engine.mechanics.battle.fight import losses
from engine.mechanics.battle.losses import lose_force, strike, take_losses
from engine.mechanics.battle.types import AttackCancelled, Lose, LossesAsked, RoundResolved
from engine.odds import Dice
from tests.engine.test_leaders import GENERAL, board
from tests.engine.test_toy import BAY, CRATER, GRAPH
from tests.toy import fates

CAPE, RILLE = GRAPH.number["cape"], GRAPH.number["rille"]


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    with fates.known():
        yield


def at_bay(bay: int = 5, crater: int = 2, *pieces: str) -> GameState:
    """Seat 0 may attack the Crater from the Bay or from the Cape, with these pieces in the Bay."""
    state = board(bay, crater, *pieces)
    state.rules = "toy_fates"
    state.owner[CAPE], state.armies[CAPE] = 0, bay
    return state


def thrown(state: GameState, order: str, attacker: list[int], defender: list[int]) -> tuple[GameState, RoundResolved]:
    action = parse_order(order, view_for(state, open_decision(state).seats[0]))
    played = apply(state, action, ScriptedChance({"attacker": attacker, "defender": defender}))
    return played.state, next(event for event in played.events if isinstance(event, RoundResolved))


class TestTies:
    def test_two_rows_count_ties_for_who_wins_them(self) -> None:
        assert losses((6, 4, 1), (6, 4)) == (2, 0)
        assert losses((6, 4, 1), (6, 4), ties_to_attacker=True) == (0, 2)
        assert losses((6, 4), (5, 5), ties_to_attacker=True) == (1, 1)

    def test_the_family_says_in_which_fights_the_attacker_wins_them(self) -> None:
        _, fought = thrown(at_bay(), "attack Bay Crater with 2", [6, 4], [6, 4])
        assert (fought.attack_losses, fought.defend_losses) == (0, 2)
        _, fought = thrown(at_bay(), "attack Cape Crater with 2", [6, 4], [6, 4])
        assert (fought.attack_losses, fought.defend_losses) == (2, 0)

    def test_a_throw_tells_its_terms(self) -> None:
        _, fought = thrown(at_bay(), "attack Bay Crater with 2", [6, 4], [6, 4])
        assert (fought.attack_from, fought.defend_from, fought.ties_to_attacker) == (1, 2, True)
        _, fought = thrown(at_bay(), "attack Cape Crater with 2", [6, 4], [6, 4])
        assert (fought.attack_from, fought.defend_from, fought.ties_to_attacker) == (1, 2, False)

    def test_the_odds_know_them(self) -> None:
        state = at_bay()
        for table in (Context(state), view_for(state, 0), view_for(state, None)):
            assert fight(table, BAY, CRATER).dice == Dice(defend_from=2, ties_to_attacker=True)
            assert fight(table, CAPE, CRATER).dice == Dice(defend_from=2)
            assert fight(table, BAY, CRATER).win > fight(table, CAPE, CRATER).win

    def test_so_do_the_mean_losses_of_a_throw(self) -> None:
        state = at_bay()
        ours, theirs = fight(Context(state), BAY, CRATER, dice=1).mean_losses(1)
        ties = 5 / 30  # a six-sided die against 2 to 6: one pair of five faces alike in thirty
        assert ours + theirs == pytest.approx(1)
        assert theirs == pytest.approx(fight(Context(state), CAPE, CRATER, dice=1).mean_losses(1)[1] + ties)


class TestOnesThrownAgain:
    def test_ones_are_thrown_until_none_is_left(self) -> None:
        _, fought = thrown(at_bay(), "attack Cape Crater with 2", [1, 3], [1, 1, 4, 1, 1, 2])
        assert (fought.attack, fought.defend) == ((3, 1), (4, 2))

    def test_each_die_keeps_its_sides(self) -> None:
        _, fought = thrown(at_bay(5, 2, GENERAL), "attack Bay Crater with general 1", [1, 2, 8], [5, 5])
        assert (fought.attack, fought.attack_sides) == ((8, 2), (8, 6))

    def test_a_condition_of_odds_counts_on_it(self) -> None:
        state = at_bay(8, 6)
        sure = fight(Context(state), BAY, CRATER)
        assert sure.win < sure._replace(dice=sure.dice._replace(defend_from=1)).win
        assert Context(state).terms(Clash(BAY, CRATER)) == (1, 2, True)
        state.pieces = [Piece(GENERAL, 0, BAY)]
        assert Context(state).terms(Clash(BAY, CRATER)) == (2, 2, True)
        assert Context(state).terms(Clash(BAY, CRATER, ())) == (1, 2, True)


class TestWhatFollowsFromDice:
    def test_a_seat_is_paid_once_for_a_roll_with_all_that_it_throws_again(self) -> None:
        state = at_bay(5, 2, GENERAL, GENERAL)
        before = [*state.purses]
        after, fought = thrown(state, "attack Bay Crater with general general 1", [1, 1, 1, 4, 4, 4], [3, 2])
        assert fought.attack == (4, 4, 4)
        assert [now - then for now, then in zip(after.purses, before, strict=True)] == [1, 0, 0]

    def test_dice_that_lie_alike_only_after_ones_were_thrown_again_count_too(self) -> None:
        state = at_bay(5, 2, GENERAL)
        before = state.purses[0]
        after, _ = thrown(state, "attack Bay Crater with general 2", [5, 1, 5, 1, 5], [3, 2])
        assert after.purses[0] == before + 1


class TestWhereArmiesFall:
    def test_losses_may_be_others_than_the_dice_say(self) -> None:
        state = at_bay()
        state.pieces = [Piece("tower", 1, CRATER)]
        after, fought = thrown(state, "attack Bay Crater with 3", [6, 6, 6], [3, 2])
        assert (fought.defend_losses, fought.dst_left, after.armies[CRATER]) == (1, 1, 1)

    def test_the_family_says_what_becomes_of_the_fallen_of_both_sides(self) -> None:
        state = at_bay()
        assert not state.pieces
        after, _ = thrown(state, "attack Cape Crater with 2", [6, 3], [5, 4])
        assert (after.armies[CAPE], after.armies[CRATER], after.armies[RILLE]) == (4, 1, 5)

    def test_pieces_are_no_fallen_armies(self) -> None:
        state = at_bay(5, 2, GENERAL, "scout")
        after, _ = thrown(state, "attack Bay Crater with 2", [3, 2], [6, 6])
        asked = open_decision(after)
        assert asked.kind == LossesAsked.__struct_config__.tag
        after = apply(after, Lose(0, ((BAY, Force(1, ("scout",))),)), ScriptedChance({})).state
        assert (after.armies[BAY], after.armies[RILLE]) == (4, 4)

    def test_what_falls_by_a_card_falls_for_another_cause(self) -> None:
        state = at_bay()
        context = Context(state)
        lose_force(context, CAPE, Force(1), "card")
        strike(context, {BAY: 2})
        assert state.armies[CAPE] == 4
        take_losses(context, state.agenda.pop())
        assert (state.armies[BAY], state.armies[RILLE]) == (3, 3)


class TestBeforeTheDice:
    """Seat 0 attacks with a general against one."""

    def omen(self, order: str) -> GameState:
        state = at_bay(9, 4, GENERAL)
        state.pieces.append(Piece(GENERAL, 1, CRATER))
        return apply(state, parse_order(order, view_for(state, 0)), ScriptedChance({})).state

    def test_steps_and_questions_run_in_their_order_before_the_first_dice(self) -> None:
        state = self.omen("attack Bay Crater with general")
        assert (open_decision(state).kind, state.purses[0]) == ("toy.omen_asked", 4)
        played = apply(state, fates.Heed(0, back=False), ScriptedChance({"attacker": [7], "defender": [3, 2]}))
        assert [event for event in played.events if isinstance(event, RoundResolved)]
        assert load(dump(state)) == unpack(pack(state)) == state

    def test_they_come_once_an_order(self) -> None:
        state = self.omen("attack Bay Crater with general for 2 throws")
        chance = ScriptedChance({"attacker": [7, 7], "defender": [3, 2, 3, 2]})
        played = apply(state, fates.Heed(0, back=False), chance)
        asked = open_decision(played.state)
        assert (asked.kind, asked.seats) == ("battle.losses_asked", (1,))
        played = apply(played.state, default_answer(played.state, 1), chance)
        assert [event.defend_losses for event in played.events if isinstance(event, RoundResolved)] == [1]
        assert played.state.purses[0] == 4

    def test_the_attack_may_be_called_off(self) -> None:
        state = self.omen("attack Bay Crater with general until captured")
        played = apply(state, fates.Heed(0, back=True), ScriptedChance({}))
        assert played.events == [AttackCancelled(0, BAY, CRATER)]
        assert open_decision(played.state).kind == "battle.attack_asked"
        assert played.state.armies == state.armies

    def test_others_have_nothing_before_the_dice(self) -> None:
        state = at_bay(9, 4, GENERAL)
        state.pieces.append(Piece(GENERAL, 1, CRATER))
        thrown(state, "attack Bay Crater with 2", [6, 5], [4, 3])

    def test_leaders_that_are_gone_meanwhile_lead_no_more(self) -> None:
        state = self.omen("attack Bay Crater with general 2")
        state.pieces = [piece for piece in state.pieces if piece.seat != 0]
        played = apply(state, fates.Heed(0, back=False), ScriptedChance({"attacker": [6, 5], "defender": [3, 2]}))
        fought = next(event for event in played.events if isinstance(event, RoundResolved))
        assert (fought.attack, fought.attack_sides) == ((6, 5), ())
