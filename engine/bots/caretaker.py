"""The bot `caretaker`: looks after the seat of somebody who is away. It holds what there is and never attacks."""

from __future__ import annotations

from random import Random

from engine import Action, PlayerView
from engine.bots import heuristics, throws
from engine.bots.answers import END, Skill, least
from engine.bots.board import Board
from engine.bots.registry import register
from engine.core.language import gettext_noop

HABITS: dict[str, Skill] = {
    "setup.plan": heuristics.no_plan,
    "cards.trade": heuristics.best_set,
    "battle.defend": heuristics.most_dice,
    "improve.keep": throws.keep,
    "occupy.advance": heuristics.follow_up,
    "setup.claim": heuristics.among_friends,
    "setup.capital": heuristics.quiet_capital,
    "deploy.place": lambda view, offer: heuristics.place_all(view, offer, Board(view).weakest()),
}


def choose(view: PlayerView, rng: Random) -> Action:
    """What would be answered if the time ran out: stop where that is possible, else the safest."""
    if view.offer(END):
        return least(view)
    for offer in view.offers:
        if offer.action in HABITS:
            return HABITS[offer.action](view, offer)
    return least(view)


BOT = register(
    "caretaker",
    gettext_noop("Caretaker"),
    choose,
    summary=gettext_noop("Holds the territories of a missing player."),
    rank=0,
)
