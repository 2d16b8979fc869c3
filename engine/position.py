"""A legal point of a game, written down in a few words instead of played up to.

    >>> from engine.position import position
    >>> state = position("red: Brazil 3, Peru 1 | blue: North Africa 2 | green: *1", rules="modern", step="attack")

How a board, cards and seats are written: engine/core/written.py. A family adds words of its own: engine/core/family.py.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import cast

from engine.core.agenda import AgendaItem
from engine.core.chance import FastChance, ScriptedChance
from engine.core.context import Context
from engine.core.facts import Facts
from engine.core.family import Family, Stage
from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.reducer import empty_state, run, top_decision
from engine.core.registry import family_of, ruleset
from engine.core.state import NOBODY, GameState
from engine.core.units import multiset_subtract
from engine.core.written import NEUTRAL, Board, PositionError, card_number, read_board, seat_number
from engine.mechanics.action_cards.types import TURN, PlayAsked, PlayStep
from engine.mechanics.battle.types import AttackAsked, AttackStep
from engine.mechanics.card_keys import full_decks
from engine.mechanics.card_sets import DECK
from engine.mechanics.deploy import PlaceStep
from engine.mechanics.fortify import FortifyAsked, FortifyStep
from engine.mechanics.income import CollectIncome
from engine.mechanics.purchase import BuyAsked, BuyStep, HireAsked, HireStep
from engine.mechanics.setup import ChooseFirst, SetupPlaceAsked
from engine.mechanics.setup_plan.types import PlanAsked
from engine.mechanics.turns import NextTurn, StartRound

SET_UP = "set-up"
ASKED_AT: Mapping[type[AgendaItem], Callable[..., AgendaItem]] = {
    AttackStep: AttackAsked,
    FortifyStep: FortifyAsked,
    HireStep: HireAsked,
    BuyStep: BuyAsked,
    PlayStep: lambda seats: PlayAsked(seats=seats, timing=TURN),
}


@dataclass(frozen=True, kw_only=True)
class Position:
    """What a position may say; everything left out has its normal value.

    `turn` is the seat whose turn it is, the first one if nothing is said; `step` the part of its turn, of which the
    first is normal and "set-up" starts the game. `deck` is the number of cards left, or the cards in the order in which
    they will be drawn (in set-up: dealt); hands and discards may be counted too. `cards` lie on top of their decks.
    `captures` counts the territories that this turn took already. `dice` are the start dice, by seat. `placed` says of
    a set-up that all armies are down, however many stand on the board. `family` has the values of the family's own
    words.
    """

    board: str = ""
    turn: str = ""
    step: str = ""
    hands: Mapping[str, int | Sequence[str]] = field(default_factory=dict)
    deck: int | Sequence[str] | None = None
    cards: Sequence[str] = ()
    discard: int | Sequence[str] = ()
    sets_traded: int = 0
    captures: int = 0
    dice: Mapping[str, Sequence[int]] = field(default_factory=dict)
    placed: bool = False
    family: Mapping[str, object] = field(default_factory=dict)


SHARED_WORDS = frozenset(each.name for each in fields(Position)) - {"family"}


def position(
    board: str = "",
    *,
    rules: str = "classic_1959",
    seats: Sequence[str] = ("red", "blue", "green"),
    options: Mapping[str, object] | None = None,
    map: str | None = None,
    **said: object,
) -> GameState:
    """Make the state of a game at a position; `said` are fields of `Position` and words of the family.

    Raises PositionError, IllegalAction.
    """
    own = {word: value for word, value in said.items() if word not in SHARED_WORDS}
    shared: Facts = {word: value for word, value in said.items() if word in SHARED_WORDS}
    return build(Position(board=board, family=own, **shared), empty_state(rules, seats, options=options, map=map))


def build(said: Position, state: GameState) -> GameState:
    """Put an empty game into a position and run it until somebody is asked. Raises PositionError."""
    graph, family = mapgraph(state.map), family_of(state.rules)
    is_set_up = said.step == SET_UP
    state.round = 0 if is_set_up else 1
    _check_words(said, family, is_set_up)
    _lay_words(state, said, family, "before_board")
    _lay_board(state, read_board(said.board, graph, state.seats), family, is_set_up)
    if not is_set_up:
        family.complete(Context(state))
    _lay_words(state, said, family, "after_board")
    if said.cards:
        stack_deck(state, said.cards)
    if is_set_up:
        state = _run_set_up(state, said, family)
    else:
        _lay_cards(state, said, graph)
        _lay_words(state, said, family, "turn")
        _begin_turn(state, said, family)
    state.ref = 1
    return state


def _check_words(said: Position, family: Family, is_set_up: bool) -> None:
    """Raise PositionError for a word that the family does not know or that a set-up has no use for."""
    for word in said.family:
        key = family.key(word)
        if key is None or key.lay is None:
            raise PositionError(f"These rules know no {word!r} in a position.")
        if is_set_up and key.stage == "turn":
            raise PositionError(f"{word!r} is the memory of a turn, and a set-up has none.")


def _lay_words(state: GameState, said: Position, family: Family, stage: Stage) -> None:
    """Write the values of the family's words of one stage into the state, in the order in which the family has them."""
    context = Context(state)
    for key in family.keys:
        if key.stage == stage and key.lay is not None and key.name in said.family:
            lay = cast(Callable[[Context, object], None], key.lay)
            lay(context, key.read(said.family[key.name], context))


