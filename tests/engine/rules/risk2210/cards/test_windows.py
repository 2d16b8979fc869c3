"""Command cards in answer to an invasion: who may play them, when they take effect, and what the invasion is then."""

from __future__ import annotations

import pytest

from engine import Force, Piece, view_for
from engine.mechanics.action_cards.types import ArmiesAdded, CardPlayed
from engine.mechanics.battle.types import Captured
from engine.rules.risk2210.cards.diplomat import Evacuated
from tests.engine.rules.risk2210.cards.kit import BLUE, GREEN, RED, Table, at, table
from tests.engine.rules.risk2210.cards.test_in_turn import refused

BOARD = "red: Japan 6, Egypt 2, Neo Tokyo 5, Siberia 5 | blue: Pevek 3, Poseidon 3, Sung Tzu 2 | green: Ukrayina 6"
LAND = {"land": "Ukrayina", "diplomat": "Ukrayina", "naval": "Ukrayina", "nuclear": "Ukrayina"}


def invaded(
    way: str = "Japan Pevek", *, blue: tuple[str, ...] = (), green: tuple[str, ...] = (), **said: object
) -> Table:
    """Red invades, and blue and green hold these cards."""
    said.setdefault(
        "commanders",
        {"red": {"naval": "Egypt"}, "blue": {"land": "Pevek", "naval": "Pevek", "diplomat": "Poseidon"}, "green": LAND},
    )
    said.setdefault("board", BOARD)
    hands = {"blue": list(blue), "green": list(green)}
    return table(command_cards=hands, step="invade", **said).order(RED, f"attack {way}")


class TestWhoIsAsked:
    @pytest.mark.parametrize(
        ("blue", "green", "asked"),
        [
            (["Scout Forces"], ["Land Frequency Jam"], (BLUE, GREEN)),  # whatever the cards of the deck are
            (["Redeployment"], ["Cease Fire"], (BLUE,)),  # a Diplomat card is for the invaded seat alone
            (["Naval Stealth MODs"], ["The Mother"], ()),
        ],
    )
    def test_it_follows_from_decks_and_commanders(
        self, blue: list[str], green: list[str], asked: tuple[int, ...]
    ) -> None:
        game = invaded(blue=tuple(blue), green=tuple(green))
        assert (game.seats if game.asked == "reaction.asked" else ()) == asked

    def test_not_the_jammed_and_not_without_the_commander(self) -> None:
        hands = {"blue": ("Land Stealth MODs",), "green": ("Land Stealth MODs",)}
        assert invaded(**hands, jammed=["blue"]).seats == (GREEN,)
        assert invaded(**hands, commanders={"blue": {"land": "Pevek"}}).seats == (BLUE,)

    def test_nobody_for_neutral_or_empty_land(self) -> None:
        hands = {
            "blue": ("Land Stealth MODs",),
            "board": "red: Japan 6, Egypt 2 | blue: Alden 2 | neutral: Pevek 3",
            "commanders": {"blue": {"land": "Alden"}},
        }
        assert invaded(**hands).asked != "reaction.asked"
        assert invaded("Japan Khan Industrial State, then advance 1", **hands).asked == "battle.attack_asked"


