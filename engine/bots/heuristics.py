"""Sound answers to small questions that several bots share: sets of cards, dice, moving in, starting land."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.bots.answers import action_of, end
from engine.bots.board import Board
from engine.core.actions import Action
from engine.core.offers import CardsField, NumberField, Offer, PlacementsField, TerritoryField
from engine.core.units import ALL, Force
from engine.core.view import PlayerView
from engine.mechanics.deploy import Placements, allocate
from engine.mechanics.occupy import LEAST


def best_set(view: PlayerView, offer: Offer) -> Action:
    """Trade in the set that brings two armies onto own land, with as few jokers as possible."""
    board = Board(view)
    cards, bonus = offer.field("cards", CardsField), offer.field("bonus", TerritoryField)
    joker = board.graph.size

    def worth(choice: tuple[int, ...]) -> tuple[bool, int]:
        return bonus.table[str(choice)] != (-1,), -choice.count(joker)

    chosen = max(cards.values, key=worth)
    spots = bonus.table[str(chosen)]
    spot = board.weakest(spots) if spots != (-1,) else -1
    return action_of(view, offer.action, cards=chosen, bonus=spot)


def most_dice(view: PlayerView, offer: Offer) -> Action:
    return action_of(view, offer.action, dice=offer.field("dice", NumberField).most)


def follow_up(view: PlayerView, offer: Offer) -> Action:
    """Move everything into the captured territory where nobody threatens the source, else the minimum."""
    safe = not view.borders.enemies(view.about["src"], Board(view).seat)
    return action_of(view, offer.action, force=Force(ALL if safe else LEAST))


def all_in(view: PlayerView, offer: Offer) -> Action:
    """Move all that may go into a captured territory."""
    return action_of(view, offer.action, force=Force(ALL))


def no_plan(view: PlayerView, offer: Offer) -> Action:
    """Make an empty set-up plan: the default answers claim and place as these bots do."""
    return action_of(view, offer.action)


def among_friends(view: PlayerView, offer: Offer) -> Action:
    """Claim the free territory with the most own neighbours; ties go by map order."""
    board = Board(view)

    def friends(territory: int) -> int:
        return sum(board.owner[there] == board.seat for there in board.links[territory])

    spot = max(offer.field("territory", TerritoryField).values, key=lambda territory: (friends(territory), -territory))
    return action_of(view, offer.action, territory=spot)


def quiet_capital(view: PlayerView, offer: Offer) -> Action:
    """Choose the territory with the fewest enemy neighbours as capital; ties go by map order."""
    board = Board(view)
    borders = view.borders
    spot = min(
        offer.field("territory", TerritoryField).values,
        key=lambda territory: (len(borders.enemies(territory, board.seat)), territory),
    )
    return action_of(view, offer.action, territory=spot)


def strong_capital(view: PlayerView, offer: Offer) -> Action:
    """Choose the capital that enemy armies threaten least, given the armies on it and beside it."""
    board = Board(view)

    def danger(territory: int) -> tuple[int, int]:
        friends = sum(board.armies[there] for there in board.links[territory] if board.owner[there] == board.seat)
        return board.threat(territory) - board.armies[territory] - friends // 2, territory

    return action_of(view, offer.action, territory=min(offer.field("territory", TerritoryField).values, key=danger))


def place_all(view: PlayerView, offer: Offer, territory: int) -> Action:
    """Place all armies on one territory."""
    return place(view, offer, ((territory, offer.field("at", PlacementsField).most),))


def place(view: PlayerView, offer: Offer, wishes: Iterable[tuple[int, int]]) -> Action:
    """Place armies as wished while there is room, the rest on the weakest borders; a neutral army's bar the way."""
    at = fit_placements(offer.field("at", PlacementsField), wishes, Board(view).weakest)
    neutral = [field for field in offer.fields if isinstance(field, PlacementsField) and field.name != "at"]
    others = {field.name: barrier(view, field) for field in neutral}
    return action_of(view, offer.action, at=at, **others)


def fit_placements(
    field: PlacementsField, wishes: Iterable[tuple[int, int]], pick: Callable[[list[int]], int]
) -> Placements:
    """Fit wishes into a field of placements: each as far as there is room, the rest of the required armies where `pick`
    says."""
    wanted = {spot: min(wish, field.most_at(spot)) for spot, wish in wishes if spot in field.values}
    at = {spot: count for spot, count in wanted.items() if count > 0}
    owed = field.least - sum(at.values()) if at else field.most
    rest = allocate(owed, field.values, lambda spot: field.most_at(spot) - at.get(spot, 0), pick)
    for spot, count in rest:
        at[spot] = at.get(spot, 0) + count
    return tuple(at.items())


def barrier(view: PlayerView, field: PlacementsField) -> Placements:
    """Place neutral armies in the way of others: where those next door are many and one's own few."""
    board = Board(view)

    def pressure(spot: int) -> tuple[int, int]:
        near = board.links[spot]
        theirs = sum(board.armies[there] for there in near if board.owner[there] in board.players)
        ours = sum(board.armies[there] for there in near if board.owner[there] == board.seat)
        return theirs - ours - board.armies[spot], -spot

    return allocate(field.most, field.values, field.most_at, lambda among: max(among, key=pressure))


def move_up(view: PlayerView, offer: Offer) -> Action:
    """Move the largest stack behind the front one step towards it."""
    board = Board(view)
    distance = board.steps_to_front()
    heaps = [
        src for src in offer.field("src", TerritoryField).values if distance.get(src, 0) > 0 and view.armies[src] > 1
    ]
    if not heaps:
        return end(view)
    src = max(heaps, key=lambda here: (board.armies[here], -here))
    dst = min(
        offer.field("dst", TerritoryField).values_for({"src": src}), key=lambda there: (distance.get(there, 99), there)
    )
    if distance.get(dst, 99) >= distance[src]:
        return end(view)
    return action_of(view, offer.action, src=src, dst=dst, force=Force(ALL))


def decline(view: PlayerView, offer: Offer) -> Action:
    """Decline for the rest of the turn where nothing can be played, else for this order."""
    if not offer.fields:
        return action_of(view, offer.action)
    return action_of(view, offer.action, scope="order" if view.offer("cards.play") else "turn")


def stop(view: PlayerView, offer: Offer) -> Action:
    return end(view)
