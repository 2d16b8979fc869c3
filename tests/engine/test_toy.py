"""The engine carries more than the classic games: a whole rule set that lives in the tests alone."""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import tests.toy as toy
from engine import (
    ALL,
    COLOURS,
    Action,
    FastChance,
    Force,
    GameState,
    IllegalAction,
    Piece,
    ScriptedChance,
    action_from_json,
    apply,
    apply_in_place,
    default_answer,
    dump,
    event_for,
    format_order,
    load,
    mapgraph,
    new_game,
    open_decision,
    pack,
    parse_order,
    ruleset,
    unpack,
    view_for,
)
from engine.bots import choose
from engine.bots.board import Board
from engine.core.context import Context
from engine.core.family import Family
from engine.core.offers import random_arguments
from engine.invariants import InvariantChecker
from engine.mechanics.action_cards.types import PlayCard
from engine.mechanics.battle.fight import defender_may_be_asked
from engine.mechanics.battle.types import Attack, AttackAsked, Lose
from engine.mechanics.bidding import Bid, BidsOpened
from engine.mechanics.fortify import Fortify, FortifyAsked
from engine.mechanics.occupy import LEAST, Advance, AdvanceAsked
from engine.mechanics.reaction import Decline, ReactionAsked
from engine.position import position
from tests.kit.certain import some
from tests.toy.family import known

GRAPH = mapgraph(toy.BOARD.id)
BAY, CRATER, TYCHO = (GRAPH.number[name] for name in ("bay", "crater", "tycho"))


def start(seats: int = 3, seed: int = 1) -> GameState:
    return new_game("toy", ["red", "blue", "green", "grey"][:seats], chance=FastChance(seed)).state


def to_bids(seed: int = 1) -> GameState:
    """A game after its set-up, played by default answers, as the first bids are asked."""
    state = start(seed=seed)
    while open_decision(state).kind != "bidding.bid_asked":
        state = apply(state, default_answer(state, open_decision(state).seats[0]), FastChance(seed)).state
    return state


def to_attack() -> GameState:
    """Seat 0 is asked to attack from Bay; seat 1 holds the crater, seat 2 everything else."""
    state = to_bids()
    state.owner = [2] * GRAPH.size
    state.armies = [3] * GRAPH.size
    state.owner[BAY], state.owner[CRATER] = 0, 1
    state.pieces = [Piece("general", 0, BAY), Piece("general", 1, CRATER)]
    state.agenda = [AttackAsked(seats=(0,))]
    return state


@pytest.fixture
def family() -> Iterator[Family]:
    with known() as brought:
        yield brought


def random_answer(state: GameState, rng: random.Random) -> Action:
    seat = rng.choice(open_decision(state).seats)
    offer = rng.choice(view_for(state, seat).offers)
    arguments = msgspec.to_builtins(random_arguments(offer, lambda bound: int(rng.random() * bound)))
    return action_from_json({"type": offer.action, "seat": seat, **arguments})


@pytest.mark.no_cover
@pytest.mark.usefixtures("family")
@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_every_promise(seed: int) -> None:
    rng, chance = random.Random(seed), FastChance(seed)
    begun = new_game("toy", COLOURS[: 3 + seed % 2], chance=chance)
    checker, state = InvariantChecker(begun), begun.state
    for _ in range(600):
        if not open_decision(state):
            break
        action = random_answer(state, rng)
        view = view_for(state, action.seat)
        assert parse_order(format_order(action, "toy", state.map), view) == action
        assert load(dump(state)) == state == unpack(pack(state))
        for seat in open_decision(state).seats:
            apply(state, default_answer(state, seat), FastChance(seed))
        checker.after(apply_in_place(state, action, chance))
    assert state.round >= 3 or state.winners


@pytest.mark.parametrize("bot", ["random", "recruit", "veteran", "caretaker"])
def test_every_bot_plays_it(bot: str) -> None:
    rng, chance, state = random.Random(6), FastChance(6), start()
    for _ in range(400):
        asked = open_decision(state)
        if not asked:
            break
        action = choose(bot, view_for(state, asked.seats[0]), rng)
        apply_in_place(state, action, chance)
    assert state.round >= 3


