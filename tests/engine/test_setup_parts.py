"""What families change about a set-up: waters that nobody claims, pieces that are placed, too, and planned.

The toy game on an atoll of four islands and a lagoon; once all armies are down, each seat raises a tower.
"""

from dataclasses import replace

import pytest

import tests.toy as toy
from engine import Action, ChoiceField, FastChance, MapGraph, Offer, Piece, apply, new_game, open_decision, view_for
from engine.core import registry
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.errors import IllegalAction
from engine.core.mapgraph import register_map
from engine.core.notation import format_order, parse_order
from engine.core.registry import register
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY, GameState
from engine.mechanics import setup, turns
from engine.mechanics.setup_plan.types import Plan
from tests.toy.ground import GROUND

SEATS = ("red", "blue", "green")
ATOLL = register_map(
    MapGraph.build(
        "atoll",
        [("ash", "Ash", "ASH"), ("bone", "Bone", "BON"), ("coal", "Coal", "COA"), ("sea", "Lagoon", "LAG")],
        [("ash", "bone"), ("bone", "coal"), ("coal", "sea"), ("ash", "sea")],
        zones={"sea": "water"},
    )
)
ASH, BONE, COAL, LAGOON = range(4)


class RaiseTowers(Step, frozen=True, tag="atoll.towers"):
    """Asks every seat without a tower for one."""


class TowerAsked(Decision, frozen=True, kw_only=True, tag="atoll.tower_asked"):
    step = "set-up"
    ask = "raise a tower"


class Raise(Action, frozen=True, tag="atoll.raise"):
    at: int


def raise_towers(context: Context, step: RaiseTowers) -> None:
    without = [seat for seat in context.state.order if not context.pieces_of(seat)]
    if without:
        context.push(step, TowerAsked(seats=(without[0],)))


def raise_tower(context: Context, asked: TowerAsked, order: Raise) -> None:
    context.pop_decision()
    context.add_piece("tower", order.seat, order.at)


def first_own(context: Context, asked: TowerAsked, seat: int) -> Raise:
    return Raise(seat, context.territories_of(seat)[0])


def by_plan(context: Context, asked: TowerAsked, plan: Plan) -> Raise:
    held = [at for at in plan.ranked("tower") if context.state.owner[at] == plan.seat]
    return Raise(plan.seat, held[0]) if held else first_own(context, asked, plan.seat)


TOWERS = Mechanic(
    "towers",
    steps={RaiseTowers: raise_towers},
    answers={(TowerAsked, Raise): raise_tower},
    offers={TowerAsked: lambda context, asked, seat: (Offer("atoll.raise", "Raise", (ChoiceField("at", (0,)),)),)},
    defaults={TowerAsked: first_own},
    planned={TowerAsked: by_plan},
)


@pytest.fixture(scope="module", autouse=True)
def atoll():
    rules = register(
        replace(
            toy.TOY,
            id="atoll",
            map="atoll",
            mechanics=(*(part for part in toy.TOY.mechanics if part is not toy.MECHANIC), TOWERS),
            setup=(setup.ChooseFirst(), setup.DistributeTerritories(), RaiseTowers(), turns.StartRound()),
            plan_parts=("tower",),
        )
    )
    yield rules
    del registry._RULESETS["atoll"]


@pytest.fixture
def soft_ash(atoll):
    rules = register(replace(atoll, id="atoll_soft", mechanics=(*atoll.mechanics, GROUND)))
    yield rules
    del registry._RULESETS[rules.id]


def begun(**options: object) -> GameState:
    return new_game("atoll", SEATS, chance=FastChance(0), options=options).state


def test_nobody_claims_water_at_the_start() -> None:
    state = begun()
    assert set(view_for(state, state.active).offers[0].fields[0].values) == {ASH, BONE, COAL}
    with pytest.raises(IllegalAction, match="You cannot claim Lagoon: only land territories can be claimed"):
        apply(state, setup.Claim(state.active, LAGOON), FastChance(0))


def test_a_plan_places_the_pieces_of_the_family_too() -> None:
    state = begun(setup_orders="planned", starting_armies={"3": 3})
    plans = [
        f"plan claim {land}; tower {other}, {land}"
        for land, other in (("Ash", "Bone"), ("Bone", "Ash"), ("Coal", "Ash"))
    ]
    field = view_for(state, 0).offer("setup.plan").fields[-1]
    assert field.values == (("tower", ASH), ("tower", BONE), ("tower", COAL))
    for seat, text in enumerate(plans):
        order = parse_order(text, view_for(state, seat))
        assert parse_order(format_order(order, "atoll", "atoll"), view_for(state, seat)) == order
        state = apply(state, order, FastChance(0)).state
    assert state.owner == [0, 1, 2, NOBODY]
    assert sorted(state.pieces, key=lambda piece: piece.seat) == [Piece("tower", seat, seat) for seat in range(3)]
    assert open_decision(state).step == "bid"


def test_a_family_says_which_land_a_plan_offers_for_a_piece(soft_ash) -> None:
    """What is not offered is passed over, as land that somebody else got."""
    options = {"setup_orders": "planned", "starting_armies": {"3": 3}}
    state = new_game(soft_ash.id, SEATS, chance=FastChance(0), options=options).state
    field = view_for(state, 0).offer("setup.plan").fields[-1]
    assert field.values == (("tower", BONE), ("tower", COAL))
    assert apply(state, Plan(0, pieces=(("tower", ASH),)), FastChance(0)).state.agenda


def test_a_plan_without_the_part_raises_the_default_tower() -> None:
    state = begun(setup_orders="planned", starting_armies={"3": 3})
    for seat in range(3):
        state = apply(state, Plan(seat), FastChance(0)).state
    assert {piece.seat for piece in state.pieces} == {0, 1, 2}


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ((("moat", ASH),), "setup.plan_part"),
        ((("tower", 99),), "territory.unknown"),
        ((("tower", ASH), ("tower", ASH)), "setup.plan_twice"),
        ((("tower", LAGOON),), "setup.taken"),
    ],
)
def test_a_plan_with_pieces_that_cannot_be_is_refused(pieces: tuple[tuple[str, int], ...], code: str) -> None:
    state = begun(setup_orders="planned", starting_armies={"3": 3})
    with pytest.raises(IllegalAction) as refused:
        apply(state, Plan(0, pieces=pieces), FastChance(0))
    assert refused.value.code == code


def test_like_bot_ranks_only_what_can_be_claimed() -> None:
    state = begun(setup_orders="planned", starting_armies={"3": 3})
    order = parse_order("plan like recruit", view_for(state, 0))
    assert set(order.claim) == {ASH, BONE, COAL}
