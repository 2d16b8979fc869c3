"""Pieces that lead an attack: who may, with how many dice, what becomes of those that fall, and who moves in."""

import random

import msgspec
import pytest
from msgspec import UNSET

from engine import (
    ALL,
    Action,
    Clash,
    FastChance,
    Force,
    GameState,
    IllegalAction,
    Piece,
    ScriptedChance,
    UnreadableOrder,
    apply,
    default_answer,
    fight,
    format_order,
    open_decision,
    outcome_of,
    parse_order,
    view_for,
)
from engine.core.context import Context
from engine.core.offers import random_arguments
from engine.mechanics.battle.types import Attack, Lose, RoundResolved
from engine.mechanics.fortify import Fortify, FortifyAsked
from engine.mechanics.occupy import LEAST, Advance, AdvanceAsked
from engine.position import position
from tests.engine.test_toy import BAY, CRATER, to_attack

GENERAL = "general"


def board(bay: int = 5, crater: int = 2, *pieces: str) -> GameState:
    """Seat 0 attacks from Bay with these pieces; nobody can help the crater."""
    state = to_attack()
    state.armies[BAY], state.armies[CRATER] = bay, crater
    state.pieces = [Piece(kind, 0, BAY) for kind in pieces]
    state.players = [msgspec.structs.replace(player, hand=()) for player in state.players]
    state.options = msgspec.structs.replace(state.options, defender_dice="always_max")
    return state


def play(state: GameState, order: str, attacker: list[int] = [], defender: list[int] = []) -> GameState:  # noqa: B006
    action = parse_order(order, view_for(state, open_decision(state).seats[0]))
    return apply(state, action, ScriptedChance({"attacker": attacker, "defender": defender})).state


def sides_thrown(state: GameState, order: Attack) -> list[int]:
    """The sides of the attacker's dice in one throw of an order."""
    thrown: list[int] = []

    class Counting(FastChance):
        def roll(self, count: int, sides: int, who: str) -> list[int]:
            thrown.extend([sides] * count if who == "attacker" else [])
            return [1] * count

    apply(state, order, Counting(1))
    return thrown


ORDERS = {
    "attack Bay Crater": (UNSET, 0),
    "attack Bay Crater with 2": ((), 2),
    "attack Bay Crater with general": ((GENERAL,), 1),
    "attack Bay Crater with general 2": ((GENERAL,), 3),
    "attack Bay Crater with general general 1 until captured": ((GENERAL, GENERAL), 3),
}


@pytest.mark.parametrize("order", ORDERS)
def test_who_leads_is_said_in_the_order(order: str) -> None:
    view = view_for(board(5, 2, GENERAL, GENERAL), 0)
    action = parse_order(order, view)
    assert isinstance(action, Attack)
    assert (action.leaders, action.dice) == ORDERS[order]
    assert format_order(action, "toy", view.map) == order


def test_where_no_pieces_lead_an_order_says_nothing_of_them() -> None:
    view = view_for(position("red: Brazil 4 | blue: *1", rules="modern", step="attack"), 0)
    action = parse_order("attack Brazil Peru with 2", view)
    assert isinstance(action, Attack) and action.leaders is UNSET
    assert b"leaders" not in msgspec.json.encode(action)
    with pytest.raises(UnreadableOrder, match="a number of dice"):
        parse_order("attack Brazil Peru with general", view)


@pytest.mark.parametrize(
    ("order", "sides"),
    [
        (Attack(0, BAY, CRATER), [8, 8, 6]),
        (Attack(0, BAY, CRATER, dice=2), [6, 6]),
        (Attack(0, BAY, CRATER, dice=1, leaders=(GENERAL,)), [8]),
        (Attack(0, BAY, CRATER, dice=3, leaders=(GENERAL,)), [8, 6, 6]),
        (Attack(0, BAY, CRATER, dice=2, leaders=()), [6, 6]),
    ],
)
def test_leaders_throw_their_dice_first(order: Attack, sides: list[int]) -> None:
    assert sides_thrown(board(5, 2, GENERAL, GENERAL), order) == sides


