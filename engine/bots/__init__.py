"""Players without a person: each sees the view of its seat, as a person would, and nothing else.

    >>> from random import Random
    >>> from engine import FastChance, new_game, view_for
    >>> state = new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state
    >>> order = choose("veteran", view_for(state, state.active), Random(7))

Each bot is a module of this package with a function `choose` and a `register` line; every bot answers every decision
of every rule set, from the offers in its view, and brings skill to those it knows.
"""

from importlib import import_module
from pkgutil import iter_modules

from engine.bots.registry import Bot, bot, bots, choose, opponents, register

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")  # which registers its bot

__all__ = ["Bot", "bot", "bots", "choose", "opponents", "register"]