class TestHelp:
    def test_anybody_may_help_and_the_mods_are_the_defender_s(self) -> None:
        game = invaded(green=("Land Stealth MODs",)).order(GREEN, "play Stealth MODs at Pevek")
        assert ArmiesAdded(BLUE, ((at("Pevek"), 3),)) in game.events and game.mods("Pevek") == [6]
        assert game.told(CardPlayed)[0].order.at == (at("Pevek"),)

    def test_it_must_be_of_the_zone_that_is_invaded(self) -> None:
        game = invaded(blue=("Land Stealth MODs", "Naval Stealth MODs", "Cease Fire"), way="Neo Tokyo Sung Tzu")
        assert refused(game, BLUE, "play Land Stealth MODs") == "cards.other_zone"
        assert refused(game, BLUE, "play Naval Stealth MODs at Pevek") == "cards.target"
        assert refused(game, BLUE, "play Cease Fire at Pevek") == "cards.other_target"
        game.order(BLUE, "play Stealth MODs")  # the zone decides the deck
        assert game.mods("Sung Tzu") == [5]

    def test_a_station_rises_before_the_dice(self) -> None:
        game = invaded(blue=("Stealth Station",), green=("Land Stealth MODs",))
        assert refused(game, BLUE, "play Stealth Station at Poseidon") == "cards.target"
        game.order(BLUE, "play Stealth Station").order(GREEN, "decline")
        assert Piece("station", BLUE, at("Pevek")) in game.state.pieces

    def test_what_is_for_one_s_own_land_helps_nobody_else(self) -> None:
        game = invaded(green=("Stealth Station", "Land Death Trap"), blue=("Land Stealth MODs",))
        for card in ("Stealth Station", "Land Death Trap"):
            assert refused(game, GREEN, f"play {card}") == "cards.not_invaded"


class TestTraps:
    def test_half_of_the_invaders_go_and_the_attacker_chooses(self) -> None:
        said = {"commanders": {"red": {"land": "Japan"}, "blue": {"land": "Pevek"}}, "energy": {"blue": 3}}
        game = invaded(blue=("Land Death Trap",), **said).order(BLUE, "play Land Death Trap")
        assert game.seats == (RED,) and game.state.purses[BLUE] == 0  # four of seven
        game.order(RED, "lose 4 mods")
        assert game.mods("Japan") == [2]

    def test_with_one_unit_left_the_invasion_ends_without_a_roll(self) -> None:
        said = {"board": BOARD.replace("Japan 6", "Japan 2"), "energy": {"blue": 3}}
        game = invaded(blue=("Land Death Trap",), **said).order(BLUE, "play Land Death Trap")
        assert game.mods("Japan", "Pevek") == [1, 3] and game.asked == "battle.attack_asked"

    def test_it_is_paid(self) -> None:
        game = invaded(blue=("Land Death Trap",), energy={"blue": 2})
        assert refused(game, BLUE, "play Land Death Trap") == "purse.too_little"


class TestPeace:
    def test_a_cease_fire_ends_all_invasions_of_its_seat_in_this_turn(self) -> None:
        game = invaded("Japan Pevek until captured", blue=("Cease Fire",)).order(BLUE, "play Cease Fire")
        assert game.asked == "battle.attack_asked" and game.mods("Japan", "Pevek") == [6, 3]
        assert refused(game, RED, "attack Siberia Pevek") in ("cards.cease_fire", "battle.not_adjacent")
        assert refused(game, RED, "attack Neo Tokyo Sung Tzu") == "cards.cease_fire"

    def test_a_card_that_comes_too_late_stays_in_its_hand_unpaid_and_unseen(self) -> None:
        game = invaded(blue=("Cease Fire",), green=("Land Stealth MODs",))
        game.order(GREEN, "play Land Stealth MODs").order(BLUE, "play Cease Fire")  # blue is next after red
        assert [event.order.card for event in game.told(CardPlayed)] == ["Cease Fire"]
        assert len(game.state.players[GREEN].hand) == 1 and game.mods("Pevek") == [3]

    def test_the_garrison_leaves_and_the_invader_walks_in(self) -> None:
        game = invaded("Japan Pevek, then advance 1", blue=("Evacuation",))
        assert refused(game, BLUE, "play Evacuation to Pevek") == "cards.target"
        game.order(BLUE, "play Evacuation to Poseidon")
        assert game.told(Evacuated)[0].force == Force(3, ("land", "naval"))
        assert game.mods("Poseidon", "Pevek") == [6, 1] and game.told(Captured)
        assert game.state.captures == 1  # it was contested when it was declared


def test_nobody_sees_who_holds_what() -> None:
    views = [
        [view_for(invaded(blue=(card,), green=("Land Stealth MODs",)).state, seat) for seat in (RED, GREEN, None)]
        for card in ("Land Stealth MODs", "Scout Forces")
    ]
    assert views[0] == views[1]
