"""The bot `recruit`: a player who knows the rules and one thing more, that a fight wants the larger number.

Places everything at the border where it is strongest against a weak neighbour, attacks while it has clearly more
armies, keeps one army everywhere behind the front and moves the rest up.
"""

from __future__ import annotations

from random import Random

from engine.bots import heuristics
from engine.bots.answers import action_of, end, random_action
from engine.bots.board import Board
from engine.bots.catalogue import register
from engine.bots.skills import skilled_action, teach
from engine.core.actions import Action
from engine.core.language import gettext_noop
from engine.core.offers import Offer, TerritoryField
from engine.core.view import PlayerView

AHEAD = 2  # armies more than the defender has, before it attacks


def choose(view: PlayerView, rng: Random) -> Action:
    return skilled_action("recruit", view) or random_action(view, rng, stop=0.5)


def place(view: PlayerView, offer: Offer) -> Action:
    """Place all armies on the border with the best attack; in set-up on the weakest one."""
    board = Board(view)
    spot = board.weakest() if view.step == "set-up" else max(board.borders, key=lambda here: _chance(board, here))
    return heuristics.place_all(view, offer, spot)


def _chance(board: Board, here: int) -> tuple[int, int]:
    weakest = min((board.armies[there] for there in board.enemies(here)), default=0)
    return board.armies[here] - weakest, -here


def attack(view: PlayerView, offer: Offer) -> Action:
    """Attack to the end where the lead in armies is largest, if it is large enough. A full territory attacks at even
    numbers too."""
    board = Board(view)
    sources, targets = offer.field("src", TerritoryField), offer.field("dst", TerritoryField)
    behind, src, dst = min(
        (board.armies[dst] - board.armies[src], src, dst)
        for src in sources.values
        for dst in targets.values_for({"src": src})
    )
    if -behind < (0 if board.is_full(src) else AHEAD):
        return end(view)
    return action_of(view, offer.action, src=src, dst=dst, throws=0, left=board.armies[dst] // 2)


teach(
    "recruit",
    {
        "setup.plan": heuristics.no_plan,
        "setup.claim": heuristics.among_friends,
        "deploy.place": place,
        "cards.trade": heuristics.best_set,
        "battle.attack": attack,
        "battle.defend": heuristics.most_dice,
        "occupy.advance": heuristics.follow_up,
        "fortify.move": heuristics.move_up,
    },
)

BOT = register(
    "recruit",
    gettext_noop("Recruit"),
    choose,
    summary=gettext_noop("Attacks where it has more armies. Does not plan ahead."),
    rank=2,
)