def test_more_leaders_than_dice_lead_as_far_as_these_go() -> None:
    assert sides_thrown(board(1, 2, GENERAL, GENERAL), Attack(0, BAY, CRATER)) == [8, 8]
    assert sides_thrown(board(0, 2, GENERAL, GENERAL), Attack(0, BAY, CRATER)) == [8]


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("attack Bay Crater with scout", "scout cannot join an attack"),
        ("attack Bay Crater with general general", "general cannot join an attack"),
        ("attack Bay Crater with general 3", "roll at most 3"),
    ],
)
def test_who_may_not_lead_is_refused(order: str, says: str) -> None:
    state = board(5, 2, GENERAL, "scout")
    with pytest.raises(IllegalAction, match=says):
        play(state, order)


@pytest.mark.parametrize("dice", [0, 1])
def test_each_leader_needs_a_die(dice: int) -> None:
    state = board(5, 2, GENERAL, GENERAL)
    with pytest.raises(IllegalAction, match="roll at least 2"):
        apply(state, Attack(0, BAY, CRATER, dice=dice, leaders=(GENERAL, GENERAL)), ScriptedChance({}))


def test_a_view_has_the_same_dice_as_the_rules() -> None:
    state = board(5, 2, GENERAL, "scout")
    state.pieces.append(Piece("tower", 1, CRATER))
    clashes = (Clash(BAY, CRATER), Clash(BAY, CRATER, ()), Clash(BAY, CRATER, (GENERAL,)))
    for seat in (0, 1, None):
        view = view_for(state, seat)
        for role in ("attacker", "defender"):
            rows = [view.dice_row(role, clash) for clash in clashes]
            assert rows == [Context(state).dice_row(role, clash) for clash in clashes]
    assert view.dice_row("attacker", clashes[0]) == (8, 6, 6)
    assert view.dice_row("defender", clashes[0]) == (8, 6)


def test_odds_know_who_leads() -> None:
    view = view_for(board(5, 3, GENERAL), 0)
    led, alone = fight(view, BAY, CRATER), fight(view, BAY, CRATER, leaders=())
    assert led.win > alone.win
    for leaders, known in (((GENERAL,), led), ((), alone)):
        order = Attack(0, BAY, CRATER, dice=3, throws=0, leaders=leaders)
        assert outcome_of(view, order).win == pytest.approx(known.win)


class TestLeadersThatFall:
    def test_they_drop_out_of_a_running_order_with_their_die(self) -> None:
        state = play(board(4, 4, GENERAL), "attack Bay Crater with general 1 until captured", [1, 1], [6, 6])
        assert open_decision(state).kind == "battle.losses_asked"
        after = apply(
            state,
            Lose(0, ((BAY, Force(1, (GENERAL,))),)),
            ScriptedChance({"attacker": [1, 1], "defender": [6, 6, 6, 6]}),
        )
        throws = [event for event in after.events if isinstance(event, RoundResolved)]
        assert [len(throw.attack) for throw in throws] == [1, 1]
        assert after.state.armies[BAY] == 1

    def test_an_order_of_leaders_alone_ends_with_them(self) -> None:
        state = play(board(4, 4, GENERAL), "attack Bay Crater with general until captured", [1], [6, 6])
        after = apply(state, Lose(0, ((BAY, Force(0, (GENERAL,))),)), ScriptedChance({})).state
        assert (open_decision(after).kind, after.armies[BAY]) == ("battle.attack_asked", 4)

    def test_all_that_may_lead_are_those_that_are_left(self) -> None:
        state = play(board(4, 4, GENERAL), "attack Bay Crater until captured", [1, 1, 1], [6, 6])
        dice = {"attacker": [1, 1, 1], "defender": [6, 6, 6, 6]}
        after = apply(state, Lose(0, ((BAY, Force(1, (GENERAL,))),)), ScriptedChance(dice))
        throws = [len(event.attack) for event in after.events if isinstance(event, RoundResolved)]
        assert throws == [2]


