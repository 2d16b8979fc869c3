"""What a veteran thinks worth taking: continents, the continents of others, weak opponents with cards, a card."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.board import Board
from engine.bots.campaign import Goal
from engine.bots.objectives import FINAL, objectives
from engine.core.mapgraph import Continent
from engine.core.view import PlayerView

TURNS_HELD = 3.0  # how long a continent pays, about, before somebody breaks in
TURNS_BROKEN = 1.5  # how long its loss hurts the owner, in income they then lack against us
LAND = 0.4  # a territory: a third of an army a turn, while it lasts
RIVAL = 10.0  # one opponent less
CARD_OF_SET = 1 / 3


def goals(view: PlayerView, board: Board) -> Iterator[Goal]:
    """Yield every goal worth considering this turn, near or far."""
    card = 0.0 if view.captures else card_worth(view)
    yield from objectives(view, board)
    yield from _eliminations(view, board, card)
    yield from _continents(board, card)
    yield from _single_lands(board, card)


def card_worth(view: PlayerView) -> float:
    """Estimate what a card will bring, in armies."""
    worth: float = view.extra.get("next_set", 6) * CARD_OF_SET
    return worth


def _eliminations(view: PlayerView, board: Board, card: float) -> Iterator[Goal]:
    rivals = [seat for seat in view.seats if seat.seat != board.seat and not seat.out and seat.territories]
    for rival in rivals:
        lands = frozenset(land for land, owner in enumerate(board.owner) if owner == rival.seat)
        worth = RIVAL + card + 1.5 * rival.cards * card_worth(view) + LAND * len(lands) + TURNS_BROKEN * rival.income
        last = len(rivals) == 1
        yield Goal(lands, FINAL if last else worth, final=last, bold=True)


def _continents(board: Board, card: float) -> Iterator[Goal]:
    """Yield the completion of each continent, and the entries into those whose owner is not spared."""
    for part in board.graph.continents:
        foreign = frozenset(member for member in part.members if board.owner[member] != board.seat)
        if foreign:
            yield Goal(foreign, card + held_worth(board, part) + LAND * len(foreign), part=part)
        if board.holder(part) in board.players and board.holder(part) not in board.spared:
            for member in part.members:
                yield Goal(frozenset((member,)), card + TURNS_BROKEN * part.bonus + LAND)


def held_worth(board: Board, part: Continent) -> float:
    """Estimate a continent's income over the time it is likely to be held: longer, the fewer its gates."""
    gates = sum(any(there not in part.members for there in board.links[member]) for member in part.members)
    return part.bonus * TURNS_HELD * 2 / (1 + gates)


def _single_lands(board: Board, card: float) -> Iterator[Goal]:
    """Yield any neighbour, for the card and to close gaps, but none of a continent whose owner is spared."""
    spared = {
        member for part in board.graph.continents if board.holder(part) in board.spared for member in part.members
    }
    for here in board.borders:
        for there in board.enemies(here):
            if there not in spared:
                closed = sum(board.owner[other] == board.seat for other in board.links[there])
                yield Goal(frozenset((there,)), card + LAND + 0.2 * closed)