class TestSealedBids:
    def test_the_last_answer_opens_them_and_they_make_the_order(self) -> None:
        state = to_bids()
        for seat, coins, wishes in ((2, 1, (2,)), (0, 0, ()), (1, 4, (1,))):
            played = apply(state, Bid(seat, coins, wishes), FastChance(1))
            state = played.state
        opened = next(event for event in played.events if isinstance(event, BidsOpened))
        assert dict(opened.bids) == {0: 0, 1: 4, 2: 1}
        assert state.order == (1, 2, 0)
        assert state.purses == [6, 2, 5]
        assert state.active == 1

    def test_answers_do_not_make_each_other_stale(self) -> None:
        state = to_bids()
        after = apply(state, Bid(0, 2), FastChance(1)).state
        assert after.ref == state.ref
        assert open_decision(after).seats == tuple(seat for seat in state.order if seat != 0)

    def test_nobody_sees_a_bid_before_the_last_one(self) -> None:
        high, low = (apply(to_bids(), Bid(0, coins), FastChance(1)) for coins in (5, 0))
        for viewer in (1, 2, None):
            assert view_for(high.state, viewer) == view_for(low.state, viewer)
            assert [event_for(event, viewer) for event in high.events] == [
                event_for(event, viewer) for event in low.events
            ]

    def test_more_than_the_purse_is_refused_and_nothing_changes(self) -> None:
        state = to_bids()
        before = dump(state)
        with pytest.raises(IllegalAction, match="That costs 6 coins: you have 5"):
            apply_in_place(state, Bid(0, 6), FastChance(1))
        assert dump(state) == before


class TestReaction:
    def test_a_third_seat_is_asked_when_somebody_is_invaded(self) -> None:
        state = apply(to_attack(), Attack(0, BAY, CRATER), ScriptedChance({})).state
        assert open_decision(state).kind == "reaction.asked"
        assert open_decision(state).seats == (2,)
        assert open_decision(state).pace == "window"

    def test_who_reacts_is_asked_however_the_dice_of_the_defence_are(self) -> None:
        assert defender_may_be_asked(ruleset("toy"), {"defender_dice": "always_max"})
        assert not defender_may_be_asked(ruleset("modern"), {})

    def test_help_arrives_before_the_dice_and_is_asked_for_again(self) -> None:
        state = apply(to_attack(), Attack(0, BAY, CRATER), ScriptedChance({})).state
        state.players[2] = msgspec.structs.replace(state.players[2], hand=(0, 0))
        state = apply(state, PlayCard(2, "Help"), ScriptedChance({})).state
        assert state.armies[CRATER] == 4
        assert isinstance(state.agenda[-1], ReactionAsked)
        state = apply(state, Decline(2), ScriptedChance({})).state
        assert open_decision(state).kind == "battle.defend_asked"

    def test_the_question_opens_on_the_number_of_cards_alone(self) -> None:
        one, other = to_attack(), to_attack()
        other.players[2] = toy_hand(other, 2)
        views = [view_for(apply(s, Attack(0, BAY, CRATER), ScriptedChance({})).state, 0) for s in (one, other)]
        assert views[0] == views[1]


def toy_hand(state: GameState, seat: int) -> object:
    """The seat with as many cards, of another kind than its first one was."""
    hand = state.players[seat].hand
    return msgspec.structs.replace(state.players[seat], hand=((hand[0] + 1) % len(toy.CARDS.kinds),) * len(hand))


def fight(state: GameState, attacker: list[int], defender: list[int]) -> GameState:
    chance = ScriptedChance({"attacker": attacker, "defender": defender})
    state = apply(state, Attack(0, BAY, CRATER), chance).state
    state = apply(state, Decline(2), chance).state
    if open_decision(state).kind == "battle.defend_asked":
        state = apply(state, default_answer(state, 1), chance).state
    return state


