"""A small game that tries the engine out with what the classic games do not need, all of it in this one file.

Sealed bids from a purse make the order of play; generals fight, move and die beside armies and throw eight-sided dice;
the owner chooses the losses; a third seat may send help with a secret card; the gate to a second board closes.
"""

from msgspec import Struct, defstruct, field

from engine import Action, ChoiceField, MapGraph, NumberField, Offer, Piece, RuleSet
from engine.core.agenda import Decision, Step
from engine.core.events import Event, PublicEvent
from engine.core.mapgraph import join, register_map
from engine.core.notation import Verb
from engine.core.registry import register
from engine.core.ruleset import Hooks, Mechanic
from engine.core.state import GameState
from engine.core.table import Table, without
from engine.mechanics import battle, deploy, fortify, income, occupy, reaction, setup, setup_plan, turns

GATE, GATE_CLOSES = ("crater", "tycho"), 3  # the round
PURSE, CARDS, HAND = 5, 12, 2

ISLAND = MapGraph.build(
    "island",
    [
        ("bay", "Bay", "BAY"),
        ("cape", "Cape", "CAP"),
        ("crater", "Crater", "CRA"),
        ("dune", "Dune", "DUN"),
        ("edge", "Edge", "EDG"),
        ("ford", "Ford", "FOR"),
    ],
    [
        ("bay", "cape"),
        ("cape", "crater"),
        ("crater", "dune"),
        ("dune", "edge"),
        ("edge", "ford"),
        ("bay", "ford"),
        ("bay", "crater"),
        ("crater", "ford"),
    ],
    [("east", "The East", 2, ["bay", "cape", "crater"]), ("west", "The West", 2, ["dune", "edge", "ford"])],
)
MOON = MapGraph.build(
    "little-moon",
    [("tycho", "Tycho", "TYC"), ("mare", "Mare", "MAR"), ("rille", "Rille", "RIL")],
    [("tycho", "mare"), ("mare", "rille"), ("rille", "tycho")],
    [("moon", "The Moon", 1, ["tycho", "mare", "rille"])],
)
BOARD = register_map(join([ISLAND, MOON], [(*GATE, "gate")]))


class Options(Struct, frozen=True, kw_only=True):
    territory_setup: str = "claim"
    starting_armies: dict[str, int] = field(default_factory=lambda: {"3": 9, "4": 8})
    placement_go: int = 2
    setup_orders: str = "in_turn"
    first_player: str = "high_roll"
    reinforcement_minimum: int = 3
    defender_dice: str = "choose"
    fortify: str = "connected_one"


class ToyState(GameState, kw_only=True):
    purses: list[int] = []
    closed: bool = False

    def copy(self) -> "ToyState":
        twin: ToyState = super().copy()  # type: ignore[assignment]
        twin.purses = self.purses[:]
        return twin


BidStep = defstruct("BidStep", [], bases=(Step,), frozen=True, tag="toy.BidStep", namespace={"step": "bid"})
GeneralsStep = defstruct("Generals", [], bases=(Step,), frozen=True, tag="toy.Generals")


class BidAsked(Decision, frozen=True, kw_only=True, tag="toy.bid_asked"):
    sealed = True
    step = "bid"
    ask = "bid for the order of play"


class Bid(Action, frozen=True, tag="toy.bid"):
    coins: int


class Help(Action, frozen=True, tag="toy.help"):
    card: int


class BidsOpened(PublicEvent, frozen=True, tag="toy.bids_opened"):
    bids: tuple[tuple[int, int], ...]


class GateClosed(PublicEvent, frozen=True, tag="toy.gate_closed"):
    round: int


class Helped(PublicEvent, frozen=True, tag="toy.helped"):
    seat: int
    card: int
    at: int


class DealtCards(Event, frozen=True, tag="toy.dealt_cards"):
    seat: int
    cards: tuple[int, ...] | None

    secret = {"cards": "seat"}


def deal(state: ToyState, size: int) -> None:
    state.decks["help"], state.discards["help"] = (tuple(range(CARDS)),), ()
    state.purses = [PURSE] * len(state.players)


def place_generals(table: Table, step: GeneralsStep) -> None:
    for seat in range(len(table.state.players)):
        table.state.pieces.append(Piece("general", seat, table.weakest(seat)))
        cards = tuple(sorted(table.draw("help") for _ in range(HAND)))
        table.change_player(seat, hand=cards)
        table.emit(DealtCards(seat, cards))


def ask_bids(table: Table, step: BidStep) -> None:
    if table.state.round == GATE_CLOSES:
        table.state.closed = True
        table.emit(GateClosed(GATE_CLOSES))
    table.push(BidAsked(seats=tuple(seat for seat in table.state.order if not table.player(seat).out)))


