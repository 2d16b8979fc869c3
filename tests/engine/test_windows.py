"""Windows in which others answer an invasion, land that nobody defends, and what becomes of the invasion after them."""

import random
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

import tests.toy as toy
from engine import (
    COLOURS,
    End,
    FastChance,
    Force,
    GameState,
    IllegalAction,
    Piece,
    ScriptedChance,
    apply,
    apply_in_place,
    default_answer,
    dump,
    event_for,
    format_order,
    load,
    new_game,
    open_decision,
    outcome_of,
    parse_order,
    view_for,
)
from engine.core import registry
from engine.core.context import Context
from engine.core.dice import Order
from engine.core.events import Event, SealedAnswerReceived
from engine.core.reducer import Transition
from engine.core.registry import register
from engine.core.ruleset import AttackRules, Mechanic
from engine.invariants import InvariantChecker
from engine.mechanics import reaction
from engine.mechanics.action_cards.types import CardPlayed, PlayCard
from engine.mechanics.battle.types import (
    Attack,
    AttackCancelled,
    AttackDeclared,
    AttackInProgress,
    Captured,
    Lose,
    RoundResolved,
)
from engine.mechanics.occupy import Occupied
from engine.mechanics.reaction import Decline, InvasionHooks, ReactionAsked
from engine.mechanics.turns import NextTurn
from tests.engine.test_toy import BAY, CRATER, GRAPH, random_answer, to_attack
from tests.toy.family import known

DUNE = GRAPH.number["dune"]
HELP, RELIEF, MINE = range(3)
TRUCE = 7  # coins of the invader with which others are at peace with him


def everybody_else(context: Context, order: Order) -> list[int]:
    invader = context.state.owner[order.src]
    return [seat for seat in context.state.active_seats() if seat != invader and context.player(seat).hand]


def truce(context: Context, seat: int, src: int, dst: int) -> str | None:
    return "battle.not_adjacent" if context.state.purses[seat] == TRUCE else None


def make_peace(context: Context, asked: ReactionAsked, answer: object) -> None:
    """A card played by the seat that is invaded ends the invasion."""
    if isinstance(answer, PlayCard) and answer.seat == context.state.owner[asked.dst]:
        context.state.purses[asked.seat] = TRUCE


EACH_ROLL = replace(
    toy.TOY,
    id="toy_each_roll",
    attack=replace(toy.TOY.attack, reacts_each="roll"),
    mechanics=(
        *toy.mechanics_without(InvasionHooks),
        Mechanic("each", hooks=(InvasionHooks(may_react=(everybody_else,)),)),
    ),
)
PEACE = replace(
    EACH_ROLL,
    id="toy_peace",
    mechanics=(
        *EACH_ROLL.mechanics,
        Mechanic("peace", hooks=(InvasionHooks(may_enter=(truce,), resolve_reaction=(make_peace,)),)),
    ),
)


def needs_general(context: Context, seat: int, src: int, dst: int) -> str | None:
    has_one = any((piece.kind, piece.seat) == ("general", seat) for piece in context.state.pieces)
    return None if has_one else "battle.not_adjacent"


LEADING = Mechanic("leading", hooks=(InvasionHooks(may_enter=(needs_general,)),))
LED = replace(EACH_ROLL, id="toy_led", mechanics=(*EACH_ROLL.mechanics, LEADING))


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    """Known to these tests alone."""
    for rules in (EACH_ROLL, PEACE, LED):
        register(rules)
    yield
    for rules in (EACH_ROLL, PEACE, LED):
        del registry._RULESETS[rules.id]


def ready(rules: str = "toy", *hands: tuple[int, ...]) -> GameState:
    """Seat 0 attacks from Bay, where six armies stand, the crater with three of seat 1; hands of all seats follow."""
    state = to_attack()
    state.rules, state.pieces, state.order, state.active = rules, [], (0, 1, 2), 0
    state.armies[BAY] = 6
    for seat, player in enumerate(state.players):
        state.players[seat] = msgspec.structs.replace(player, hand=hands[seat] if seat < len(hands) else ())
    state.options = msgspec.structs.replace(state.options, defender_dice="always_max")
    return state