class TestMovingIn:
    def captured(self, order: str, *pieces: str, bay: int = 6) -> GameState:
        return play(board(bay, 1, *pieces), order, [6, 6, 6], [1])

    @pytest.mark.parametrize(
        ("order", "went"),
        [
            ("advance 3", Force(2, (GENERAL,))),
            ("advance 3 men", Force(2, (GENERAL,))),
            ("advance least", Force(2, (GENERAL,))),
            ("advance all", Force(5, (GENERAL, "scout"))),
            ("advance general, scout, 1 man", Force(1, (GENERAL, "scout"))),
            ("advance scout, general, all", Force(5, ("scout", GENERAL))),
            ("advance scout, all", Force(5, ("scout", GENERAL))),
        ],
    )
    def test_who_led_goes_and_others_by_name(self, order: str, went: Force) -> None:
        state = self.captured("attack Bay Crater", GENERAL, "scout")
        asked = state.agenda[-1]
        assert isinstance(asked, AdvanceAsked)
        assert (asked.leaders, asked.least, asked.most) == ((GENERAL,), 3, 7)
        after = play(state, order)
        assert after.armies[CRATER] == went.armies
        assert [piece.kind for piece in after.pieces if piece.at == CRATER] == [*went.pieces]

    def test_who_led_is_not_left_behind(self) -> None:
        state = self.captured("attack Bay Crater", GENERAL, "scout")
        with pytest.raises(IllegalAction, match="move in too: advance general"):
            play(state, "advance scout, 3")

    def test_who_did_not_lead_may_stay(self) -> None:
        state = self.captured("attack Bay Crater with 2", GENERAL)
        after = play(state, "advance 3")
        assert after.armies[CRATER] == 3
        assert Piece(GENERAL, 0, BAY) in after.pieces

    def test_a_wish_counts_leaders_first(self) -> None:
        state = self.captured("attack Bay Crater, then advance 4", GENERAL, "scout")
        assert (state.armies[CRATER], Piece(GENERAL, 0, CRATER) in state.pieces) == (3, True)

    @pytest.mark.parametrize(
        ("wish", "went"),
        [
            ("scout, 2 men", Force(2, (GENERAL, "scout"))),
            ("scout", Force(1, (GENERAL, "scout"))),  # filled up with armies to the least
            ("general", Force(2, (GENERAL,))),
            ("scout, 90 men", Force(5, (GENERAL, "scout"))),
            ("scout, all", Force(5, (GENERAL, "scout"))),
        ],
    )
    def test_a_wish_may_name_who_goes_with_the_leaders(self, wish: str, went: Force) -> None:
        state = self.captured(f"attack Bay Crater, then advance {wish}", GENERAL, "scout")
        assert state.armies[CRATER] == went.armies
        assert [piece.kind for piece in state.pieces if piece.at == CRATER] == [*went.pieces]

    def test_a_wish_names_only_who_stands_there(self) -> None:
        with pytest.raises(IllegalAction, match="no scout"):
            self.captured("attack Bay Crater, then advance scout, 2", GENERAL)

    def test_nobody_is_asked_where_only_one_force_can_go(self) -> None:
        state = play(board(1, 1, GENERAL), "attack Bay Crater", [6], [1])
        assert open_decision(state).kind == "battle.attack_asked"
        assert Piece(GENERAL, 0, CRATER) in state.pieces

    def test_who_of_several_goes_is_asked(self) -> None:
        state = play(board(0, 1, GENERAL, "scout"), "attack Bay Crater with 1", [6], [1])
        assert open_decision(state).kind == "occupy.advance_asked"
        assert default_answer(state, 0) == Advance(0, Force(0, ("scout",)))

    def test_what_is_offered_is_legal(self) -> None:
        state, rng = self.captured("attack Bay Crater", GENERAL, "scout", "scout", bay=2), random.Random(1)
        offer = view_for(state, 0).offer("occupy.advance")
        for _ in range(60):
            given = random_arguments(offer, lambda bound: int(rng.random() * bound))
            apply(state, Advance(0, **given), FastChance(1))


def test_what_a_free_move_offers_is_legal() -> None:
    state, rng = board(2, 1, GENERAL, "scout", "scout"), random.Random(1)
    state.owner[CRATER] = 0
    state.agenda = [FortifyAsked(seats=(0,))]
    offer = view_for(state, 0).offer("fortify.move")
    for _ in range(60):
        given = random_arguments(offer, lambda bound: int(rng.random() * bound))
        apply(state, Fortify(0, **given), FastChance(1))


