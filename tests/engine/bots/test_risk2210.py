"""What bots know of 2210: the sea and the Moon, energy and cards, and that the score decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine import (
    Action,
    ChoiceField,
    FastChance,
    NumberField,
    Offer,
    RankingField,
    TerritoryField,
    apply_in_place,
    find_territory,
    mapgraph,
    new_game,
    open_decision,
    view_for,
)
from engine.bots import choose
from engine.bots.bids import bid
from engine.bots.families.risk2210 import cards, purse, war
from engine.bots.families.risk2210.world import World, cost_of
from engine.bots.marches import best_march, march
from engine.core.offers import LossesField, TerritoriesField
from engine.core.state import COLOURS
from engine.mechanics.action_cards.kinds import catalogue_of
from engine.mechanics.action_cards.types import TURN, TURN_END, WINDOW
from engine.position import position
from engine.rules.risk2210.cards import BOOK
from engine.sim import run_matches

RULES = "risk2210"
WORLD = mapgraph("world2210")
ALL = frozenset({"land", "naval", "space", "nuclear", "diplomat"})


def at(name: str) -> int:
    (found,) = find_territory(WORLD, name)
    return found


def world(board: str, **more: Any) -> World:
    """The boards as red sees them in its turn to invade."""
    state = position(board, rules=RULES, seats=["red", "blue"], turn="red", step="invade", **more)
    return World(view_for(state, 0))


def names(places: Sequence[int]) -> set[str]:
    return {WORLD.names[place] for place in places}


# ---- where to


def test_water_opens_with_a_naval_commander_and_the_moon_with_a_space_commander_at_a_station() -> None:
    seen = world(
        "red: New York 3, Mexico 3, American Republic 3 | blue: *1",
        stations={"red": ["Mexico"]},
        devastated=["Nuevo Timoto"],
        commanders={"red": {"land": "Mexico"}},
    )
    place = at("American Republic")
    assert "New York" not in names(seen.reach(place, frozenset())) and not seen.reach(at("New York"), frozenset())
    assert names(seen.reach(at("New York"), ALL)) == {"Western Ireland", "Nova Brasilia"}
    assert names(seen.reach(at("Mexico"), frozenset())) == {"Continental Biospheres"}
    assert names(seen.reach(at("Mexico"), ALL)) == {"Continental Biospheres", "Bay of Dew", "Sea of Crisis", "Tycho"}


def test_whom_a_cease_fire_protects_is_let_alone() -> None:
    board = "red: Japan 3 | blue: *1"
    assert world(board).enemies(at("Japan"))
    assert not world(board, cease_fire=["blue"]).enemies(at("Japan"))


def test_eight_sided_dice_make_a_fight_cheaper_or_dearer() -> None:
    assert cost_of(0, 0, 2) == pytest.approx(0.85, abs=0.02)
    assert cost_of(3, 0, 2) < cost_of(1, 0, 2) < cost_of(0, 0, 2) < cost_of(0, 1, 2) < cost_of(0, 2, 2)
    board = "red: Japan 9, Khan Industrial State 1 | blue: Pevek 2, *1"
    plain = world(board)
    fortress = world(board, stations={"blue": ["Pevek"]}, commanders={"red": {"land": "Japan", "naval": "Japan"}})
    japan, pevek = at("Japan"), at("Pevek")
    assert fortress.leaders(japan, pevek) == 1 and fortress.leaders(japan, at("Neo Tokyo")) == 2
    assert fortress.loss(0, pevek) > plain.loss(0, pevek) > plain.loss(2, pevek)


def test_a_region_counts_most_when_it_is_whole_and_only_then_at_the_very_end() -> None:
    board = "red: Java Cartel 1, New Guinea 1, Aboriginal League 3 | neutral: Japan 1 | blue: *1"
    ground = at("Australian Testing Ground")
    early, late = world(board), world(board, year=5, markers={"blue": 1, "red": 2})
    assert not early.is_final and late.is_final
    assert early.gain(ground, early.mine) > early.gain(at("Angkhor Wat"), early.mine) + 1
    australia = WORLD.continent_of[ground]
    assert (late.continent_points(australia, 3), late.continent_points(australia, 4)) == (0, 2)
    waste = world(board.replace("Aboriginal League 3", "Angkhor Wat 3"), devastated=["Aboriginal League"])
    assert waste.sizes[australia] == 3


def test_a_march_goes_through_empty_water_and_stops_when_it_is_spent() -> None:
    seen = world(
        "red: Continental Biospheres 4, Mexico 1 | blue: *9",
        commanders={"red": {"naval": "Mexico"}, "blue": {"land": "Egypt"}},
    )
    found = march(seen, at("Continental Biospheres"), 4, frozenset(seen.commanders))
    assert [WORLD.names[place] for place in found.path] == ["Poseidon", "Hawaiian Preserve", "New Atlantis"]
    assert found.need == 4 and found.gain > 3
    assert best_march(seen) == found
    assert not march(seen, at("Continental Biospheres"), 4, frozenset()).path


# ---- energy


def bids(most: int) -> Offer:
    return Offer("bidding.bid", "Bid", (NumberField("amount", most=most), RankingField("wishes", (1, 2))))


def test_a_veteran_bids_for_the_last_word_of_the_last_year() -> None:
    view = world("red: Japan 3 | blue: *1").view
    assert purse.bid_for_the_end(view, bids(9)) == bid(view, bids(9), 1, first=True)
    last = replace(view, round=5)
    assert purse.bid_for_the_end(last, bids(9)) == bid(last, bids(9), purse.LAST_BID, first=False)
    assert purse.bid_for_the_end(last, bids(2)) == bid(last, bids(2), 2, first=False)


def test_it_hires_whoever_opens_the_way_and_nobody_for_nothing_at_the_end() -> None:
    board = "red: Continental Biospheres 9, Mexico 1 | blue: *9"
    spots = {"naval": (at("Mexico"), at("Continental Biospheres")), "nuclear": (at("Mexico"),)}
    offer = Offer(
        "purchase.hire",
        "Hire",
        (ChoiceField("kind", ("nuclear", "naval")), TerritoryField("at", by="kind", table=spots)),
    )
    hired: Any = purse.hire_for_marches(world(board, energy={"red": 3}).view, offer)
    assert (hired.kind, WORLD.names[hired.at]) == ("naval", "Continental Biospheres")
    late = world(board, energy={"red": 3}, year=5).view
    assert getattr(purse.hire_for_marches(late, offer), "kind", "") == "naval"
    away = world("red: Argentina 9 | blue: *9", energy={"red": 3}, year=5).view
    assert purse.hire_for_marches(away, offer) is None


@pytest.mark.parametrize(
    ("stations", "energy", "year", "built"),
    [
        ({}, 5, 5, "Japan"),
        ({"red": ["Egypt"]}, 8, 2, ""),
        ({"red": ["Egypt"]}, 9, 2, "Japan"),
        ({"red": ["Egypt"]}, 9, 3, ""),
    ],
)
def test_a_second_station_is_built_while_it_still_pays(
    stations: dict[str, list[str]], energy: int, year: int, built: str
) -> None:
    board = "red: Japan 4, Egypt 2, Argentina 3 | blue: *1"
    state = position(
        board, rules=RULES, seats=["red", "blue"], step="hire", energy={"red": energy}, year=year, stations=stations
    )
    view = view_for(state, 0)
    offer = view.offer("purchase.build")
    assert offer is not None
    order: Any = purse.build(view, offer)
    assert (WORLD.names[order.at] if order else "") == built


# ---- cards


def offer_of(card: str, *fields: Any) -> Offer:
    return Offer("cards.play", "Play", (ChoiceField("card", (card,)), *fields))


def test_a_card_falls_on_the_strongest_and_helps_the_border() -> None:
    seen = world("red: Japan 5, Egypt 2, Siberia 3 | blue: Pevek 7, *1", energy={"red": 9}, command_cards={"red": []})
    places = tuple(range(42))
    own = tuple(seen.own)
    struck: Any = cards.play_worthwhile(seen.view, offer_of("Rocket Strike Land", TerritoriesField("on", places, 1, 1)))
    assert struck.on == (at("Pevek"),)
    more: Any = cards.play_any(seen.view, offer_of("Land Assemble MODs", TerritoriesField("at", own, 1, 1)))
    assert more.at == (at("Japan"),)
    spread: Any = cards.play_any(seen.view, offer_of("Land Reinforcements", TerritoriesField("at", own, 3, 3)))
    assert set(spread.at) == set(own)


def test_a_card_that_does_no_good_is_kept() -> None:
    seen = world("red: Japan 5 | blue: *1", energy={"red": 9})
    assert cards.play_any(seen.view, offer_of("Energy Extraction")) is None
    assert cards.play_any(seen.view, offer_of("Energy Crisis")) is None
    rich = world("red: Japan 5 | blue: *1", energy={"red": 9, "blue": 1})
    assert cards.play_any(rich.view, offer_of("Energy Crisis")) is not None


def test_every_judge_judges_a_card_of_the_book() -> None:
    titles = {kind.title for kind in BOOK.kinds}
    assert set(cards.JUDGES) < titles
    assert titles - set(cards.JUDGES) == {"Colony Influence", "Decoys Revealed"}


def test_mods_are_lost_before_commanders_and_idle_ones_first() -> None:
    seen = world("red: Japan 4, Java Cartel 4, New Guinea 9 | blue: *1")
    field = LossesField("lost", (at("Japan"), at("Java Cartel")), 2, 2)
    lost: Any = war.lose_least(seen.view, Offer("battle.lose", "Lose", (field,)))
    assert sum(force.armies for _, force in lost.lost) == 2


# ---- whole games


def play(players: list[str], seed: int) -> tuple[Any, Counter[tuple[str, str]]]:
    """A game of these bots, and what each of them did: tags of actions, and of cards their timing."""
    chance, rng = FastChance(seed), Random(seed)
    state = new_game(RULES, COLOURS[: len(players)], chance=chance).state
    kinds, done = catalogue_of(RULES, state.options), Counter[tuple[str, str]]()
    while asked := open_decision(state):
        seat = asked.seats[0]
        action: Action = choose(players[seat], view_for(state, seat), rng)
        done[players[seat], str(action.__struct_config__.tag)] += 1
        if isinstance(card := getattr(action, "card", None), str):
            done[players[seat], kinds.kinds[kinds.numbers[card]].timing] += 1
        apply_in_place(state, action, chance)
    return state, done


@pytest.mark.no_cover
def test_recruit_and_veteran_buy_hire_and_play_cards_of_every_timing() -> None:
    done = Counter[tuple[str, str]]()
    for seed in range(8):
        state, more = play(["veteran", "recruit", "veteran", "recruit"][: 2 + seed % 3], seed)
        assert state.winners and state.round <= 5
        done += more
    for bot in ("recruit", "veteran"):
        for what in ("purchase.hire", "purchase.build", "purchase.buy", "bidding.bid", TURN, WINDOW, TURN_END):
            assert done[bot, what], f"{bot}: {what}"


LADDER = [("recruit", "random", 0.95), ("veteran", "recruit", 0.6)]


def share(strong: str, weak: str, games: int) -> float:
    """The part of games for two that `strong` wins alone."""
    return sum(match.won_by == (strong,) for match in run_matches(RULES, [strong, weak], games, "2210")) / games


@pytest.mark.no_cover
@pytest.mark.parametrize(("strong", "weak", "least"), LADDER)
def test_the_stronger_bot_wins_most_games_for_two(strong: str, weak: str, least: float) -> None:
    assert share(strong, weak, games=8) >= least


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("strong", "weak", "least"), LADDER)
def test_the_stronger_bot_wins_its_share_of_100_games(strong: str, weak: str, least: float) -> None:
    assert share(strong, weak, games=100) >= least
