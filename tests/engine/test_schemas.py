"""What older engines stored is read by this one: a sample of every schema lies in `tests/stored`."""

from __future__ import annotations

import zlib
from pathlib import Path

import msgspec
import pytest

import tests.toy as toy
from engine import (
    FastChance,
    GameState,
    UnreadableGame,
    action_from_json,
    action_to_json,
    apply,
    default_answer,
    dump,
    event_from_json,
    event_to_json,
    load,
    new_game,
    open_decision,
    pack,
    rulesets,
    unpack,
)
from engine.conformance.golden import state_hash
from engine.core.codec import LAYOUTS, SCHEMA, UPCASTS
from engine.journal import LogError, fold, read_log, verify
from tests.kit.games import positions

pytestmark = pytest.mark.no_cover

STORED = Path(__file__).parent.parent / "stored"
FOLDERS = sorted(STORED.glob("schema-*"))
STATES = sorted(STORED.glob("schema-*/*.json"))


def test_every_schema_has_its_sample_its_layout_and_its_upcast() -> None:
    assert [folder.name for folder in FOLDERS] == [f"schema-{number}" for number in range(1, SCHEMA + 1)]
    assert list(LAYOUTS) == list(range(1, SCHEMA + 1))
    assert list(UPCASTS) == list(range(1, SCHEMA))


def test_the_present_layout_is_that_of_the_state() -> None:
    """Who changes the fields of all games has to raise the schema and to store a sample of it."""
    assert GameState.__struct_fields__ == LAYOUTS[SCHEMA]


@pytest.mark.parametrize("path", STATES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_stored_state_is_read_and_played_on(path: Path) -> None:
    state = load(path.read_bytes())
    assert state == unpack(path.with_suffix(".packed").read_bytes())
    assert state_hash(state) == msgspec.json.decode((path.parent / "hashes").read_bytes())[path.stem]
    asked = open_decision(state)
    assert asked is not None
    assert path.stem == f"{state.rules}-{asked.kind}"
    apply(state, default_answer(state, asked.seats[0]), FastChance(1))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_stored_actions_and_events_are_read(folder: Path) -> None:
    kinds = set()
    for line in (folder / "said").read_bytes().splitlines():
        ((what, plain),) = msgspec.json.decode(line).items()
        again = action_to_json(action_from_json(plain)) if what == "action" else event_to_json(event_from_json(plain))
        assert msgspec.json.decode(msgspec.json.encode(again)) == plain
        kinds.add(plain["type"])
    assert len(kinds) >= 25


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_stored_log_is_verified(folder: Path) -> None:
    verify(read_log((folder / "match.log").read_text("utf-8")))


# --- versions that this engine does not know


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schema", 0),
        ("schema", SCHEMA + 1),
        ("family", "classic@99"),
        ("family", "chess@1"),
        ("family", "classic"),
        ("family", 7),
        ("rules", "chess"),
    ],
)
def test_a_state_of_an_unknown_version_is_refused(field: str, value: object) -> None:
    plain = msgspec.json.decode(dump(positions()[0]))
    with pytest.raises(UnreadableGame):
        load(msgspec.json.encode(plain | {field: value}))


@pytest.mark.parametrize(
    ("field", "value"), [("family", "classic@99"), ("family", "toy@1"), ("map", "classic42@2"), ("map", "classic42")]
)
def test_a_log_of_an_unknown_version_is_not_replayed_by_other_rules(field: str, value: str) -> None:
    log = read_log((FOLDERS[-1] / "match.log").read_text("utf-8"))
    with pytest.raises(LogError, match=f"{value}; here is"):
        fold(msgspec.structs.replace(log.header, **{field: value}), log.entries)


def test_a_state_names_the_version_of_its_rules() -> None:
    state = positions()[0]
    assert state.family == rulesets()[state.rules].edition == "classic@2"


def test_a_packed_state_of_a_family_that_has_grown_gets_the_usual_values() -> None:
    """A family adds fields at its end: rows from before are shorter."""
    state = new_game("toy", ["red", "blue", "green"], chance=FastChance(1)).state
    assert isinstance(state, toy.ToyState)
    values = msgspec.msgpack.decode(_inflated(pack(state)))
    assert unpack(_deflated(msgspec.msgpack.encode(values[:-1]))) == state
    with pytest.raises(UnreadableGame):
        unpack(_deflated(msgspec.msgpack.encode([*values, 1])))


def _inflated(data: bytes) -> bytes:
    return zlib.decompress(data, -15)


def _deflated(data: bytes) -> bytes:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return squeezer.compress(data) + squeezer.flush()
