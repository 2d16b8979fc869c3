"""Losses among armies and pieces: in battle, and by what strikes without one."""

import random

import msgspec
import pytest

import tests.toy as toy
from engine import (
    FastChance,
    Force,
    GameState,
    IllegalAction,
    Piece,
    ScriptedChance,
    UnreadableOrder,
    action_from_json,
    apply,
    default_answer,
    format_order,
    open_decision,
    parse_order,
    view_for,
)
from engine.core.context import Context
from engine.core.offers import random_arguments
from engine.core.reducer import Transition, run
from engine.mechanics.battle.losses import possible_losses, strike
from engine.mechanics.battle.types import Attack, Lose, LossesAsked, Lost
from engine.mechanics.occupy import Eliminated, Emptied
from engine.mechanics.turns import NextTurn, TurnBegan
from tests.engine.test_leaders import board
from tests.engine.test_toy import BAY, CRATER, GRAPH, TYCHO, to_attack

EDGE, FORD = (GRAPH.number[name] for name in ("edge", "ford"))
GENERAL = "general"


def struck(state: GameState, due: dict[int, int]) -> Transition:
    context = Context(state)
    strike(context, due)
    run(context)
    return Transition(state, context.events, [])


def answer(state: GameState, order: str) -> Transition:
    seat = open_decision(state).seats[0]
    return apply(state, parse_order(order, view_for(state, seat)), ScriptedChance({}))


def asked_losses(state: GameState) -> LossesAsked:
    asked = state.agenda[-1]
    assert isinstance(asked, LossesAsked)
    return asked


class TestInBattle:
    def test_the_defender_is_asked_first(self) -> None:
        state = board(4, 3, GENERAL)
        state.pieces.append(Piece(GENERAL, 1, CRATER))
        chance = ScriptedChance({"attacker": [6, 1, 1], "defender": [5, 5]})
        state = apply(state, Attack(0, BAY, CRATER), chance).state
        assert (asked_losses(state).seats, open_decision(state).pace) == ((1,), "window")
        state = answer(state, "lose general").state
        assert (asked_losses(state).seats, open_decision(state).pace) == ((0,), "turn")
        state = answer(state, "lose 1").state
        assert (state.armies[BAY], state.armies[CRATER]) == (3, 3)
        assert state.pieces == [Piece(GENERAL, 0, BAY)]

    @pytest.mark.parametrize(
        ("armies", "pieces", "asked"),
        [(3, (GENERAL,), True), (0, (GENERAL, "scout"), True), (0, (GENERAL, GENERAL), False), (3, ("tower",), False)],
    )
    def test_an_owner_is_asked_where_it_makes_a_difference(
        self, armies: int, pieces: tuple[str, ...], asked: bool
    ) -> None:
        state = board(4, armies, "tower")
        state.pieces += [Piece(kind, 1, CRATER) for kind in pieces]
        chance = ScriptedChance({"attacker": [6], "defender": [1, 1]})
        state = apply(state, Attack(0, BAY, CRATER, dice=1, leaders=()), chance).state
        assert isinstance(state.agenda[-1], LossesAsked) is asked

    def test_the_neutral_army_loses_armies_first_unasked(self) -> None:
        state = board(4, 2)
        state.owner[CRATER] = state.neutral
        state.pieces = [Piece(GENERAL, state.neutral, CRATER)]
        chance = ScriptedChance({"attacker": [6], "defender": [1, 1]})
        state = apply(state, Attack(0, BAY, CRATER, dice=1, leaders=()), chance).state
        assert (state.armies[CRATER], len(state.pieces)) == (1, 1)
        assert open_decision(state).kind == "battle.attack_asked"


class TestOffers:
    def asked(self) -> GameState:
        state = to_attack()
        state.pieces = [Piece(kind, 1, CRATER) for kind in (GENERAL, "scout", "scout")]
        state.armies[CRATER] = 1
        return struck(state, {CRATER: 2}).state

    def test_every_combination_is_named_once(self) -> None:
        state = self.asked()
        found = [lost for ((_, lost),) in possible_losses(Context(state), asked_losses(state))]
        assert found == [
            Force(1, ("scout",)),
            Force(1, (GENERAL,)),
            Force(0, ("scout", "scout")),
            Force(0, ("scout", GENERAL)),
        ]
        assert default_answer(state, 1) == Lose(1, ((CRATER, found[0]),))

    def test_what_is_offered_is_legal_and_can_be_written(self) -> None:
        state, rng = self.asked(), random.Random(2)
        view = view_for(state, 1)
        offer = view.offer("battle.lose")
        for _ in range(20):
            given = msgspec.to_builtins(random_arguments(offer, lambda bound: int(rng.random() * bound)))
            order = action_from_json({"type": offer.action, "seat": 1, **given})
            assert parse_order(format_order(order, "toy", state.map), view) == order
            apply(state, order, FastChance(1))


FORMS = {
    "lose general": ((CRATER, Force(0, (GENERAL,))),),
    "lose 2 men": ((CRATER, Force(2)),),
    "lose 2": ((CRATER, Force(2)),),
    "lose general, 1 man": ((CRATER, Force(1, (GENERAL,))),),
    "lose 3 men at Crater, 1 man at Tycho": ((CRATER, Force(3)), (TYCHO, Force(1))),
    "lose 1 man at Crater, general at Tycho": ((CRATER, Force(1)), (TYCHO, Force(0, (GENERAL,)))),
    "lose scout, general, 1 at Crater, 2 at Tycho": ((CRATER, Force(1, ("scout", GENERAL))), (TYCHO, Force(2))),
}