def play(state: GameState, *orders: object, attacker: list[int] | None = None, defender: list[int] | None = None):
    """Give answers one after another, with these dice; returns the state and all that happened."""
    chance = ScriptedChance({"attacker": attacker or [], "defender": defender or []})
    events: list[Event] = []
    for order in orders:
        played = apply(load(dump(state)), order, chance)
        state, events = played.state, [*events, *played.events]
    return Transition(state, events, [])


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def asked(state: GameState) -> tuple[int, ...]:
    decision = open_decision(state)
    return decision.seats if decision and decision.kind == "reaction.asked" else ()


CARDS = ((), (HELP,), (HELP,))  # one for seats 1 and 2


class TestWindows:
    def test_one_is_opened_for_each_order_or_for_each_roll(self) -> None:
        order = Attack(0, BAY, CRATER, throws=0)
        for rules, windows in (("toy", 1), (EACH_ROLL.id, 2)):
            state, opened = play(ready(rules, *CARDS), order).state, 0
            while asked(state):
                opened += 1
                declines = [Decline(seat) for seat in asked(state)]
                state = play(state, *declines, attacker=[6, 6, 6] * 3, defender=[1] * 5).state
            assert (opened, state.owner[CRATER]) == (windows, 0)

    def test_nobody_is_asked_twice_who_let_the_order_pass(self) -> None:
        state = play(ready(EACH_ROLL.id, *CARDS), Attack(0, BAY, CRATER, throws=0)).state
        assert asked(state) == (1, 2)
        dice = {"attacker": [6, 6, 6], "defender": [1, 1]}
        played = play(state, Decline(1, "order"), Decline(2), **dice)
        assert asked(played.state) == (2,)
        answered = [event for event in played.events if isinstance(event, SealedAnswerReceived)]
        assert [event.seat for event in answered] == [1, 2, 1]
        running = played.state.agenda[-2]
        assert isinstance(running, AttackInProgress) and running.passed == (1,)

    def test_who_let_the_turn_pass_is_answered_for_in_other_orders_too(self) -> None:
        state = play(ready(EACH_ROLL.id, *CARDS), Attack(0, BAY, CRATER)).state
        dice = {"attacker": [6, 6, 6], "defender": [1, 1]}
        state = play(state, Decline(1, "turn"), Decline(2, "turn"), **dice).state
        assert state.passed == (1, 2)
        played = play(state, Attack(0, BAY, CRATER), attacker=[6, 6, 6], defender=[1])
        assert open_decision(played.state).kind == "occupy.advance_asked"
        assert kinds(played.events)[:3] == ["AttackDeclared", "SealedAnswerReceived", "SealedAnswerReceived"]
        state.order = (0, 1, 2)
        for seat in (0, 1, 2, None):
            assert "passed" not in str(view_for(state, seat))

    def test_a_seat_that_passed_looks_like_one_that_declines(self) -> None:
        """What others see of the second window is the same, whether seat 1 has passed or declines again."""
        dice = {"attacker": [6, 6, 6], "defender": [1, 1]}
        seen = []
        for scope in ("window", "order", "turn"):
            state = play(ready(EACH_ROLL.id, *CARDS), Attack(0, BAY, CRATER, throws=0)).state
            played = play(state, Decline(1, scope), Decline(2), **dice)
            if scope == "window":
                played = Transition(*played_on(played, Decline(1)), [])
            views = [view_for(played.state, seat) for seat in (0, 2, None)]
            views = [msgspec.structs.replace(view, seq=0, ref=0, asked=None) for view in views]
            seen.append((views, [event_for(event, 0) for event in played.events], asked(played.state)))
        assert seen[0] == seen[1] == seen[2]

    def test_answers_take_effect_from_the_seat_after_the_active_one(self) -> None:
        state = ready(EACH_ROLL.id, (HELP,), (), (RELIEF,))
        state.active, state.owner[BAY], state.owner[CRATER] = 1, 1, 2
        state.agenda[-1] = msgspec.structs.replace(state.agenda[-1], seats=(1,))
        state = play(state, Attack(1, BAY, CRATER)).state
        assert asked(state) == (0, 2)
        dice = {"attacker": [1, 1, 1], "defender": [6, 6]}
        played = play(state, PlayCard(0, "Help"), PlayCard(2, "Relief"), **dice)
        assert [event.seat for event in played.events if isinstance(event, CardPlayed)] == [2, 0]

    def test_what_a_card_causes_is_over_before_the_next_one(self) -> None:
        state = ready(EACH_ROLL.id, (), (MINE,), (HELP,))
        state.pieces = [Piece("general", 0, BAY)]
        state = play(state, Attack(0, BAY, CRATER)).state
        played = play(state, PlayCard(1, "Mine"), PlayCard(2, "Help"))
        assert (open_decision(played.state).kind, open_decision(played.state).pace) == ("battle.losses_asked", "turn")
        assert played.state.armies[CRATER] == 3
        played = play(played.state, default_answer(played.state, 0), attacker=[1, 1, 1], defender=[6, 6])
        assert kinds(played.events)[:2] == ["Lost", "CardPlayed"]

    def test_it_opens_again_only_if_something_was_played(self) -> None:
        state = play(ready("toy", (), (), (HELP, MINE)), Attack(0, BAY, CRATER)).state
        state = play(state, PlayCard(2, "Help")).state
        assert (asked(state), state.armies[CRATER]) == ((2,), 4)
        state = play(state, PlayCard(2, "Mine"), attacker=[1, 1, 1], defender=[6, 6]).state
        assert (state.armies[BAY], open_decision(state).kind) == (2, "battle.attack_asked")

    def test_a_card_that_cannot_be_played_any_more_leaves_no_trace(self) -> None:
        """As one that costs more than is left in the purse when its turn comes."""
        state = play(ready("toy", (), (), (RELIEF,)), Attack(0, BAY, CRATER)).state
        context = Context(state)
        context.pop_decision()
        state.purses[2] = 0
        asking = ReactionAsked(seats=(), seat=0, src=BAY, dst=CRATER)
        reaction.resolve(context, asking, [PlayCard(2, "Relief")])
        for _ in range(2):
            reaction.take_effect(context, state.agenda.pop())
        running = state.agenda[-1]
        assert isinstance(running, AttackInProgress) and running.declared
        assert (state.players[2].hand, context.events) == ((RELIEF,), [])

    def test_an_answer_to_an_invasion_that_is_cancelled_by_then_is_not_played(self) -> None:
        """Whoever comes first in turn order makes peace; the help behind him stays in its hand."""
        state = play(ready(PEACE.id, (), (HELP,), (HELP,)), Attack(0, BAY, CRATER)).state
        played = play(state, PlayCard(2, "Help"), PlayCard(1, "Help"))
        assert [event.seat for event in played.events if isinstance(event, CardPlayed)] == [1]
        assert [player.hand for player in played.state.players] == [(), (), (HELP,)]
        assert (played.state.armies[CRATER], kinds(played.events)[-1]) == (4, "AttackCancelled")

    def test_late_it_lets_the_turn_pass(self) -> None:
        state = play(ready("toy", *CARDS), Attack(0, BAY, CRATER)).state
        assert default_answer(state, 2) == Decline(2, "turn")

    def test_ending_is_no_answer(self) -> None:
        state = play(ready("toy", *CARDS), Attack(0, BAY, CRATER)).state
        with pytest.raises(IllegalAction):
            apply(state, End(2), FastChance(1))

    @pytest.mark.parametrize("text", ["decline", "decline this order", "decline this turn"])
    def test_it_is_declined_in_words(self, text: str) -> None:
        state = play(ready("toy", *CARDS), Attack(0, BAY, CRATER)).state
        view = view_for(state, 2)
        order = parse_order(text, view)
        scope = text.split()[-1] if " " in text else "window"
        assert order == Decline(2, scope)
        assert format_order(order, "toy", view.map) == text
        assert scope in view.offer("reaction.decline").fields[0].values


