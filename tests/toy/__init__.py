"""A small game that tries the engine out with what the classic games do not need.

Sealed bids from a purse make the order of play; generals fight, move and die beside armies and throw eight-sided dice;
the owner chooses the losses; a third seat may send help with a secret card; the gate to a second board closes.
"""

from typing import ClassVar

from msgspec import Struct, defstruct, field

from engine import Action, ChoiceField, MapGraph, NumberField, Offer, Piece, RuleSet
from engine.core.agenda import Decision, Step
from engine.core.context import Context, multiset_subtract
from engine.core.events import Event, PublicEvent
from engine.core.mapgraph import combine_maps, register_map
from engine.core.notation import Command
from engine.core.registry import register
from engine.core.ruleset import Hooks, Mechanic
from engine.mechanics import battle, deploy, family_state, fortify, income, occupy, reaction, setup, setup_plan, turns
from engine.mechanics.family_state import FamilyState

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
BOARD = register_map(combine_maps([ISLAND, MOON], [(*GATE, "gate")]))


class Options(Struct, frozen=True, kw_only=True):
    territory_setup: str = "claim"
    starting_armies: dict[str, int] = field(default_factory=lambda: {"3": 9, "4": 8})
    placement_go: int = 2
    setup_orders: str = "in_turn"
    first_player: str = "high_roll"
    reinforcement_minimum: int = 3
    defender_dice: str = "choose"
    fortify: str = "connected_one"


class ToyState(FamilyState, kw_only=True):
    buildings: ClassVar[frozenset[str]] = frozenset({"tower"})

    closed: bool = False


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


def place_generals(context: Context, step: GeneralsStep) -> None:
    for seat in range(len(context.state.players)):
        context.state.pieces.append(Piece("general", seat, context.weakest(seat)))
        cards = tuple(sorted(context.draw("help") for _ in range(HAND)))
        context.change_player(seat, hand=cards)
        context.emit(DealtCards(seat, cards))


def ask_bids(context: Context, step: BidStep) -> None:
    if context.state.round == GATE_CLOSES:
        context.state.closed = True
        context.emit(GateClosed(GATE_CLOSES))
    context.push(BidAsked(seats=tuple(seat for seat in context.state.order if not context.player(seat).out)))


def bid(context: Context, asked: BidAsked, order: Bid) -> None:
    context.pay(order.seat, order.coins)
    context.earn(order.seat, order.coins)


def open_bids(context: Context, asked: BidAsked, answers: list[Bid]) -> None:
    state = context.state
    coins = {answer.seat: answer.coins for answer in answers}
    state.purses = [purse + 1 - coins.get(seat, 1) for seat, purse in enumerate(state.purses)]
    state.order = tuple(sorted(state.order, key=lambda seat: -coins.get(seat, -1)))
    context.emit(BidsOpened(tuple(coins.items())))


def help_offers(context: Context, asked: reaction.ReactionAsked, seat: int) -> tuple[Offer, ...]:
    hand = context.player(seat).hand
    return (Offer("toy.help", "Send help", (ChoiceField("card", hand),)),)


def check_help(context: Context, asked: reaction.ReactionAsked, order: Help) -> None:
    context.require(order.card in context.player(order.seat).hand, "toy.no_card")


def send_help(context: Context, asked: reaction.ReactionAsked, order: Help) -> None:
    context.change_player(order.seat, hand=multiset_subtract(context.player(order.seat).hand, (order.card,)))
    context.state.discards["help"] += (order.card,)
    context.state.armies[asked.dst] += 1
    context.emit(Helped(order.seat, order.card, asked.dst))


def helpers(context: Context, seat: int, src: int, dst: int) -> tuple[int, ...]:
    fighting = (seat, context.state.owner[dst])
    return tuple(s for s in context.state.active_seats() if s not in fighting and context.player(s).hand)


def open_links(context: Context, src: int, purpose: str, linked: tuple[int, ...]) -> tuple[int, ...]:
    gate = {context.graph.number[name] for name in GATE}
    return tuple(dst for dst in linked if not (context.state.closed and {src, dst} == gate))


def eight_sided(context: Context, role: str, territory: int, sides: tuple[int, ...]) -> tuple[int, ...]:
    return (8, *sides[1:]) if context.own_pieces(territory) else sides


HOOKS = Hooks(
    links=open_links,
    sides=eight_sided,
    reactions=helpers,
    resolve_reaction=send_help,
    choose_losses=lambda *_: True,
    family_view=lambda context, viewer: {"purses": context.state.purses[:], "gate_closed": context.state.closed},
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
    defaults={BidAsked: lambda context, asked, seat: Bid(seat, 0)},
    events=(BidsOpened, GateClosed, Helped, DealtCards),
    refusals={"toy.no_card": "You do not hold that card."},
    commands=(
        Command("bid", Bid, lambda r: Bid(r.seat, r.number()), lambda o, w: f"bid {o.coins}", "bid 3", "a sealed bid"),
        Command("help", Help, lambda r: Help(r.seat, r.number()), lambda o, w: f"help {o.card}", "help 7", "send help"),
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
        init_state=deal,
        currency="coins",
        hooks=(family_state.HOOKS, HOOKS),
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
        setup=(setup.ChooseFirst(), setup.DistributeTerritories(), GeneralsStep(), turns.StartRound()),
        round=(BidStep(),),
        unit_pieces=("scout", "general"),
        turn=(
            turns.BeginTurn(),
            income.CollectIncome(),
            deploy.PlaceStep(),
            battle.AttackStep(),
            fortify.FortifyStep(),
            turns.EndTurn(),
        ),
        income=lambda context, seat: income.income_of(context, seat).total,
    )
)
