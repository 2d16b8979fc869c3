"""Companions in attacks: who comes along beside the dice, where attacks may go, and what they are called there."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from msgspec import UNSET

from engine import (
    ALL,
    End,
    Force,
    GameState,
    IllegalAction,
    Piece,
    ScriptedChance,
    UnreadableOrder,
    apply,
    dump,
    fight,
    format_order,
    implied_action,
    load,
    open_decision,
    pack,
    parse_order,
    unpack,
    view_for,
)
from engine.core import registry
from engine.core.context import Context
from engine.core.hooks import BoardHooks
from engine.core.registry import register
from engine.core.ruleset import Mechanic
from engine.mechanics.battle.fight import resume_attack
from engine.mechanics.battle.forecast import fight_of
from engine.mechanics.battle.targeting import can_attack, targets
from engine.mechanics.battle.types import Attack, AttackAsked, AttackInProgress, AttackStep, RoundResolved
from engine.mechanics.fortify import Fortify, FortifyAsked
from engine.mechanics.occupy import AdvanceAsked, Occupied
from engine.odds import Dice
from engine.position import position
from tests.engine.test_toy import BAY, CRATER, TYCHO, to_attack
from tests.toy.souls import GHOST, GRAPH, HAUNTED, SPIRIT, HauntedState

RILLE = GRAPH.number["rille"]
BOTH = (GHOST, SPIRIT)


@pytest.fixture(autouse=True, scope="module")
def haunted() -> Iterator[None]:
    register(HAUNTED)
    yield
    del registry._RULESETS[HAUNTED.id]


def board(bay: int = 5, crater: int = 2, *pieces: str) -> HauntedState:
    """Seat 0 attacks from Bay with these companions; nobody can help the crater."""
    plain = to_attack()
    fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
    state = HauntedState(**fields | {"rules": HAUNTED.id, "map": HAUNTED.map})
    state.armies[BAY], state.armies[CRATER] = bay, crater
    state.pieces = [Piece(kind, 0, BAY) for kind in pieces]
    state.players = [msgspec.structs.replace(player, hand=()) for player in state.players]
    state.options = msgspec.structs.replace(state.options, defender_dice="always_max")
    return state


def play(state: GameState, order: str, attacker: list[int] = [], defender: list[int] = []) -> GameState:  # noqa: B006
    action = parse_order(order, view_for(state, open_decision(state).seats[0]))
    return apply(state, action, ScriptedChance({"attacker": attacker, "defender": defender})).state


ORDERS = {
    "attack Bay Crater": (UNSET, 0),
    "attack Bay Crater with 2": (UNSET, 2),
    "attack Bay Crater with no souls": ((), 0),
    "attack Bay Crater with no souls 1": ((), 1),
    "attack Bay Crater with ghost": ((GHOST,), 0),
    "attack Bay Crater with spirit, ghost 2 until captured": ((SPIRIT, GHOST), 2),
    "attack Bay Crater with ghost, then advance 3": ((GHOST,), 0),
}


@pytest.mark.parametrize("order", ORDERS)
def test_who_comes_along_is_said_in_the_order(order: str) -> None:
    view = view_for(board(5, 2, *BOTH), 0)
    action = parse_order(order, view)
    assert isinstance(action, Attack)
    assert (action.leaders, action.dice) == ORDERS[order]
    assert format_order(action, view.rules, view.map, view.colours) == order
    assert parse_order(order.upper().replace(",", ""), view) == action


@pytest.mark.parametrize(("said", "order"), [("all souls", "with all souls"), ("", ""), ("2", "with all souls 2")])
def test_all_is_what_nobody_says(said: str, order: str) -> None:
    view = view_for(board(5, 2, *BOTH), 0)
    plain = parse_order(f"attack Bay Crater with {said}" if said else "attack Bay Crater", view)
    assert parse_order(f"attack Bay Crater {order}", view) == plain


def test_an_order_may_not_leave_out_what_it_begins_to_say() -> None:
    with pytest.raises(UnreadableOrder, match="a number of dice"):
        parse_order("attack Bay Crater with", view_for(board(), 0))


class TestTheForce:
    def test_companions_throw_no_dice(self) -> None:
        state = board(3, 2, *BOTH)
        with pytest.raises(IllegalAction, match="at most 2"):
            play(state, "attack Bay Crater with ghost, spirit 3")
        after = play(state, "attack Bay Crater with ghost, spirit 1", [6], [3, 2])
        assert after.armies[CRATER] == 1

    def test_who_is_not_there_cannot_come_along(self) -> None:
        with pytest.raises(IllegalAction, match="cannot join an attack"):
            play(board(3, 2, GHOST), "attack Bay Crater with spirit")

    def test_what_they_do_hangs_on_who_came_along(self) -> None:
        for words, lost in (("", (0, 2)), ("with ghost", (2, 0)), ("with no souls", (2, 0)), ("with 3", (0, 2))):
            state = board(5, 2, *BOTH)
            order = parse_order(f"attack Bay Crater {words}", view_for(state, 0))
            played = apply(state, order, ScriptedChance({"attacker": [5, 4, 1], "defender": [5, 4]}))
            fought = next(event for event in played.events if isinstance(event, RoundResolved))
            assert (fought.attack_losses, fought.defend_losses) == lost

    def test_the_odds_of_an_order_know_it(self) -> None:
        state = board(5, 2, *BOTH)
        for table in (Context(state), view_for(state, 0)):
            assert fight(table, BAY, CRATER).dice == Dice(ties_to_attacker=True)
            assert fight_of(table, Attack(0, BAY, CRATER, dice=2)).dice == Dice((6, 6), ties_to_attacker=True)
            assert fight_of(table, Attack(0, BAY, CRATER, leaders=(GHOST,))).dice == Dice()

    def test_they_are_offered_beside_the_dice(self) -> None:
        offer = view_for(board(5, 2, *BOTH), 0).offer("battle.attack")
        leaders = next(field for field in offer.fields if field.name == "leaders")
        assert leaders.table[f"{BAY} {CRATER}"] == ((), (GHOST,), (SPIRIT,), BOTH)


class TestMovingIn:
    def test_they_move_in_with_the_captor_beside_the_units(self) -> None:
        state = board(5, 1, *BOTH)
        asked = play(state, "attack Bay Crater with ghost 1", [6], [1])
        question = asked.agenda[-1]
        assert isinstance(question, AdvanceAsked)
        assert (question.least, question.most, question.along) == (1, 4, (GHOST,))
        assert view_for(asked, 0).about["along"] == (GHOST,)
        assert load(dump(asked)) == unpack(pack(asked)) == asked
        played = apply(asked, parse_order("advance 2", view_for(asked, 0)), ScriptedChance({}))
        assert [e.force for e in played.events if isinstance(e, Occupied)] == [Force(2, (GHOST,))]
        assert (played.state.armies[BAY], played.state.armies[CRATER]) == (3, 2)
        assert played.state.pieces == [Piece(SPIRIT, 0, BAY), Piece(GHOST, 0, CRATER)]

    def test_so_they_do_where_the_order_says_how_many(self) -> None:
        after = play(board(5, 1, *BOTH), "attack Bay Crater with 1, then advance all", [6], [1])
        assert (after.armies[BAY], after.armies[CRATER]) == (1, 4)
        assert {piece.at for piece in after.pieces} == {CRATER}

    def test_so_they_do_into_land_of_nobody(self) -> None:
        state = board(5, 0, *BOTH)
        state.owner[CRATER] = -1
        after = play(state, "attack Bay Crater with spirit, then advance 1")
        assert {piece.kind: piece.at for piece in after.pieces} == {GHOST: BAY, SPIRIT: CRATER}

    @pytest.mark.parametrize("counts", [True, False])
    def test_land_whose_last_units_fell_meanwhile_counts_as_taken_where_rules_say_so(self, counts: bool) -> None:
        state = board(5, 0)
        context = Context(state)
        object.__setattr__(context, "rules", replace(HAUNTED, attack=replace(HAUNTED.attack, walks_count=counts)))
        order = Attack(0, BAY, CRATER, leaders=(), advance=1)
        resume_attack(context, AttackInProgress(order, 1, declared=True, told=True, contested=True))
        assert (state.owner[CRATER], state.captures) == (0, int(counts))

    def test_who_was_committed_may_be_named_and_others_not(self) -> None:
        asked = play(board(5, 1, *BOTH), "attack Bay Crater with ghost 1", [6], [1])
        with pytest.raises(IllegalAction, match="was no part of this attack"):
            play(asked, "advance spirit, 2")
        assert play(asked, "advance ghost, 2").armies[CRATER] == 2


class TestZones:
    def at_the_gate(self) -> HauntedState:
        """Seat 0 stands at the gate to the Moon and beside seat 1's Bay."""
        state = board(5, 5, *BOTH)
        state.owner[CRATER], state.owner[BAY] = 0, 1
        state.pieces = [Piece(kind, 0, CRATER) for kind in BOTH]
        return state

    def test_a_step_may_be_bound_to_zones(self) -> None:
        context = Context(self.at_the_gate())
        assert {TYCHO, BAY} <= {*targets(context, CRATER, 0)}
        assert targets(context, CRATER, 0, ("moon",)) == [TYCHO]
        assert TYCHO not in targets(context, CRATER, 0, ("land",))
        context.state.owner[TYCHO] = 0
        context.state.armies[TYCHO] = 1
        assert can_attack(context, 0)
        assert not can_attack(context, 0, ("moon",))

    def test_its_question_offers_and_takes_no_other_targets(self) -> None:
        state = self.at_the_gate()
        state.agenda = [AttackAsked(seats=(0,), zones=("moon",))]
        offered = view_for(state, 0).offer("battle.attack").fields[1].table
        assert offered == {str(CRATER): (TYCHO,)}
        with pytest.raises(IllegalAction, match="cannot attack Bay in this step"):
            play(state, "attack Crater Bay")
        assert load(dump(state)) == unpack(pack(state)) == state

    def test_an_attack_of_a_later_step_ends_this_one(self) -> None:
        state = self.at_the_gate()
        state.agenda = [AttackStep(("moon",)), AttackAsked(seats=(0,), zones=("land",))]
        order = parse_order("invade Crater Tycho", view_for(state, 0))
        assert implied_action(state, order) == End(0)
        below = apply(state, End(0), ScriptedChance({})).state
        assert implied_action(below, order) == order
        elsewhere = msgspec.structs.replace(order, dst=BAY)
        assert implied_action(below, elsewhere) == elsewhere  # which is refused

    def test_land_that_counts_for_nothing_is_no_territory_taken(self) -> None:
        state = board(5, 1)
        assert play(state, "attack Bay Crater with 1, then advance 1", [6], [1]).captures == 1
        no_crater = Mechanic("lost", hooks=(BoardHooks(left_out=(lambda context: [CRATER],)),))
        lost = replace(HAUNTED, id="toy_lost", mechanics=(*HAUNTED.mechanics, no_crater))
        state.rules = register(lost).id
        assert play(state, "attack Bay Crater with 1, then advance 1", [6], [1]).captures == 0
        del registry._RULESETS[lost.id]

    def test_it_has_a_word_of_its_own(self) -> None:
        state = self.at_the_gate()
        assert view_for(state, 0).step == "attack"
        state.agenda = [AttackAsked(seats=(0,), zones=("moon",))]
        assert view_for(state, 0).step == "moon"
        laid = position("red: Crater 5 | blue: * 2", rules=HAUNTED.id, seats=("red", "blue", "yellow"), step="moon")
        asked = laid.agenda[-1]
        assert isinstance(asked, AttackAsked)
        assert asked.zones == ("moon",)

    def test_steps_without_zones_are_stored_as_before(self) -> None:
        assert msgspec.json.encode(AttackStep()) == b'{"type":"battle.step"}'
        assert b"zones" not in msgspec.json.encode(AttackAsked(seats=(0,)))

    @pytest.mark.parametrize("order", ["invade Crater Tycho with 2", "invade home Mare, then advance 1"])
    def test_attacks_there_are_called_otherwise(self, order: str) -> None:
        state = self.at_the_gate()
        state.owner[RILLE], state.armies[RILLE] = 0, 5
        state.agenda = [AttackAsked(seats=(0,), zones=("moon",))]
        view = view_for(state, 0)
        action = parse_order(order, view)
        assert parse_order(order.replace("invade", "attack"), view) == action
        assert action.src == (RILLE if "home" in order else CRATER)

    def test_one_form_is_written(self) -> None:
        form = {TYCHO: "invade Crater home", BAY: "attack Crater Bay"}
        for dst, text in form.items():
            assert format_order(Attack(0, CRATER, dst), HAUNTED.id, HAUNTED.map) == text

    def test_companions_do_not_come_along_where_they_may_not(self) -> None:
        state = self.at_the_gate()
        state.armies[TYCHO] = 1
        state.agenda = [AttackAsked(seats=(0,), zones=("moon",))]
        with pytest.raises(IllegalAction, match="cannot join an attack"):
            play(state, "invade Crater Tycho with ghost")
        after = play(state, "invade Crater Tycho, then advance 3", [6, 6, 6], [1])
        assert {piece.at for piece in after.pieces} == {CRATER}


