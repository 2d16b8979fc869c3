"""What the site says of positions of each kind of question is what somebody has read (`tests/kit/approved.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
import time_machine
from django.http import QueryDict

from engine import GameState, MapGraph, PlayerView, catalogue_of, mapgraph, open_decision, ruleset, view_for
from games.decisions.cards.choice import playable
from games.decisions.kit.context import PageContext, Selection, read_selection
from games.decisions.registry import panel_for, prompt_for, suggested_orders, suggestions_to
from games.pages.turn import order_text
from tests.games.decisions.positions import asked_at
from tests.games.decisions.test_panels import page_data_of
from tests.games.mail.kit import made, said_beyond
from tests.kit import approved
from tests.kit.approved import write_value
from tests.kit.games import ONWARD, cases, questions_by_family, state_of, walk_on

pytestmark = pytest.mark.nothing_new

NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
POSITIONS, DEPTH = 3, 2
"""Positions of each kind, and how many links are followed one after another."""

MORE = ("go=once&dice=1", "go=left&left=3&then=all", "go=odds&odds=60", "force=1", "way=counts", "way=decline")
"""What else may be chosen on a page, by forms and scripts rather than by links."""

LONG, SHORT = 900, 150


def book_questions() -> list[tuple[str, str]]:
    """List family and kind of each question of the book, which takes seconds."""
    return [(family, kind) for family, kinds in questions_by_family().items() for kind in kinds if family != "toy"]


QUESTIONS = book_questions() if approved.WRITES else [tuple(name.split("-", 1)) for name in approved.names("panels")]
"""Those that are approved; looked up by name, since every process that lists the tests asks for them."""


@pytest.mark.once
def test_each_question_of_the_book_is_approved() -> None:
    assert sorted(QUESTIONS) == sorted(book_questions())


@pytest.mark.once
@pytest.mark.parametrize(("family", "kind"), QUESTIONS)
def test_prompts_suggestions_and_panels_are_as_approved(family: str, kind: str) -> None:
    lines = [line for state in positions()[family, kind] for line in describe_position(state)]
    approved.check(f"panels/{family}-{kind}", "\n".join(lines) + "\n")


@pytest.mark.once
@pytest.mark.parametrize("family", ["risk2210", "godstorm"])
def test_forms_of_cards_are_as_approved(family: str) -> None:
    lines = []
    for card, states in sorted(positions_of_cards(family).items()):
        for state in (states[0], states[-1])[: len(states)]:
            lines += [f"==== {card}", *describe_card(state, card)]
    approved.check(f"cards/{family}", "\n".join(lines) + "\n")


@pytest.mark.once
@pytest.mark.luck(22)
@pytest.mark.django_db
@pytest.mark.parametrize(("family", "kind"), QUESTIONS)
def test_mails_are_as_approved(family: str, kind: str) -> None:
    with time_machine.travel(NOW, tick=False):
        asked = asked_at(questions_by_family()[family][kind])
        letter = made(asked.play.fresh(), "turn", asked.row.seat)
    text = re.sub(r"\b[0-9a-f]{16,64}\b", "<hash>", re.sub(r"https?://\S+", "<link>", letter.body))
    beyond = "\n".join(said_beyond(letter))
    approved.check(f"mails/{family}-{kind}", f"{letter.subject}\n\n{text}\n\n==== in HTML alone\n{beyond}\n")


def positions_of_cards(family: str) -> Mapping[str, list[GameState]]:
    """List the positions of a family in which each card may be played, by its name, in the cases of the book."""
    found: dict[str, list[GameState]] = {}
    for state in map(state_of, cases()):
        if ruleset(state.rules).family == family and (asked := open_decision(state)) is not None:
            view = view_for(state, asked.seats[0])
            names = {number: name for name, number in catalogue_of(view.rules, view.options).numbers.items()}
            for number in playable(view):
                found.setdefault(names[number], []).append(state)
    return found


def describe_card(state: GameState, card: str) -> Iterator[str]:
    """Yield the lines of a card that is chosen as it stands, and with the last of its links followed."""
    asked = open_decision(state)
    assert asked is not None
    view = view_for(state, asked.seats[0])
    links = [f"/g/low/?cards={catalogue_of(view.rules, view.options).numbers[card]}"]
    for link in links:
        chosen = read_selection(QueryDict(link.partition("?")[2]).dict(), view.graph)
        panel = panel_for(PageContext(view, view.graph, replace(page_data_of(view), now=NOW), chosen))
        form = getattr(panel.data, "form", None)
        yield f"order: {order_text(panel.action, view)}"
        yield f"form: {write_value(form, LONG)}"
        links += [each for each in links_in(form) if "cards=" in each][-1:] if len(links) == 1 else []


@cache
def positions() -> Mapping[tuple[str, str], list[GameState]]:
    """Choose positions of each family and kind of question, from the cases of the book and the moves after them."""
    found: dict[tuple[str, str], list[GameState]] = {}
    for case in cases():
        for state in walk_on(state_of(case), 1, ONWARD):
            if (asked := open_decision(state)) is not None:
                found.setdefault((ruleset(state.rules).family, asked.kind), []).append(state)
    return {key: spread(states) for key, states in found.items()}


def spread(states: list[GameState]) -> list[GameState]:
    """Choose the first, the last and some between them."""
    last = len(states) - 1
    return [states[number] for number in sorted({last * part // (POSITIONS - 1) for part in range(POSITIONS)})]


def describe_position(state: GameState) -> Iterator[str]:
    """Yield the lines of one position, as the seat that is asked sees it."""
    asked = open_decision(state)
    assert asked is not None
    view = view_for(state, asked.seats[0])
    yield f"==== {state.rules}, round {view.round}, seat {view.viewer}"
    yield f"prompt: {write_value(prompt_for(view), LONG)}"
    likely = suggested_orders(view)
    for suggestion in likely:
        yield f"suggested: {write_value(suggestion, LONG)}"
    for suggestion in suggestions_to(view, view.offers):
        if suggestion not in likely:
            yield f"possible: {write_value(suggestion, LONG)}"
    yield from describe_page(view, mapgraph(view.map), Selection(), set(), 0)


def describe_page(view: PlayerView, graph: MapGraph, choice: Selection, seen: set[str], clicks: int) -> Iterator[str]:
    """Yield the panel with this choice made, and those that its links lead to, but for those that were `seen`."""
    panel = panel_for(PageContext(view, graph, replace(page_data_of(view), now=NOW), choice))
    yield f"order: {order_text(panel.action, view)}"
    yield f"panel: {write_value(panel, SHORT if clicks else LONG)}"
    for link in followed(links_in(panel), clicks) if clicks < DEPTH else ():
        if link not in seen:
            seen.add(link)
            yield f"{'--' * (clicks + 1)} {link}"
            chosen = read_selection(QueryDict(link.partition("?")[2]).dict(), graph)
            yield from describe_page(view, graph, chosen, seen, clicks + 1)


def followed(links: list[str], clicks: int) -> list[str]:
    """Choose the first and the last link of each kind, which is what they choose; behind a click, with more chosen."""
    kinds: dict[str, list[str]] = {}
    for link in links:
        kinds.setdefault(re.sub("=[^&]*", "", link), []).append(link)
    ends = [link for same in kinds.values() for link in dict.fromkeys((same[0], same[-1]))]
    return [*ends, *(f"{ends[0]}&{more}" for more in MORE if clicks)] if ends else []


def links_in(value: Any) -> list[str]:
    """List the addresses of choices in a value, each once."""
    if isinstance(value, str):
        return [value] if value.startswith("/g/low/?") else []
    if is_dataclass(value):
        value = [getattr(value, each.name) for each in fields(value)]
    elif isinstance(value, Mapping):
        value = value.values()
    if isinstance(value, list | tuple | set | frozenset) or hasattr(value, "__iter__"):
        return list(dict.fromkeys(link for each in value for link in links_in(each)))
    return []
