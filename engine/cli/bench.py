"""`python -m engine bench`: the speed of the engine on this machine, and the size of what it stores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from engine import bench
from engine.bots import choose
from engine.cli.arguments import BadInput, Parser
from engine.core.actions import Action
from engine.core.reducer import top_decision
from engine.core.registry import rulesets
from engine.core.state import GameState
from engine.core.view import view_for

LABELS = {  # key -> what a reader sees, digits after the point
    "actions_per_second_in_place": ("actions a second, in place", 0),
    "actions_per_second": ("actions a second, each on a copy", 0),
    "games_per_second": ("games a second", 1),
    "copies_per_second": ("copies of a state a second", 0),
    "view_us": ("µs for a view, mean", 0),
    "replay_ms": ("ms to replay 1,000 actions of a journal", 2),
    "state_bytes": ("bytes of a packed state, mean", 0),
    "log_bytes_per_action": ("bytes of a packed log for an action, mean", 2),
    "odds_100v100_us": ("µs for the odds of 100 against 100, cold", 0),
    "actions_per_game": ("actions of a game, mean", 0),
}


def bench_command(argv: Sequence[str]) -> int:
    """Run the benchmark command. Raises BadInput."""
    parser = Parser("bench", "Time the engine on this machine, for some ten seconds; see docs/benchmarks.md.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rules", default=bench.RULES, help="another rule set, whose games recruits play")
    asked = parser.parse_args(list(argv))
    if asked.rules not in rulesets():
        raise BadInput(f"There is no rule set {asked.rules!r}: there are {', '.join(rulesets())}.")
    figures = bench.measure(rules=asked.rules, choose=bench.policy if asked.rules == bench.RULES else by_recruits)
    if asked.json:
        print(json.dumps({key: round(value, 3) for key, value in figures.items()}))
    else:
        for key, (label, digits) in LABELS.items():
            print(f"{figures[key]:>14,.{digits}f}  {label}")
    return 0


def by_recruits(state: GameState, rng: Random) -> Action:
    """Choose the next action of a game as a recruit would."""
    return choose("recruit", view_for(state, top_decision(state).seats[0]), rng)
