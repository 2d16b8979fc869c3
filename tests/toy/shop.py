"""A shop for the toy game: a general or a scout anywhere, a tower on the coast, cards of help; tea is out.

With its market a general halves the price of cards and makes a bid count two coins more, and no mine is ever in a hand.
"""

from dataclasses import replace

from engine import GameState, mapgraph
from engine.core.context import Context
from engine.core.hooks import PieceHooks
from engine.core.ruleset import Mechanic
from engine.mechanics import purchase
from engine.mechanics.action_cards.kinds import cards_of
from engine.mechanics.action_cards.playing import discard
from engine.mechanics.bidding import BiddingHooks
from engine.mechanics.purchase import PurchaseHooks, Ware
from tests.toy.board import BOARD

COAST = tuple(mapgraph(BOARD.id).number[name] for name in ("bay", "cape"))
PRICES = {"general": 2, "scout": 1, "tower": 3}


def for_sale(context: Context, seat: int) -> list[Ware]:
    """List one piece of each kind that the seat has not, and a tower where none stands."""
    own, kinds = tuple(context.territories_of(seat)), {piece.kind for piece in context.pieces_of(seat)}
    free = tuple(at for at in COAST if context.state.owner[at] == seat and not context.buildings_at(at))
    hired = [Ware(kind, PRICES[kind], own) for kind in ("general", "scout") if kind not in kinds]
    return [*hired, Ware("tower", PRICES["tower"], free, building=True)]


def fill_shelves(state: GameState) -> None:
    state.decks["tea"], state.discards["tea"] = (), (1, 2)


WORDS = purchase.commands("hire", "a general or a scout", "tower", "a tower on the coast")
SHOP = replace(
    purchase.MECHANIC,
    hooks=(PurchaseHooks(for_sale=(for_sale,), decks_for_sale=(lambda context, seat: ("help", "tea"),)),),
    commands=WORDS,
)


def has_general(context: Context, seat: int) -> bool:
    return "general" in {piece.kind for piece in context.pieces_of(seat)}


def lay_mines_open(context: Context, seat: int, cards: tuple[int, ...]) -> list[int]:
    """Put mines among the discards, where everybody sees them."""
    mine = cards_of(context).find("Mine")
    discard(context, "help", [card for card in cards if card == mine])
    return [card for card in cards if card != mine]


MARKET = Mechanic(
    "market",
    hooks=(
        PieceHooks(companions=("bishop",)),
        PurchaseHooks(
            own_card_price=(lambda context, seat: 1 if has_general(context, seat) else 2,), lay_open=(lay_mines_open,)
        ),
        BiddingHooks(bid_bonus=(lambda context, seat: 2 if has_general(context, seat) else 0,)),
    ),
)