def bid(table: Table, asked: BidAsked, order: Bid) -> None:
    table.require(0 <= order.coins <= table.state.purses[order.seat], "toy.purse", most=table.state.purses[order.seat])


def open_bids(table: Table, asked: BidAsked, answers: list[Bid]) -> None:
    state = table.state
    for answer in answers:
        state.purses[answer.seat] -= answer.coins - 1
    coins = {answer.seat: answer.coins for answer in answers}
    state.order = tuple(sorted(state.order, key=lambda seat: -coins.get(seat, -1)))
    table.emit(BidsOpened(tuple(coins.items())))


def help_offers(table: Table, asked: reaction.ReactionAsked, seat: int) -> tuple[Offer, ...]:
    cards = ChoiceField("card", table.player(seat).hand)
    return (Offer("toy.help", "Send help", (cards,)), Offer("turn.end", "Let it pass"))


def check_help(table: Table, asked: reaction.ReactionAsked, order: Help) -> None:
    table.require(order.card in table.player(order.seat).hand, "toy.no_card")


def send_help(table: Table, asked: reaction.ReactionAsked, order: Help) -> None:
    table.change_player(order.seat, hand=without(table.player(order.seat).hand, (order.card,)))
    table.state.discards["help"] += (order.card,)
    table.state.armies[asked.dst] += 1
    table.emit(Helped(order.seat, order.card, asked.dst))


def helpers(table: Table, seat: int, src: int, dst: int) -> tuple[int, ...]:
    fighting = (seat, table.state.owner[dst])
    return tuple(s for s in table.state.living() if s not in fighting and table.player(s).hand)


def open_links(table: Table, src: int, purpose: str, linked: tuple[int, ...]) -> tuple[int, ...]:
    gate = {table.graph.number[name] for name in GATE}
    return tuple(dst for dst in linked if not (table.state.closed and {src, dst} == gate))


def eight_sided(table: Table, role: str, territory: int, sides: tuple[int, ...]) -> tuple[int, ...]:
    return (8, *sides[1:]) if table.own_pieces(territory) else sides


HOOKS = Hooks(
    links=open_links,
    sides=eight_sided,
    reactions=helpers,
    react=send_help,
    choose_losses=lambda *_: True,
    see=lambda table, viewer: {"purses": table.state.purses[:], "gate_closed": table.state.closed},
)
MECHANIC = Mechanic(
    name="toy",
    steps={BidStep: ask_bids, GeneralsStep: place_generals},
    answers={(BidAsked, Bid): bid, (reaction.ReactionAsked, Help): check_help},
    resolves={BidAsked: open_bids},
    offers={
        BidAsked: lambda t, asked, seat: (Offer("toy.bid", "Bid", (NumberField("coins", most=t.state.purses[seat]),)),),
        reaction.ReactionAsked: help_offers,
    },
    defaults={BidAsked: lambda table, asked, seat: Bid(seat, 0)},
    events=(BidsOpened, GateClosed, Helped, DealtCards),
    refusals={"toy.purse": "You have {most} coins.", "toy.no_card": "You do not hold that card."},
    verbs=(
        Verb("bid", Bid, lambda r: Bid(r.seat, r.number()), lambda o, w: f"bid {o.coins}", "bid 3", "a sealed bid"),
        Verb("help", Help, lambda r: Help(r.seat, r.number()), lambda o, w: f"help {o.card}", "help 7", "send help"),
    ),
)

TOY = register(
    RuleSet(
        id="toy",
        family="toy",
        version=1,
        title="The Island and the Moon",
        summary="A game for trying things out.",
        seats=(3, 4),
        map=BOARD.id,
        options=Options(),
        state_type=ToyState,
        deal=deal,
        hooks=(HOOKS,),
        mechanics=(
            turns.MECHANIC,
            setup.MECHANIC,
            setup_plan.MECHANIC,
            income.MECHANIC,
            deploy.MECHANIC,
            battle.MECHANIC,
            occupy.MECHANIC,
            fortify.MECHANIC,
            reaction.MECHANIC,
            MECHANIC,
        ),
        setup=(setup.ChooseFirst(), setup.HandOut(), GeneralsStep(), turns.StartRound()),
        round=(BidStep(),),
        turn=(
            turns.BeginTurn(),
            income.CollectIncome(),
            deploy.PlaceStep(),
            battle.AttackStep(),
            fortify.FortifyStep(),
            turns.EndTurn(),
        ),
        income=lambda table, seat: income.income_of(table, seat).total,
    )
)
