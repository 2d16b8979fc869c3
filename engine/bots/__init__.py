"""Players without a person: each sees the view of its seat, as a person would, and nothing else.

    >>> from random import Random
    >>> from engine import FastChance, new_game, view_for
    >>> state = new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state
    >>> order = choose("veteran", view_for(state, state.active), Random(7))

Each bot is a module of this package with a function `choose` and a `register` line; every bot answers every decision
of every rule set, from the offers in its view, and brings skill to those it knows (`skills.py`; what only one family
asks is in `families/`).
"""

from importlib import import_module
from pkgutil import walk_packages

from engine.bots.catalogue import Bot, bot, bots, choose, opponents, register

for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)  # which registers its bot, or teaches the bots what a family asks

__all__ = ["Bot", "bot", "bots", "choose", "opponents", "register"]
