"""A registry keeps records by name, in their order, and one for each name."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from common.registry import Registry


@dataclass(frozen=True)
class Flag:
    name: str
    colour: str


def test_records_are_found_by_name_and_told_in_their_order() -> None:
    flags: Registry[Flag] = Registry()
    red, blue = flags.add(Flag("north", "red")), flags.add(Flag("east", "blue"))
    assert flags["north"] is red and flags.get("east") is blue and "north" in flags
    assert flags.get("south") is None and "south" not in flags
    assert list(flags) == [red, blue]
    with pytest.raises(KeyError):
        flags["south"]


def test_a_name_is_given_once() -> None:
    flags: Registry[Flag] = Registry()
    red = flags.add(Flag("north", "red"))
    with pytest.raises(ValueError, match="two records with the name north"):
        flags.add(Flag("north", "blue"))
    assert list(flags) == [red]


def test_a_record_moves_before_another_and_is_never_lost() -> None:
    flags: Registry[Flag] = Registry()
    red, blue, green = (flags.add(Flag(name, name)) for name in ("red", "blue", "green"))
    flags.move("green", before="blue")
    assert list(flags) == [red, green, blue]
    for name, before in (("green", "white"), ("white", "green")):
        with pytest.raises(KeyError):
            flags.move(name, before=before)
    assert list(flags) == [red, green, blue]
