"""Command cards of one's own turn: what each does, what it asks, and when it is refused."""

from __future__ import annotations

from random import Random

import pytest

from engine import (
    FastChance,
    Force,
    IllegalAction,
    Piece,
    apply,
    default_answer,
    dump,
    event_for,
    format_order,
    open_decision,
    parse_order,
    view_for,
)
from engine.bots.answers import action_of, minimal_action
from engine.core.context import Context
from engine.core.offers import random_arguments
from engine.mechanics.action_cards.types import ArmiesAdded, CardPlayed, CardRolled, TurnedOver
from engine.mechanics.battle.types import Lost
from engine.mechanics.occupy import Eliminated, Emptied
from engine.rules.risk2210 import cards
from engine.rules.risk2210.cards.land import ScoutsSent
from engine.rules.risk2210.scouts import ScoutsArrived
from tests.engine.rules.risk2210.cards.kit import ALL, BLUE, GREEN, RED, Table, at, holding, table


def refused(of: Table, seat: int, text: str) -> str:
    """The code of the refusal of an order, which changes nothing."""
    before = dump(of.state)
    with pytest.raises(IllegalAction) as refusal:
        of.order(seat, text)
    assert dump(of.state) == before and "{" not in str(refusal.value)
    return refusal.value.code


class TestDecks:
    def test_there_are_five_of_twenty_cards_and_42_kinds(self) -> None:
        decks = dict.fromkeys((kind.deck for kind in cards.KINDS), 0)
        for kind in cards.KINDS:
            decks[kind.deck] += kind.copies
            assert kind.text.endswith(".")
        assert decks == dict.fromkeys(("land", "naval", "space", "nuclear", "diplomat"), 20)
        assert len(cards.KINDS) == len(set(cards.BOOK.names)) == 42
        assert sum(kind.copies for kind in cards.KINDS if kind.title == "Colony Influence") == 10

    def test_whatever_is_offered_can_be_played_and_written(self) -> None:
        random = Random(7)
        state = holding(
            *cards.BOOK.names, stations={"red": ["Egypt"]}, commanders={"red": ALL, "blue": {"land": "Mexico"}}
        )
        view = view_for(state, RED)
        offered = {offer.fields[0].values[0] for offer in view.offers[:-1]}  # type: ignore[union-attr]
        in_turn = {name for kind, name in zip(cards.KINDS, cards.BOOK.names, strict=True) if kind.timing == "turn"}
        assert offered == in_turn and len(in_turn) == 28
        for offer in view.offers:
            for seed in range(3):
                order = action_of(view, offer.action, **random_arguments(offer, random.randrange))
                text = format_order(order, state.rules, state.map, state.seats)
                assert parse_order(text, view) == order, text
                apply(state, order, FastChance(seed))


class TestNewMods:
    def test_three_come_together_or_one_to_each_of_three(self) -> None:
        game = table(
            "Naval Assemble MODs",
            "Land Reinforcements",
            board="red: Japan 1, Egypt 1, Siberia 1, Neo Tokyo 1 | blue: * 2",
        )
        game.order(RED, "play Assemble MODs at Neo Tokyo")
        assert game.told(ArmiesAdded) == [ArmiesAdded(RED, ((at("Neo Tokyo"), 3),))]
        assert game.told(CardPlayed)[0].cost == 1 and game.state.purses[RED] == 9
        game.order(RED, "play Land Reinforcements at Japan, Egypt and Siberia")
        assert game.mods("Japan", "Egypt", "Siberia", "Neo Tokyo") == [2, 2, 2, 4]

    def test_with_fewer_territories_each_gets_one(self) -> None:
        game = table("Naval Reinforcements", "Space Reinforcements", board="red: Egypt 4, Neo Tokyo 3 | blue: * 2")
        assert refused(game, RED, "play Naval Reinforcements at Neo Tokyo, Egypt") == "cards.target"
        assert game.order(RED, "play Naval Reinforcements at Neo Tokyo").mods("Neo Tokyo") == [4]
        assert refused(game, RED, "play Space Reinforcements at Egypt") == "cards.target"

    def test_a_card_needs_the_commander_of_its_deck(self) -> None:
        game = table("Naval Assemble MODs", commanders={"red": {"land": "Egypt"}}, step="invade")
        assert refused(game, RED, "play Assemble MODs at Neo Tokyo") == "cards.no_naval"

    def test_the_time_for_it_ends_with_the_first_invasion(self) -> None:
        game = table("Land Assemble MODs", step="invade")
        game.order(RED, "attack Japan Khan Industrial State")
        game.order(BLUE, "defend 2", attacker=[1, 1, 1], defender=[6, 6])
        assert refused(game, RED, "play Land Assemble MODs at Japan") == "cards.too_late"


