"""A legal point of a game, written down in a few words instead of played up to.

    >>> from engine.position import position
    >>> state = position("red: Brazil 3, Peru 1 | blue: North Africa 2 | green: *1", rules="modern", step="attack")

How a board, cards and seats are written: engine/board_text.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.board_text import WILD, Board, PositionError, card_number, read_board, seat_number, territory_number
from engine.core.agenda import Decision, Task
from engine.core.chance import FastChance, ScriptedChance
from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.reducer import empty_state, run
from engine.core.registry import ruleset
from engine.core.state import NOBODY, GameState
from engine.core.table import Table, without
from engine.mechanics.battle import AttackAsked, AttackStep
from engine.mechanics.card_sets import DECK
from engine.mechanics.deploy import PlaceStep
from engine.mechanics.fortify import FortifyAsked, FortifyStep
from engine.mechanics.setup import ChooseFirst, SetupPlaceAsked
from engine.mechanics.setup_plan import PlanAsked
from engine.mechanics.turns import NextTurn
from engine.rules.classic import capitals, missions
from engine.rules.classic.state import ClassicState

SET_UP = "set-up"
ASKS: Mapping[type[Task], type[Decision]] = {AttackStep: AttackAsked, FortifyStep: FortifyAsked}


@dataclass(frozen=True, kw_only=True)
class Position:
    """What a position may say; everything left out has its normal value.

    `turn` is the seat whose turn it is, the first one if nothing is said; `step` the part of its turn, of which the
    first is normal and "set-up" starts the game. `deck` is the number of cards left, or the cards in the order in which
    they will be drawn (in set-up: dealt); hands and discards may be counted too. `captures` counts the territories that
    this turn took already; `used` names what it may do once and has done. `shown` are cards of a hand that lie open, by
    seat. `capitals` are territories and `missions` the ids of cards, by seat. `dice` are the start dice, by seat.
    `placed` says of a set-up that all armies are down, however many stand on the board.
    """

    board: str = ""
    turn: str = ""
    step: str = ""
    hands: Mapping[str, int | Sequence[str]] = field(default_factory=dict)
    deck: int | Sequence[str] | None = None
    discard: int | Sequence[str] = ()
    sets_traded: int = 0
    captures: int = 0
    used: Sequence[str] = ()
    shown: Mapping[str, Sequence[str]] = field(default_factory=dict)
    capitals: Mapping[str, str] = field(default_factory=dict)
    missions: Mapping[str, str] = field(default_factory=dict)
    dice: Mapping[str, Sequence[int]] = field(default_factory=dict)
    placed: bool = False


def position(
    board: str = "",
    *,
    rules: str = "classic_1959",
    seats: Sequence[str] = ("red", "blue", "green"),
    options: Mapping[str, Any] | None = None,
    map: str | None = None,
    **said: Any,
) -> GameState:
    """The state of a game at a position; `said` are the fields of `Position`. Raises PositionError, IllegalAction."""
    return build(Position(board=board, **said), empty_state(rules, seats, options=options, map=map))


def build(said: Position, state: GameState) -> GameState:
    """Put an empty game into a position and run it until somebody is asked. Raises PositionError."""
    graph = mapgraph(state.map)
    _lay_board(state, read_board(said.board, graph, state.seats), said.step == SET_UP)
    _give_goals(state, said, graph)
    if said.step == SET_UP:
        _start(state, said, graph)
    else:
        _lay_cards(state, said, graph)
        _remember(state, said, graph)
        _begin_turn(state, said)
    state.ref = 1
    return state


def _lay_board(state: GameState, board: Board, is_set_up: bool) -> None:
    for territory in range(len(state.owner)):
        owner, armies = board.at(territory) or (NOBODY, 0)
        if owner != NOBODY and armies < 1:
            raise PositionError("A territory that is held has at least one army.")
        state.owner[territory], state.armies[territory] = owner, armies
    if not is_set_up:
        for seat in range(len(state.players)):
            if seat not in state.owner:
                Table(state).change_player(seat, out=True)


def _give_goals(state: GameState, said: Position, graph: MapGraph) -> None:
    """Capitals and missions of the seats for which they are named. Raises PositionError for a mission that is not
    among the cards, or where the rules have no such thing."""
    table = Table(state)
    if not said.capitals and not said.missions:
        return
    if not isinstance(state, ClassicState):
        raise PositionError("These rules know neither capitals nor missions.")
    if said.capitals:
        at = {seat_number(who, state.seats): territory_number(name, graph) for who, name in said.capitals.items()}
        state.capitals = tuple(at.get(seat, capitals.NONE) for seat in range(len(state.seats)))
        if said.step != SET_UP and state.options.capitals == "control_all":
            capitals.lay_aside(state)
    if said.missions:
        ids = {seat_number(who, state.seats): _mission(table, name) for who, name in said.missions.items()}
        state.missions = tuple(ids.get(seat, "") for seat in range(len(state.seats)))


def _mission(table: Table, name: str) -> str:
    try:
        return missions.named(table, name).id
    except ValueError as error:
        raise PositionError(str(error)) from error


def _lay_cards(state: GameState, said: Position, graph: MapGraph) -> None:
    """Hands and discards out of the full deck; what then is neither named nor left in the deck is laid aside. Cards
    that are only counted are taken from those that nobody names."""
    table = Table(state)
    cards = [card for layer in state.decks[DECK] for card in layer]
    hands = {colour: _named(hand, cards, graph) for colour, hand in said.hands.items()}
    discard = _named(said.discard, cards, graph)
    deck = None if said.deck is None or isinstance(said.deck, int) else _named(said.deck, cards, graph)
    for colour, hand in said.hands.items():
        seat = seat_number(colour, state.seats)
        held = hands[colour] + _counted(hand, cards)
        if held and table.player(seat).out:
            raise PositionError(f"{colour} is out and cannot hold cards.")
        table.change_player(seat, hand=tuple(sorted(held)))
    state.discards[DECK] = tuple(sorted(discard + _counted(said.discard, cards)))
    count = said.deck if isinstance(said.deck, int) else len(cards)
    state.decks[DECK] = _one_layer(_counted(count, cards)) if deck is None else tuple((card,) for card in deck)
    state.sets_traded = said.sets_traded


def _named(names: int | Iterable[str], cards: list[int], graph: MapGraph) -> list[int]:
    """The cards of these names, taken out of `cards`; none for a mere number."""
    taken: list[int] = []
    for name in () if isinstance(names, int) else names:
        card = card_number(name, graph)
        if card not in cards:
            raise PositionError(f"There is no further card {name!r}.")
        cards.remove(card)
        taken.append(card)
    return taken


def _counted(count: object, cards: list[int]) -> list[int]:
    """So many cards from the end of `cards`; none for a list of names."""
    if not isinstance(count, int):
        return []
    if not 0 <= count <= len(cards):
        raise PositionError(f"A pile cannot hold {count} cards: {len(cards)} are left.")
    taken = cards[len(cards) - count :]
    del cards[len(cards) - count :]
    return taken


def _one_layer(cards: list[int]) -> tuple[tuple[int, ...], ...]:
    return (tuple(sorted(cards)),) if cards else ()


def _remember(state: GameState, said: Position, graph: MapGraph) -> None:
    """What the turn has used up and laid open. Raises PositionError where the rules know of no such thing."""
    shown = tuple(
        (seat_number(colour, state.seats), card_number(card, graph))
        for colour, cards in said.shown.items()
        for card in cards
    )
    for seat, card in shown:
        if card not in state.players[seat].hand:
            raise PositionError(f"A card that {state.seats[seat]} has laid open is not in its hand.")
    for name, value in {"used": tuple(said.used), "shown": shown}.items():
        if value and name not in state.__struct_fields__:
            raise PositionError(f"These rules know no {name!r}.")
        if value:
            setattr(state, name, value)


def _begin_turn(state: GameState, said: Position) -> None:
    """Put what is left of the turn on the agenda: steps before the named one are skipped, the income is reckoned."""
    rules = ruleset(state.rules)
    living = state.living()
    if not living:
        raise PositionError("Nobody holds a territory.")
    state.active = seat_number(said.turn, state.seats) if said.turn else living[0]
    if state.active not in living:
        raise PositionError(f"{said.turn} holds no territory and cannot have the turn.")
    words = [step.step for step in rules.turn]
    word = said.step or next(filter(None, words))
    if word not in words:
        known = ", ".join([SET_UP, *filter(None, words)])
        raise PositionError(f"There is no step {word!r}: they are {known}.")
    rest: list[Task] = list(rules.turn[words.index(word) :])
    if said.step and type(rest[0]) in ASKS:  # a step that is named is asked for, even if nothing can be done in it
        rest[0] = ASKS[type(rest[0])](seats=(state.active,))
    table = Table(state, FastChance(0))
    if any(isinstance(step, PlaceStep) for step in rest):
        state.pool = rules.income(table, state.active)
    state.round = 1
    state.captures = said.captures
    table.push(NextTurn(state.order.index(state.active)), *reversed(rest))
    run(table)


def _start(state: GameState, said: Position, graph: MapGraph) -> None:
    """Run the set-up: from its start dice if they are given, else with the seat of `turn` as the first."""
    if isinstance(said.deck, int):
        raise PositionError("In set-up the deck is the order of the deal.")
    script = {f"seat {seat_number(colour, state.seats)}": dice for colour, dice in said.dice.items()}
    if said.deck is not None:
        script["deal"] = _named(said.deck, [card for layer in state.decks[DECK] for card in layer], graph)
    chance = ScriptedChance(script, FastChance(0))
    rules = ruleset(state.rules)
    steps = rules.setup
    if not said.dice:
        steps = tuple(step for step in steps if not isinstance(step, ChooseFirst))
        first = seat_number(said.turn, state.seats) if said.turn else 0
        count = len(state.players)
        state.order = tuple((first + place) % count for place in range(count))
        state.active = first
    table = Table(state, chance)
    table.push(*reversed(steps))
    run(table)
    if said.placed and isinstance(state.agenda[-1], SetupPlaceAsked | PlanAsked):
        _end_placing(table)
    left = {who: dice for who, dice in chance.left().items() if who != "deal"}
    if left:
        raise PositionError(f"Start dice that nobody threw: {next(iter(left.values()))}.")
    if min(state.supply, default=0) < 0:
        raise PositionError("There are more armies on the board than a seat starts with.")


def _end_placing(table: Table) -> None:
    """Nothing is left to place: the set-up goes on with what follows."""
    table.state.agenda.pop()
    table.state.supply = [0] * len(table.state.supply)
    run(table)


def put_on_top(state: GameState, names: Sequence[str]) -> list[int]:
    """Lay cards on top of the deck, the first one named on top; they are taken out of the deck if they are in it, else
    changed for one that nobody knows. With an empty deck nothing is laid: the cards are then drawn from the discards,
    and the numbers say which. Returns the numbers of the cards. Raises PositionError for a card in a hand."""
    graph = mapgraph(state.map)
    cards = [card_number(name, graph) for name in names]
    layers = list(state.decks[DECK])
    if not layers:
        return cards
    for card in cards:
        _take_out(state, layers, card, graph)
    state.decks[DECK] = (*((card,) for card in cards), *(layer for layer in layers if layer))
    return cards


def _take_out(state: GameState, layers: list[tuple[int, ...]], card: int, graph: MapGraph) -> None:
    """Remove `card` from the layers, or a card in its stead where it was laid aside."""
    place = next((number for number, layer in enumerate(layers) if card in layer), None)
    if place is None:
        seen = [*state.discards[DECK], *(held for player in state.players for held in player.hand)]
        if card in seen and not (card == graph.size and seen.count(card) < 2):
            raise PositionError(f"{graph.names[card] if card < graph.size else WILD} is not in the deck.")
        place = next(number for number, layer in enumerate(layers) if layer)
        card = layers[place][0]
    layers[place] = without(layers[place], (card,))
