"""Secret missions: a goal for each seat that nobody else knows until the game is over.

Source: Modern "Secret Mission Risk", which names neither the cards nor what happens when somebody else destroys one's
target; both come from later boxes. Rulings R28, R29. Switches: missions, mission_target_killed_by_other. The cards are
in missions.json; black of the boxes is played as violet, pink as grey.
"""

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import Event, PublicEvent
from engine.core.facts import Facts
from engine.core.hooks import ViewHooks
from engine.core.language import gettext
from engine.core.mapgraph import MapGraph
from engine.core.ruleset import Mechanic
from engine.mechanics.turns import Elimination, TurnHooks
from engine.rules.classic.state import state_of

INSTEAD = 24  # territories, where the army to destroy is one's own or was destroyed by somebody else (R29)


class Mission(Struct, frozen=True):
    """A card. One of three kinds: to hold `territories` with `armies` on each, `continents` (by id) and `further` ones
    of one's choice, or to destroy a colour."""

    id: str
    territories: int = 0
    armies: int = 1
    continents: tuple[str, ...] = ()
    further: int = 0
    destroys: str = ""

    def says(self, graph: MapGraph) -> str:
        """Format the mission as a sentence for its player."""
        if self.destroys:
            return gettext("Destroy the {colour} armies.").format(colour=gettext(self.destroys))
        if not self.continents:
            return self._says_territories()
        names = [part.name for part in graph.continents if part.id in self.continents]
        names += [gettext("a third continent of your choice")] * self.further
        return gettext("Hold {first} and {last}.").format(first=", ".join(names[:-1]), last=names[-1])

    def _says_territories(self) -> str:
        if self.armies == 1:
            return gettext("Hold {count} territories.").format(count=self.territories)
        return gettext("Hold {count} territories with at least two armies on each.").format(count=self.territories)


CARDS: dict[str, tuple[Mission, ...]] = msgspec.json.decode(
    Path(__file__).with_name("missions.json").read_bytes(), type=dict[str, tuple[Mission, ...]]
)


def words_of(id: str, graph: MapGraph) -> str:
    """Return the sentence of the card with this id, of whichever set. Raises KeyError."""
    return {card.id: card for cards in CARDS.values() for card in cards}[id].says(graph)


class DealMissions(Step, frozen=True, tag="missions.deal"):
    """One card for each seat that has none, out of those that can matter."""


class Dealt(Event, frozen=True, tag="missions.dealt"):
    """A seat has got its mission; only the seat knows which."""

    seat: int
    mission: str | None

    secret = {"mission": "seat"}


class Fulfilled(PublicEvent, frozen=True, tag="missions.fulfilled"):
    seat: int
    mission: str


class Shown(PublicEvent, frozen=True, tag="missions.shown"):
    """At the end everybody's mission, seat by seat."""

    missions: tuple[str, ...]


# --- dealing


def possible(context: Context) -> tuple[Mission, ...]:
    """List the cards to deal from: without those of colours that nobody plays and of continents that the map lacks."""
    seats, continents = context.state.seats, {part.id for part in context.graph.continents}
    return tuple(
        card
        for card in CARDS[context.options.missions]
        if (not card.destroys or card.destroys in seats) and continents.issuperset(card.continents)
    )


def find_mission(context: Context, name: str) -> Mission:
    """Find the card of this id among those to deal from. Raises ValueError with a sentence."""
    id = re.sub(r"[\s-]+", "_", str(name).strip().casefold())
    known = {card.id: card for card in possible(context)} if context.options.missions != "none" else {}
    if id not in known:
        raise ValueError(f"There is no mission {name!r} here: there are {', '.join(known) or 'none'}.")
    return known[id]


def deal(context: Context, step: DealMissions) -> None:
    """Deal missions to the seats without one; in positions that were written down some may have theirs already."""
    state = state_of(context)
    if context.options.missions == "none":
        return
    given = [*state.missions] or [""] * len(state.seats)
    pile = [card.id for card in possible(context) if card.id not in given]
    for seat in state.order:
        if not given[seat]:
            given[seat] = pile.pop(context.pick(range(len(pile)), "missions"))
        context.emit(Dealt(seat, given[seat]))
    state.missions = tuple(given)