def _lay_board(state: GameState, board: Board, family: Family, is_set_up: bool) -> None:
    starred = family.starred(state)
    for territory in range(len(state.owner)):
        owner, armies = board.at(territory, starred=territory in starred) or (NOBODY, 0)
        state.owner[territory], state.armies[territory] = owner, armies
    _check_land(state)
    if not is_set_up:
        context = Context(state)
        for seat in range(len(state.players)):
            if not context.living(seat):
                context.change_player(seat, out=True)


def _check_land(state: GameState) -> None:
    """Raise PositionError for land that is held by nothing, for a piece on land that is not its seat's, and for what
    the family knows of its own boards."""
    names = mapgraph(state.map).names
    standing = {(piece.seat, piece.at) for piece in state.pieces}
    holding = {(piece.seat, piece.at) for piece in state.pieces if piece.kind not in state.bystanders}
    for territory, owner in enumerate(state.owner):
        if owner != NOBODY and not state.armies[territory] and (owner, territory) not in holding:
            raise PositionError(f"A territory that is held has at least one army, or a piece: {names[territory]}.")
    for seat, at in standing:
        if seat >= 0 and state.owner[at] != seat:
            who = [*state.seats, NEUTRAL][seat]
            raise PositionError(f"A piece of {who} stands in {names[at]}, which {who} does not hold on the board.")
    for broken in family_of(state.rules).board_invariants:
        for sentence in broken(state):
            raise PositionError(f"That cannot be: {sentence}.")


def _lay_cards(state: GameState, said: Position, graph: MapGraph) -> None:
    """Take hands and discards out of the full deck; what then is neither named nor left in the deck is laid aside.
    Cards that are only counted are taken from those that nobody names. Raises PositionError."""
    context = Context(state)
    state.sets_traded = said.sets_traded
    if DECK not in state.decks:
        if said.hands or said.discard or said.deck is not None:
            raise PositionError("These rules have no deck of territory cards.")
        return
    cards = [card for layer in state.decks[DECK] for card in layer]
    hands = {colour: _take_named(hand, cards, graph) for colour, hand in said.hands.items()}
    discard = _take_named(said.discard, cards, graph)
    deck = None if said.deck is None or isinstance(said.deck, int) else _take_named(said.deck, cards, graph)
    for colour, hand in said.hands.items():
        seat = seat_number(colour, state.seats)
        held = hands[colour] + _take_counted(hand, cards)
        if held and context.player(seat).out:
            raise PositionError(f"{colour} is out and cannot hold cards.")
        context.change_player(seat, hand=tuple(sorted(held)))
    state.discards[DECK] = tuple(sorted(discard + _take_counted(said.discard, cards)))
    count = said.deck if isinstance(said.deck, int) else len(cards)
    state.decks[DECK] = _one_layer(_take_counted(count, cards)) if deck is None else tuple((card,) for card in deck)


