"""The world of 2210: the Earth with its waters and the Moon in one numbering, and its parts."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import boards_for, find_territory, ruleset
from engine.core.mapgraph import MapGraph, mapgraph, maps_of
from tests.engine.core import board_facts
from tests.engine.core.test_boards import drawn_links, said_links

WORLD = mapgraph("world2210")
PARTS = ("earth2210", "sea2210", "moon2210")


def lines(text: str) -> list[str]:
    return [line for line in text.strip().splitlines() if line]


def continents(graph: MapGraph) -> list[str]:
    """Continents with their bonus, each followed by its territories, as the facts have them."""
    return [
        said
        for part in graph.continents
        for said in (f"{part.name} {part.bonus}", *(f"  {graph.names[place]}" for place in part.members))
    ]


def test_it_has_69_territories_numbered_part_by_part() -> None:
    names = [name for part in PARTS for name in mapgraph(part).names]
    assert [mapgraph(part).size for part in PARTS] == [42, 13, 14]
    assert list(WORLD.names) == names and WORLD.size == 69
    assert (WORLD.edition, WORLD.families) == ("world2210@1", ("risk2210",))


def test_it_has_134_links_and_none_between_earth_and_moon() -> None:
    zones = Counter(tuple(sorted((WORLD.zone(a), WORLD.zone(b)))) for a, b in WORLD.kinds)
    assert zones == {("land", "land"): 82, ("land", "water"): 13, ("water", "water"): 9, ("moon", "moon"): 30}
    assert Counter(WORLD.kinds.values()) == {"land": 58 + 30, "water": 8, "sea": 24 + 1 + 13}


def test_its_links_are_those_of_the_rules() -> None:
    coasts = said_links(board_facts.COASTS2210)
    said = said_links(board_facts.EARTH2210 + board_facts.SEA2210 + board_facts.MOON2210) | coasts
    said |= {(there, here): kind for (here, there), kind in coasts.items()}
    assert {pair: "sea" if kind == "sea" else "land" for pair, kind in drawn_links(WORLD).items()} == said


def test_its_continents_and_colonies_have_the_bonuses_of_the_rules() -> None:
    said = lines(board_facts.EARTH2210) + lines(board_facts.SEA2210) + lines(board_facts.MOON2210)
    assert continents(WORLD) == [line.partition(":")[0] for line in said]
    assert sum(part.bonus for part in WORLD.continents) == 24 + 8 + 8


def test_its_zones_are_its_parts() -> None:
    assert {zone: sorted(found) for zone, found in WORLD.in_zone.items()} == {
        "land": list(range(42)),
        "water": list(range(42, 55)),
        "moon": list(range(55, 69)),
    }


def test_each_colony_of_the_moon_has_one_landing_site() -> None:
    landing = WORLD.signs["landing"]
    assert {WORLD.names[place] for place in landing} == set(board_facts.LANDING_SITES)
    assert sorted(WORLD.continents[WORLD.continent_of[place]].name for place in landing) == [
        "Cresinion",
        "Delphot",
        "Sajon",
    ]


def test_it_lies_in_two_pieces_and_land_alone_hangs_together() -> None:
    assert WORLD.reach(0) == set(range(55)) and WORLD.reach(55) == set(range(55, 69))
    assert mapgraph("earth2210").reach(0) == set(range(42))


def test_every_territory_has_a_code_of_three_letters_of_its_own_and_none_is_mod() -> None:
    assert len(set(WORLD.codes)) == 69 and "MOD" not in WORLD.codes
    assert all(len(code) == 3 and code.isascii() and code.isupper() for code in WORLD.codes)


def test_orders_find_every_territory_by_name_code_and_id() -> None:
    for place in range(WORLD.size):
        called = (WORLD.names[place], WORLD.codes[place], WORLD.codes[place].lower(), WORLD.ids[place])
        assert {find_territory(WORLD, text) for text in (*called, *WORLD.aliases[place])} == {(place,)}


def test_it_is_the_one_board_of_its_family_and_its_waters_and_moon_are_nobodys() -> None:
    assert maps_of("risk2210") == ("world2210",)
    assert mapgraph("sea2210").families == () == mapgraph("moon2210").families
    assert boards_for(ruleset("book2210")) == ("earth2210", "ancient", "classic42")


@pytest.mark.parametrize(("part", "pieces"), [("earth2210", 1), ("sea2210", 4), ("moon2210", 1)])
def test_a_part_lies_in_its_own_number_of_pieces(part: str, pieces: int) -> None:
    assert mapgraph(part).pieces == pieces