class TestScouts:
    def test_they_wait_in_secret_until_the_land_is_taken(self) -> None:
        game = table("Scout Forces", "Scout Forces").order(RED, "play Scout Forces", cards=["Siberia"])
        (sent,) = game.told(ScoutsSent)
        assert (event_for(sent, RED).territory, event_for(sent, BLUE).territory) == (at("Siberia"), None)
        assert game.state.scouts == ((RED, at("Siberia")),) and not game.told(TurnedOver)
        other = game.state.copy()
        other.scouts = ((RED, at("Alden")),)
        assert view_for(game.state, BLUE) == view_for(other, BLUE) != view_for(game.state, RED)

    def test_on_own_land_they_come_down_at_once(self) -> None:
        game = table("Scout Forces").order(RED, "play Scout Forces", cards=["Japan"])
        assert game.told(ScoutsArrived) and game.mods("Japan") == [10]
        assert game.state.discards["land_territories"] == (at("Japan"),)

    def test_an_empty_deck_sends_nobody(self) -> None:
        game = table(
            "Scout Forces", "Invade Earth", "Hidden Energy", decks={"land_territories": 0, "water_territories": 0}
        )
        for name in ("Scout Forces", "Invade Earth", "Hidden Energy"):
            assert refused(game, RED, f"play {name}") == "cards.deck_empty"


class TestEnergy:
    def test_hidden_energy_is_shown_and_waits_for_the_end_of_the_turn(self) -> None:
        game = table("Hidden Energy", "Hidden Energy").order(RED, "play Hidden Energy", cards=["Neo Tokyo"])
        assert game.told(TurnedOver) == [TurnedOver(RED, "water_territories", (at("Neo Tokyo"),))]
        assert game.state.hidden_energy == (at("Neo Tokyo"),) and game.state.purses[RED] == 10

    def test_every_opponent_who_has_energy_gives_one(self) -> None:
        game = table("Energy Crisis", energy={"red": 0, "blue": 2}).order(RED, "play Energy Crisis")
        assert game.state.purses == [1, 1, 0]

    def test_the_whole_moon_pays_at_the_end(self) -> None:
        game = table("Energy Extraction").order(RED, "play Energy Extraction")
        assert (game.state.extraction, game.state.purses[RED]) == (1, 9)


class TestInvadeEarth:
    def test_the_first_land_that_is_not_ones_own_is_open_to_the_moon(self) -> None:
        game = table("Invade Earth").order(RED, "play Invade Earth", cards=["Japan", "Egypt", "Mexico"])
        assert game.state.invade_earth == (at("Mexico"),)
        assert game.told(TurnedOver)[0].cards == tuple(map(at, ("Japan", "Egypt", "Mexico")))
        game.order(RED, "attack Tycho Mexico").order(BLUE, "defend 2", attacker=[6, 6], defender=[1, 1])
        assert game.mods("Mexico") == [2]

    def test_it_is_open_to_the_moon_of_its_player_alone(self) -> None:
        context = Context(table("Invade Earth").order(RED, "play Invade Earth", cards=["Mexico"]).state)
        ways = {name: at("Mexico") in context.neighbours(at(name), "attack") for name in ("Tycho", "Byrgius")}
        assert ways == {"Tycho": True, "Byrgius": False}

    def test_there_is_no_target_if_the_deck_runs_out(self) -> None:
        game = table("Invade Earth", decks={"land_territories": ["Japan"]}).order(RED, "play Invade Earth")
        assert game.state.invade_earth == () and game.state.discards["land_territories"] == (at("Japan"),)


class TestJam:
    def test_a_jammed_seat_plays_no_card(self) -> None:
        game = table(
            "Naval Frequency Jam",
            "Armageddon",
            command_cards={"blue": ["The Mother"], "green": ["Nicky Boy"]},
            commanders={"red": {"naval": "Japan", "nuclear": "Japan"}, "blue": {"nuclear": "Mexico"}},
        )
        assert refused(game, RED, "play Frequency Jam on red") == "cards.target"
        game.order(RED, "play Frequency Jam on blue").order(RED, "play Armageddon")
        assert (game.state.jammed, game.asked) == ((BLUE,), "battle.attack_asked")  # green has no Commander


