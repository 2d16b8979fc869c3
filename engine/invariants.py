"""Invariants of a game, checked after every action while bots play (`python -m engine play --check`).

Units, armies and pieces that fight, come and go only as events tell, cards are neither lost nor doubled, every
territory has one owner and at least one unit or a building, never more than the limit, and somebody is asked unless the
game is over. A family adds the events of its own that change units, and invariants of its own (engine/core/family.py).
The state is not changed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Never, cast

from engine.core.context import Context
from engine.core.evaluation import with_pieces
from engine.core.events import Event
from engine.core.family import Family
from engine.core.reducer import Transition, open_decision
from engine.core.registry import family_of
from engine.core.state import NOBODY, GameState
from engine.core.units import sum_counts
from engine.mechanics.battle.types import AfterLosses, LossesAsked, Lost, RoundResolved
from engine.mechanics.card_sets import Traded
from engine.mechanics.deploy import Placed
from engine.mechanics.occupy import AdvanceAsked
from engine.mechanics.setup import Claimed, Dealt

SHARED_UNIT_CHANGES: Mapping[type[Event], Callable[[Never], int]] = {
    Placed: lambda event: sum_counts((*event.at, *event.neutral)),
    Claimed: lambda event: 1,
    Dealt: lambda event: len(event.owners) - event.owners.count(NOBODY),
    Traded: lambda event: event.bonus_armies,
    RoundResolved: lambda event: -(event.attack_losses + event.defend_losses),
    Lost: lambda event: _count_losses(event),
}
"""By how many units the events of shared mechanics let the board grow."""


class InvariantViolation(AssertionError):
    """A position that no game can reach by its rules; the text says what is wrong with it."""


class InvariantChecker:
    """Follows one game from its set-up on."""

    def __init__(self, begun: Transition) -> None:
        self._family = family_of(begun.state.rules)
        self._cards = cards_in(begun.state)
        self._units = 0
        self.after(begun)

    def after(self, played: Transition) -> None:
        """Check the state after an action. Raises InvariantViolation."""
        state = played.state
        self._units += units_told(played.events, state)
        standing = units_standing(state)
        _require(standing == self._units, f"{standing} units stand, events tell of {self._units}")
        _require(cards_in(state) == self._cards, "a card was lost or came twice")
        _require(all(map(all, state.decks.values())), "a layer of a deck holds no card")
        _require(bool(state.winners) != (open_decision(state) is not None), "nobody is asked, and nobody has won")
        for broken in (*_check_land(state), *_check_family(state, self._family)):
            raise InvariantViolation(broken)


def units_told(events: Sequence[Event], state: GameState) -> int:
    """Return by how many the units on the board have grown, as events tell it."""
    of_family = family_of(state.rules).unit_changes
    changes = cast(Mapping[type[Event], Callable[[Event], int]], {**SHARED_UNIT_CHANGES, **of_family})
    return sum(changes[type(event)](event) for event in events if type(event) in changes)


def _count_losses(event: Lost) -> int:
    return -sum(force.armies + len(force.pieces) for _, force in event.lost) if event.struck else 0


def units_standing(state: GameState) -> int:
    """Count the units on the board, without those whose owners have yet to say which of them are lost."""
    return sum(with_pieces(state.armies, state.pieces, state.no_units())) - lost_by_choice(state)


def lost_by_choice(state: GameState) -> int:
    """Count the units whose loss was told, and whose owners have yet to say which they are."""
    asked = [task for task in state.agenda if isinstance(task, LossesAsked) and not task.struck]
    return sum(count for task in asked for _, count in task.due)


def cards_in(state: GameState) -> list[int]:
    """List all cards, wherever they lie: in hands, decks and discards, or aside as the family has it."""
    hands = [card for player in state.players for card in player.hand]
    decks = [card for layers in state.decks.values() for layer in layers for card in layer]
    discards = [card for pile in state.discards.values() for card in pile]
    return sorted([*family_of(state.rules).cards_aside(state), *hands, *discards, *decks])


def _check_land(state: GameState) -> Iterator[str]:
    """Tell of territories with units but no owner, without units, over the limit or of a seat that is out."""
    asked = state.agenda[-1] if state.agenda else None
    entered = asked.dst if isinstance(asked, AdvanceAsked) else NOBODY
    context = Context(state)
    limit = context.army_limit()
    settling = any(isinstance(task, AfterLosses) for task in state.agenda)
    gone = {seat for seat, player in enumerate(state.players) if player.out}
    for territory, owner in enumerate(state.owner):
        if territory == entered:
            continue
        units = state.units(territory)
        if units and owner == NOBODY:
            yield f"territory {territory} has {units} units and no owner"
        held = units or context.buildings_at(territory) or not context.must_stay(territory)
        if not held and owner != NOBODY and not settling:
            yield f"territory {territory} of seat {owner} has {units} units"
        if limit is not None and units > limit:
            yield f"{units} units stand on territory {territory}, {limit} may"
        if owner in gone and not state.winners:
            yield f"seat {owner} is out and holds territory {territory}"


def _check_family(state: GameState, family: Family) -> Iterator[str]:
    for invariant in (*family.board_invariants, *family.invariants):
        yield from invariant(state)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise InvariantViolation(otherwise)