def played_on(before: Transition, order: Decline) -> tuple[GameState, list[Event]]:
    after = play(before.state, order)
    return after.state, [*before.events, *after.events]


class TestAfterwards:
    def test_an_invasion_that_is_cancelled_ends_without_a_roll(self) -> None:
        state = play(ready(PEACE.id, (), (HELP,)), Attack(0, BAY, CRATER, throws=0)).state
        played = play(state, PlayCard(1, "Help"))
        assert kinds(played.events)[-1] == "AttackCancelled"
        assert open_decision(played.state).kind == "battle.attack_asked"
        assert (played.state.armies[BAY], played.state.armies[CRATER]) == (6, 4)

    def test_one_unit_alone_attacks_nobody(self) -> None:
        state = ready("toy", (), (), (MINE,))
        state.armies[BAY] = 3
        played = play(state, Attack(0, BAY, CRATER), PlayCard(2, "Mine"))
        assert AttackCancelled(0, BAY, CRATER) in played.events
        assert (played.state.armies[BAY], open_decision(played.state).kind) == (1, "battle.attack_asked")

    def test_how_many_attack_counts_only_when_no_window_opens_again(self) -> None:
        state = ready("toy", (), (), (MINE, HELP))
        state.armies[BAY] = 3
        state = play(state, Attack(0, BAY, CRATER), PlayCard(2, "Mine")).state
        assert (asked(state), state.armies[BAY]) == ((2,), 1)
        played = play(state, PlayCard(2, "Help"))
        assert kinds(played.events)[-1] == "AttackCancelled"
        assert played.state.armies[CRATER] == 4

    def test_dice_are_thrown_as_far_as_they_are_ordered_and_possible(self) -> None:
        for dice, thrown in ((0, 3), (2, 2), (3, 3)):
            state = play(ready("toy", (), (), (MINE,)), Attack(0, BAY, CRATER, dice=dice)).state
            dice_of = {"attacker": [1] * thrown, "defender": [6, 6]}
            played = play(state, PlayCard(2, "Mine"), **dice_of)
            assert [len(event.attack) for event in played.events if isinstance(event, RoundResolved)] == [thrown]

    def test_who_led_alone_and_fell_leaves_one_die(self) -> None:
        state = ready("toy", (), (), (MINE,))
        state.pieces, state.armies[BAY] = [Piece("general", 0, BAY)], 4
        order = parse_order("attack Bay Crater with general", view_for(state, 0))
        state = play(state, order, PlayCard(2, "Mine")).state
        lost = parse_order("lose general, 1", view_for(state, 0))
        thrown = play(state, lost, attacker=[1], defender=[6, 6]).events
        assert kinds(thrown)[:2] == ["Lost", "RoundResolved"] and thrown[1].attack == (1,)

    def test_who_leads_is_looked_at_after_the_last_window(self) -> None:
        state = ready("toy", (), (), (MINE, HELP))
        state.pieces, state.armies[BAY] = [Piece("general", 0, BAY)], 4
        order = parse_order("attack Bay Crater with general", view_for(state, 0))
        state = play(state, order, PlayCard(2, "Mine"), parse_order("lose general, 1 at Bay", view_for(state, 0))).state
        assert asked(state) == (2,)
        thrown = play(state, Decline(2), attacker=[1], defender=[6, 6]).events[-1]
        assert kinds([thrown]) == ["RoundResolved"] and thrown.attack == (1,)

    def test_an_order_ends_when_its_own_losses_forbid_the_next_invasion(self) -> None:
        state = ready("toy_led")
        state.pieces = [Piece("general", 0, BAY)]
        state = play(state, Attack(0, BAY, CRATER, throws=0, dice=1), attacker=[1], defender=[6, 6]).state
        after = play(state, Lose(0, ((BAY, Force(0, ("general",))),))).state
        assert (open_decision(after).kind, after.armies[BAY]) == ("battle.attack_asked", 6)

    def test_who_goes_out_by_an_answer_in_its_own_turn_has_ended_it(self) -> None:
        state = ready("toy", (), (), (MINE,))
        state.armies[BAY] = 2
        state.agenda = [NextTurn(0), *state.agenda]
        played = play(state, Attack(0, BAY, CRATER), PlayCard(2, "Mine"))
        assert played.state.players[0].out and played.state.owner[BAY] == -1
        assert (played.state.active, open_decision(played.state).seats) == (1, (1,))


