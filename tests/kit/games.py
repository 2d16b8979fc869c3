"""Games for tests of the engine: random ones, played by sampling what is offered, and the positions of all cases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec

from engine import (
    Action,
    FastChance,
    GameState,
    Offer,
    RuleSet,
    action_from_json,
    apply,
    new_game,
    open_decision,
    ruleset,
    rulesets,
)
from engine.conformance import BOOK
from engine.conformance.case import Case
from engine.conformance.files import read_files
from engine.conformance.run import state_of
from engine.core.offers import random_arguments
from engine.core.reducer import offers

COLOURS = ("red", "blue", "yellow", "green", "violet", "grey")
PRESETS = ("classic_1959", "modern", "classic_1959_2p", "book2210")
WALKS = 16  # random games, and how far each is played
STEPS = 400
ONWARD = 6  # how far games go on from the positions of the book
MIXES: tuple[dict[str, Any], ...] = (  # switches that the random games are played with, in turn
    {},
    {"attack_card_reroll": True, "commander": True},
    {"fortify": "connected_one"},
    {"army_cap": 12},
    {"army_cap": 12, "fortify": "connected_many", "attack_card_reroll": True, "commander": True},
)
EXPERTS = {name: value for overlay in ruleset("classic_1959").overlays for name, value in overlay.changes.items()}
"""The switches of a game with every variation for experts."""


def presets() -> list[str]:
    """List the ids of the rule sets that the engine brings, without those of tests."""
    return [id for id, rules in rulesets().items() if _is_ours(rules)]


def _is_ours(rules: RuleSet) -> bool:
    return type(rules.options).__module__.startswith("engine.")


def action_of(offer: Offer, seat: int, given: dict[str, Any]) -> Action:
    """An offered action with its arguments."""
    return action_from_json({"type": offer.action, "seat": seat, **msgspec.to_builtins(given)})


def random_action(state: GameState, random: Random) -> Action:
    """Something that is offered to the seat that is asked first; ending a step is rarer than acting."""
    asked = open_decision(state)
    assert asked is not None
    seat = asked.seats[0]
    choices = offers(state, seat)
    offer = choices[0] if random.random() < 0.85 else random.choice(choices)
    return action_of(offer, seat, random_arguments(offer, random.randrange))


def walk(rules: str, seats: int, seed: int, **options: Any) -> Iterator[GameState]:
    """The states of a random game, from its first question on."""
    state = new_game(rules, COLOURS[:seats], chance=FastChance(seed), options=options).state
    yield from walk_on(state, seed, STEPS)


def walk_on(state: GameState, seed: int, steps: int) -> Iterator[GameState]:
    """The same from a position."""
    random, chance = Random(seed), FastChance(seed)
    for _ in range(steps):
        yield state
        if open_decision(state) is None:
            return
        state = apply(state, random_action(state, random), chance).state


def questions(rules: str, seats: int, walks: int = 4, **options: Any) -> dict[str, GameState]:
    """Find a position of each kind of question in random games."""
    return first_of_each(state for seed in range(walks) for state in walk(rules, seats, seed, **options))


def written_questions(rules: str) -> dict[str, GameState]:
    """Find a position of each kind of question among those of the book of rules, and a few moves after them."""
    return first_of_each(
        state for case in cases() if case.rules == rules for state in walk_on(state_of(case), 1, ONWARD)
    )


@cache
def questions_by_family() -> dict[str, dict[str, GameState]]:
    """Find the same for each family: by its name, a position of each kind of question."""
    found: dict[str, list[GameState]] = defaultdict(list)
    for case in cases():
        found[ruleset(case.rules).family] += walk_on(state_of(case), 1, ONWARD)
    return {family: first_of_each(states) for family, states in found.items()}


@cache
def cases() -> tuple[Case, ...]:
    """The cases of the book that begin with a position."""
    return tuple(case for case in read_files([BOOK]) if isinstance(case, Case) and can_start(case))


def first_of_each(states: Iterable[GameState]) -> dict[str, GameState]:
    """Keep the first position of each kind of question."""
    found: dict[str, GameState] = {}
    for state in states:
        asked = open_decision(state)
        if asked is not None:
            found.setdefault(asked.kind, state)
    return found


@cache
def positions() -> tuple[GameState, ...]:
    """Some of all random games, every position of the conformance book in which somebody is asked, and some that follow
    from every other of those."""
    found: list[GameState] = []
    for seed in range(WALKS):
        rules = ruleset(PRESETS[seed % len(PRESETS)])
        least, most = rules.seats
        seats = least + seed % (most - least + 1)
        found += list(walk(rules.id, seats, seed, **MIXES[seed % len(MIXES)]))[seed % 5 :: 5]
    written = [state_of(case) for case in cases()]
    onward = [state for seed, start in enumerate(written[::2]) for state in list(walk_on(start, seed, ONWARD))[2::2]]
    return tuple(state for state in (*found, *written, *onward) if state.agenda)


def can_start(case: Case) -> bool:
    return "refused" not in case.expect and not case.replay
