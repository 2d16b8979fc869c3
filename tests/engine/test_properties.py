"""What holds in every position: nothing is lost, nothing half done, offers and rules agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from engine import (
    ALL,
    Action,
    FastChance,
    GameState,
    IllegalAction,
    apply,
    apply_in_place,
    default_answer,
    dump,
    open_decision,
    view_for,
)
from engine.core.context import Context
from engine.core.reducer import offers
from engine.core.registry import ruleset
from engine.invariants import cards_in, units_standing, units_told
from engine.mechanics.battle.types import Attack, Defend
from engine.mechanics.card_keys import full_decks
from engine.mechanics.card_sets import Trade, Traded
from engine.mechanics.deploy import Forfeited, Place, Placed
from engine.mechanics.fortify import Fortify, Redistribute
from engine.mechanics.income import IncomeCollected
from engine.mechanics.occupy import LEAST, USUAL, Advance
from engine.mechanics.setup import Claim, Claimed
from engine.rules.classic.capitals import Capital, Reinforced
from engine.rules.classic.dice_modifiers import CommanderAction, Reroll
from tests.engine.strategies import actions, asked_seat, near, seeds, states
from tests.kit.games import positions, random_action

pytestmark = pytest.mark.nothing_new

ADVANCE = "occupy.advance_asked"


# --- nothing is lost


@given(states, seeds)
def test_units_come_and_go_only_as_events_tell(state: GameState, seed: int) -> None:
    played = apply(state, random_action(state, Random(seed)), FastChance(seed))
    came = units_told(played.events, played.state)
    assert units_standing(played.state) == units_standing(state) + came


@given(states, seeds)
def test_armies_to_place_come_and_go_only_as_events_tell(state: GameState, seed: int) -> None:
    played = apply(state, random_action(state, Random(seed)), FastChance(seed))
    came = 0
    for event in played.events:
        match event:
            case Placed():
                came -= sum(armies for _, armies in (*event.at, *event.neutral))
            case Claimed():
                came -= bool(state.supply)
            case IncomeCollected():
                came += event.total
            case Traded():
                came += event.value
            case Reinforced():
                came += event.armies
            case Forfeited():
                came -= event.armies if event.at < 0 else 0
    waiting = state.pool + sum(state.supply)
    assert played.state.pool + sum(played.state.supply) == waiting + came


@given(states, seeds)
def test_no_card_is_lost_and_none_comes_twice(state: GameState, seed: int) -> None:
    played = apply(state, random_action(state, Random(seed)), FastChance(seed))
    assert cards_in(played.state) == cards_in(state)


@given(states)
def test_every_held_territory_has_something_on_it_and_an_owner_who_plays(state: GameState) -> None:
    being_entered = view_for(state, None).about.get("dst") if open_decision(state).kind == ADVANCE else None
    for territory, (owner, armies) in enumerate(zip(state.owner, state.armies, strict=True)):
        if territory != being_entered:
            context = Context(state)
            held = state.units(territory) or context.buildings_at(territory) or not context.must_stay(territory)
            assert held if owner >= 0 else armies == 0
        assert owner < 0 or owner == state.neutral or not state.players[owner].out
    full = [card for layers in full_decks(state).values() for layer in layers for card in layer]
    assert len(cards_in(state)) <= len(full)


# --- nothing half done


@given(states, seeds)
def test_apply_leaves_its_input_as_it_was(state: GameState, seed: int) -> None:
    before = dump(state)
    apply(state, random_action(state, Random(seed)), FastChance(seed))
    assert dump(state) == before


@given(states, seeds)
def test_in_place_and_on_a_copy_give_the_same(state: GameState, seed: int) -> None:
    action = random_action(state, Random(seed))
    copied = apply(state, action, FastChance(seed))
    in_place = apply_in_place(state.copy(), action, FastChance(seed))
    assert dump(copied.state) == dump(in_place.state)
    assert (copied.events, copied.draws) == (in_place.events, in_place.draws)


@pytest.mark.no_cover
@given(states, st.data())
def test_a_refusal_changes_nothing_even_in_place(state: GameState, data: st.DataObject) -> None:
    action = data.draw(actions(data.draw(st.integers(-1, 7))))
    twin = state.copy()
    before = dump(twin)
    try:
        apply_in_place(twin, action, FastChance(0))
    except IllegalAction as refusal:
        assert str(refusal)
    else:
        reject()  # not a refusal; hypothesis complains if there is hardly ever one
    assert dump(twin) == before


# --- offers and rules agree


@given(states, seeds)
def test_what_is_offered_is_allowed(state: GameState, seed: int) -> None:
    apply(state, random_action(state, Random(seed)), FastChance(seed))


@pytest.mark.no_cover
@given(states, st.data())
def test_what_is_allowed_is_offered(state: GameState, data: st.DataObject) -> None:
    if ruleset(state.rules).unit_pieces:
        return  # forces with pieces are drawn from their offers and played in tests/engine/test_toy.py
    action = data.draw(near(state) | actions(asked_seat(state)))
    try:
        apply(state, action, FastChance(0))
    except IllegalAction as refusal:
        assert refusal.code == "battle.stops_at_once" or not is_offered(state, action)
    else:
        assert is_offered(state, action)


def is_offered(state: GameState, action: Action) -> bool:
    tag = str(action.__struct_config__.tag)
    offer = next((offer for offer in offers(state, action.seat) if offer.action == tag), None)
    if offer is None:
        return False
    said = {field.name: field for field in offer.fields}
    match action:
        case Claim() | Capital():
            return action.territory in said["territory"].values
        case Place():
            neutral = _may_place(said["neutral"], action.neutral) if "neutral" in said else not action.neutral
            return neutral and _may_place(said["at"], action.at)
        case Trade():
            cards = tuple(sorted(action.cards))
            bonus = said["bonus"].table.get(str(cards), ())
            return cards in said["cards"].values and (action.bonus == -1 or action.bonus in bonus)
        case Attack():
            return _may_attack(said, action)
        case Defend():
            return said["dice"].least <= action.dice <= said["dice"].most
        case Advance():
            armies, field = action.force.armies, said["force"]
            return not action.force.pieces and (armies in (ALL, LEAST) or field.least <= armies <= field.most)
        case Fortify():
            key = str(action.src) if said["force"].by == "src" else f"{action.src} {action.dst}"
            least, most = said["force"].table.get(key, (1, 0))
            fits = not action.force.pieces and least <= action.force.armies <= most
            fits = fits or (action.force.armies == ALL and most > 0)
            return fits and action.dst in said["dst"].table.get(str(action.src), ())
        case Redistribute():
            return _may_stand(said["at"], action.at, state)
        case Reroll():
            return action.die in said["die"].values and action.card in said["card"].values
        case CommanderAction():
            return action.die in said["die"].values
    return True


def _may_place(field: Any, at: tuple[tuple[int, int], ...]) -> bool:
    total = sum(armies for _, armies in at)
    distinct = len({territory for territory, _ in at}) == len(at)
    each = all(territory in field.values and 0 < armies <= field.most_at(territory) for territory, armies in at)
    return each and distinct and field.least <= total <= field.most


def _may_stand(field: Any, at: tuple[tuple[int, int], ...], state: GameState) -> bool:
    """New counts keep the sum of each group; territories that cannot change may be named as they stand."""
    final = dict(at)
    bounds = all(field.least <= armies <= field.most for armies in final.values())
    kept = all(final[land] == state.armies[land] for land in final if land not in field.values)
    sums = all(
        sum(final.get(land, state.armies[land]) for land in lands) == total for total, *lands in field.table.values()
    )
    return bounds and kept and sums and len(final) == len(at) > 0


def _may_attack(said: Any, action: Attack) -> bool:
    """Beside source, target and dice an attack has conditions, which must be sensible."""
    least, most = said["dice"].table.get(str(action.src), (1, 0))
    reach = action.dst in said["dst"].table.get(str(action.src), ())
    sensible = action.throws >= 0 and 0 <= action.odds <= 100 and action.left >= 0 and action.advance >= USUAL
    return reach and sensible and (action.dice == 0 or least <= action.dice <= most)


@given(states)
def test_the_action_at_a_timeout_is_allowed(state: GameState) -> None:
    asked = open_decision(state)
    assert asked is not None
    for seat in asked.seats:
        apply(state, default_answer(state, seat), FastChance(1))


@given(states)
def test_only_who_is_asked_has_offers(state: GameState) -> None:
    asked = open_decision(state)
    assert asked is not None
    for seat in range(len(state.players)):
        view = view_for(state, seat)
        assert view.must_answer == (seat in asked.seats)
        again = view.given is not None and view.given["type"] == "setup.plan"  # until the last one is in
        assert bool(view.offers) == (view.must_answer or again)


@pytest.mark.parametrize("rules", ["classic_1959", "modern"])
def test_the_position_list_reaches_every_question(rules: str) -> None:
    """The properties above are worth what the positions are worth."""
    kinds = {open_decision(state).kind for state in positions() if state.rules == rules}  # type: ignore[union-attr]
    wanted = {
        "cards.trade_asked",
        "deploy.place_asked",
        "battle.attack_asked",
        "fortify.move_asked",
        "occupy.advance_asked",
        "improve.reroll_asked",
        "improve.commander_asked",
    }
    assert wanted <= kinds
