"""What an order of 2210 tells to whom: answers given beforehand, the last card of a deck, a hand that is laid open."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from games.models import Entry
from games.play.sealed import visible_order_text
from tests.games.decisions.positions import Asked, asked_at, ordered
from tests.games.decisions.risk2210.kit import state_of

pytestmark = pytest.mark.django_db


def ordered_at(text: str, **keys: Any) -> tuple[Asked, Entry]:
    """Order something in a position, on the page; returns the entry of the order."""
    asked = asked_at(state_of(**keys))
    receipt = asked.play.order(text)
    return asked, Entry.objects.get(game=asked.play.game, seq=receipt.seqs[0])


def test_an_attack_is_told_to_all_though_a_seat_has_let_all_windows_of_the_turn_pass() -> None:
    hands = {"blue": ["Naval Stealth MODs"]}
    _asked, entry = ordered_at("attack Japan Neo Tokyo", step="invade", command_cards=hands, passed=["blue"])
    assert "turn.answered" in {event["type"] for event in entry.events}
    assert visible_order_text(entry, None) == entry.order
    assert not entry.undoable


def test_a_card_that_turned_over_the_last_one_of_a_deck_cannot_be_taken_back() -> None:
    keys: dict[str, Any] = {"step": "play", "command_cards": {"red": ["Invade Earth", "Land Assemble MODs"]}}
    _asked, entry = ordered_at("play Invade Earth", decks={"land_territories": ["Egypt"]}, **keys)
    assert "cards.turned_over" in {event["type"] for event in entry.events} and not entry.draws
    assert not entry.undoable


def test_a_card_that_drew_nothing_may_be_taken_back() -> None:
    hands = {"red": ["Land Assemble MODs"]}
    _asked, entry = ordered_at("play Land Assemble MODs at Japan", step="play", command_cards=hands)
    assert entry.undoable


def test_a_move_in_that_lays_open_the_hand_of_the_eliminated_cannot_be_taken_back() -> None:
    board = "red: Japan 9, Tycho 2 | blue: Neo Tokyo 1 | green: *1"
    invaded = state_of(
        board=board, step="invade", commanders={"red": {"naval": "Japan"}}, command_cards={"blue": ["Cease Fire"]}
    )
    after = next(after for luck in range(1, 40) if is_move_in(after := attacked(invaded, luck)))
    asked = asked_at(after)
    entry = Entry.objects.get(game=asked.play.game, seq=asked.play.order("advance 4").seqs[0])
    assert "seat.eliminated" in {event["type"] for event in entry.events} and not entry.draws
    assert not entry.undoable


def attacked(state: engine.GameState, luck: int) -> engine.GameState:
    return ordered(state, 0, "attack Japan Neo Tokyo", luck)


def is_move_in(state: engine.GameState) -> bool:
    asked = engine.open_decision(state)
    return asked is not None and asked.kind == "occupy.advance_asked"
