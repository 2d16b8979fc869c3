"""Players without a person: each sees the view of its seat, as a person would, and nothing else.

    >>> from random import Random
    >>> from engine import FastChance, new_game, view_for
    >>> state = new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state
    >>> order = choose("veteran", view_for(state, state.active), Random(7))

Each bot is a module with a function `choose` and a `register` line; every bot answers every decision of every rule
set, from the offers in its view, and brings skill to those it knows.
"""

from engine.bots import caretaker, recruit, veteran, wanderer  # noqa: F401  # importing a bot registers it
from engine.bots.registry import Bot, bot, bots, choose, opponents, register

__all__ = ["Bot", "bot", "bots", "choose", "opponents", "register"]