class TestArmageddon:
    def test_seats_are_asked_from_marker_1_and_pay_nothing(self) -> None:
        both = {"nuclear": "Ukrayina"}
        game = table(
            "Armageddon",
            "Assassin Bomb",
            command_cards={"blue": ["Rocket Strike Land", "Aqua Brother"], "green": ["Nicky Boy"]},
            commanders={"red": {"nuclear": "Japan"}, "blue": {"nuclear": "Mexico"}, "green": both},
            markers={"green": 1, "red": 2, "blue": 3},
            energy={"red": 4},
        ).order(RED, "play Armageddon")
        assert (game.asked, game.seats) == ("cards.armageddon_asked", (GREEN,))
        assert open_decision(game.state).pace == "window"
        game.order(GREEN, "decline")
        assert (game.seats, open_decision(game.state).pace) == ((RED,), "turn")
        game.order(RED, "play Assassin Bomb on green nuclear", dice=[3])
        assert game.told(CardPlayed)[0].cost == 0 and game.seats == (BLUE,)  # red has no Nuclear card left
        game.order(BLUE, "play Rocket Strike Land on Japan", dice=[2]).order(RED, "lose 2 mods")
        assert (game.seats, game.state.purses) == ((BLUE,), [0, 0, 0])
        assert default_answer(game.state, BLUE) == parse_order("decline this turn", view_for(game.state, BLUE))
        game.order(BLUE, "decline")
        assert game.asked == "battle.attack_asked"

    @pytest.mark.parametrize(("struck", "by"), [(GREEN, BLUE), (RED, BLUE)])
    def test_whoever_played_the_card_has_eliminated_a_seat(self, struck: int, by: int) -> None:
        game = table(
            "Armageddon",
            board="red: Egypt 2 | blue: * 2 | green: Mexico 2",
            command_cards={"blue": ["Rocket Strike Land"]},
            commanders={"red": {"nuclear": "Egypt"}, "blue": {"nuclear": "Japan"}},
            energy={"red": 4},
        ).order(RED, "play Armageddon")
        place = {GREEN: "Mexico", RED: "Egypt"}[struck]
        game.order(BLUE, f"play Rocket Strike Land on {place}", dice=[6])
        assert [(told.seat, told.by) for told in game.told(Eliminated)] == [(struck, by)]

    def test_only_nuclear_cards_can_be_played_in_it(self) -> None:
        game = table("Armageddon", "The Mother", "Energy Crisis").order(RED, "play Armageddon")
        assert refused(game, RED, "play Energy Crisis") == "cards.nuclear_only"
        assert [offer.fields[0].values[0] for offer in view_for(game.state, RED).offers[:-1]] == ["The Mother"]


