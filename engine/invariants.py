"""Invariants of a classic game, checked after every action while bots play (`python -m engine play --check`).

Armies come and go only as events tell, cards are neither lost nor doubled, every territory has one owner and at least
one army and never more than the limit, and somebody is asked unless the game is over. The state is not changed.
"""

from collections.abc import Sequence
from typing import Any

from engine.core.events import Event
from engine.core.reducer import Played, open_decision
from engine.core.state import NOBODY, GameState
from engine.core.table import Table
from engine.mechanics.battle import RoundResolved
from engine.mechanics.card_sets import DECK, Traded
from engine.mechanics.deploy import Placed
from engine.mechanics.occupy import AdvanceAsked
from engine.mechanics.setup import Claimed, Dealt
from engine.rules.classic.capitals import TakenOver


class InvariantViolation(AssertionError):
    """A position that no game can reach by its rules; the text says what is wrong with it."""


class InvariantChecker:
    """Follows one game from its set-up on."""

    def __init__(self, begun: Played) -> None:
        self._cards = cards_in(begun.state)
        self._armies = 0
        self.after(begun)

    def after(self, played: Played) -> None:
        """Check the state after an action. Raises InvariantViolation."""
        state = played.state
        self._armies += armies_told(played.events, state)
        _require(sum(state.armies) == self._armies, f"{sum(state.armies)} armies stand, events tell of {self._armies}")
        _require(cards_in(state) == self._cards, "a card was lost or came twice")
        _require(all(map(all, state.decks.values())), "a layer of a deck holds no card")
        _check_land(state)
        _require(bool(state.winners) != (open_decision(state) is not None), "nobody is asked, and nobody has won")


def armies_told(events: Sequence[Event], state: GameState) -> int:
    """By how many the armies on the board have grown, as events tell it."""
    came = 0
    for event in events:
        match event:
            case Placed():
                came += sum(armies for _, armies in (*event.at, *event.neutral))
            case Claimed():
                came += 1
            case Dealt():
                came += len(event.owners)
            case Traded():
                came += event.bonus_armies
            case TakenOver():
                came += (len(event.lands) if event.seat != NOBODY else 0) - event.armies
            case RoundResolved():
                came -= event.attack_losses + event.defend_losses
    return came


def cards_in(state: GameState) -> list[int]:
    """All cards of the deck, wherever they lie; those of capitals lie open, aside."""
    options: Any = state.options
    aside = getattr(state, "capitals", ()) if options.capitals == "control_all" else ()
    hands = [card for player in state.players for card in player.hand]
    deck = [card for layer in state.decks[DECK] for card in layer]
    return sorted([*(card for card in aside if card >= 0), *hands, *state.discards[DECK], *deck])


def _check_land(state: GameState) -> None:
    asked = state.agenda[-1] if state.agenda else None
    entered = asked.dst if isinstance(asked, AdvanceAsked) else NOBODY
    limit = Table(state).limit()
    gone = {seat for seat, player in enumerate(state.players) if player.out}
    for territory, (owner, armies) in enumerate(zip(state.owner, state.armies, strict=True)):
        if territory == entered:
            continue
        if (armies >= 1) != (owner != NOBODY):
            raise InvariantViolation(f"territory {territory} of seat {owner} has {armies} armies")
        if limit is not None and armies > limit:
            raise InvariantViolation(f"{armies} armies stand on territory {territory}, {limit} may")
        if owner in gone:
            raise InvariantViolation(f"seat {owner} is out and holds territory {territory}")


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise InvariantViolation(otherwise)