def _take_named(names: int | Iterable[str], cards: list[int], graph: MapGraph) -> list[int]:
    """Take the cards of these names out of `cards`; none for a mere number. Raises PositionError."""
    taken: list[int] = []
    for name in () if isinstance(names, int) else names:
        card = card_number(name, graph)
        if card not in cards:
            raise PositionError(f"There is no further card {name!r}.")
        cards.remove(card)
        taken.append(card)
    return taken


def _take_counted(count: object, cards: list[int]) -> list[int]:
    """Take so many cards from the end of `cards`; none for a list of names. Raises PositionError."""
    if not isinstance(count, int):
        return []
    if not 0 <= count <= len(cards):
        raise PositionError(f"A pile cannot hold {count} cards: {len(cards)} are left.")
    taken = cards[len(cards) - count :]
    del cards[len(cards) - count :]
    return taken


def _one_layer(cards: list[int]) -> tuple[tuple[int, ...], ...]:
    return (tuple(sorted(cards)),) if cards else ()


def _begin_turn(state: GameState, said: Position, family: Family) -> None:
    """Put what is left of the turn, or of the round, on the agenda and run it. Raises PositionError."""
    living = state.active_seats()
    if not living:
        raise PositionError("Nobody is in the game.")
    state.active = seat_number(said.turn, state.seats) if said.turn else living[0]
    if state.active not in living:
        raise PositionError(f"{said.turn} is out and cannot have the turn.")
    state.captures = said.captures
    context = Context(state, FastChance(0))
    then, steps = _steps_from(context, said.step)
    first = {**ASKED_AT, **family.asked_at}.get(type(steps[0])) if said.step else None
    if first:  # a step that is named is asked for, even if nothing can be done in it
        steps[0] = first(seats=(state.active,), **_bounds(steps[0]))
    kinds = {type(step) for step in steps}
    if PlaceStep in kinds and CollectIncome not in kinds:
        state.pool = context.rules.incomes(context, context.count_territories())[state.active]
    context.push(then, *reversed(steps))
    run(context)


def _bounds(step: AgendaItem) -> dict[str, object]:
    """Return what a step's own question takes over from it: the zones in which may be attacked."""
    return {"zones": step.zones} if isinstance(step, AttackStep) and step.zones else {}


def _steps_from(context: Context, word: str) -> tuple[AgendaItem, list[AgendaItem]]:
    """Return the steps of a turn, or of a round, from the one of this word on, and what follows them; without a word
    from the first step of the turn that has one. Raises PositionError for an unknown word."""
    rules, state = context.rules, context.state
    next_turn = NextTurn(state.order.index(state.active))
    known = [SET_UP]
    for steps, then in ((rules.round, NextTurn(-1)), (rules.turn, next_turn), (rules.round_end, StartRound())):
        words = [rules.step_word(step.step, step.in_zones()) for step in steps]
        wanted = word or next(filter(None, words if steps is rules.turn else ()), "")
        if wanted and wanted in words:
            return then, list(steps[words.index(wanted) :])
        known += filter(None, words)
    raise PositionError(f"There is no step {word!r}: they are {', '.join(dict.fromkeys(known))}.")


def _run_set_up(state: GameState, said: Position, family: Family) -> GameState:
    """Run the set-up. Where the family has it so, `turn` is the seat whose go it is on the board that is given, and
    whoever was first follows from that."""
    if not (said.board and said.turn and family.set_up_turn == "next"):
        _start(state, said)
        return state
    wanted = seat_number(said.turn, state.seats)
    for first in [*state.seats[wanted:], *state.seats[:wanted]]:
        tried = state.copy()
        _start(tried, replace(said, turn=first))
        if tried.agenda and wanted in top_decision(tried).seats:
            return tried
    raise PositionError(f"It cannot be {said.turn}'s go on this board.")