class TestBombs:
    def test_a_commander_dies_on_three_and_the_land_with_the_last_unit(self) -> None:
        for shown, left in ((2, BLUE), (3, -1)):
            game = table(
                "Assassin Bomb",
                board="red: Egypt 4 | blue: Mexico 0, * 2",
                commanders={"red": {"nuclear": "Egypt"}, "blue": {"naval": "Mexico"}},
            )
            game.order(RED, "play Assassin Bomb on blue naval", dice=[shown])
            assert game.told(CardRolled) == [CardRolled(RED, (shown,))]
            assert game.state.owner[at("Mexico")] == left
        assert game.told(Lost)[0].lost == ((at("Mexico"), Force(0, ("naval",))),) and game.told(Emptied)

    def test_a_station_holds_the_land_of_a_dead_commander(self) -> None:
        game = table(
            "Assassin Bomb",
            board="red: Egypt 4 | blue: Mexico 0, * 2",
            commanders={"red": {"nuclear": "Egypt"}, "blue": {"naval": "Mexico"}},
            stations={"blue": ["Mexico"]},
        )
        assert game.order(RED, "play Assassin Bomb on blue naval", dice=[8]).state.owner[at("Mexico")] == BLUE

    @pytest.mark.parametrize("order", ["play Assassin Bomb on blue naval", "play Assassin Bomb on red nuclear"])
    def test_it_needs_a_commander_of_somebody_else_in_play(self, order: str) -> None:
        assert (
            refused(
                table("Assassin Bomb", commanders={"red": {"nuclear": "Egypt"}, "blue": {"land": "Mexico"}}), RED, order
            )
            == "cards.target"
        )

    def test_a_rocket_takes_what_the_die_shows_and_its_owner_chooses(self) -> None:
        said = {
            "board": "red: Egypt 4 | blue: Mexico 2, * 2",
            "commanders": {"red": {"nuclear": "Egypt"}, "blue": {"land": "Mexico"}},
        }
        game = table("Rocket Strike Land", **said).order(RED, "play Rocket Strike Land on Mexico", dice=[2])
        assert (game.asked, game.seats) == ("battle.losses_asked", (BLUE,))
        game.order(BLUE, "lose land, 1 mod")
        assert game.mods("Mexico") == [1] and len(game.state.pieces) == 1
        game = table("Rocket Strike Land", **said).order(RED, "play Rocket Strike Land on Mexico", dice=[6])
        assert game.state.owner[at("Mexico")] == -1 and game.asked == "battle.attack_asked"

    def test_only_land_of_others_is_a_target_neutral_forces_too(self) -> None:
        game = table("Rocket Strike Water", board="red: Egypt 4, Akara 2 | blue: * 2 | neutral: Microcorp 3")
        for name in ("Akara", "Poseidon", "Mexico"):
            assert refused(game, RED, f"play Rocket Strike Water on {name}") == "cards.target"
        assert game.order(RED, "play Rocket Strike Water on Microcorp", dice=[1]).mods("Microcorp") == [2]

    def test_scattered_bombs_halve_enemies_rounded_up_and_spare_ones_own(self) -> None:
        game = table("Scatter Bomb Land").order(RED, "play Scatter Bomb Land", cards=["Japan", "Mexico", "Siberia"])
        assert game.mods("Japan", "Mexico", "Siberia") == [5, 2, 1]
        game = table("Scatter Bomb Water", decks={"water_territories": ["Poseidon"]}).order(
            RED, "play Scatter Bomb Water"
        )
        assert game.mods("Poseidon") == [1]
        game = table("Scatter Bomb Moon", decks={"lunar_territories": 0}).order(RED, "play Scatter Bomb Moon")
        assert game.told(TurnedOver)[0].cards == ()

    def test_a_region_loses_a_unit_everywhere_ones_own_too(self) -> None:
        game = table("Aqua Brother").order(RED, "play Aqua Brother", dice=[6, 6, 2])
        assert game.told(CardRolled)[0].dice == (6, 6, 2) and game.mods("Neo Tokyo") == [2]
        game = table("The Mother").order(RED, "play The Mother", dice=[4])
        assert game.seats == (RED,)  # five Commanders and four MODs in Egypt
        game.order(RED, "lose space")
        assert Piece("space", RED, at("Egypt")) not in game.state.pieces
        assert table("Nicky Boy").order(RED, "play Nicky Boy", dice=[5]).mods("Tycho", "Byrgius") == [2, 2]

    def test_who_loses_the_last_unit_is_out(self) -> None:
        game = table(
            "Rocket Strike Land",
            board="red: Egypt 9 | blue: * 2 | green: Mexico 1",
            command_cards={"green": ["The Mother"]},
            stations={"green": ["Mexico"]},
        )
        game.order(RED, "play Rocket Strike Land on Mexico", dice=[1])
        assert game.told(Eliminated)[0].seat == GREEN and game.state.players[GREEN].hand == ()
        assert game.told(Eliminated)[0].cards == 0, "nobody inherits them"
        assert game.state.owner[at("Mexico")] == -1


class TestDiplomacy:
    def test_commanders_go_where_they_like_and_empty_land_is_let_go(self) -> None:
        game = table(
            "Decoys Revealed",
            board="red: Japan 2, Egypt 0, Tycho 1 | blue: * 2",
            commanders={"red": {"diplomat": "Egypt", "land": "Japan"}},
        )
        assert refused(game, RED, "play Decoys Revealed with land Mexico") == "cards.target"
        assert refused(game, RED, "play Decoys Revealed with naval Japan") == "cards.target"
        game.order(RED, "play Decoys Revealed with diplomat Tycho, land Tycho")
        assert game.state.owner[at("Egypt")] == -1
        assert {piece.at for piece in game.state.pieces} == {at("Tycho")}

    def test_a_station_is_free_but_the_fifth_and_a_second_in_a_place_are_refused(self) -> None:
        game = table("Territorial Station", "Territorial Station", stations={"red": ["Egypt"]})
        assert refused(game, RED, "play Territorial Station at Egypt") == "cards.target"
        assert refused(game, RED, "play Territorial Station at Neo Tokyo") == "cards.target"
        game.order(RED, "play Territorial Station at Japan")
        assert (game.state.purses[RED], Piece("station", RED, at("Japan")) in game.state.pieces) == (9, True)
        land = ("Alden", "Egypt", "Siberia", "Japan", "Sakha")
        game = table(
            "Territorial Station",
            board=f"red: {', '.join(f'{name} 1' for name in land)} | blue: * 2",
            stations={"red": land[:4]},
        )
        assert refused(game, RED, "play Territorial Station at Sakha") == "cards.four_stations"


