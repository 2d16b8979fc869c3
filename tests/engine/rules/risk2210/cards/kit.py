"""Positions with cards, and orders as they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import FastChance, GameState, ScriptedChance, mapgraph, open_decision, parse_order, play, view_for
from engine.core.context import Context
from engine.core.events import Event
from engine.position import position, stack_deck

WORLD = mapgraph("world2210")
RED, BLUE, GREEN = range(3)
BOARD = "red: Japan 5, Egypt 4, Neo Tokyo 3, Tycho 3 | blue: Mexico 4, Poseidon 3, Byrgius 3, * 2 | green: Ukrayina 6"
ALL = {"land": "Egypt", "naval": "Egypt", "space": "Egypt", "nuclear": "Egypt", "diplomat": "Egypt"}
"""Every Commander, of red's in one place."""


def at(name: str) -> int:
    return WORLD.names.index(name)


def holding(*cards: str, board: str = BOARD, step: str = "play", **said: Any) -> GameState:
    """Red has its turn, all Commanders, ten energy and these cards."""
    said.setdefault("commanders", {"red": ALL})
    said.setdefault("energy", {"red": 10, "blue": 3, "green": 3})
    hands = {"red": list(cards)} | said.pop("command_cards", {})
    return position(board, rules="risk2210", step=step, turn="red", command_cards=hands, **said)


class Table:
    """A game on its way, with what happened last."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: Sequence[Event] = ()

    def order(
        self, seat: int, text: str, *, dice: Sequence[int] = (), cards: Sequence[int | str] = (), **lanes: Sequence[int]
    ) -> Table:
        """Play an order; `dice` are those of its seat, `cards` lie on top of a deck of territory cards."""
        named = [card if isinstance(card, str) else WORLD.names[card] for card in cards]
        script: dict[str, Sequence[int]] = dict(lanes) | ({f"seat {seat}": dice} if dice else {})
        if named:
            stack_deck(self.state, named)
        action = parse_order(text, view_for(self.state, seat))
        chance = ScriptedChance(script, FastChance(1))
        played = [step for _, step in play(self.state, action, chance)]
        assert not any(chance.left().values()), chance.left()
        self.state, self.events = played[-1].state, [event for step in played for event in step.events]
        return self

    def told(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def asked(self) -> str:
        asked = open_decision(self.state)
        return asked.kind if asked else ""

    @property
    def seats(self) -> tuple[int, ...]:
        asked = open_decision(self.state)
        return asked.seats if asked else ()

    @property
    def context(self) -> Context:
        return Context(self.state)

    def mods(self, *names: str) -> list[int]:
        return [self.state.armies[at(name)] for name in names]


def table(*cards: str, **said: Any) -> Table:
    return Table(holding(*cards, **said))
