"""The coach has something to say beside every question that its games ask, and what it shows is legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random

import pytest

import engine
from coaching.hints import HINTS, hint_for
from coaching.selectors import choose_answer, placed_at, shown_query, write_order
from coaching.services import COACHED
from engine.bots import choose
from games.decisions.kit.context import read_selection
from tests.kit import nightly

COLOURS = ("red", "blue", "green")
NEVER_ASKED = {
    "modern": {  # by switches that coached games leave off
        "battle.losses_asked",
        "capitals.take_over_asked",
        "improve.commander_asked",
        "improve.reroll_asked",
        "setup.capital_asked",
    },
    "risk2210": set[str](),
    "godstorm": {"battle.losses_asked"},  # gods are no units: there is nothing to choose from
}
POSITIONS = 1000 if nightly.ON else 200


def positions(rules: str) -> Iterator[tuple[engine.GameState, engine.PlayerView]]:
    """Yield the states of games of bots, of one seed after the other, each with the view of a seat that is asked."""
    for seed in count():
        chance, rng = engine.FastChance(seed), Random(seed)
        state = engine.new_game(rules, COLOURS, chance=chance).state
        while (asked := engine.open_decision(state)) is not None and state.round < 4:
            view = engine.view_for(state, asked.seats[0])
            yield state, view
            state = engine.apply_in_place(state, choose("recruit", view, rng), chance).state


@pytest.mark.parametrize("rules", COACHED)
def test_every_question_has_a_hint(rules: str) -> None:
    family = engine.ruleset(rules).family
    told = {kind for hint in HINTS if hint.family in ("", family) for kind in hint.kinds}
    asked = {str(kind.__struct_config__.tag) for kind, _action in engine.ruleset(rules).answers}
    assert asked - told == NEVER_ASKED[rules]
    assert all(hint_for(view) for _state, view in islice(positions(rules), POSITIONS))


@pytest.mark.parametrize("rules", COACHED)
def test_what_is_shown_can_be_played(rules: str) -> None:
    for state, view in islice(positions(rules), POSITIONS):
        order = engine.parse_order(write_order(choose_answer(view), view), view)
        engine.apply(state, order, engine.FastChance(0))


def test_every_hint_points_to_few_places_of_the_board() -> None:
    for rules in COACHED:
        for _state, view in islice(positions(rules), 100):
            hint = hint_for(view)
            assert hint and all(0 <= at < view.graph.size for at in hint.at(view))


def test_hints_of_another_family_do_not_fit() -> None:
    shown = {hint.name for _state, view in islice(positions("modern"), 300) if (hint := hint_for(view))}
    assert shown and all(HINTS[name].family in ("", "classic") for name in shown)


@pytest.mark.parametrize("rules", COACHED)
def test_the_coach_points_at_the_places_that_it_shows_for_new_armies(rules: str) -> None:
    placing = (view for _state, view in positions(rules) if view.asked and view.asked.kind == "deploy.place_asked")
    some = list(islice(placing, 10))
    assert len(some) == 10
    for view in some:
        answer = choose_answer(view)
        at = placed_at(answer)
        assert at and {view.graph.codes[each] for each in at} == {
            pair.partition(".")[0] for pair in shown_query(answer, view)["at"].split("_")
        }


def test_a_bid_that_is_shown_stands_in_the_panel_too() -> None:
    bidding = (view for _state, view in positions("risk2210") if view.asked and view.asked.kind == "bidding.bid_asked")
    some = list(islice(bidding, 10))
    assert some
    for view in some:
        answer = choose_answer(view)
        query = shown_query(answer, view)
        assert read_selection(query, view.graph).bid == engine.action_to_json(answer)["amount"]
        assert query["order"].startswith(f"bid {query['bid']}")
