"""The boards as players see them: the links of the rules, and drawings that show just these."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from engine import FastChance, boards_for, find_territory, format_order, new_game, parse_order, ruleset, view_for
from engine.core.mapgraph import MapGraph, board_path, mapgraph, maps_of
from engine.mechanics.battle.types import Attack
from games.boards.geometry import rings
from tests.engine.core import board_facts
from tests.engine.core.outlines import problems
from tests.kit.certain import some

pytestmark = pytest.mark.no_cover

FACTS = {id: str(getattr(board_facts, id.upper())) for id in maps_of("classic") if hasattr(board_facts, id.upper())}


@pytest.fixture(params=list(FACTS))
def id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def data_of(id: str) -> dict[str, Any]:
    return json.loads(board_path(id).read_text("utf-8"))


def pair(a: str, b: str) -> frozenset[str]:
    return frozenset((a, b))


def said_links(text: str) -> dict[tuple[str, str], str]:
    """(territory, neighbour) -> kind, from lines "Territory: neighbour, ~neighbour over water"."""
    found = {}
    for line in text.splitlines():
        here, colon, linked = line.strip().partition(": ")
        for there in linked.split(", ") if colon else ():
            found[here, there.lstrip("~")] = "sea" if there.startswith("~") else "land"
    return found


def drawn_links(graph: MapGraph) -> dict[tuple[str, str], str]:
    names = graph.names
    return {
        (names[here], names[there]): graph.kind(here, there)
        for here, linked in enumerate(graph.neighbours)
        for there in linked
    }


# ---- the graph


def test_the_links_are_those_of_the_rules(id: str) -> None:
    assert drawn_links(mapgraph(id)) == said_links(FACTS[id])


def test_the_continents_are_those_of_the_rules(id: str) -> None:
    said: dict[str, list[str]] = {}
    for line in FACTS[id].strip().splitlines():
        if line.startswith(" "):
            said[list(said)[-1]].append(line.strip().partition(":")[0])
        else:
            said[line] = []
    graph = mapgraph(id)
    found = {f"{part.name} {part.bonus}": [graph.names[place] for place in part.members] for part in graph.continents}
    assert found == said
    assert [graph.names[place] for part in graph.continents for place in part.members] == list(graph.names)


@pytest.mark.parametrize(("board", "land", "sea"), [("classic42", 58, 25), ("earth2210", 58, 24), ("ancient", 48, 21)])
def test_each_board_has_42_territories_and_its_number_of_links(board: str, land: int, sea: int) -> None:
    graph = mapgraph(board)
    kinds = list(graph.kinds.values())
    assert (graph.size, kinds.count("land"), kinds.count("sea"), len(kinds)) == (42, land, sea, land + sea)


def test_every_code_has_three_letters(id: str) -> None:
    assert all(len(code) == 3 and code.isascii() and code.isupper() for code in some(mapgraph(id).codes))


def test_every_deck_has_fourteen_cards_of_each_symbol(id: str) -> None:
    for symbols in some(mapgraph(id).decks.values()):
        assert sorted(symbols.count(symbol) for symbol in set(symbols)) == [14, 14, 14]


def test_a_board_without_a_deck_uses_its_own() -> None:
    graph = mapgraph("ancient")
    assert graph.symbols("A") == graph.symbols("B") == graph.symbols("C") == graph.decks["A"]
    assert set(graph.symbols("C")) == {"skull", "blade", "sphere"}
    assert set(mapgraph("earth2210").symbols("B")) == {"1.0 MOD", "3.0 MOD", "5.0 MOD"}
    assert mapgraph("classic42").symbols("B") != mapgraph("classic42").symbols("A")


def test_the_land_of_2210_lies_as_the_classic_world_but_for_one_strait() -> None:
    classic, future = links_by_outline("classic42"), links_by_outline("earth2210")
    assert len(classic - future) == 1 and not future - classic
    names = {row["path"]: row["name"] for row in data_of("classic42")["territories"]}
    assert {names[path] for both in classic - future for path in both} == {"East Africa", "Middle East"}


def links_by_outline(id: str) -> set[frozenset[str]]:
    outline = {row["id"]: row["path"] for row in data_of(id)["territories"]}
    return {pair(outline[link["a"]], outline[link["b"]]) for link in data_of(id)["links"]}


def test_mountains_close_ten_borders_of_the_ancient_world() -> None:
    graph = mapgraph("ancient")
    said = {frozenset(link) for link in said_links(board_facts.MOUNTAINS)}
    assert {frozenset((graph.names[a], graph.names[b])) for a, b in graph.blocked} == said
    assert len(said) == 10 and not mapgraph("classic42").blocked and not mapgraph("earth2210").blocked


def test_what_the_rules_say_of_each_board_is_written_down() -> None:
    lacking = [id for id in maps_of("classic") if id not in FACTS]
    assert not lacking, f"tests/engine/core/board_facts.py says nothing of {', '.join(lacking)} (docs/maps.md)"


def test_rule_sets_of_the_family_can_be_played_on_all_boards_their_own_first() -> None:
    found = boards_for(ruleset("modern"))
    assert found[0] == "classic42" and {"earth2210", "ancient"} < set(found)
    assert sorted(found) == sorted(maps_of("classic"))
    assert maps_of("chess") == ()


def test_orders_find_every_territory_by_name_code_and_id(id: str) -> None:
    graph = mapgraph(id)
    for place in range(graph.size):
        called = (graph.names[place], graph.codes[place], graph.codes[place].lower(), graph.ids[place])
        assert {find_territory(graph, text) for text in (*called, *graph.aliases[place])} == {(place,)}


def test_an_attack_over_every_link_can_be_written_and_read(id: str) -> None:
    state = new_game("classic_1959", ["red", "blue", "green"], map=id, chance=FastChance(1)).state
    view = view_for(state, state.active)
    for a, b in some(mapgraph(id).kinds):
        for src, dst in ((a, b), (b, a)):
            order = Attack(state.active, src, dst)
            assert parse_order(format_order(order, state.rules, id), view) == order


# ---- the drawing


def test_the_drawing_shows_the_links_and_nothing_else(id: str) -> None:
    assert problems(data_of(id)) == []


def without_a_route(board: dict[str, Any]) -> None:
    board["routes"].pop(0)


def with_a_route_too_many(board: dict[str, Any]) -> None:
    land = next(link for link in board["links"] if link["kind"] == "land")
    board["routes"].append({"a": land["a"], "b": land["b"]})


def without_a_link(board: dict[str, Any]) -> None:
    board["links"].remove(next(link for link in board["links"] if link["kind"] == "land"))


def with_a_link_too_many(board: dict[str, Any]) -> None:
    board["links"].append({"a": board["territories"][0]["id"], "b": board["territories"][-1]["id"]})


def with_land_moved(board: dict[str, Any]) -> None:
    row = board["territories"][0]
    row["path"] = "M9" + row["path"][1:]


def with_a_badge_at_sea(board: dict[str, Any]) -> None:
    board["territories"][0]["anchor"] = [1, 1]


def with_badges_upon_each_other(board: dict[str, Any]) -> None:
    board["territories"][0]["anchor"] = board["territories"][1]["anchor"]


def with_a_name_outside(board: dict[str, Any]) -> None:
    board["territories"][0]["label"] = {**board["territories"][0]["label"], "x": -5}


def with_another_name(board: dict[str, Any]) -> None:
    board["territories"][0]["label"] = {**board["territories"][0]["label"], "lines": ["Elsewhere"]}


SPOILERS = (
    without_a_route,
    with_a_route_too_many,
    without_a_link,
    with_a_link_too_many,
    with_land_moved,
    with_a_badge_at_sea,
    with_badges_upon_each_other,
    with_a_name_outside,
    with_another_name,
)


@pytest.mark.parametrize("spoil", SPOILERS)
def test_a_drawing_that_was_spoiled_is_found_out(id: str, spoil: Callable[[dict[str, Any]], None]) -> None:
    board = deepcopy(data_of(id))
    spoil(board)
    assert problems(board)


def test_a_box_holds_the_land_that_it_is_said_to_hold(id: str) -> None:
    for row in some(data_of(id)["territories"]):
        points = [point for ring in rings(row["path"]) for point in ring]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        assert row["bbox"] == [min(xs), min(ys), max(xs), max(ys)]


def test_continents_have_a_part_of_the_map_that_shows_all_their_badges(id: str) -> None:
    board = data_of(id)
    for part in some(board["continents"]):
        x, y, width, height = part["view"]
        for left, top in some(row["anchor"] for row in board["territories"] if row["continent"] == part["id"]):
            assert x <= left <= x + width and y <= top <= y + height


def test_everything_else_of_a_drawing_names_what_there_is(id: str) -> None:
    board = data_of(id)
    regions = {part["id"] for part in board["continents"]}
    assert set(board["decor"]["coast"]) == regions == set(board["decor"]["bonus"])
    links = {frozenset((mapgraph(id).codes[a], mapgraph(id).codes[b])) for a, b in mapgraph(id).kinds}
    assert {frozenset(key.split(">")) for key in board["decor"].get("bends", {})} <= links
