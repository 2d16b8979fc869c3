"""Why a miracle card is idle: every way in which each card can be, and never the moment where it is the moment."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.rules.godstorm.cards import death, sky, war
from games.decisions.cards.play import idle_cards
from tests.games.decisions.godstorm.kit import card_state
from tests.games.decisions.positions import ordered

BOARD = "red: Roma 6, Cyrenaica 6 | blue: Egypt 5, Kush 3 | green: *2"
AT_PEACE: dict[str, Any] = {
    "step": "invade",
    "gods": {"red": {"war": "Cyrenaica", "sky": "Cyrenaica"}, "blue": {"sky": "Egypt"}},
    "temples": {"Roma": True, "Kush": True},
}
SKY = tuple(dict.fromkeys(kind.title for kind in sky.KINDS))
STANDING = ("Roma", "Kush", "Gaul", "Iberia", "Anglia", "Thule", "Rus", "Atlas", "Sumer", "Sheba", "Dacia", "Minoa")
TWELVE = dict.fromkeys(STANDING, True)
NO_GODS = {"red": {"war": "Roma"}, "blue": {"sky": "Egypt"}}
COSTS = {kind.title: kind.cost for kind in (*war.KINDS, *death.KINDS, *sky.KINDS)}


def reasons(state: engine.GameState, seat: int) -> dict[str, str]:
    return dict(idle_cards(engine.view_for(state, seat)))


def attacked(*cards: str, board: str = BOARD, **keys: Any) -> dict[str, str]:
    """List the idle cards of blue, who is asked about an attack on Egypt; a card that is not idle is asked for too."""
    held = {"miracles": {"blue": ["Men Become Warriors", *cards]}}
    state = ordered(card_state(board, **{**AT_PEACE, **keys, **held}), 0, "attack Cyrenaica Egypt until captured")
    asked = engine.open_decision(state)
    assert asked is not None and asked.kind == "reaction.asked"
    return reasons(state, 1)


def in_turn(card: str, **keys: Any) -> str:
    """Say why a card is idle while red is asked for cards; empty where it is not."""
    return reasons(card_state(**{"miracles": {"red": [card, "Ragnarok Cometh"]}, **keys}), 0).get(card, "")


def test_no_sky_card_is_idle_for_its_moment_in_a_window() -> None:
    assert attacked(*SKY) == {}
    for faith in range(3):
        dear = {card for card in SKY if COSTS[card] > faith}
        found = attacked(*SKY, faith={"blue": faith})
        assert {card for card in found if card in SKY} == dear
        assert all(found[card] == f"costs {COSTS[card]} faith, and you have {faith}" for card in dear)


@pytest.mark.parametrize(
    ("card", "keys", "reason"),
    [
        ("1000 Workers Amass", {"temples": {"Roma": True, "Egypt": True}}, "there is already a temple in Egypt"),
        ("1000 Workers Amass", {"temples": TWELVE}, "all 12 temples are on the board"),
        ("Your Idol Is False", {"gods": NO_GODS}, "there is no god in Cyrenaica"),
        ("The Mighty Turn Meek", {"gods": NO_GODS}, "there is no god in Cyrenaica"),
        (
            "The Mighty Turn Meek",
            {"temples": {"Cyrenaica": True, "Kush": True}},
            "the attacker has no temple in another territory",
        ),
        (
            "The Fog Lifts",
            {"board": "red: Roma 6, Cyrenaica 6 | blue: Egypt 5, Kush 1 | green: *2"},
            "no other territory of yours can spare an army",
        ),
    ],
)
def test_a_sky_card_says_what_is_missing(card: str, keys: dict[str, Any], reason: str) -> None:
    assert attacked(card, **keys) == {card: reason}


def test_a_sky_card_says_its_moment_at_any_other() -> None:
    view = card_state(miracles={"red": ["Storms Rage", *SKY]})
    assert set(reasons(view, 0).values()) == {"when a territory of yours is attacked"}
    without = card_state(miracles={"red": ["Storms Rage", *SKY]}, gods={"red": {"war": "Roma"}})
    assert set(reasons(without, 0).values()) == {"needs your god of the sky in play"}
    assert attacked("Storms Rage", gods={**AT_PEACE["gods"], "blue": {"sky": "Egypt", "war": "Egypt"}}) == {
        "Storms Rage": "in your turn, before the plague"
    }


@pytest.mark.parametrize(
    ("card", "keys", "reason"),
    [
        ("Crops Wither", {"faith": {"red": 1}}, "costs 2 faith, and you have 1"),
        ("A Shrine Is Plundered", {"relics": {"red": ["Excalibur"]}}, "no other player has a relic in play"),
        ("Only Ash Remains", {"relics": {}}, "no relic is in play"),
        ("An Empire Is Born", {"temples": TWELVE}, "all 12 temples are on the board"),
        ("An Empire Is Born", {"temples": {"Roma": True, "Gaul": True}}, "all your territories have a temple"),
        ("Prayers Are Answered", {"temples": {"Egypt": True}}, "you have no temple"),
        ("The Dead Walk", {"temples": {"Egypt": True}}, "you have no temple"),
        ("The Dead Walk", {"underworld": "red: u12 1"}, "none of your armies can leave an Underworld space"),
        ("Fire Rains Down", {"temples": {}}, "there is no temple"),
        ("The Temple Falls", {"temples": {}}, "no player has a temple and another territory without one"),
        ("Paradise Is Lost", {"plague": []}, "there is no plague"),
        ("The Land Is Purged", {"plague": []}, "there is no plague"),
        (
            "The Trojan Horse Is Revealed",
            {"board": "red: Roma 6, Gaul 4 | blue: Egypt 5, Kush 2 | green: *2"},
            "no other player holds a territory with exactly 1 army",
        ),
        (
            "The Siren Calls",
            {"board": "red: *2 | blue: Egypt 5 | green: Kush 2", "gods": {"red": {"war": "Roma", "death": "Roma"}}},
            "no other player holds 2 territories",
        ),
        ("Visions Become Real", {}, "no other player holds miracle cards"),
        ("The Sea Is Your Tomb", {"sunken": True, "plague": []}, "Atlantis has already sunk"),
        ("The Waters Boil", {"maelstrom": ["Egypt", "Minoa"]}, "the maelstrom has been used"),
        (
            "The Gods Forsake Us",
            {"plague": ["Thule", "Rus", "Iberia", "Atlas", "Minoa"]},
            "the spare plague marker has been used",
        ),
    ],
)
def test_a_card_of_ones_own_turn_says_what_is_missing(card: str, keys: dict[str, Any], reason: str) -> None:
    assert in_turn(card, **keys) == reason


def test_time_cannot_be_turned_back_in_the_first_epoch() -> None:
    card = next(kind.title for kind in war.KINDS if kind.barred is war.too_early)
    assert in_turn(card, epoch=1) == "not in the First Epoch" and in_turn(card, epoch=2) == ""
