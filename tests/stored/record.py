"""Store samples of the present schema: `python -m tests.stored.record`, once for each schema, never over an old one.

What lies in `tests/stored/schema-N` was written by an engine of that schema, and every later engine has to read it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec

from engine import FastChance, GameState, action_to_json, apply, dump, event_to_json, open_decision, pack
from engine.conformance.golden import state_hash
from engine.core.codec import SCHEMA
from engine.journal import write_log
from engine.sim import play_match
from tests.kit.games import positions, random_action

HERE = Path(__file__).parent


def main() -> None:
    folder = HERE / f"schema-{SCHEMA}"
    folder.mkdir()
    states = one_of_each_kind()
    for name, state in states.items():
        (folder / f"{name}.json").write_bytes(msgspec.json.format(dump(state), indent=1) + b"\n")
        (folder / f"{name}.packed").write_bytes(pack(state))
    hashes = {name: state_hash(state) for name, state in states.items()}
    (folder / "hashes").write_bytes(msgspec.json.format(msgspec.json.encode(hashes), indent=1) + b"\n")
    (folder / "said").write_bytes(b"\n".join(said()) + b"\n")
    match = play_match("modern", ["recruit"] * 3, "stored", longest=1)
    (folder / "match.log").write_text(write_log(match.log), "utf-8")


def one_of_each_kind() -> dict[str, GameState]:
    """For each preset a position of every question; of several the fullest, whose dump holds most."""
    found: dict[str, GameState] = {}
    for state in sorted(positions(), key=lambda state: len(dump(state))):
        asked = open_decision(state)
        assert asked is not None
        found[f"{state.rules}-{asked.kind}"] = state
    return dict(sorted(found.items()))


def said() -> list[bytes]:
    """One action and one event of each kind, as they are stored."""
    lines: dict[str, bytes] = {}
    for state in positions():
        for seed in range(3):
            action = random_action(state, Random(seed))
            events = apply(state, action, FastChance(seed)).events
            plain = [{"action": action_to_json(action)}, *({"event": event_to_json(event)} for event in events)]
            lines |= {f"{key} {value['type']}": msgspec.json.encode(one) for one in plain for key, value in one.items()}
    return [lines[key] for key in sorted(lines)]


if __name__ == "__main__":
    main()
