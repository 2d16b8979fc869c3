"""Moments of games of bots: reached by lot, or at a start, at somebody's elimination or at an end."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import TYPE_CHECKING

import engine
from engine.bots import choose
from engine.core.chance import Chance
from engine.core.context import Context
from engine.core.offers import TerritoryField
from engine.core.state import NOBODY
from engine.mechanics.battle.types import Attack
from engine.mechanics.occupy import USUAL

if TYPE_CHECKING:
    from benchmarks.secrets.tables import Table
    from games.play.session import Session

BOTS = ("random", "recruit")
LONGEST = 130
"""Moves of a seat after which a game is looked at, at the latest."""
ON_SITE = 25
"""Moves that are played on the site, so that its journal tells of them."""
WAIT = 60
"""Moves that a game may go on until a sealed answer lies there, or until it ends."""
BRIEF = 4
"""Moves after a start or an elimination, and before an end, at most."""
START, FALL, END, ANY = "a start", "an elimination", "an end", "any moment"
OCCASIONS = (ANY, START, ANY, ANY, FALL, ANY, ANY, END, ANY)
"""At what games are looked at, one game after another: as many as have no divisor in common with tables or readers."""
STRIKERS = 40
"""Units that are added where somebody is to be eliminated."""


def occasion_of(number: int) -> str:
    """Return at what a game is looked at."""
    return OCCASIONS[number % len(OCCASIONS)]


# ---- off the site


def position(number: int, table: Table, random: Random) -> engine.GameState | None:
    """Play a game of bots to the point from which it goes on on the site; None if it does not get there."""
    chance, occasion = engine.FastChance(number), occasion_of(number)
    state = engine.new_game(table.rules, engine.COLOURS[: table.seats], chance=chance, options=table.options).state
    if occasion == END:
        return last_of(state, chance, random)
    for _ in range(random.randrange(BRIEF if occasion == START else LONGEST * table.seats)):
        if (action := next_move(state, random)) is None:
            return None
        state = engine.apply(state, action, chance).state
    return last_stand(state, chance, random) if occasion == FALL else state


def last_of(state: engine.GameState, chance: Chance, random: Random) -> engine.GameState:
    """Play to the end of a game, and return to a point a few moves before it."""
    last = deque([state], maxlen=1 + random.randrange(1, BRIEF + 1))
    while (action := next_move(last[-1], random)) is not None:
        last.append(engine.apply(last[-1], action, chance).state)
    return last[0]


def last_stand(state: engine.GameState, chance: Chance, random: Random) -> engine.GameState | None:
    """Go on until somebody may attack a seat, and leave that seat one territory that counts, with one unit. None if the
    game ends before."""
    while not (fronts := fronts_of(engine.view_for(state, state.active))):
        if (action := next_move(state, random)) is None:
            return None
        state = engine.apply(state, action, chance).state
    src, dst = random.choice(fronts)
    victim, state = state.owner[dst], state.copy()
    state.pieces = [piece for piece in state.pieces if piece.seat != victim]
    for at in Context(state).territories_of(victim):
        if at != dst:
            state.owner[at], state.armies[at] = state.active, max(1, state.armies[at])
    state.armies[dst] = 1
    state.armies[src] += STRIKERS
    return state


def fronts_of(view: engine.PlayerView) -> list[tuple[int, int]]:
    """List from where to where the viewer may attack a seat now, on land that counts, which alone has borders."""
    offer = view.offer("battle.attack")
    fields = [field for field in offer.fields if isinstance(field, TerritoryField)] if offer else []
    pairs = [(int(src), dst) for field in fields for src, near in field.table.items() for dst in near]
    return [(src, dst) for src, dst in pairs if NOBODY < view.owner[dst] < len(view.seats) and view.links[dst]]


def next_move(state: engine.GameState, random: Random) -> engine.Action | None:
    """Choose the next move of one who is asked; None once the game is over."""
    asked = engine.open_decision(state)
    if asked is None:
        return None
    seat = random.choice(asked.seats)
    return choose(random.choice(BOTS), engine.view_for(state, seat), random)


# ---- on the site


def play_on(session: Session, number: int, random: Random) -> bool:
    """Go on on the site to what the game is looked at for. Returns whether it came to that."""
    occasion = occasion_of(number)
    if occasion == END:
        play_some(session, ON_SITE + WAIT, random)
        return session.asked is None
    if occasion == FALL:
        return play_to_fall(session, random)
    play_some(session, random.randrange(BRIEF) if occasion == START else ON_SITE, random)
    if occasion == ANY:
        play_until_sealed(session, random)
    return True


def play_some(session: Session, moves: int, random: Random) -> None:
    """Play so many moves on the site; fewer if the game ends."""
    for _ in range(moves):
        if session.asked is None:
            return
        seat = random.choice(session.asked.seats)
        session.play(choose(random.choice(BOTS), session.view(seat), random), "web")


def play_until_sealed(session: Session, random: Random) -> None:
    """Go on, often, until somebody's sealed answer lies there."""
    if random.random() < 0.5:
        return
    for _ in range(WAIT):
        if is_sealed(session):
            return
        play_some(session, 1, random)


def is_sealed(session: Session) -> bool:
    """Check whether the sealed answer of somebody lies there, and others are waited for."""
    return any(session.view(seat).given for seat in session.players)


def play_to_fall(session: Session, random: Random) -> bool:
    """Attack until somebody is eliminated, and often go on for some moves, since mails may be late. Returns whether
    somebody was."""
    for _ in range(ON_SITE):
        if session.asked is None or is_anybody_out(session):
            break
        strike = final_blow(session.view(session.asked.seats[0]))
        if strike is None:
            play_some(session, 1, random)
        else:
            session.play(strike, "web")
    if not is_anybody_out(session):
        return False
    play_some(session, random.randrange(BRIEF), random)
    return True


def is_anybody_out(session: Session) -> bool:
    return any(seat.out for seat in session.view(None).seats)


def final_blow(view: engine.PlayerView) -> Attack | None:
    """Attack a seat that has one territory left, if the viewer may."""
    for src, dst in fronts_of(view):
        if view.seats[view.owner[dst]].territories == 1:
            return Attack(seat=view.viewer or 0, src=src, dst=dst, throws=0, advance=USUAL)
    return None