@pytest.mark.parametrize(
    ("bay", "pieces", "stays"), [(3, (GENERAL, "scout"), (1, [])), (0, (GENERAL, "scout"), (0, [GENERAL]))]
)
def test_all_takes_every_piece_where_an_army_can_stay(
    bay: int, pieces: tuple[str, ...], stays: tuple[int, list[str]]
) -> None:
    state = board(bay, 1, *pieces)
    state.owner[CRATER] = 0
    state.agenda = [FortifyAsked(seats=(0,))]
    after = play(state, "fortify Bay Crater all")
    assert (after.armies[BAY], [piece.kind for piece in after.pieces if piece.at == BAY]) == stays


def test_what_an_attack_offers_is_legal() -> None:
    state, rng = board(2, 1, GENERAL, GENERAL, "scout"), random.Random(1)
    offer = view_for(state, 0).offer("battle.attack")
    seen = set()
    for _ in range(60):
        given = random_arguments(offer, lambda bound: int(rng.random() * bound))
        seen.add((given["dice"], given["leaders"]))
        apply(state, Attack(0, **given), FastChance(1))
    assert seen == {(dice, (GENERAL,) * led) for dice in (1, 2, 3) for led in range(min(dice, 2) + 1)}


FORMS: dict[str, Action] = {
    "advance general, 2 men": Advance(0, Force(2, (GENERAL,))),
    "advance general, 1 man": Advance(0, Force(1, (GENERAL,))),
    "advance general": Advance(0, Force(0, (GENERAL,))),
    "advance general, all": Advance(0, Force(ALL, (GENERAL,))),
    "attack Bay Crater, then advance general, 2 men": Attack(0, BAY, CRATER, advance=2, advancing=(GENERAL,)),
    "attack Bay Crater, then advance general": Attack(0, BAY, CRATER, advance=0, advancing=(GENERAL,)),
    "attack Bay Crater, then advance general, all": Attack(0, BAY, CRATER, advance=ALL, advancing=(GENERAL,)),
    "advance 3": Advance(0, Force(3)),
    "advance least": Advance(0, Force(LEAST)),
    "fortify Bay Crater 3": Fortify(0, BAY, CRATER, Force(3)),
    "fortify Bay Crater all": Fortify(0, BAY, CRATER, Force(ALL)),
    "fortify Bay Crater with general, 3 men": Fortify(0, BAY, CRATER, Force(3, (GENERAL,))),
    "fortify Bay Crater with general": Fortify(0, BAY, CRATER, Force(0, (GENERAL,))),
}


@pytest.mark.parametrize("order", FORMS)
def test_forces_are_written_with_their_words(order: str) -> None:
    view = view_for(to_attack(), 0)
    assert parse_order(order, view) == FORMS[order]
    assert format_order(FORMS[order], "toy", view.map) == order


OTHER_WORDS = {
    "advance 2 men, general": "advance general, 2 men",
    "advance general and 2": "advance general, 2 men",
    "fortify Bay Crater with 3, general": "fortify Bay Crater with general, 3 men",
    "attack Bay Crater, then advance 2 general": "attack Bay Crater, then advance general, 2 men",
    "attack Bay Crater with general 2 dice": "attack Bay Crater with general 2",
    "attack Bay Crater with 1 die": "attack Bay Crater with 1",
    "lose general at Bay, 1 man at Crater, 2 at Bay": "lose general, 2 men at Bay, 1 man at Crater",
}


@pytest.mark.parametrize("order", OTHER_WORDS)
def test_forces_are_read_as_people_write_them(order: str) -> None:
    view = view_for(to_attack(), 0)
    assert format_order(parse_order(order, view), "toy", view.map) == OTHER_WORDS[order]


@pytest.mark.parametrize("order", ["place 3 men Bay, 1 man Crater", "place 3 Bay, 1 Crater"])
def test_the_word_for_armies_may_stand_behind_any_number(order: str) -> None:
    view = view_for(to_attack(), 0)
    assert format_order(parse_order(order, view), "toy", view.map) == "place 3 Bay, 1 Crater"
