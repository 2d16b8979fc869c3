"""Moments of games of bots, reached by lot."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import engine
from engine.bots import choose

if TYPE_CHECKING:
    from benchmarks.secrets.tables import Table
    from games.play.session import Session

BOTS = ("random", "recruit")
LONGEST = 130
"""Moves of a seat after which a game is looked at, at the latest."""
ON_SITE = 25
"""Moves that are played on the site, so that its journal tells of them."""
WAIT = 60
"""Moves that a game may go on until a sealed answer lies there."""


def position(number: int, table: Table, random: Random) -> engine.GameState | None:
    """Play a game of bots to a random point; None if it is over before."""
    chance = engine.FastChance(number)
    state = engine.new_game(table.rules, engine.COLOURS[: table.seats], chance=chance, options=table.options).state
    for _ in range(random.randrange(LONGEST * table.seats)):
        if (action := next_move(state, random)) is None:
            return None
        state = engine.apply(state, action, chance).state
    return state


def next_move(state: engine.GameState, random: Random) -> engine.Action | None:
    """Choose the next move of one who is asked; None once the game is over."""
    asked = engine.open_decision(state)
    if asked is None:
        return None
    seat = random.choice(asked.seats)
    return choose(random.choice(BOTS), engine.view_for(state, seat), random)


def play_on(session: Session, random: Random) -> bool:
    """Go on for some moves on the site, and often until somebody's sealed answer lies there. Returns whether the game
    is still running."""
    sealed = random.random() < 0.5
    for number in range(ON_SITE + WAIT):
        if number >= ON_SITE and not (sealed and not is_sealed(session)):
            break
        if session.asked is None:
            return False
        seat = random.choice(session.asked.seats)
        session.play(choose(random.choice(BOTS), session.view(seat), random), "web")
    return session.asked is not None


def is_sealed(session: Session) -> bool:
    """Check whether the sealed answer of somebody lies there, and others are waited for."""
    return any(session.view(seat).given for seat in session.players)