class TestPieces:
    def test_a_general_throws_an_eight_sided_die(self) -> None:
        state = fight(to_attack(), [8, 6, 1], [7, 5])
        assert open_decision(state).kind == "battle.losses_asked"

    def test_the_owner_chooses_what_he_loses(self) -> None:
        state = fight(to_attack(), [8, 6, 1], [7, 5])
        assert open_decision(state).seats == (1,)
        with pytest.raises(IllegalAction):
            apply(state, Lose(1, ((CRATER, Force(1)),)), ScriptedChance({}))
        state = apply(state, Lose(1, ((CRATER, Force(1, ("general",))),)), ScriptedChance({})).state
        assert state.armies[CRATER] == 2
        assert Piece("general", 1, CRATER) not in state.pieces
        assert open_decision(state).kind == "battle.attack_asked"

    def test_a_general_moves_in_with_the_armies(self) -> None:
        state = to_attack()
        state.armies[BAY], state.armies[CRATER], state.pieces = 4, 1, [Piece("general", 0, BAY)]
        state = fight(state, [8, 2, 2], [1])
        assert open_decision(state).kind == "occupy.advance_asked"
        action = parse_order("advance general, 2", view_for(state, 0))
        state = apply(state, action, ScriptedChance({})).state
        assert state.pieces == [Piece("general", 0, CRATER)]
        assert (state.armies[BAY], state.armies[CRATER]) == (2, 2)


class TestBuildings:
    def test_a_building_is_no_unit(self) -> None:
        state = to_attack()
        state.pieces += [Piece("tower", 0, BAY), Piece("scout", 0, BAY), Piece("tower", 1, BAY)]
        context, view = Context(state), view_for(state, 1)
        for board in (context, view):
            assert board.units(BAY) == 5
            assert board.borders.units[BAY] == 5
            assert board.own_pieces(BAY) == ("scout", "general")
            assert board.buildings_at(BAY) == ("tower",)
        assert Board(view).armies[BAY] == 5
        assert context.movable(BAY) == 4

    def test_pieces_come_move_and_go(self) -> None:
        state = to_attack()
        context = Context(state)
        context.add_piece("tower", 1, BAY)
        context.move_piece("tower", 1, BAY, TYCHO)
        assert context.pieces_of(1) == [Piece("general", 1, CRATER), Piece("tower", 1, TYCHO)]
        context.remove_piece("general", 1, CRATER)
        assert context.pieces_of(1) == [Piece("tower", 1, TYCHO)]


class TestGate:
    def test_the_moon_is_a_second_board_behind_a_gate(self) -> None:
        assert GRAPH.kind(CRATER, TYCHO) == "gate"
        assert TYCHO in view_for(to_bids(), None).links[CRATER]

    def test_links_of_borders_are_worked_out_once_while_they_depend_on_the_same(self) -> None:
        state = to_attack()
        first = Context(state).border_links()
        assert Context(to_attack()).border_links() is first
        state.closed = True
        closed = Context(state).border_links()
        assert TYCHO in first[CRATER] and TYCHO not in closed[CRATER]
        assert Context(state).border_links() is closed

    def test_it_closes_during_the_game(self) -> None:
        state = to_attack()
        state.closed = True
        state.owner[CRATER] = 0
        assert TYCHO not in view_for(state, None).links[CRATER]
        with pytest.raises(IllegalAction, match="Crater and Tycho are not connected"):
            apply(state, Attack(0, CRATER, TYCHO), ScriptedChance({}))


def test_hands_are_hidden_and_purses_are_not() -> None:
    state = to_bids()
    other = state.copy()
    other.players[1] = toy_hand(other, 1)
    assert view_for(state, 0) == view_for(other, 0)
    assert view_for(state, None) == view_for(other, None)
    assert view_for(state, 1) != view_for(other, 1)
    assert view_for(state, 0).extra["purses"] == [5, 5, 5]


@pytest.mark.parametrize("module", some(Path(toy.__file__).parent.glob("*.py")), ids=lambda module: module.name)
def test_its_modules_are_small(module: Path) -> None:
    """Lines as the formatter lays them out: one for each mechanic and step of its rule set."""
    assert len(module.read_text("utf-8").splitlines()) <= 250