@pytest.mark.parametrize(
    ("said", "force"),
    [
        ("2", Force(2)),
        ("all", Force(ALL)),
        ("2 with ghost", Force(2, (GHOST,))),
        ("with spirit, 2", Force(2, (SPIRIT,))),
        ("with spirit all", Force(ALL, (SPIRIT,))),
        ("all and ghost, spirit", Force(ALL, BOTH)),
        ("with all souls 3", Force(3, BOTH)),
        ("all souls", Force(0, BOTH)),
        ("2 with no souls", Force(2)),
        ("ghost", Force(0, (GHOST,))),
    ],
)
def test_a_move_says_armies_and_companions_in_either_order(said: str, force: Force) -> None:
    state = board(5, 2, *BOTH)
    state.owner[CRATER] = 0
    state.agenda[:] = [FortifyAsked(seats=(0,))]
    assert parse_order(f"fortify Bay Crater {said}", view_for(state, 0)) == Fortify(0, BAY, CRATER, force)


@pytest.mark.parametrize("said", ["", "with", "with no souls", "0"])
def test_a_move_of_nobody_is_told_what_it_lacks(said: str) -> None:
    state = board(5, 2, *BOTH)
    state.owner[CRATER] = 0
    state.agenda[:] = [FortifyAsked(seats=(0,))]
    with pytest.raises(UnreadableOrder, match="a number of"):
        parse_order(f"fortify Bay Crater {said}", view_for(state, 0))
