"""Choose positions and store them: `python -m tests.golden.positions RULES ...`, of all rule sets without a name.

They come from the cases of the book, and from games of bots and lively players with the usual switches and others.
Those are kept in which the engine does something that it does in few others, as they are described for
`tests/engine/test_answers.py`. A file that is there is written anew only if it is named.
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from coverage import Coverage

from engine import (
    FastChance,
    GameState,
    IllegalAction,
    apply,
    bots,
    new_game,
    open_decision,
    pack,
    ruleset,
    unpack,
    view_for,
)
from tests.engine.answers import describe
from tests.golden.lively import Lively
from tests.kit.games import COLOURS, cases, presets, state_of, walk_on
from tests.kit.packages import ROOT

FOLDER = Path(__file__).parent / "positions"
GAMES, EVERY = 16, 11
"""How many games are played, and of how many positions one is looked at."""

ENOUGH = 3
"""In so many of the kept positions each line is to be run, if it is run in so many at all."""

LAST_ROUND = 12
MOST = 220
"""Positions that are kept of a rule set."""


def stored(rules: str) -> list[GameState]:
    """Read the positions of a rule set."""
    return [unpack(b64decode(line)) for line in path_of(rules).read_text().split()]


def path_of(rules: str) -> Path:
    return FOLDER / f"{rules}.txt"


def candidates(rules: str) -> Iterator[GameState]:
    """Yield the positions of the cases of a rule set with one that follows, and positions of games that are played."""
    starts = [state_of(case) for case in cases() if case.rules == rules]
    yield from (state for start in starts for state in walk_on(start, 1, 2) if open_decision(state))
    for seed in range(GAMES):
        yield from list(played(rules, seed))[seed % EVERY :: EVERY]


def played(rules: str, seed: int) -> Iterator[GameState]:
    """Play a game among bots and lively players, with switches that hang on the seed."""
    random, lively, chance = Random(f"{rules} {seed}"), Lively(seed), FastChance(seed)
    least, most = ruleset(rules).seats
    seats = random.randint(least, most)
    names = [random.choice(("", "", *bots.bots())) for _ in range(seats)]
    edition = f"{ruleset(rules).family}@{random.choice((1, ruleset(rules).version))}"
    chosen = switches(rules, random)
    state = new_game(rules, COLOURS[:seats], chance=chance, options=chosen, edition=edition).state
    while (asked := open_decision(state)) and state.round <= LAST_ROUND:
        yield state
        seat = asked.seats[0]
        name = names[seat]
        action = bots.choose(name, view_for(state, seat), random) if name else lively(state, seat, chance)
        state = apply(state, action, chance).state


def switches(rules: str, random: Random) -> dict[str, Any]:
    """Draw the switches and overlays of a game: one in three is set otherwise, as far as the rules allow."""
    chosen: dict[str, Any] = {}
    changes: list[Mapping[str, Any]] = [overlay.changes for overlay in ruleset(rules).overlays]
    for switch in ruleset(rules).switches:
        values = [value for value, _ in switch.choices] or [switch.least, switch.most]
        changes.append({switch.name: random.choice(values)})
    for change in changes:
        if random.random() < 1 / 3 and is_allowed(rules, chosen | change):
            chosen |= change
    return chosen


def is_allowed(rules: str, options: Mapping[str, Any]) -> bool:
    try:
        for seats in range(ruleset(rules).seats[0], ruleset(rules).seats[1] + 1):
            new_game(rules, COLOURS[:seats], chance=FastChance(1), options=options)
    except IllegalAction:
        return False
    return True


def choose(states: Iterable[GameState]) -> list[GameState]:
    """Keep those in which lines run that ran in few of those kept before, beginning with those of rare lines."""
    ran = [(state, lines_of(state, number)) for number, state in enumerate(states)]
    often = Counter(line for _, lines in ran for line in lines)
    times, kept = Counter[str](), list[GameState]()
    for state, lines in sorted(ran, key=lambda each: -sum(1 / often[line] for line in each[1])):
        if len(kept) < MOST and any(times[line] < ENOUGH for line in lines):
            kept.append(state)
            times.update(lines)
    return kept


def lines_of(state: GameState, seed: int) -> frozenset[str]:
    """Run what is told of a position, and list the steps from line to line that the engine takes."""
    watch = Coverage(data_file=None, branch=True, include=[str(ROOT / "engine" / "*")], config_file=False)
    watch.start()
    try:
        list(describe(state, seed))
    finally:
        watch.stop()
    data = watch.get_data()
    return frozenset(f"{file} {arc}" for file in data.measured_files() for arc in data.arcs(file) or ())


def main(names: Sequence[str]) -> None:
    for rules in names or [rules for rules in presets() if not path_of(rules).exists()]:
        kept = choose(list(candidates(rules)))
        lines = [b64encode(pack(state)).decode() for state in sorted(kept, key=lambda state: state.seq)]
        path_of(rules).parent.mkdir(exist_ok=True)
        path_of(rules).write_text("\n".join(lines) + "\n")
        print(f"{rules}: {len(kept)} positions", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
