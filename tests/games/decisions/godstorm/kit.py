"""Positions of Godstorm in the steps of a turn, in battle and with cards; what their pages say, what is suggested, and
the forms of cards as a browser sends them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import engine
from engine.position import position
from games.decisions.cards.form import CardField, CardForm
from games.decisions.kit.context import PageContext, Selection
from games.decisions.kit.page_types import GameHeader, PageData
from games.decisions.registry import suggested_orders
from games.models import Waiting
from tests.games.decisions.positions import Asked, asked_at, ordered
from tests.games.kit import Table, table

SEATS = ("red", "blue", "green")
PANTHEONS = {"red": "Greeks", "blue": "Norse", "green": "Celts"}
BOARD = "red: Gaul 8, Iberia 3 | blue: Roma 5, Liguria 2 | green: *1"
MEETING = {"red": {"war": "Gaul", "sky": "Gaul"}, "blue": {"death": "Liguria", "sky": "Liguria"}}
BELOW = "red: Gaul 8, u1 3, u2 1 | blue: Roma 5, u5 4 | green: *1"
TURN_BOARD = "red: Gaul 8, Roma 5, Iberia 2 | blue: *1 | green: Egypt 9"
CARD_BOARD = "red: Roma 6, Gaul 4 | blue: Egypt 5, Kush 1 | green: *2"
CARD_GODS = {"red": {"war": "Roma", "sky": "Roma", "death": "Gaul"}, "blue": {"sky": "Egypt", "war": "Kush"}}


def turn_state(board: str = TURN_BOARD, **keys: Any) -> engine.GameState:
    """Make a position with what is bought and placed in a turn."""
    given = {
        "turn": "red",
        "epoch": 3,
        "pantheons": PANTHEONS,
        "gods": {"red": {"war": "Gaul", "sky": "Roma"}, "blue": {"death": "Anglia"}},
        "temples": {"Gaul": True, "Egypt": True},
        "faith": {"red": 9, "blue": 4},
    }
    return position(board, rules="godstorm", seats=SEATS, **{**given, **keys})


def war_state(board: str = BOARD, **keys: Any) -> engine.GameState:
    """Make a position in which red may invade."""
    given = {"turn": "red", "step": "invade", "pantheons": PANTHEONS, "faith": {"red": 5, "blue": 4}}
    return position(board, rules="godstorm", seats=SEATS, **{**given, **keys})


def words_of(page: str) -> str:
    """Return what a page says, without its tags. A word that opens its meaning stands in its sentence as any other."""
    page = re.sub(r'<button [^>]*class="term"[^>]*>([^<]*)</button>', r"\1", page)
    return " ".join(unescape(re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.DOTALL)).split())


def codes(asked: Asked, *names: str) -> list[str]:
    graph = asked.view.graph
    return [graph.codes[graph.names.index(name)] for name in names]


def suggests(asked: Asked) -> list[str]:
    """List the suggested orders; the engine takes each, and the words of each mean the same."""
    view = asked.view
    found = suggested_orders(view)
    assert found
    for each in found:
        order = engine.parse_order(each.order, view)
        assert each.words.startswith("End your ") or engine.parse_order(each.words, view) == order
        assert engine.format_order(order, view.rules, view.map, view.colours) == each.order
    return [each.order for each in found]


def after(state: engine.GameState, *orders: str) -> Asked:
    """Ask at a position that orders of whoever is asked have led to."""
    for text in orders:
        asked = engine.open_decision(state)
        assert asked is not None
        state = ordered(state, asked.seats[0], text)
    return asked_at(state)


def meeting(**keys: Any) -> engine.GameState:
    board = "red: Gaul 8, Iberia 3 | blue: Liguria 5, Roma 2 | green: *1"
    return war_state(board, gods=MEETING, temples={"Liguria": True}, **keys)


def card_state(board: str = CARD_BOARD, **keys: Any) -> engine.GameState:
    """Make a position with gods, temples, faith and relics for all cards, in the step in which cards are played."""
    given = {
        "turn": "red",
        "step": "play",
        "epoch": 3,
        "gods": CARD_GODS,
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
    return ordered(card_state(**{**given, **keys}), 0, order)


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


def begun(**options: Any) -> Table:
    """Begin a game of Alice, Bob and a bot."""
    return table("godstorm", bots=("random",), options=options)


def person_asked(play: Table) -> Asked:
    """Find a question that a person has to answer."""
    rows = Waiting.objects.filter(game=play.game, player__user__isnull=False).select_related("player__user")
    return Asked(play, rows.order_by("pk")[0])


def code(asked: Asked, name: str) -> str:
    return codes(asked, name)[0]


def typed_line(page: str) -> str:
    """Return what stands in the order line of a page."""
    found = re.search(r'<textarea id="order".*?>(.*?)</textarea>', page, re.DOTALL)
    assert found
    return found[1]
