"""What a rule set says of its turns, its decks and its questions, tried out on the toy game."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import tests.toy as toy
from engine import End, FastChance, GameState, RuleSet, apply, default_answer, open_decision, parse_order, view_for
from engine.core import registry
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.offers import Offer
from engine.core.registry import register
from engine.core.ruleset import Mechanic
from engine.core.written import PositionError
from engine.mechanics import turns
from engine.mechanics.action_cards.types import PlayCard
from engine.mechanics.battle.types import AttackAsked
from engine.mechanics.reaction import ReactionAsked
from engine.position import position
from tests.engine.test_toy import to_attack


@contextmanager
def known(**changes: Any) -> Iterator[RuleSet]:
    """The toy with some changes, registered for a while."""
    rules = register(replace(toy.TOY, id="toy_turns", **changes))
    try:
        yield rules
    finally:
        del registry._RULESETS[rules.id]


def under(rules: RuleSet, state: GameState) -> GameState:
    state.rules = rules.id
    return state


class Tea(Decision, frozen=True, kw_only=True, tag="toy.tea"):
    """A question that hurries all but the seat whose turn it is."""

    step = "attack"
    ask = "have tea"

    def pace_in(self, state: GameState) -> str:
        return "turn" if state.active in self.seats else "reaction"


TEA = Mechanic("tea", offers={Tea: lambda context, asked, seat: (Offer("turn.end", "Tea"),)})


def test_a_question_may_take_its_clock_from_who_is_asked() -> None:
    with known(mechanics=(*toy.TOY.mechanics, replace(TEA, defaults={Tea: lambda *_: None}))) as rules:
        state = under(rules, to_attack())
        for seat, pace in ((0, "turn"), (2, "reaction")):
            state.agenda = [Tea(seats=(seat,))]
            assert open_decision(state).pace == pace


def test_steps_are_called_as_the_rulebook_calls_them() -> None:
    with known(step_words={"attack": "invade", "place": "collect"}) as rules:
        state = position("red: Bay 4 | blue: *1", rules=rules.id, step="invade")
        view = view_for(state, 0)
        assert (view.asked.kind, view.asked.step, view.step) == ("battle.attack_asked", "invade", "invade")
        for typed in ("end", "end invade", "end attacks", "end your invade"):
            assert parse_order(typed, view) == End(0)
        for said in ({}, {"step": "collect"}):  # the first of the turn
            assert open_decision(position("red: Bay 4 | blue: *1", rules=rules.id, **said)).step == "collect"


def test_an_empty_deck_is_remade_only_where_the_rules_have_it_so() -> None:
    for remakes, drawn in ((True, 1), (False, None)):
        with known(remakes_decks=remakes) as rules:
            state = under(rules, to_attack())
            state.decks["help"], state.discards["help"] = (), (1,)
            assert Context(state).draw("help") == drawn
            assert state.discards["help"] == (() if remakes else (1,))


def test_hands_are_counted_by_deck() -> None:
    with known(deck_of=None) as rules:
        assert view_for(under(rules, to_attack()), None).seats[1].by_deck == {}
    with known(deck_of=lambda state, card: "help" if card < 6 else "tea") as rules:
        state = under(rules, to_attack())
        state.decks["tea"] = ()
        state.players[1] = msgspec.structs.replace(state.players[1], hand=(3, 7, 8))
        seats = view_for(state, None).seats
        assert (seats[1].cards, seats[1].by_deck) == (3, {"help": 1, "tea": 2})
        assert list(seats[1].by_deck) == ["help", "tea"]  # whatever the order of the hand


class Reckon(Step, frozen=True, tag="toy.reckon"):
    """Every seat gets a coin; after the fourth round the first seat has won."""

    step = "score"


def reckon(context: Context, step: Reckon) -> None:
    context.state.purses = [coins + 1 for coins in context.state.purses]
    if context.state.round == 4:
        turns.win(context, (0,))


class TestEndOfARound:
    @pytest.fixture
    def rules(self) -> Iterator[RuleSet]:
        mechanics = (*toy.TOY.mechanics, Mechanic("reckoning", steps={Reckon: reckon}))
        with known(mechanics=mechanics, round_end=(Reckon(),)) as rules:
            yield rules

    def test_it_comes_after_the_last_turn_and_before_the_next_round(self, rules: RuleSet) -> None:
        state = under(rules, to_attack())
        last, purses = state.order[-1], [*state.purses]
        state.active, state.agenda = last, [turns.NextTurn(2), AttackAsked(seats=(last,))]
        played = apply(state, End(last), FastChance(1))
        assert isinstance(played.events[-1], turns.RoundBegan)
        assert (played.state.round, played.state.purses) == (2, [coins + 1 for coins in purses])
        assert open_decision(played.state).kind == "bidding.bid_asked"

    def test_no_round_follows_where_the_game_ends_with_it(self, rules: RuleSet) -> None:
        state = under(rules, to_attack())
        last = state.order[-1]
        state.round, state.active, state.agenda = 4, last, [turns.NextTurn(2), AttackAsked(seats=(last,))]
        played = apply(state, End(last), FastChance(1))
        assert (played.state.winners, played.state.round, played.state.agenda) == ((0,), 4, [])

    def test_a_position_may_begin_there(self, rules: RuleSet) -> None:
        state = position("red: Bay 4 | blue: *1", rules=rules.id, step="score")
        assert (state.purses, state.round, open_decision(state).step) == ([6, 6, 6], 2, "bid")
        with pytest.raises(PositionError, match="they are set-up, bid, place, attack, fortify, score"):
            position("red: Bay 4 | blue: *1", rules=rules.id, step="tea")

    def test_its_steps_must_run(self) -> None:
        with pytest.raises(ValueError, match="nothing runs Reckon"), known(round_end=(Reckon(),)):
            pass


def test_offers_of_several_mechanics_add_up_and_the_last_default_counts() -> None:
    def pour(context: Context, asked: ReactionAsked, seat: int) -> tuple[Offer, ...]:
        return (Offer("toy.tea", "Pour tea"),)

    tea = Mechanic("tea", offers={ReactionAsked: pour}, defaults={ReactionAsked: lambda *_: PlayCard(2, "Help")})
    with known(mechanics=(*toy.TOY.mechanics, tea)) as rules:
        state = under(rules, to_attack())
        state.agenda = [ReactionAsked(seats=(2,), seat=0, src=0, dst=2)]
        state.players[2] = msgspec.structs.replace(state.players[2], hand=(0, 0))
        assert [offer.action for offer in view_for(state, 2).offers] == ["reaction.decline", "cards.play", "toy.tea"]
        assert default_answer(state, 2) == PlayCard(2, "Help")