def _start(state: GameState, said: Position) -> None:
    """Run the set-up: from its start dice if they are given, else with the seat of `turn` as the first."""
    if isinstance(said.deck, int):
        raise PositionError("In set-up the deck is the order of the deal.")
    graph = mapgraph(state.map)
    script = {f"seat {seat_number(colour, state.seats)}": dice for colour, dice in said.dice.items()}
    if said.deck is not None:
        cards = [card for layer in state.decks.get(DECK, ()) for card in layer]
        script["deal"] = _take_named(said.deck, cards or list(range(graph.size)), graph)
    chance = ScriptedChance(script, FastChance(0))
    rules = ruleset(state.rules)
    steps = rules.setup
    if not said.dice:
        steps = tuple(step for step in steps if not isinstance(step, ChooseFirst))
        first = seat_number(said.turn, state.seats) if said.turn else 0
        count = len(state.players)
        state.order = tuple((first + offset) % count for offset in range(count))
        state.active = first
    context = Context(state, chance)
    context.push(*reversed(steps))
    run(context)
    if said.placed and isinstance(state.agenda[-1], SetupPlaceAsked | PlanAsked):
        _end_placing(context)
    left = {who: dice for who, dice in chance.left().items() if who != "deal"}
    if left:
        raise PositionError(f"Start dice that nobody threw: {next(iter(left.values()))}.")
    if min(state.supply, default=0) < 0:
        raise PositionError("There are more armies on the board than a seat starts with.")


def _end_placing(context: Context) -> None:
    """Let the set-up go on with what follows, as nothing is left to place."""
    context.state.agenda.pop()
    context.state.supply = [0] * len(context.state.supply)
    run(context)


def stack_deck(state: GameState, names: Sequence[str]) -> dict[str, list[int]]:
    """Lay cards on top of their decks, the first one named on top, and return their numbers by deck.

    They are taken out of the deck if they are in it, else changed for one that nobody knows. On an empty deck nothing
    is laid: its cards are then drawn from the discards, and the numbers say which. Raises PositionError for a card of
    which none is left, and for an empty deck that stays empty."""
    found: dict[str, list[tuple[str, int]]] = {}
    for name in names:
        deck, card = find_card(state, name)
        found.setdefault(deck, []).append((name, card))
    for deck, cards in found.items():
        layers = list(state.decks[deck])
        if layers:
            for name, card in cards:
                _take_out(state, deck, layers, name, card)
            state.decks[deck] = (*((card,) for _, card in cards), *(layer for layer in layers if layer))
        elif not ruleset(state.rules).remakes_decks:
            raise PositionError(f"{cards[0][0]} cannot be drawn: its deck is empty.")
    return {deck: [card for _, card in cards] for deck, cards in found.items()}


def find_card(state: GameState, name: str) -> tuple[str, int]:
    """Return the deck and the number of a card. Raises PositionError."""
    find = family_of(state.rules).find_card
    return find(state, name) if find else (DECK, card_number(name, mapgraph(state.map)))


def _take_out(state: GameState, deck: str, layers: list[tuple[int, ...]], name: str, card: int) -> None:
    """Remove `card` from the layers, or a card in its stead where it was laid aside."""
    index = next((number for number, layer in enumerate(layers) if card in layer), None)
    if index is None:
        if _count_seen(state, deck, card) >= _copies(state, deck, card):
            raise PositionError(f"{name} is not in the deck.")
        index = next((number for number, layer in enumerate(layers) if layer), None)
        if index is None:
            raise PositionError(f"There are not so many cards in the deck: {name}.")
        card = layers[index][0]
    layers[index] = multiset_subtract(layers[index], (card,))


def _count_seen(state: GameState, deck: str, card: int) -> int:
    """Count the copies of a card that lie in hands and on the discards of its deck."""
    deck_of = ruleset(state.rules).deck_of
    hands = [held for player in state.players for held in player.hand]
    theirs = [held for held in hands if held == card and (deck_of is None or deck_of(state, held) == deck)]
    return len(theirs) + state.discards[deck].count(card)


def _copies(state: GameState, deck: str, card: int) -> int:
    """Count the copies of a card that a full deck has."""
    return sum(layer.count(card) for layer in full_decks(state)[deck])