@pytest.mark.parametrize("armies", [ALL, LEAST, 1])
def test_a_move_in_names_only_pieces_that_are_there(armies: int) -> None:
    state = to_attack()
    state.pieces[:] = []
    asked = AdvanceAsked(seats=(0,), src=BAY, dst=CRATER, was=1, least=1, most=3)
    state.armies[BAY], state.owner[CRATER] = 4, 0
    state.agenda.append(asked)
    with pytest.raises(IllegalAction, match="You have no general in"):
        apply(state, Advance(0, Force(armies, ("general",))), FastChance(1))
    after = apply(state, Advance(0, Force(armies)), FastChance(1)).state
    assert after.armies[CRATER] >= 1


def moved(order: Action, pieces: list[Piece]) -> tuple[int, list[str]]:
    """The armies and pieces that an order brings from Bay, where 4 armies stand with the pieces, into the crater."""
    state = to_attack()
    state.pieces[:] = pieces
    state.armies[BAY], state.armies[CRATER], state.owner[CRATER] = 4, 0, 0
    move_in = AdvanceAsked(seats=(0,), src=BAY, dst=CRATER, was=1, least=2, most=3 + len(pieces))
    state.agenda.append(move_in if isinstance(order, Advance) else FortifyAsked(seats=(0,)))
    after = apply(state, order, FastChance(1)).state
    return after.armies[CRATER], [piece.kind for piece in after.pieces if piece.at == CRATER]


@pytest.mark.parametrize(
    ("force", "armies"), [(Force(ALL, ("general",)), 3), (Force(LEAST, ("general",)), 1), (Force(ALL), 3)]
)
def test_pieces_go_with_all_and_those_that_are_named_with_least(force: Force, armies: int) -> None:
    general = [Piece("general", 0, BAY)]
    assert moved(Advance(0, force), general) == (armies, ["general"])
    if force.armies == ALL:
        assert moved(Fortify(0, BAY, CRATER, force), general) == (armies, ["general"])


@pytest.mark.parametrize("named", [(), ("general",)])
def test_all_is_every_piece_and_all_armies_but_one(named: tuple[str, ...]) -> None:
    pieces = [Piece(kind, 0, BAY) for kind in ("scout", "general")]
    for order in (Advance(0, Force(ALL, named)), Fortify(0, BAY, CRATER, Force(ALL, named))):
        armies, went = moved(order, pieces)
        assert (armies, sorted(went)) == (3, ["general", "scout"])


@pytest.mark.parametrize("armies", [ALL, 1])
def test_a_free_move_names_only_pieces_that_are_there(armies: int) -> None:
    with pytest.raises(IllegalAction, match="You have no general in"):
        moved(Fortify(0, BAY, CRATER, Force(armies, ("general",))), [])


def test_a_free_move_of_a_game_of_the_first_edition_leaves_out_such_names() -> None:
    state = position("red: Argentina 4, Peru 1 | blue: *1", rules="modern", step="fortify")
    src, dst = (mapgraph(state.map).names.index(name) for name in ("Argentina", "Peru"))
    order = Fortify(0, src, dst, Force(ALL, ("general",)))
    with pytest.raises(IllegalAction, match="You have no general in"):
        apply(state, order, FastChance(1))
    state.family = "classic@1"
    assert apply(state, order, FastChance(1)).state.armies[dst] == 4


def test_stored_games_of_the_first_edition_keep_such_a_move() -> None:
    state = position("red: Brazil 4 | blue: *1", rules="modern", step="attack")
    src, dst = (mapgraph(state.map).names.index(name) for name in ("Brazil", "Peru"))
    state.owner[dst], state.armies[dst] = 0, 0
    state.agenda.append(AdvanceAsked(seats=(0,), src=src, dst=dst, was=1, least=1, most=3))
    order = Advance(0, Force(ALL, ("general",)))
    with pytest.raises(IllegalAction, match="You have no general in"):
        apply(state, order, FastChance(1))
    state.family = "classic@1"
    assert apply(state, order, FastChance(1)).state.armies[dst] == 3