# --- fulfilling


def mission_of(context: Context, seat: int) -> Mission | None:
    """Return the card of a seat; None if it has none, which happens only in hand-written positions."""
    id = state_of(context).missions[seat]
    return next((card for card in CARDS[context.options.missions] if card.id == id), None)


def aim_of(context: Context, seat: int, mission: Mission, eliminated: Elimination | None = None) -> Mission:
    """Return the mission's present aim: 24 territories once the army to destroy can no longer be destroyed."""
    if not mission.destroys:
        return mission
    target = context.state.seats.index(mission.destroys)
    gone = context.state.players[target].out and context.options.mission_target_killed_by_other == "becomes_24"
    if target == seat or (gone and eliminated != (target, seat)):
        return Mission(mission.id, territories=INSTEAD)
    return mission


def is_fulfilled(context: Context, seat: int, mission: Mission, eliminated: Elimination | None) -> bool:
    aim = aim_of(context, seat, mission, eliminated)
    if aim.destroys:
        return context.state.players[context.state.seats.index(aim.destroys)].out
    if aim.continents:
        held = {part.id for part in context.graph.continents if _holds(context, seat, part.members)}
        return held.issuperset(aim.continents) and len(held) >= len(aim.continents) + aim.further
    armies = context.state.armies
    return sum(armies[territory] >= aim.armies for territory in context.territories_of(seat)) >= aim.territories


def _holds(context: Context, seat: int, territories: tuple[int, ...]) -> bool:
    return all(context.state.owner[territory] == seat for territory in territories)


def winners(context: Context, eliminated: Elimination | None) -> tuple[int, ...]:
    """Find the first seat whose mission is fulfilled, the active one first, then in turn order (R28)."""
    state = context.state
    first = state.order.index(state.active)
    for seat in (*state.order[first:], *state.order[:first]):
        mission = None if state.players[seat].out else mission_of(context, seat)
        if mission and is_fulfilled(context, seat, mission, eliminated):
            return (seat,)
    return ()


def show_missions(context: Context, seats: tuple[int, ...]) -> None:
    """Show the missions. With others left alive, the winner has won by their own."""
    missions = state_of(context).missions
    if not missions:
        return
    if len(context.state.active_seats()) > 1:
        context.emit(Fulfilled(seats[0], missions[seats[0]]))
    context.emit(Shown(missions))


# --- seeing


def see(context: Context, viewer: int | None) -> Facts:
    """Show `missions` by seat, None where they are hidden; `mission` is one's own with what it asks for now; `cards`
    all that may have been dealt, as sentences."""
    state = state_of(context)
    if not state.missions:
        return {}
    seats = range(len(state.seats))
    shown = [seat for seat in seats if state.winners or seat == viewer]
    missions = [_describe_mission(context, seat) if seat in shown else None for seat in seats]
    cards = [card.says(context.graph) for card in possible(context)]
    seen: dict[str, object] = {"missions": missions, "mission_cards": cards}
    if viewer is not None and missions[viewer]:
        seen["mission"] = missions[viewer]
    return seen


def _describe_mission(context: Context, seat: int) -> Facts | None:
    """Describe a mission in words, with its present aim as `aim`; `instead` says so where that has changed, and
    `why`."""
    mission = mission_of(context, seat)
    if mission is None:
        return None
    aim = aim_of(context, seat, mission)
    own = mission.destroys == context.state.seats[seat]
    why = gettext("That colour is your own.") if own else gettext("Another player has destroyed them.")
    return {
        "id": mission.id,
        "says": mission.says(context.graph),
        "instead": "" if aim == mission else aim.says(context.graph),
        "why": "" if aim == mission else why,
        "aim": msgspec.to_builtins(aim),
    }


MECHANIC = Mechanic(
    name="missions",
    hooks=(TurnHooks(on_game_over=(show_missions,)), ViewHooks(family_view=(see,))),
    steps={DealMissions: deal},
    events=(Dealt, Fulfilled, Shown),
)
