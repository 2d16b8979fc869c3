"""What a case may ask about a game: of the whole game, or of what one seat sees."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.state import GameState
from engine.core.view import PlayerView, view_for
from engine.mechanics.card_sets import DECK


@dataclass(frozen=True)
class StateSummary:
    """A view, and what it leaves out.

    `hands` has the cards of a seat where they may be seen, else their number; `whole` is the state where everything may
    be seen, for the words of a family."""

    view: PlayerView
    hands: Mapping[int, tuple[int, ...] | int]
    whole: GameState | None = None

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(seat.colour for seat in self.view.seats)

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.view.asked.seats if self.view.asked else ()

    @property
    def out(self) -> set[str]:
        return {seat.colour for seat in self.view.seats if seat.out}

    @property
    def winners(self) -> list[str]:
        return [self.colours[seat] for seat in self.view.winners]

    @property
    def deck(self) -> int:
        return self.view.decks.get(DECK, 0)

    @property
    def discard(self) -> tuple[int, ...]:
        return self.view.discards.get(DECK, ())

    @property
    def reinforcements(self) -> int:
        """All that the waiting seat has still to place."""
        if any(self.view.supply) and self.waiting:
            return self.view.supply[self.waiting[0]]
        return self.view.pool

    @property
    def graph(self) -> MapGraph:
        return mapgraph(self.view.map)

    def name(self, territory: int) -> str:
        return mapgraph(self.view.map).names[territory]

    def card(self, card: int) -> str:
        return "wild" if card == mapgraph(self.view.map).size else self.name(card)


def summary_of(state: GameState) -> StateSummary:
    """Summarize everything, as nobody at the table sees it; the offers are those of the seat that is asked, if it is
    one."""
    spectator = view_for(state, None)
    asked = spectator.asked.seats if spectator.asked else ()
    view = view_for(state, asked[0]) if len(asked) == 1 else spectator
    return StateSummary(view, {seat: player.hand for seat, player in enumerate(state.players)}, state)


def summary_for(state: GameState, viewer: int | None) -> StateSummary:
    """Summarize what `viewer` sees, from its view alone."""
    view = view_for(state, viewer)
    return StateSummary(view, {s.seat: view.hand if s.seat == viewer else s.cards for s in view.seats})


def card_names(cards: Iterable[int], summary: StateSummary) -> list[str]:
    return [summary.card(card) for card in sorted(cards)]


def differ(what: str, wanted: object, came: object) -> list[str]:
    """Return a sentence in a list if two things differ; else an empty list."""
    return [] if wanted == came else [f"expected {what} {wanted}, came {came}"]