class TestEmptyLand:
    def empty(self, *pieces: Piece, rules: str = "toy") -> GameState:
        state = ready(rules, *CARDS)
        state.owner[CRATER], state.armies[CRATER] = -1, 0
        state.owner[DUNE] = 1
        state.pieces = [*pieces]
        return state

    def test_it_is_walked_into_without_dice_and_without_a_window(self) -> None:
        state = self.empty(Piece("general", 0, BAY))
        assert CRATER in view_for(state, 0).offer("battle.attack").fields[1].table[str(BAY)]
        played = play(state, Attack(0, BAY, CRATER))
        assert kinds(played.events) == ["AttackDeclared", "Captured"]
        decision = played.state.agenda[-1]
        assert (decision.least, decision.most, decision.leaders, decision.was) == (1, 6, (), -1)
        assert played.state.captures == 0
        went = play(played.state, parse_order("advance 2", view_for(played.state, 0)))
        assert (went.state.armies[CRATER], went.state.pieces) == (2, [Piece("general", 0, BAY)])

    @pytest.mark.parametrize("order", ["with general", "with 3", "with scout 2", "until 9 left", "while odds 100%"])
    def test_dice_and_conditions_are_without_effect(self, order: str) -> None:
        state = self.empty(Piece("general", 0, BAY))
        played = play(state, parse_order(f"attack Bay Crater {order}, then advance 2", view_for(state, 0)))
        assert (played.state.owner[CRATER], played.state.armies[CRATER]) == (0, 2)

    def test_elsewhere_it_cannot_be_attacked(self) -> None:
        state = self.empty()
        register(replace(EACH_ROLL, id="toy_closed", attack=AttackRules(reacts_each="roll")))
        state.rules = "toy_closed"
        try:
            assert CRATER not in view_for(state, 0).offer("battle.attack").fields[1].table[str(BAY)]
            with pytest.raises(IllegalAction, match="Nobody holds Crater"):
                apply(state, Attack(0, BAY, CRATER), FastChance(1))
        finally:
            del registry._RULESETS["toy_closed"]

    def test_it_is_taken_for_certain(self) -> None:
        view = view_for(self.empty(), 0)
        found = outcome_of(view, Attack(0, BAY, CRATER, throws=0, left=9))
        assert (found.win, found.attacker_losses, found.defender_losses) == (1, 0, 0)

    def tower(self) -> GameState:
        state = self.empty(Piece("tower", 1, CRATER))
        state.owner[CRATER] = 1
        return state

    def test_a_building_alone_is_taken_after_a_window(self) -> None:
        state = play(self.tower(), Attack(0, BAY, CRATER, advance=1)).state
        assert asked(state) == (2,)
        played = play(state, Decline(2))
        assert kinds(played.events)[:3] == ["SealedAnswerReceived", "Captured", "Occupied"]
        assert played.state.pieces == [Piece("tower", 0, CRATER)]
        assert (played.state.captures, played.state.armies[CRATER]) == (0, 1)

    def test_help_for_a_building_makes_it_a_fight(self) -> None:
        state = play(self.tower(), Attack(0, BAY, CRATER), PlayCard(2, "Help"), attacker=[6] * 3, defender=[1]).state
        assert open_decision(state).kind == "occupy.advance_asked"
        assert state.captures == 0  # nobody stood there when the invasion was declared

    def test_land_that_was_defended_when_the_roll_was_declared_was_contested(self) -> None:
        state = play(ready(PEACE.id, *CARDS), Attack(0, BAY, CRATER)).state
        state.armies[CRATER] = 0
        played = play(state, Decline(1), Decline(2))
        assert kinds(played.events)[-1] == "Captured"
        assert played.state.captures == 1

    def test_with_few_units_only_one_moves_in(self) -> None:
        state = self.empty()
        state.armies[BAY] = 2
        played = play(state, Attack(0, BAY, CRATER))
        assert played.events[-1].force.armies == 1 and isinstance(played.events[-1], Occupied)

    def test_a_neutral_army_is_asked_for_nothing(self) -> None:
        state = ready("toy", (), (HELP,), ())
        state.owner[CRATER] = state.neutral
        state.players[1] = msgspec.structs.replace(state.players[1], hand=())
        played = play(state, Attack(0, BAY, CRATER), attacker=[6, 6, 6], defender=[1, 1])
        assert not asked(played.state) and isinstance(played.events[0], AttackDeclared)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_windows_at_each_roll_keep_every_promise(seed: int) -> None:
    rng, chance = random.Random(seed), FastChance(seed)
    with known():
        begun = new_game(EACH_ROLL.id, COLOURS[:3], chance=chance)
        checker, state, windows = InvariantChecker(begun), begun.state, 0
        for _ in range(500):
            if not open_decision(state):
                break
            windows += bool(asked(state))
            action = random_answer(state, rng)
            assert load(dump(state)) == state
            checker.after(apply_in_place(state, action, chance))
    assert windows >= 5  # hands are small and are played


def test_captured_tells_who_held_it() -> None:
    played = play(TestEmptyLand().empty(), Attack(0, BAY, CRATER, advance=1))
    assert Captured(0, BAY, CRATER, -1) in played.events
