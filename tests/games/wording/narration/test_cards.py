"""Purchases and cards in sentences, in the words of the game that they belong to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import engine
from games.wording.narration import Names, sentence
from tests.toy import TOY

NAMES = Names(["red", "blue", "green"], engine.mapgraph(TOY.map), viewer=1, html=False, rules=TOY.id)
HIRED = {"type": "purchase.hired", "seat": 0, "kind": "general", "at": 0, "price": 3}
PLAYED = {"type": "cards.played", "seat": 0, "cost": 0, "order": {"card": "Help"}}


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            {"type": "purchase.hired", "seat": 0, "kind": "general", "at": 0, "price": 3},
            "Red hired a general in Bay for 3 coins.",
        ),
        ({"type": "purchase.hired", "seat": 1, "kind": "general", "at": 0, "price": 0}, "You placed a general in Bay."),
        (
            {"type": "purchase.bought", "seat": 0, "decks": [["help", 2]], "price": 2, "cards": None},
            "Red bought 2 Help cards for 2 coins.",
        ),
        (
            {"type": "purchase.bought", "seat": 1, "decks": [["help", 1]], "price": 1, "cards": [0]},
            "You bought 1 Help card for 1 coins. You drew Help.",
        ),
        (PLAYED, "Red played Help."),
        ({**PLAYED, "cost": 2, "order": {"card": "Help", "at": [0, 1]}}, "Red played Help for 2 coins."),
        ({**PLAYED, "order": {"card": "Help", "target": 2, "what": "general"}}, "Red played Help on Green’s general."),
        ({"type": "cards.armies_added", "seat": 2, "at": [[0, 3]]}, "Green added 3 armies in Bay."),
        ({"type": "cards.rolled", "seat": 1, "dice": [4, 1]}, "You rolled 4, 1."),
        ({"type": "cards.turned_over", "seat": 0, "deck": "help", "cards": []}, "Red found no card to turn over."),
    ],
)
def test_what_is_told(event: dict[str, Any], said: str) -> None:
    told = sentence(event, NAMES)
    assert told == said and type(told) is str  # JSON has no safe text


def test_lands_in_lists_are_bold_on_pages_and_plain_in_texts() -> None:
    """Lists of said parts: nobody reads a tag."""
    event = {"type": "cards.armies_added", "seat": 2, "at": [[0, 3], [1, 1]]}
    assert sentence(event, NAMES) == "Green added 3 armies in Bay and 1 army in Cape."
    page = sentence(event, replace(NAMES, html=True))
    assert page == "Green added 3 armies in <b>Bay</b> and 1 army in <b>Cape</b>."


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            {"type": "income.collected", "seat": 0, "territories": 9, "continents": [], "total": 1},
            "Red received 1 MOD for 9 territories.",
        ),
        (
            {"type": "deploy.placed", "seat": 0, "at": [[0, 2]], "neutral": []},
            "Red placed 2 MODs in Northwestern Oil Emirate.",
        ),
    ],
)
def test_armies_have_the_name_of_the_game(event: dict[str, Any], said: str) -> None:
    world = Names(["red", "blue"], engine.mapgraph("world2210"), html=False, rules="risk2210")
    assert sentence(event, world) == said
