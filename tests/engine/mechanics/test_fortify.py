"""What the free move offers: the bounds of new counts, with a limit of armies and without one; and whether a seat has
one at all, which is told in a short way where nothing limits a territory."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import GameState, ruleset
from engine.core.context import NO_LIMIT, Context
from engine.core.offers import CountsField
from engine.core.reducer import offers
from engine.mechanics.fortify import FortifyAsked, _has_move, destinations
from tests.kit.games import presets, walk

SCATTERED = 1
"""Boards that are made of each position of a game, with owners and armies by lot."""


def asked_to_fortify(**options: Any) -> GameState:
    """A random game in which counts may be given for the free move."""
    for seed in range(20):
        for state in walk("modern", 3, seed, territory_setup="deal", fortify="connected_many", **options):
            kinds = {offer.action for offer in offers(state, state.active)} if asks(state) else set()
            if "fortify.redistribute" in kinds:
                return state
    raise AssertionError("nobody may redistribute")


def asks(state: GameState) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[-1], FortifyAsked)


@pytest.mark.parametrize(("options", "most"), [({}, NO_LIMIT), ({"army_cap": 12}, 12)])
def test_new_counts_go_up_to_the_limit_of_armies_if_there_is_one(options: dict[str, Any], most: int) -> None:
    state = asked_to_fortify(**options)
    offer = next(offer for offer in offers(state, state.active) if offer.action == "fortify.redistribute")
    field = offer.field("at", CountsField)
    assert (field.least, field.most) == (1, most)
    assert field.values and set(field.values) == {there for _, *group in field.table.values() for there in group}


def scatter(state: GameState, random: Random) -> GameState:
    """Deal the board of a position anew by lot, most of it to nobody, so that many seats have no free move."""
    state = state.copy()
    seats, size = len(state.players), len(state.owner)
    state.owner[:] = [random.choice((*range(seats), *[-1] * random.randrange(3 * seats))) for _ in range(size)]
    state.armies[:] = [0 if owner < 0 else random.choice((1, 1, 2, 5)) for owner in state.owner]
    return state


SHORT_WAY = {
    "classic": [("modern", {"fortify": way}) for way in ("adjacent_one", "connected_one", "connected_many")],
    "risk2210": [("risk2210", {})],
}
"""Games of the families without companions, which nothing but a switch limits."""


def test_every_family_that_has_the_short_way_is_compared() -> None:
    assert {*SHORT_WAY} == {rules.family for rules in map(ruleset, presets()) if not rules.companions}


@pytest.mark.parametrize(("rules", "options"), [game for games in SHORT_WAY.values() for game in games])
@pytest.mark.parametrize("seats", [3, 5])
def test_the_short_way_to_tell_of_a_free_move_says_what_the_long_one_does(
    rules: str, options: dict[str, Any], seats: int
) -> None:
    random, told = Random(f"{rules} {options} {seats}"), list[bool]()
    for played in walk(rules, seats, seats, **options):
        for state in (played, *(scatter(played, random) for _ in range(SCATTERED))):
            context = Context(state)
            assert context.army_limit() is None
            for seat in range(seats):
                told.append(_has_move(context, seat))
                assert told[-1] == any(destinations(context, src, seat) for src in context.places_of(seat))
    assert min(told.count(True), told.count(False)) > 100
