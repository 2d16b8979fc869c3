"""The bot `caretaker`: looks after the seat of somebody who is away. It holds what there is and never attacks."""

from __future__ import annotations

from random import Random

from engine.bots import heuristics
from engine.bots.answers import PASSES, minimal_action
from engine.bots.board import Board
from engine.bots.catalogue import register
from engine.bots.skills import skilled_action, teach
from engine.core.actions import Action
from engine.core.language import gettext_noop
from engine.core.view import PlayerView

teach(
    "caretaker",
    {
        "setup.plan": heuristics.no_plan,
        "cards.trade": heuristics.best_set,
        "battle.defend": heuristics.most_dice,
        "occupy.advance": heuristics.follow_up,
        "setup.claim": heuristics.among_friends,
        "deploy.place": lambda view, offer: heuristics.place_all(view, offer, Board(view).weakest()),
    },
)


def choose(view: PlayerView, rng: Random) -> Action:
    """Give the timeout's kind of answer: let things pass where that is possible, else take the safest action."""
    if any(offer.action in PASSES for offer in view.offers):
        return minimal_action(view)
    return skilled_action("caretaker", view) or minimal_action(view)


BOT = register(
    "caretaker",
    gettext_noop("Caretaker"),
    choose,
    summary=gettext_noop("Holds the territories of a missing player."),
    rank=0,
)
