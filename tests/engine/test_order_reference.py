"""docs/orders.md says what the registry says, and its examples can be read."""

from __future__ import annotations

import re

import pytest

from engine import format_order, parse_order, view_for
from engine.conformance.coverage import ROOT
from engine.conformance.reference import commands_table, refusals_table
from engine.core.conditions import read_condition_line
from engine.position import position

TEXT = (ROOT / "docs" / "orders.md").read_text("utf-8")
EXAMPLES = [line for block in re.findall(r"```orders\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
HAND = {"red": ["Alaska", "Greenland", "Quebec"]}
VIEW = view_for(position("red: *5 | blue: North Africa 2", rules="modern", hands=HAND), 0)


def test_the_tables_are_current() -> None:
    assert commands_table() in TEXT
    assert refusals_table() in TEXT


BLOCK = re.search(r"```orders risk2210\n(.*?)```", TEXT, re.DOTALL)
OF_2210 = BLOCK[1].splitlines() if BLOCK else []
YEAR = position(
    "red: Japan 8, Mexico 3, *1 | blue: Pevek 2, Neo Tokyo 2, Alden 3",
    rules="risk2210",
    commanders={"red": {"land": "Japan", "naval": "Japan"}, "blue": {"nuclear": "Alden"}},
    command_cards={"red": ["Land Assemble MODs", "Assassin Bomb"]},
)


@pytest.mark.parametrize("line", OF_2210)
def test_every_example_of_2210_can_be_read_and_written(line: str) -> None:
    view = view_for(YEAR, 0)
    order = parse_order(line, view)
    assert parse_order(format_order(order, "risk2210", "world2210"), view) == order


def test_2210_has_examples() -> None:
    assert {"bid", "hire", "buy", "play", "attack", "decline", "plan"} <= {line.split()[0] for line in OF_2210}


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_can_be_read_and_written(line: str) -> None:
    order = parse_order(read_condition_line(line, VIEW).order, VIEW)
    assert parse_order(format_order(order, "modern", "classic42"), VIEW) == order
