"""Sealed bids from a purse make the order of play; with those of a certain round the gate closes."""

from msgspec import defstruct

from engine import Action, NumberField, Offer
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.notation import Command
from engine.core.ruleset import Mechanic

GATE_CLOSES = 3  # the round

BidStep = defstruct("BidStep", [], bases=(Step,), frozen=True, tag="toy.BidStep", namespace={"step": "bid"})


class BidAsked(Decision, frozen=True, kw_only=True, tag="toy.bid_asked"):
    sealed = True
    step = "bid"
    ask = "bid for the order of play"


class Bid(Action, frozen=True, tag="toy.bid"):
    coins: int


class BidsOpened(PublicEvent, frozen=True, tag="toy.bids_opened"):
    bids: tuple[tuple[int, int], ...]


class GateClosed(PublicEvent, frozen=True, tag="toy.gate_closed"):
    round: int


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


MECHANIC = Mechanic(
    name="toy bids",
    steps={BidStep: ask_bids},
    answers={(BidAsked, Bid): bid},
    resolves={BidAsked: open_bids},
    offers={
        BidAsked: lambda t, asked, seat: (Offer("toy.bid", "Bid", (NumberField("coins", most=t.state.purses[seat]),)),)
    },
    defaults={BidAsked: lambda context, asked, seat: Bid(seat, 0)},
    events=(BidsOpened, GateClosed),
    commands=(
        Command("bid", Bid, lambda r: Bid(r.seat, r.number()), lambda o, w: f"bid {o.coins}", "bid 3", "a sealed bid"),
    ),
)
