"""Stored games that cannot be read are told; older ones are lifted."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import End, FastChance, UnreadableOrder, action_from_json, dump, load, new_game, pack, unpack
from engine.core import codec
from engine.core.codec import UnreadableGame, to_plain
from engine.mechanics.battle.types import Attack
from engine.mechanics.deploy import Place

STATE = new_game("modern", ["red", "blue", "green"], chance=FastChance(1)).state


def changed(**parts: Any) -> bytes:
    return msgspec.json.encode(to_plain(STATE) | parts)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        changed(schema=99),
        changed(rules="chess"),
        changed(owner="nobody"),
        changed(options={"fortify": "everywhere"}),
        changed(agenda=[{"type": "battle.unknown"}]),
    ],
)
def test_bytes_that_are_no_game_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableGame, match="no stored game"):
        load(data)


@pytest.mark.parametrize("data", [b"", b"\xff\xff", pack(STATE)[:-9], codec._deflate(b"\x93\x01\xa4rule\x02", 9)])
def test_packed_bytes_that_are_no_game_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableGame, match="no packed game"):
        unpack(data)


def test_a_packed_game_of_a_missing_rule_set_is_refused() -> None:
    with pytest.raises(UnreadableGame, match="chess"):
        unpack(codec._deflate(msgspec.msgpack.encode([1, "chess"]), 9))


def test_an_older_schema_is_lifted_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = to_plain(STATE)
    plain["holders"] = plain.pop("owner")
    plain["schema"] = codec.SCHEMA - 1

    def lift(old: dict[str, Any]) -> dict[str, Any]:
        new = {key: value for key, value in old.items() if key != "holders"}
        return new | {"owner": old["holders"], "schema": codec.SCHEMA}

    monkeypatch.setitem(codec.UPCASTS, codec.SCHEMA - 1, lift)
    assert load(msgspec.json.encode(plain)) == STATE
    assert dump(load(msgspec.json.encode(plain))) == dump(STATE)


@pytest.mark.parametrize("plain", [None, 3, [], {}, {"type": "fly"}, {"type": 5}, {"type": "turn.end", "seat": "red"}])
def test_json_that_is_no_action_is_refused(plain: object) -> None:
    with pytest.raises(UnreadableOrder, match="This is not an action"):
        action_from_json(plain)


def test_a_packed_log_leaves_out_what_is_usual() -> None:
    rows = [(Place(1, ((3, 2),)), []), (Attack(1, 3, 4), [6, 5]), (Attack(1, 3, 4, dice=2, throws=1), []), (End(1), [])]
    assert msgspec.msgpack.decode(codec._inflate(codec.pack_log(rows))) == [
        ["deploy.place", "battle.attack", "turn.end"],
        [[0, 1, [[3, 2]]], [1, 1, 3, 4, [6, 5]], [1, 1, 3, 4, 2], [2, 1]],
    ]
