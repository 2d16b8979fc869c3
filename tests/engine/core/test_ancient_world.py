"""The board of Godstorm: the ancient world, the Underworld and its heavens in one numbering."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import find_territory
from engine.core.mapgraph import MapError, MapGraph, mapgraph, maps_of
from tests.engine.core import board_facts
from tests.engine.core.test_boards import drawn_links, said_links

WORLD, EARTH, BELOW = mapgraph("ancient_world"), mapgraph("ancient"), mapgraph("underworld")
GATES = {"Underworld I", "Underworld IV", "Underworld VIII"}


def test_its_42_territories_come_first_then_13_spaces_and_five_heavens() -> None:
    assert list(WORLD.names[:42]) == list(EARTH.names) and WORLD.size == 60
    assert WORLD.ids[42:55] == tuple(f"u{number}" for number in range(1, 14))
    assert WORLD.names[55:] == board_facts.HEAVENS
    assert {zone: sorted(found) for zone, found in WORLD.in_zone.items()} == {
        "land": list(range(42)),
        "underworld": list(range(42, 55)),
        "heaven": list(range(55, 60)),
    }


def test_the_69_connections_of_the_earth_are_those_of_the_rules() -> None:
    above = {pair: kind for pair, kind in drawn_links(WORLD).items() if pair[0] in EARTH.names}
    assert above == said_links(board_facts.ANCIENT) and len(above) == 2 * 69
    assert Counter(above.values()) == {"land": 2 * 48, "sea": 2 * 21}


def test_the_19_connections_below_are_those_of_the_rules() -> None:
    spaces = BELOW.names[:13]
    below = {pair: kind for pair, kind in drawn_links(BELOW).items() if {*pair} <= {*spaces}}
    assert below == said_links(board_facts.UNDERWORLD) and len(below) == 2 * 19


def test_every_heaven_leads_to_the_three_gates() -> None:
    for heaven in board_facts.HEAVENS:
        here = WORLD.names.index(heaven)
        assert {WORLD.names[there] for there in WORLD.neighbours[here]} == GATES
        assert {WORLD.kind(here, there) for there in WORLD.neighbours[here]} == {"gate"}


def test_mountains_and_flames_close_borders() -> None:
    said = said_links(board_facts.MOUNTAINS) | said_links(board_facts.FLAMES)
    closed = {frozenset((WORLD.names[a], WORLD.names[b])) for a, b in WORLD.blocked}
    assert closed == {frozenset(pair) for pair in said} and len(closed) == 15


def test_gates_crypts_and_altars_are_signs_of_their_spaces() -> None:
    for sign, labels in board_facts.SPACES.items():
        assert {WORLD.names[at] for at in WORLD.signs[sign]} == {f"Underworld {label}" for label in labels}


def test_spaces_are_called_as_orders_write_them() -> None:
    for number in range(1, 14):
        assert find_territory(WORLD, f"u{number}") == (41 + number,)
        assert find_territory(WORLD, f"U{number}") == (41 + number,)


def test_no_continent_has_a_space_or_a_heaven() -> None:
    assert [part.bonus for part in WORLD.continents] == [7, 5, 5, 3, 3, 2]
    assert WORLD.outside == set(range(42, 60))
    assert {WORLD.continent_of[at] for at in WORLD.outside} == {-1}


def test_it_lies_in_two_pieces_and_is_played_by_its_family_alone() -> None:
    assert WORLD.reach(0) == set(range(42)) and WORLD.reach(42) == set(range(42, 60))
    assert maps_of("godstorm") == ("ancient_world",) and WORLD.edition == "ancient_world@1"


def test_a_territory_in_no_continent_is_refused_unless_its_board_says_so() -> None:
    rows = [("a", "Aland", "ALA"), ("b", "Beland", "BEL")]
    part = [("x", "X", 2, ["a"])]
    with pytest.raises(MapError, match="do not partition"):
        MapGraph.build("bad", rows, [("a", "b")], part)
    graph = MapGraph.build("ok", rows, [("a", "b")], part, outside=["b"])
    assert graph.continent_of == (0, -1)
    with pytest.raises(MapError, match="do not partition"):
        MapGraph.build("bad", rows, [("a", "b")], part, outside=["a", "b"])