class TestReduction:
    def start(self, **said: object) -> Table:
        return table("MOD Reduction", **said).order(RED, "play MOD Reduction")

    def test_opponents_remove_four_in_turn_order_and_then_the_player_two(self) -> None:
        game = self.start(markers={"green": 1, "red": 2, "blue": 3})
        assert (game.asked, game.seats) == ("cards.reduction_asked", (BLUE,))
        game.order(BLUE, "lose 3 mods at Mexico, 1 mod at Poseidon")
        assert (game.mods("Mexico", "Poseidon"), game.seats) == ([1, 2], (GREEN,))
        game.order(GREEN, "lose 4 at Ukrayina")
        assert (game.seats, open_decision(game.state).pace) == ((RED,), "turn")
        game.order(RED, "lose 2 mods at Japan")
        assert game.mods("Ukrayina", "Japan") == [2, 3] and game.asked == "battle.attack_asked"

    @pytest.mark.parametrize(
        "text",
        ["lose 3 mods at Mexico", "lose 5 mods at Mexico", "lose 4 mods at Japan", "lose 2 at Mexico, 3 at Mexico"],
    )
    def test_exactly_four_of_ones_own_must_go(self, text: str) -> None:
        assert refused(self.start(), BLUE, text) == "cards.reduction"

    def test_who_has_no_more_is_not_asked_and_may_be_out(self) -> None:
        game = self.start(board="red: Egypt 9 | blue: Mexico 4, Siberia 6 | green: Alden 3, Sakha 1")
        game.order(BLUE, "lose 4 mods at Siberia")
        assert game.told(Lost)[1].lost == ((at("Sakha"), Force(1)), (at("Alden"), Force(3)))
        assert game.told(Eliminated)[0].seat == GREEN and game.seats == (RED,)

    def test_the_default_takes_from_the_largest_again_and_again(self) -> None:
        game = self.start(board="red: Egypt 9 | blue: Mexico 4, Siberia 3, Poseidon 3 | green: Alden 9")
        lost = default_answer(game.state, BLUE)
        assert format_order(lost, "risk2210", "world2210", game.state.seats) == (
            "lose 2 mods at Mexico, 1 mod at Siberia, 1 mod at Poseidon"
        )
        assert apply(game.state, minimal_action(view_for(game.state, BLUE)), FastChance(1))


class TestRedeployment:
    def test_it_is_asked_after_the_free_move_and_gives_another(self) -> None:
        game = table(
            "Redeployment",
            "Redeployment",
            "Cease Fire",
            step="fortify",
            board="red: Japan 5, Pevek 4, Alden 1 | blue: * 2",
            commanders={"red": {"diplomat": "Japan"}},
        )
        game.order(RED, "fortify Japan Alden 2 mods")
        assert game.asked == "cards.play_asked"
        game.order(RED, "play Redeployment").order(RED, "fortify Pevek Alden 2")
        assert game.mods("Japan", "Pevek", "Alden") == [3, 2, 5] and game.asked == "cards.play_asked"
        game.order(RED, "end turn")
        assert game.seats != (RED,)

    def test_it_is_asked_whatever_the_diplomat_s_card_is(self) -> None:
        game = table("Cease Fire", step="fortify", board="red: Japan 5, Egypt 4 | blue: * 2").order(RED, "end")
        assert game.asked == "cards.play_asked" and len(view_for(game.state, RED).offers) == 1


class TestBlankCards:
    def test_it_does_what_the_card_does_that_it_is_like(self) -> None:
        blank = {"deck": "nuclear", "name": "Big Bang", "like": "Scatter Bomb Land", "cost": 0}
        game = table("Big Bang", blank_cards=[blank])
        assert cards.with_blanks(game.state.options.blank_cards).kinds[42].copies == 1
        game.order(RED, "play big bang", cards=["Mexico", "Siberia", "Japan"])
        assert (game.mods("Mexico"), game.state.purses[RED]) == ([2], 10)
        assert game.state.discards["nuclear"] == (42,)

    def test_colony_influence_counts_with_its_commander_alone(self) -> None:
        state = holding("Land Colony Influence", "Naval Colony Influence", commanders={"red": {"land": "Egypt"}})
        assert cards.influence(Table(state).context, RED) == 3
        assert refused(Table(state), RED, "play Land Colony Influence") == "cards.at_game_end"
