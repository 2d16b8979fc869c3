"""What a rule set says of its turns, its decks and its questions, tried out on the toy game."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec

import tests.toy as toy
from engine import End, GameState, RuleSet, default_answer, open_decision, parse_order, view_for
from engine.core import registry
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.offers import Offer
from engine.core.registry import register
from engine.core.ruleset import Mechanic
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
    for remakes, drawn in ((True, 7), (False, None)):
        with known(remakes_decks=remakes) as rules:
            state = under(rules, to_attack())
            state.decks["help"], state.discards["help"] = (), (7,)
            assert Context(state).draw("help") == drawn
            assert state.discards["help"] == (() if remakes else (7,))


def test_hands_are_counted_by_deck() -> None:
    assert view_for(to_attack(), None).seats[1].by_deck == {}
    with known(deck_of=lambda state, card: "help" if card < 6 else "tea") as rules:
        state = under(rules, to_attack())
        state.decks["tea"] = ()
        state.players[1] = msgspec.structs.replace(state.players[1], hand=(3, 7, 8))
        seats = view_for(state, None).seats
        assert (seats[1].cards, seats[1].by_deck) == (3, {"help": 1, "tea": 2})
        assert list(seats[1].by_deck) == ["help", "tea"]  # whatever the order of the hand


def test_offers_of_several_mechanics_add_up_and_the_last_default_counts() -> None:
    def pour(context: Context, asked: ReactionAsked, seat: int) -> tuple[Offer, ...]:
        return (Offer("toy.tea", "Pour tea"),)

    tea = Mechanic("tea", offers={ReactionAsked: pour}, defaults={ReactionAsked: lambda *_: toy.Help(2, 7)})
    with known(mechanics=(*toy.TOY.mechanics, tea)) as rules:
        state = under(rules, to_attack())
        state.agenda = [ReactionAsked(seats=(2,), seat=0, src=0, dst=2)]
        assert [offer.action for offer in view_for(state, 2).offers] == ["turn.end", "toy.help", "toy.tea"]
        assert default_answer(state, 2) == toy.Help(2, 7)
