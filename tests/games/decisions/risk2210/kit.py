"""Positions of 2210."""

from __future__ import annotations

from typing import Any

import engine
from engine.position import position

SEATS = ("red", "blue", "green")
BOARD = "red: Japan 5, Hong Kong 3, Khan Industrial State 2, Tycho 2 | blue: Neo Tokyo 4, Alden 3 | green: *1"
PIECES = {"red": {"land": "Japan", "naval": "Japan", "space": "Tycho"}, "blue": {"naval": "Neo Tokyo"}}


def state_of(**keys: Any) -> engine.GameState:
    given = {"turn": "red", "commanders": PIECES, "energy": {"red": 7, "blue": 4}, "year": 3}
    return position(keys.pop("board", BOARD), rules="risk2210", seats=SEATS, **{**given, **keys})
