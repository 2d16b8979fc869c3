"""Whom a recruit attacks: where its lead is largest, if it is large enough."""

from __future__ import annotations

from random import Random

import pytest

from engine import End, mapgraph, view_for
from engine.bots import choose
from engine.mechanics.battle.types import Attack
from engine.position import position

NUMBER = mapgraph("classic42").number
BRAZIL, PERU, VENEZUELA, ALASKA, KAMCHATKA = (
    NUMBER[name] for name in ("brazil", "peru", "venezuela", "alaska", "kamchatka")
)


def choice(board: str, **options: object) -> object:
    state = position(board, step="attack", options=options)
    return choose("recruit", view_for(state, 0), Random(1))


def order(src: int, dst: int, left: int) -> Attack:
    return Attack(0, src, dst, throws=0, left=left)


@pytest.mark.parametrize(
    ("board", "options", "wanted"),
    [
        ("red: Brazil 4 | blue: Peru 2 | green: *9", {}, order(BRAZIL, PERU, 1)),
        ("red: Brazil 3 | blue: Peru 2 | green: *9", {}, End(0)),
        ("red: Brazil 9 | blue: Peru 5, Venezuela 4 | green: *9", {}, order(BRAZIL, VENEZUELA, 2)),
        ("red: Brazil 9 | blue: Peru 4, Venezuela 4 | green: *9", {}, order(BRAZIL, VENEZUELA, 2)),
        ("red: Brazil 8, Alaska 8 | blue: Peru 3, Kamchatka 3 | green: *9", {}, order(ALASKA, KAMCHATKA, 1)),
        ("red: Brazil 8 | blue: Peru 8 | green: *9", {"army_cap": 9}, End(0)),
        ("red: Brazil 9 | blue: Peru 9 | green: *9", {"army_cap": 9}, order(BRAZIL, VENEZUELA, 4)),
        ("red: Brazil 9 | blue: *9", {"army_cap": 10}, End(0)),
    ],
)
def test_it_attacks_where_its_lead_is_largest(board: str, options: dict[str, object], wanted: object) -> None:
    assert choice(board, **options) == wanted