class TestText:
    @pytest.mark.parametrize("text", FORMS)
    def test_losses_are_read_and_written(self, text: str) -> None:
        view = view_for(TestOffers().asked(), 1)
        order = parse_order(text, view)
        assert order == Lose(1, FORMS[text])
        assert parse_order(format_order(order, "toy", view.map), view) == order

    def test_the_written_form_names_the_place(self) -> None:
        order = Lose(1, ((CRATER, Force(1, (GENERAL,))),))
        assert format_order(order, "toy", toy.BOARD.id) == "lose general, 1 man at Crater"

    @pytest.mark.parametrize("text", ["lose", "lose at Crater", "lose 1 2"])
    def test_what_names_nothing_is_not_read(self, text: str) -> None:
        with pytest.raises(UnreadableOrder, match="lose 2"):
            parse_order(text, view_for(TestOffers().asked(), 1))

    @pytest.mark.parametrize(
        ("order", "says"),
        [
            ("lose 1", "Units to lose in Crater: 2"),
            ("lose scout, general, 1", "Units to lose in Crater: 2"),
            ("lose 2 at Bay", "Say what you lose in Crater, and nowhere else"),
            ("lose 1 at Crater, 1 at Bay", "Say what you lose in Crater, and nowhere else"),
        ],
    )
    def test_other_losses_are_refused(self, order: str, says: str) -> None:
        with pytest.raises(IllegalAction, match=says):
            answer(TestOffers().asked(), order)


class TestStrikes:
    def test_each_owner_is_asked_once_in_turn_order_from_the_next_seat(self) -> None:
        state = to_attack()
        state.order, state.active = (0, 1, 2), 1
        state.pieces = [Piece(GENERAL, state.owner[at], at) for at in (BAY, CRATER, TYCHO, EDGE)]
        state = struck(state, {BAY: 1, CRATER: 1, TYCHO: 2, EDGE: 1, FORD: 1}).state
        seen = []
        while isinstance(state.agenda[-1], LossesAsked):
            asked = state.agenda[-1]
            seen.append((asked.seats, asked.due, open_decision(state).pace))
            state = apply(state, default_answer(state, asked.seats[0]), FastChance(1)).state
        assert seen == [
            ((2,), ((TYCHO, 2), (EDGE, 1)), "window"),
            ((0,), ((BAY, 1),), "window"),
            ((1,), ((CRATER, 1),), "turn"),
        ]
        assert [state.armies[at] for at in (BAY, CRATER, TYCHO, EDGE, FORD)] == [2, 2, 1, 2, 2]

    def test_several_territories_are_answered_in_one_order(self) -> None:
        state = to_attack()
        state.pieces = [Piece(GENERAL, 2, TYCHO), Piece(GENERAL, 2, EDGE)]
        state = struck(state, {TYCHO: 2, EDGE: 1}).state
        with pytest.raises(UnreadableOrder, match="Say where"):
            answer(state, "lose 2")
        with pytest.raises(IllegalAction, match="in Tycho and Edge"):
            answer(state, "lose 2 at Tycho")
        played = answer(state, "lose 2 at Tycho, general at Edge")
        assert (played.state.armies[TYCHO], played.state.armies[EDGE]) == (1, 3)
        assert played.events == [Lost(2, ((TYCHO, Force(2)), (EDGE, Force(0, (GENERAL,)))), struck=True)]

    def test_land_without_a_unit_is_nobodys_unless_a_building_stands_there(self) -> None:
        state = to_attack()
        state.armies[TYCHO] = 9
        state.pieces = [Piece("tower", 2, EDGE)]
        played = struck(state, {EDGE: 9, FORD: 9})
        assert (state.owner[EDGE], state.owner[FORD]) == (2, -1)
        lost = ((EDGE, Force(3)), (FORD, Force(3)))
        assert played.events == [Lost(2, lost, struck=True), Emptied(2, FORD)]

    def test_who_has_no_unit_left_is_out(self) -> None:
        state = to_attack()
        state.pieces = [Piece("tower", 1, CRATER)]
        played = struck(state, {CRATER: 3})
        assert state.players[1].out and not state.pieces
        assert state.owner[CRATER] == -1
        assert Eliminated(1, 0, 0, buildings=(("tower", CRATER),)) in played.events
        assert open_decision(state).kind == "battle.attack_asked"

    def test_a_seat_that_goes_out_in_its_own_turn_has_ended_it(self) -> None:
        state = to_attack()
        state.pieces, state.active, state.order = [], 0, (0, 1, 2)
        state.agenda = [NextTurn(0), *state.agenda]
        played = struck(state, {BAY: 3})
        assert Eliminated(0, -1, 0) in played.events
        assert (state.active, open_decision(state).seats) == (1, (1,))
        assert any(isinstance(event, TurnBegan) and event.seat == 1 for event in played.events)

    def test_the_last_seat_wins_at_once(self) -> None:
        state = to_attack()
        state.pieces = []
        played = struck(state, dict.fromkeys(range(GRAPH.size), 3) | {BAY: 1})
        assert state.winners == (0,)
        assert [event.seat for event in played.events if isinstance(event, Eliminated)] == [1, 2]
