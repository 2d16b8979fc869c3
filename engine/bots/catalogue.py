"""The bots that can sit at a table, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from engine.bots.planning import plan_like
from engine.core.actions import Action
from engine.core.language import translated
from engine.core.view import PlayerView
from engine.mechanics.setup_plan.types import ADVISERS

Choose = Callable[[PlayerView, Random], Action]


@translated("title", "summary")
@dataclass(frozen=True)
class Bot:
    """`name` is stored with games and stays; `title` and `summary` are for forms. `rank` orders bots from the weakest
    up; one of rank 0 is not ranked: it is not meant to win and is not offered as an opponent."""

    name: str
    title: str
    choose: Choose
    summary: str = ""
    rank: int = 1

    @property
    def is_ranked(self) -> bool:
        return self.rank > 0


_BOTS: dict[str, Bot] = {}


def register(name: str, title: str, choose: Choose, *, summary: str = "", rank: int = 1) -> Bot:
    """Add a bot. `choose(view, rng)` answers any open decision of `view.viewer`; it draws from `rng.random()` alone, so
    that one seed gives one game on every platform."""
    _BOTS[name] = Bot(name, title, choose, summary, rank)
    ADVISERS[name] = partial(plan_like, choose)
    return _BOTS[name]


def bots() -> Mapping[str, Bot]:
    """Return all bots by name, from the weakest to the strongest, those not ranked last."""
    return dict(sorted(_BOTS.items(), key=lambda entry: (not entry[1].is_ranked, entry[1].rank)))


def opponents() -> Mapping[str, Bot]:
    """Return the bots that may be asked to a table by name: those that are ranked, from the weakest up."""
    return {name: bot for name, bot in bots().items() if bot.is_ranked}


def bot(name: str) -> Bot:
    """Return a bot by name. Raises KeyError for an unknown name."""
    return _BOTS[name]


def choose(name: str, view: PlayerView, rng: Random) -> Action:
    """Have the bot `name` answer for the seat that `view` belongs to.

    Raises KeyError for an unknown bot, ValueError if that seat is not asked.
    """
    if not view.must_answer:
        raise ValueError("This seat is not asked for anything.")
    return bot(name).choose(view, rng)
