"""Answers that can be given to any decision, made from its offers alone."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engine.core.actions import Action
from engine.core.offers import (
    AmountsField,
    Field,
    ForceField,
    Given,
    ListField,
    LossesField,
    NumberField,
    Offer,
    PieceMovesField,
    TerritoriesField,
    Value,
    random_arguments,
)
from engine.core.registry import ruleset
from engine.core.units import Force
from engine.core.view import PlayerView

END = "turn.end"
PASSES = (END, "reaction.decline")
"""Actions that let an occasion pass, where there may be others."""


@lru_cache
def _actions(rules: str) -> dict[str, type[Action]]:
    return {str(kind.__struct_config__.tag): kind for kind in ruleset(rules).actions()}


def action_of(view: PlayerView, tag: str, **fields: object) -> Action:
    """Make an action of the viewer's seat by its tag; fields left out take their defaults."""
    assert view.viewer is not None
    return _actions(view.rules)[tag](view.viewer, **fields)


def end(view: PlayerView) -> Action:
    """Make the action that ends the current step."""
    return action_of(view, END)


def random_action(view: PlayerView, rng: Random, stop: float) -> Action:
    """Draw a random action from the offers; where the step may be ended, end it with the probability `stop`."""

    def below(bound: int) -> int:
        return int(rng.random() * bound)

    active = [offer for offer in view.offers if offer.action != END]
    if not active or (len(active) < len(view.offers) and rng.random() < stop):
        return end(view)
    offer = active[below(len(active))]
    return action_of(view, offer.action, **random_arguments(offer, below))


def minimal_action(view: PlayerView) -> Action:
    """Make the action that commits to the least: let the occasion pass if that is offered, else the smallest first
    offer."""
    passing = next((offer for offer in view.offers if offer.action in PASSES), view.offers[0])
    return action_of(view, passing.action, **_smallest(passing))


def _smallest(offer: Offer) -> dict[str, Value]:
    given: dict[str, Value] = {}
    for field in offer.fields:
        given[field.name] = _smallest_of(field, given)
    return given


def _smallest_of(field: Field, given: Given) -> Value:
    match field:
        case ListField():
            return field.values_for(given)[0]
        case NumberField():
            return field.bounds_for(given)[0]
        case ForceField():
            return Force(field.bounds_for(given)[0] - len(field.must), field.must)
        case LossesField():
            return _first_losses(field)
        case AmountsField() if field.least:
            return ((field.values[0], field.least),)
        case TerritoriesField():
            return field.values[: field.least]
        case PieceMovesField():
            return ((field.values[0], field.places[0]),)
    return ()


def _first_losses(field: LossesField) -> tuple[tuple[int, Force], ...]:
    """Pick what must be lost from the first territories."""
    left, lost = field.least, []
    for territory in field.values:
        armies = min(left, field.most_at(territory))
        if armies:
            lost.append((territory, Force(armies)))
        left -= armies
    return tuple(lost)
