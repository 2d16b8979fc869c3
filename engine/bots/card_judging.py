"""How bots play cards by their names: judges of a family rate each card, and what may be named with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, Never, TypeVar, cast

from engine.bots.answers import action_of
from engine.bots.scored_board import ScoredBoard
from engine.core.actions import Action
from engine.core.offers import ChoiceField, ListField, NumberField, Offer, PieceMovesField, TerritoriesField, Value
from engine.core.view import PlayerView
from engine.mechanics.action_cards.kinds import CardKind, catalogue_of

World = TypeVar("World")


class Judge(NamedTuple, Generic[World]):
    """What a card is worth now, 0 or less if it is better kept; and how each thing that may be named with it rates.
    Both are told what the family's bots know of the view."""

    worth: Callable[[World, CardKind], float]
    rate: Callable[[World, Never], float]


def worth(points: float) -> Callable[[object, CardKind], float]:
    """Rate a card the same whatever the board."""
    return lambda world, kind: points


def own_stack(world: ScoredBoard, at: int) -> float:
    """Rate an own territory by how strong it is, and whether there is anybody to fight."""
    return world.armies[at] + 3 * bool(world.enemies(at)) - at / 1000


def nothing(world: ScoredBoard, what: object) -> float:
    return 0.0


def play_card(
    view: PlayerView,
    offer: Offer,
    judges: Mapping[str, Judge[World]],
    world_of: Callable[[PlayerView], World],
    price: float,
) -> Action | None:
    """Play the card of an offer if it is worth more than its cost, at a `price` for each unit of it."""
    (name,) = offer.field("card", ChoiceField).values
    catalogue = catalogue_of(view.rules, view.options)
    kind = catalogue.kinds[catalogue.numbers[name]]
    judge = judges.get(kind.title)
    if judge is None:
        return None
    world = world_of(view)
    if judge.worth(world, kind) <= price * kind.cost:
        return None
    rate = cast("Callable[[World, object], float]", judge.rate)
    return action_of(view, offer.action, **name_best(offer, lambda value: rate(world, value)))


def name_best(offer: Offer, rate: Callable[[object], float]) -> dict[str, Value]:
    """Name the best of everything that goes with a card, and as many armies as may go."""
    given: dict[str, Value] = {"card": offer.field("card", ChoiceField).values[0]}
    for field in offer.fields[1:]:
        if isinstance(field, TerritoriesField):
            ranked = sorted(field.values, key=lambda value: -rate(value))
            given[field.name] = tuple(sorted(ranked[: field.most]))
        elif isinstance(field, PieceMovesField):
            given[field.name] = tuple((kind, max(field.places, key=rate)) for kind in field.values)
        elif isinstance(field, NumberField):
            given[field.name] = field.bounds_for(given)[1]
        elif isinstance(field, ListField):
            given[field.name] = max(field.values_for(given), key=rate)
    return given
