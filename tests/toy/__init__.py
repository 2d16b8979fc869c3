"""A small game that tries the engine out with what the classic games do not need.

Sealed bids from a purse make the order of play; generals fight, move and die beside armies and throw eight-sided dice;
the owner chooses the losses; a third seat may send help with a secret card; the gate to a second board closes.
"""

from dataclasses import replace
from typing import Any, ClassVar

from msgspec import Struct, defstruct, field

from engine import RuleSet
from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.dice import Board, Order
from engine.core.events import Event
from engine.core.hooks import BoardHooks, DiceHooks, HookRecord, PieceHooks, ViewHooks, WordHooks
from engine.core.registry import register
from engine.core.ruleset import AttackRules, Mechanic, PurchaseRules
from engine.mechanics import (
    action_cards,
    battle,
    bidding,
    deploy,
    family_state,
    fortify,
    income,
    occupy,
    reaction,
    setup,
    setup_plan,
    turns,
)
from engine.mechanics.action_cards.kinds import CardKind, Catalogue, Play, deck_of, fill_decks, register_catalogue
from engine.mechanics.action_cards.playing import add_armies
from engine.mechanics.action_cards.types import WINDOW, PlayCard
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.losses import strike
from engine.mechanics.battle.types import AttackStep
from engine.mechanics.family_state import FamilyState
from engine.mechanics.occupy import OccupyHooks
from engine.mechanics.reaction import InvasionHooks
from tests.toy import tide
from tests.toy.board import BOARD, ISLAND, MOON, open_links

__all__ = ["BOARD", "ISLAND", "MOON", "TOY"]

PURSE, HAND = 5, 2


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
    bystanders: ClassVar[frozenset[str]] = frozenset({"oracle"})

    closed: bool = False


GeneralsStep = defstruct("Generals", [], bases=(Step,), frozen=True, tag="toy.Generals")


class DealtCards(Event, frozen=True, tag="toy.dealt_cards"):
    seat: int
    cards: tuple[int, ...] | None

    secret = {"cards": "seat"}


def deal(state: ToyState, size: int) -> None:
    fill_decks(state)
    state.purses = [PURSE] * len(state.players)


def place_generals(context: Context, step: GeneralsStep) -> None:
    for seat in range(len(context.state.players)):
        for kind in ("general", "tower"):
            context.add_piece(kind, seat, context.weakest(seat))
        cards = tuple(sorted(context.draw("help") for _ in range(HAND)))
        context.change_player(seat, hand=cards)
        context.emit(DealtCards(seat, cards))


def send_help(context: Context, play: Play, order: PlayCard) -> None:
    at = play.invasion.dst
    add_armies(context, context.state.owner[at], ((at, 1 + play.kind.cost),))


def lay_mine(context: Context, play: Play, order: PlayCard) -> None:
    """Take two units of the attacker's."""
    strike(context, {play.invasion.src: 2})


def fights(context: Context, seat: int) -> bool:
    """Nobody lives by a tower alone."""
    return any(context.units(at) for at in context.territories_of(seat))


def take_tower(context: Context, seat: int, dst: int, was: int) -> None:
    """Towers stay where they are, and are the captor's."""
    for piece in [piece for piece in context.state.pieces if piece.at == dst and piece.kind == "tower"]:
        context.remove_piece(piece.kind, piece.seat, dst)
        context.add_piece(piece.kind, seat, dst)


def clear(context: Context, seat: int, by: int) -> None:
    for piece in context.pieces_of(seat):
        context.remove_piece(piece.kind, seat, piece.at)


def helpers(context: Context, order: Order) -> tuple[int, ...]:
    fighting = (context.state.owner[order.src], context.state.owner[order.dst])
    return tuple(s for s in context.state.active_seats() if s not in fighting and context.player(s).hand)


def generals_at(board: Board, order: Order) -> tuple[str, ...]:
    return tuple(kind for kind in board.own_pieces(order.src) if kind == "general")


def eight_sided(board: Board, role: str, order: Order, row: tuple[int, ...]) -> tuple[int, ...]:
    generals = order.leaders if role == "attacker" else (board.own_pieces(order.dst) or board.buildings_at(order.dst))
    return (*(8,) * len(generals), *row)[: len(row)]


def see_purses(context: Context, viewer: int | None) -> dict[str, Any]:
    return {"purses": context.state.purses[:], "gate_closed": context.state.closed}


CARDS = Catalogue(
    (
        CardKind("Help", "help", WINDOW, "Send an army.", send_help, copies=6),
        CardKind("Relief", "help", WINDOW, "Send two armies.", send_help, copies=3, cost=1),
        CardKind("Mine", "help", WINDOW, "Take two units of the attacker's.", lay_mine, copies=3),
    ),
    may_play=lambda context, seat, deck: "",
    while_attacking=lambda context: False,
)
register_catalogue("toy", lambda options: CARDS)
MECHANIC = Mechanic(
    name="toy",
    hooks=(
        PieceHooks(unit_pieces=("scout", "general")),
        WordHooks(army_words=("man", "men")),
        BoardHooks(change_links=(open_links,), border_key=(lambda context: context.state.closed,), survives=(fights,)),
        DiceHooks(may_lead=(generals_at,), dice_sides=(eight_sided,)),
        InvasionHooks(may_react=(helpers,)),
        BattleHooks(choose_losses=(lambda *_: True,)),
        OccupyHooks(on_taken=(take_tower,), on_elimination=(clear,)),
        ViewHooks(family_view=(see_purses,)),
    ),
    steps={GeneralsStep: place_generals},
    events=(DealtCards,),
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
        deck_of=deck_of,
        purchase=PurchaseRules("coins"),
        mechanics=(
            family_state.MECHANIC,
            turns.MECHANIC,
            setup.MECHANIC,
            setup_plan.MECHANIC,
            income.MECHANIC,
            deploy.MECHANIC,
            battle.MECHANIC,
            occupy.MECHANIC,
            fortify.MECHANIC,
            reaction.MECHANIC,
            action_cards.MECHANIC,
            bidding.MECHANIC,
            tide.MECHANIC,
            MECHANIC,
        ),
        setup=(setup.ChooseFirst(), setup.DistributeTerritories(), GeneralsStep(), turns.StartRound()),
        round=(bidding.BidStep(), tide.TideStep()),
        attack=AttackRules(enters_empty=True),
        turn=(
            turns.BeginTurn(),
            income.CollectIncome(),
            deploy.PlaceStep(),
            AttackStep(),
            fortify.FortifyStep(),
            turns.EndTurn(),
        ),
        incomes=income.list_incomes,
    )
)


def mechanics_without(kind: type[HookRecord]) -> tuple[Mechanic, ...]:
    """Return the mechanics of the toy game, its own without its hooks of a kind."""
    hooks = tuple(record for record in MECHANIC.hooks if not isinstance(record, kind))
    return tuple(replace(part, hooks=hooks) if part is MECHANIC else part for part in TOY.mechanics)
