"""Positions of Godstorm as running games, with pages and posted forms of whoever is asked."""

from __future__ import annotations

import re
from typing import Any

import engine
from engine.position import position
from games.models import Waiting
from tests.games.decisions.risk2210.kit import Asked, lay
from tests.games.kit import Table, table

SEATS = ("red", "blue", "green")
BOARD = "red: Gaul 8, Roma 5, Iberia 2 | blue: *1 | green: Egypt 9"
PANTHEONS = {"red": "Greeks", "blue": "Norse", "green": "Celts"}


def state_of(**keys: Any) -> engine.GameState:
    given = {
        "turn": "red",
        "epoch": 3,
        "pantheons": PANTHEONS,
        "gods": {"red": {"war": "Gaul", "sky": "Roma"}, "blue": {"death": "Anglia"}},
        "temples": {"Gaul": True, "Egypt": True},
        "faith": {"red": 9, "blue": 4},
    }
    return position(keys.pop("board", BOARD), rules="godstorm", seats=SEATS, **{**given, **keys})


def asked_at(**keys: Any) -> Asked:
    """Put a running game to a position, in which Alice has the seat that is asked."""
    return lay(table("godstorm", bots=("random",)), state_of(**keys))


def begun(**options: Any) -> Table:
    """Begin a game of Alice, Bob and a bot."""
    return table("godstorm", bots=("random",), options=options)


def person_asked(play: Table) -> Asked:
    """Find a question that a person has to answer."""
    rows = Waiting.objects.filter(game=play.game, player__user__isnull=False).select_related("player__user")
    return Asked(play, rows.order_by("pk")[0])


def code(asked: Asked, name: str) -> str:
    graph = asked.view.graph
    return str(graph.codes[graph.names.index(name)])


def typed_line(page: str) -> str:
    """Return what stands in the order line of a page."""
    found = re.search(r'<textarea id="order".*?>(.*?)</textarea>', page, re.DOTALL)
    assert found
    return found[1]
