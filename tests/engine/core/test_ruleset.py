"""What a rule set and its switches are refused for, and what the working place of an action does not allow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import FastChance, IllegalAction, Piece, RuleSet, new_game, ruleset, rulesets
from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import Event
from engine.core.reducer import MAX_AUTO_STEPS, run
from engine.core.registry import register
from engine.core.ruleset import Mechanic
from engine.core.units import Force
from engine.mechanics.bidding import BidAsked

SEATS = ("red", "blue", "green")


class Nowhere(Step, frozen=True, tag="test.nowhere"):
    """A step that nothing runs."""


class Around(Step, frozen=True, tag="test.around"):
    """A step that begins anew for ever."""


class Silent(Event, frozen=True, tag="test.silent"):
    """An event that does not say what of it is secret."""


def with_part(**parts: Any) -> RuleSet:
    """The modern game with a further mechanic, under a name of its own."""
    base = ruleset("modern")
    return replace(base, id="unfinished", mechanics=(*base.mechanics, Mechanic(name="further", **parts)))


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (with_part(answers={(BidAsked, Event): None}), "BidAsked has no offers"),
        (with_part(answers={(BidAsked, Event): None}, offers={BidAsked: None}), "BidAsked has no defaults"),
        (
            with_part(answers={(BidAsked, Event): None}, offers={BidAsked: None}, defaults={BidAsked: None}),
            "nothing resolves the sealed BidAsked",
        ),
        (replace(ruleset("modern"), id="unfinished", turn=(Nowhere(),)), "nothing runs Nowhere"),
        (with_part(events=(Silent,)), "Silent does not say what of it is secret"),
    ],
)
def test_a_rule_set_with_a_part_missing_is_not_registered(rules: RuleSet, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        register(rules)
    assert "unfinished" not in rulesets()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"reinforcement_minimum": 6}, "must be 0 to 5"),
        ({"elimination_trade_at": 5}, "at 6 or at 7 cards"),
        ({"placement_go": 4}, "must be 1 to 3"),
        ({"starting_armies": {"4": 30}}, "for 3 players are missing"),
        ({"starting_armies": {"3": 13}}, "needs 14 to 200"),
        ({"starting_armies": {"3": 201}}, "needs 14 to 200"),
        ({"fortify": "everywhere"}, "a value that does not exist"),
        ({"speed": 1}, "no switch “speed”"),
    ],
)
def test_switches_that_make_no_game_are_refused_in_a_sentence(options: dict[str, Any], says: str) -> None:
    with pytest.raises(IllegalAction, match=says) as refused:
        new_game("modern", SEATS, options=options, chance=FastChance(1))
    assert refused.value.code == "game.options"


def table() -> Context:
    return Context(new_game("modern", SEATS, chance=FastChance(1)).state)


def test_nothing_is_rolled_or_drawn_while_looking() -> None:
    looking = table().chance
    with pytest.raises(RuntimeError, match="rolled"):
        looking.roll(1, 6, "attacker")
    with pytest.raises(RuntimeError, match="drawn"):
        looking.pick([1], "deck")


def test_a_force_moves_only_if_all_of_it_stands_there() -> None:
    place = table()
    place.state.owner[3], place.state.armies[3] = 0, 4
    place.state.pieces.append(Piece("general", 0, 3))
    place.check_force(3, Force(4, ("general",)))
    doubled, absent = Force(1, ("general", "general")), Force(0, ("cannon",))
    for code, *forces in (("force.not_there", Force(5), Force(-1)), ("force.no_piece", doubled, absent)):
        for force in forces:
            with pytest.raises(IllegalAction) as refused:
                place.check_force(3, force)
            assert refused.value.code == code


def test_a_rule_that_never_comes_to_a_question_is_stopped() -> None:
    place = table()
    runs = 0

    def around(place: Context, step: Around) -> None:
        nonlocal runs
        runs += 1
        place.push(Around())

    base = ruleset("modern")
    place.rules = replace(base, mechanics=(*base.mechanics, Mechanic(name="around", steps={Around: around})))
    place.push(Around())
    with pytest.raises(RuntimeError, match="no decision after"):
        run(place)
    assert runs == MAX_AUTO_STEPS
