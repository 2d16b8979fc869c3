"""How long a game takes, counted in answers: those of its set-up exactly, those of its turns by experience."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from engine.core.chance import FastChance
from engine.core.errors import IllegalAction
from engine.core.reducer import apply_in_place, default_answer, new_game, open_decision
from engine.core.registry import ruleset
from engine.core.state import COLOURS

PLAN_ASKED = "setup.plan_asked"
STILL_IN = 0.75  # the share of the seats that has a turn in a round, over a whole game


def setup_answers(rules: str, seats: int, options: Mapping[str, object], map: str = "") -> tuple[int, int]:
    """Count the answers that the set-up takes in all, and how often it waits; seats asked at once are waited for
    together. Raises IllegalAction for a game that cannot be."""
    asked = _setup(rules, seats, _key(options), map)
    return len(asked), len({ref for ref, _ in asked})


def plans_setup(rules: str, options: Mapping[str, object]) -> bool:
    """Return whether a game of these rules could be set up by plans: something is claimed or placed before the first
    turn. A choice of capitals alone is not planned."""
    least, most = ruleset(rules).seats
    return any(_asks(rules, seats, {**options, "setup_orders": "planned"}) for seats in range(least, most + 1))


def _asks(rules: str, seats: int, options: Mapping[str, object]) -> bool:
    try:
        return any(kind == PLAN_ASKED for _, kind in _setup(rules, seats, _key(options), ""))
    except IllegalAction:  # not for so many; whoever creates such a game is told
        return False


def _key(options: Mapping[str, object]) -> bytes:
    return msgspec.json.encode(dict(options), order="sorted")


@lru_cache(maxsize=512)
def _setup(rules: str, seats: int, options: bytes, map: str) -> tuple[tuple[int, str], ...]:
    """List the questions before the first turn, answer by answer: the number of the question and its kind."""
    chosen = msgspec.json.decode(options)
    state = new_game(rules, COLOURS[:seats], chance=FastChance(0), options=chosen, map=map or None).state
    found = []
    while not state.round and (asked := open_decision(state)):
        found.append((asked.ref, asked.kind))
        apply_in_place(state, default_answer(state, asked.seats[0]), FastChance(0))
    return tuple(found)


def usual_turns(rules: str, seats: int) -> int:
    """Estimate how many turns a game takes from the first attack to its end. Where the score of a last round decides,
    few go out before it."""
    played = ruleset(rules)
    return round(played.rounds * seats * (1 if seats == 2 or played.round_end else STILL_IN))


def usual_round_questions(rules: str) -> int:
    """Estimate how often a game asks everybody at once before the turns of a round."""
    played = ruleset(rules)
    return played.rounds * len(played.round)
