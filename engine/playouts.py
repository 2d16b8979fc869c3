"""Games played on from a position by bots, many times: how often each seat wins from there.

    >>> from engine import FastChance, new_game
    >>> state = new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state
    >>> tally = tally_wins(state, "a seed", most=20)
    >>> tally.games, sum(tally.wins) == tally.games
    (20, True)

Every seat is played by the same bot, which sees what its seat may see. What is hidden in the position, such as cards in
hand and missions, stays as it is; dice and the cards that are drawn are new in each game.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from msgspec import Struct

from engine.bots import choose
from engine.core.chance import FastChance
from engine.core.language import untranslated
from engine.core.reducer import apply_in_place, top_decision
from engine.core.state import GameState
from engine.core.view import view_for

PLAYED_BY = "recruit"
MOST = 100
"""Games from one position."""
BATCH = 20
"""Games before it is first looked at how sure the result is, and between two looks."""
PRECISE = 0.05
"""The standard error at which no more games are played. After `MOST` games no seat's can be larger."""
FURTHER = 20
"""Rounds that a game is played on; after them the first place counts as the win."""


class Tally(Struct, frozen=True):
    """How many games were played from a position, and how many of them each seat won; of a shared win each winner has a
    part."""

    games: int
    wins: tuple[float, ...]


def tally_wins(state: GameState, seed: str, *, most: int = MOST, last_round: int = 0) -> Tally:
    """Play at most `most` games on from a position, fewer if the outcome is plain: no more once the standard error of
    each seat's chance is `PRECISE`. `last_round` is the round after which the game ends as it stands, 0 for none."""
    until = min(filter(None, (state.round + FURTHER, last_round)))
    wins, games = [0.0] * len(state.players), 0
    while games < most:
        for number in range(games, min(games + BATCH, most)):
            with untranslated():
                winners = play_on(state.copy(), f"{seed} {number}", until)
            for seat in winners:
                wins[seat] += 1 / len(winners)
            games += 1
        if all(standard_error(won, games) <= PRECISE for won in wins):
            break
    return Tally(games, tuple(round(won, 6) for won in wins))


def standard_error(won: float, games: int) -> float:
    """Compute the standard error of a chance of which so many games were won. One game more is counted as won and one
    as lost, so that nothing is certain that never happened in a few games."""
    chance = (won + 1) / (games + 2)
    return sqrt(chance * (1 - chance) / (games + 2))


def play_on(state: GameState, seed: str, until: int) -> Sequence[int]:
    """Play a position on, in place, to its end or through the round `until`. Returns the winners, else those who then
    have the first place."""
    chance, rng = FastChance(f"{seed} dice"), Random(f"{seed} bots")
    while state.agenda and state.round <= until:
        seat = top_decision(state).seats[0]
        apply_in_place(state, choose(PLAYED_BY, view_for(state, seat), rng), chance)
    return state.winners or lead(state)


def lead(state: GameState) -> list[int]:
    """List the seats with the first place as the board stands: by what their land would bring, then by territories,
    then by armies."""
    standing = {
        row.seat: (row.income, row.territories, row.armies) for row in view_for(state, None).seats if not row.out
    }
    best = max(standing.values())
    return [seat for seat, stands in standing.items() if stands == best]
