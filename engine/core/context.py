"""All that a rule may touch while it runs: the state, the map, the options, chance, events, the agenda."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NoReturn, Protocol, cast

from msgspec.structs import replace

from engine.core.agenda import AgendaItem
from engine.core.chance import Chance
from engine.core.dice import Order, Row, Terms, full_row, must_stay, terms
from engine.core.errors import IllegalAction
from engine.core.evaluation import Borders, with_pieces
from engine.core.events import Event
from engine.core.hooks import BoardHooks, DiceHooks
from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.registry import is_earlier, ruleset
from engine.core.ruleset import RuleSet
from engine.core.state import GameState, Player
from engine.core.units import Force, Piece, in_order, kinds_at, multiset_subtract


class NoRandom:
    """For tables that only look: a rule that reads options must not roll."""

    def roll(self, count: int, sides: int, who: str) -> list[int]:
        raise RuntimeError("nothing may be rolled while looking")

    def pick(self, values: Sequence[int], who: str) -> int:
        raise RuntimeError("nothing may be drawn while looking")


class _WithPurses(Protocol):
    """The state of a family that has money."""

    purses: list[int]


NO_RANDOM = NoRandom()
NOWHERE: frozenset[int] = frozenset()
_BORDERS: dict[tuple[Hashable, ...], tuple[tuple[int, ...], ...]] = {}
MOST_BORDERS = 1024  # kept, of boards on which links change
NO_LIMIT = 1_000_000  # room on a territory where nothing limits its armies


class Context:
    """One action's working place. `events` and `draws` collect what happened and what chance gave; `hooks` are the
    rule set's, those of board and dice also by themselves, because they are asked most."""

    __slots__ = (
        "board_hooks",
        "chance",
        "dice_hooks",
        "draws",
        "emit",
        "events",
        "graph",
        "hooks",
        "options",
        "rules",
        "state",
    )

    def __init__(self, state: GameState, chance: Chance = NO_RANDOM) -> None:
        rules = ruleset(state.rules)
        hooks = rules.hooks
        events: list[Event] = []
        self.state = state
        self.rules: RuleSet = rules
        self.hooks = hooks
        self.board_hooks = hooks[BoardHooks]
        self.dice_hooks = hooks[DiceHooks]
        self.graph: MapGraph = mapgraph(state.map)
        self.options = state.options
        self.chance = chance
        self.events = events
        self.draws: list[int] = []
        self.emit = events.append

    @property
    def rule_set(self) -> RuleSet:
        """The rules, by the name that views have too."""
        return self.rules

    # --- the agenda
    def push(self, *tasks: AgendaItem) -> None:
        """Put tasks on top; the last one named comes first."""
        self.state.agenda.extend(tasks)

    def pop_decision(self) -> None:
        """Remove the decision on top: it is answered for good."""
        self.state.agenda.pop()

    def precedes(self, edition: str) -> bool:
        """Return whether this game is of an earlier edition of the family than `edition`, and so keeps the rules from
        before it."""
        return is_earlier(self.state.family, edition)

    # --- refusals
    def require(self, allowed: bool, code: str, **params: object) -> None:
        """Raise IllegalAction(code) unless `allowed`."""
        if not allowed:
            raise IllegalAction(code, **params)

    def refuse(self, code: str, **params: object) -> NoReturn:
        raise IllegalAction(code, **params)

    def territory(self, number: int) -> int:
        """Check that a number is one of a territory, and return it. Raises territory.unknown."""
        if not 0 <= number < len(self.state.owner):
            raise IllegalAction("territory.unknown")
        return number

    def name(self, territory: int) -> str:
        return self.graph.names[territory]

    # --- chance, recorded
    def roll(self, count: int, sides: int, who: str) -> Sequence[int]:
        """Roll `count` dice of `sides`; returns them in the order in which they fell."""
        values = self.chance.roll(count, sides, who)
        self.draws += values
        return values

    def pick(self, values: Sequence[int], who: str) -> int:
        value = self.chance.pick(values, who)
        self.draws.append(value)
        return value

    def draw(self, deck: str) -> int | None:
        """Draw the top card; None if there is none. Where the rules have it so, an empty deck is first remade from its
        discards, in an order unknown to all."""
        state = self.state
        layers = tuple(filter(None, state.decks[deck]))
        if not layers:
            if not state.discards[deck] or not self.rules.remakes_decks:
                return None
            layers = (tuple(sorted(state.discards[deck])),)
            state.discards[deck] = ()
        first = layers[0]
        card = self.pick(first, deck) if len(first) > 1 else first[0]
        rest = multiset_subtract(first, (card,))
        state.decks[deck] = ((rest,) if rest else ()) + layers[1:]
        return card

    # --- the board
    @property
    def owner(self) -> Sequence[int]:
        """The seat that holds each territory."""
        return self.state.owner

    def neighbours(self, src: int, purpose: str) -> tuple[int, ...]:
        """List the territories linked with `src` for a purpose: the map's, as the family's hooks change them."""
        linked = self.graph.neighbours[src]
        hooks = self.board_hooks
        if not hooks.change_links and not hooks.left_out:
            return linked
        for hook in hooks.change_links:
            linked = hook(self, src, purpose, linked)
        if purpose == "border" and hooks.left_out:
            gone = self.left_out()
            linked = () if src in gone else tuple(there for there in linked if there not in gone)
        return linked

    def border_links(self) -> tuple[tuple[int, ...], ...]:
        """List the neighbours of every territory for borders."""
        rules = self.rules
        hooks = self.board_hooks
        if not hooks.change_links and not hooks.left_out:
            return self.graph.neighbours
        if not hooks.border_key:
            return self._border_links()
        key = (rules.id, self.graph, *(hook(self) for hook in hooks.border_key))
        rows = _BORDERS.get(key)
        if rows is None:
            if len(_BORDERS) >= MOST_BORDERS:
                _BORDERS.clear()
            rows = _BORDERS[key] = self._border_links()
        return rows

    def _border_links(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.neighbours(src, "border") for src in range(self.graph.size))

    def left_out(self) -> frozenset[int]:
        """Collect the territories that count for nothing, as the family's hooks name them."""
        hooks = self.board_hooks.left_out
        return frozenset(at for hook in hooks for at in hook(self)) if hooks else NOWHERE

    def reachable(self, src: int, purpose: str, through: Callable[[int], bool]) -> set[int]:
        """Collect the territories that links lead to from src through those that `through` admits; src is one."""
        seen = {src}
        waiting = [src]
        while waiting:
            for there in self.neighbours(waiting.pop(), purpose):
                if there not in seen and through(there):
                    seen.add(there)
                    waiting.append(there)
        return seen

    def territories_of(self, seat: int) -> list[int]:
        """List the territories of a seat that count, in map order."""
        held = self.places_of(seat)
        if not self.board_hooks.left_out:
            return held
        gone = self.left_out()
        return [territory for territory in held if territory not in gone]

    def places_of(self, seat: int) -> list[int]:
        """List all that a seat holds anywhere, in map order: its territories, and places that count for nothing."""
        return [place for place, owner in enumerate(self.state.owner) if owner == seat]

    def count_territories(self) -> list[int]:
        """Count the territories of each seat that count."""
        owner = self.state.owner
        held = [owner.count(seat) for seat in range(len(self.state.players))]
        for at in self.left_out():
            if 0 <= owner[at] < len(held):
                held[owner[at]] -= 1
        return held

    def each_place(self, seat: int) -> Iterator[int]:
        """Go through what a seat holds in map order, for questions that seldom need all of it."""
        owner, place = self.state.owner, -1
        for _ in range(owner.count(seat)):
            place = owner.index(seat, place + 1)
            yield place

    def enemy_neighbours(self, territory: int, seat: int) -> list[int]:
        """List the neighbours that another seat, or a neutral army, holds."""
        owner = self.state.owner
        return [there for there in self.neighbours(territory, "border") if owner[there] not in (seat, -1)]

    @property
    def borders(self) -> Borders:
        """The borders of all seats as the board stands."""
        state = self.state
        units = with_pieces(state.armies, state.pieces, state.no_units())
        return Borders(state.owner, units, self.border_links(), state.neutral, self.graph.outside)

    def weakest(self, seat: int, among: Sequence[int] | None = None) -> int:
        """Return the weakest border of a seat (see `Borders`)."""
        return self.borders.weakest(seat, among)

    def units(self, territory: int) -> int:
        """Count the units on a territory: armies, and pieces that fight."""
        return self.state.units(territory)

    def dice_row(self, role: str, order: Order) -> Row:
        """List the dice that a role throws in a fight while it has enough units."""
        return full_row(self.dice_hooks, self, role, order)

    def terms(self, order: Order) -> Terms:
        """Say who wins ties in a fight and who throws ones again."""
        return terms(self.dice_hooks, self, order)

    def own_pieces(self, territory: int) -> tuple[str, ...]:
        """List the kinds of the unit pieces that the owner of a territory has there, in the rule set's order."""
        state = self.state
        if not state.pieces:
            return ()
        found = kinds_at(state.pieces, territory, state.owner[territory], state.no_units(), without=True)
        return in_order(found, self.rules.unit_pieces)

    def companions_at(self, territory: int) -> tuple[str, ...]:
        """List the kinds of the companions that the owner of a territory has there, in the rule set's order."""
        kinds, state = self.rules.companions, self.state
        if not kinds or not state.pieces:
            return ()
        return in_order(kinds_at(state.pieces, territory, state.owner[territory], kinds, without=False), kinds)

    def buildings_at(self, territory: int) -> tuple[str, ...]:
        """List the kinds of the buildings that the owner of a territory has there."""
        state = self.state
        return tuple(kinds_at(state.pieces, territory, state.owner[territory], state.buildings, without=False))

    def bystanders_at(self, territory: int) -> tuple[str, ...]:
        """List the kinds of the bystanders that the owner of a territory has there."""
        state = self.state
        return tuple(kinds_at(state.pieces, territory, state.owner[territory], state.bystanders, without=False))

    def pieces_of(self, seat: int) -> list[Piece]:
        """List the pieces of a seat, wherever they stand."""
        return [piece for piece in self.state.pieces if piece.seat == seat]

    def movable(self, src: int) -> int:
        """Count the units that may leave a territory: all but those that must stay."""
        state = self.state
        if state.pieces or self.board_hooks.must_stay:
            return state.units(src) - self.must_stay(src)
        return state.armies[src] - 1

    def must_stay(self, territory: int) -> int:
        """Count the units that have to stay behind on a territory."""
        return must_stay(self.board_hooks, self, territory) if self.board_hooks.must_stay else 1

    def army_limit(self) -> int | None:
        """Return the most armies that may stand on one territory; None where nothing limits them."""
        lowest: int | None = None
        for hook in self.board_hooks.army_limit:
            most = hook(self)
            if most is not None and (lowest is None or most < lowest):
                lowest = most
        return lowest

    def capacity_left(self, territory: int) -> int:
        """Count the further armies that a territory can take."""
        limit = self.army_limit()
        return NO_LIMIT if limit is None else max(0, limit - self.state.units(territory))

    def check_force(self, src: int, force: Force) -> None:
        """Check that the armies and pieces of `force` stand on `src`. Raises force.not_there, force.no_piece."""
        if force.armies < 0 or force.armies > self.state.armies[src]:
            self.refuse("force.not_there", most=self.state.armies[src])
        if not force.pieces:
            return
        there = [*self.own_pieces(src), *self.companions_at(src)]
        for kind in force.pieces:
            if kind not in there:
                self.refuse("force.no_piece", piece=self.rules.piece_title(kind), territory=self.name(src))
            there.remove(kind)

    def move(self, src: int, dst: int, force: Force) -> None:
        """Move a force that was checked."""
        self.state.armies[src] -= force.armies
        self.state.armies[dst] += force.armies
        for kind in force.pieces:
            self.move_piece(kind, self.state.owner[src], src, dst)

    def remove_units(self, territory: int, force: Force) -> None:
        """Take a force that was checked off the board."""
        self.state.armies[territory] -= force.armies
        for kind in force.pieces:
            self.remove_piece(kind, self.state.owner[territory], territory)

    def add_piece(self, kind: str, seat: int, at: int) -> None:
        self.state.pieces.append(Piece(kind, seat, at))

    def remove_piece(self, kind: str, seat: int, at: int) -> None:
        """Remove a piece that stands there. Raises ValueError."""
        self.state.pieces.remove(Piece(kind, seat, at))

    def move_piece(self, kind: str, seat: int, src: int, dst: int) -> None:
        """Move a piece that stands on `src`. Raises ValueError."""
        self.remove_piece(kind, seat, src)
        self.add_piece(kind, seat, dst)

    # --- seats
    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def living(self, seat: int) -> bool:
        """Return whether a seat stays in the game as the board stands: by the family's hooks, else by its land."""
        hooks = self.board_hooks.survives
        return all(hook(self, seat) for hook in hooks) if hooks else seat in self.state.owner

    def change_player(self, seat: int, **changes: object) -> None:
        self.state.players[seat] = replace(self.state.players[seat], **changes)

    def pay(self, seat: int, amount: int) -> None:
        """Take money out of a purse. Raises IllegalAction: purse.too_little."""
        self.check_funds(seat, amount)
        self._purses[seat] -= amount

    def check_funds(self, seat: int, amount: int) -> None:
        """Check that a seat can pay so much. Raises IllegalAction: purse.too_little."""
        most = self._purses[seat]
        if amount > most:
            self.refuse("purse.too_little", price=amount, most=most, currency=self.rules.purchase.currency)

    def earn(self, seat: int, amount: int) -> None:
        self._purses[seat] += amount

    @property
    def _purses(self) -> list[int]:
        return cast(_WithPurses, self.state).purses
