"""Positions of Godstorm in which cards are played, and the forms of cards as a browser sends them."""

from __future__ import annotations

from typing import Any

import engine
from engine.position import position
from games.decisions.card_form import CardField, CardForm
from games.decisions.context import PageContext, Selection
from games.decisions.page_types import GameHeader, PageData
from tests.games.decisions.risk2210.kit import ordered

SEATS = ("red", "blue", "green")
BOARD = "red: Roma 6, Gaul 4 | blue: Egypt 5, Kush 1 | green: *2"
GODS = {"red": {"war": "Roma", "sky": "Roma", "death": "Gaul"}, "blue": {"sky": "Egypt", "war": "Kush"}}


def state_of(board: str = BOARD, **keys: Any) -> engine.GameState:
    """Make a position with gods, temples, faith and relics for all cards, in the step in which cards are played."""
    given = {
        "turn": "red",
        "step": "play",
        "epoch": 3,
        "gods": GODS,
        "temples": {"Gaul": True, "Egypt": True},
        "faith": {"red": 9, "blue": 9},
        "underworld": "red: u12 9",
        "relics": {"green": ["Excalibur"]},
        "plague": ["Thule", "Rus", "Iberia", "Atlas"],
    }
    return position(board, rules="godstorm", seats=SEATS, **{**given, **keys})


def played(order: str = "play Storms Rage on Egypt", **keys: Any) -> engine.GameState:
    """Red plays a card, and green, who has Aegis, may undo it."""
    given = {
        "miracles": {"red": ["Storms Rage", "Blood Coats the Land", "Paradise Is Lost"]},
        "relics": {"green": ["Aegis"]},
    }
    return ordered(state_of(**{**given, **keys}), 0, order)


def context_of(view: engine.PlayerView, **chosen: Any) -> PageContext:
    """Build what a panel is made from, with what the reader has chosen."""
    head = GameHeader("Game", "", "", "", "")
    return PageContext(view, view.graph, PageData(head, (), "/g/x/"), Selection(**chosen))


def number_of(view: engine.PlayerView, name: str) -> int:
    return int(engine.catalogue_of(view.rules, view.options).numbers[name])


def place(view: engine.PlayerView, name: str) -> int:
    return int(view.graph.names.index(name))


def sent_by(form: CardForm) -> dict[str, Any]:
    """List what a browser sends of a form as it stands."""
    sent: dict[str, list[str]] = {"f-card": [form.sent]}
    for each in form.fields:
        for name, value in values_of(each):
            sent.setdefault(name, []).append(value)
    return sent


def values_of(field: CardField) -> list[tuple[str, str]]:
    if field.amount:
        return [(field.name, str(field.amount.value))]
    if field.kind == "moves":
        return []
    return [(field.name, option.value) for option in field.options if option.chosen and field.name]
