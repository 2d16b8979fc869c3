"""Why a Command card is idle: its price, its target or what bars it, and never the moment where it is the moment."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from games.decisions.cards.play import idle_cards
from tests.engine.rules.risk2210.cards.kit import ALL, holding
from tests.games.decisions.positions import ordered

DRY = "red: Japan 5, Egypt 4 | blue: Mexico 4, Poseidon 3, Byrgius 3, * 2 | green: Ukrayina 6"
SMALL = "red: Japan 5 | blue: Mexico 4, * 2 | green: Ukrayina 6"
BESIEGED = "red: Japan 6, Egypt 2, Neo Tokyo 5 | blue: Pevek 3, Poseidon 3 | green: Ukrayina 6"
JAPAN = {"commanders": {"red": {"diplomat": "Japan"}}, "stations": {"red": ["Japan"]}}
DEFENDERS = {"red": ALL, "blue": {"land": "Pevek", "naval": "Pevek", "diplomat": "Pevek"}}


def reasons(state: engine.GameState, seat: int = 0) -> dict[str, str]:
    return dict(idle_cards(engine.view_for(state, seat)))


@pytest.mark.parametrize("step", ["play", "invade"])
@pytest.mark.parametrize(
    ("card", "keys", "reason"),
    [
        ("Naval Reinforcements", {"board": DRY}, "you hold no water territory"),
        ("Space Assemble MODs", {"board": DRY}, "you hold no lunar territory"),
        ("Land Assemble MODs", {"energy": {"red": 0}}, "costs 1 energy, and you have 0"),
        ("Armageddon", {"energy": {"red": 3}}, "costs 4 energy, and you have 3"),
        ("Assassin Bomb", {}, "no other player has a Commander in play"),
        ("Territorial Station", {"board": SMALL, **JAPAN}, "all your land territories have a Space Station"),
        ("Land Stealth MODs", {}, "when a territory is invaded"),
        ("Redeployment", {}, "after you fortify"),
        ("Land Colony Influence", {}, "counts at the end of the game"),
    ],
)
def test_a_card_of_a_turn_says_what_is_missing(step: str, card: str, keys: dict[str, Any], reason: str) -> None:
    assert reasons(holding(card, "Energy Crisis", step=step, **keys))[card] == reason


@pytest.mark.parametrize(
    ("card", "keys", "reason"),
    [
        ("Naval Stealth MODs", {}, "only when a water territory is invaded"),
        ("Stealth Station", {"stations": {"blue": ["Pevek"]}}, "there is already a Space Station in Pevek"),
        ("Land Death Trap", {"energy": {"blue": 2}}, "costs 3 energy, and you have 2"),
        ("Cease Fire", {"energy": {"blue": 1}}, "costs 2 energy, and you have 1"),
        ("Evacuation", {"board": BESIEGED.replace(", Poseidon 3", "")}, "you hold no other territory"),
        ("Scout Forces", {}, "in your turn, before your first invasion"),
    ],
)
def test_a_card_of_a_window_says_what_is_missing(card: str, keys: dict[str, Any], reason: str) -> None:
    hands = {"blue": ["Land Stealth MODs", card]}
    given = {"board": BESIEGED, "commanders": DEFENDERS, "step": "invade", **keys}
    state = ordered(holding(command_cards=hands, **given), 0, "attack Japan Pevek")
    assert engine.open_decision(state).kind == "reaction.asked"
    assert reasons(state, 1) == {card: reason}


def test_who_is_not_attacked_reads_what_only_the_attacked_may_play() -> None:
    hands = {"green": ["Land Stealth MODs", "Land Death Trap"], "blue": ["Land Stealth MODs"]}
    given = {"board": BESIEGED, "commanders": {**DEFENDERS, "green": {"land": "Ukrayina"}}, "step": "invade"}
    state = ordered(holding(command_cards=hands, **given), 0, "attack Japan Pevek")
    assert reasons(state, 2) == {"Land Death Trap": "only when a territory of yours is invaded"}


def test_a_card_says_its_moment_once_it_is_past() -> None:
    state = holding("Naval Reinforcements", "Land Reinforcements", board=DRY, step="invade", invaded=True)
    assert {*reasons(state).values()} == {"in your turn, before your first invasion"}


def test_a_jammed_player_reads_that_first() -> None:
    assert {*reasons(holding("Armageddon", jammed=["red"], energy={"red": 0})).values()} == {
        "your cards are jammed until this turn ends"
    }


def test_nuclear_cards_are_free_during_armageddon() -> None:
    state = ordered(holding("Armageddon", "The Mother", "Land Assemble MODs", energy={"red": 4}), 0, "play Armageddon")
    assert reasons(state) == {"Land Assemble MODs": "in your turn, before your first invasion"}
