"""The classic board, and maps that contradict themselves."""

from __future__ import annotations

import pytest

from engine.core.mapgraph import MapError, MapGraph, combine_maps, mapgraph
from tests.kit.certain import some

BOARD = mapgraph("classic42")


def test_it_has_forty_two_territories_and_eighty_three_links() -> None:
    assert BOARD.size == 42
    assert len(BOARD.kinds) == 83
    assert BOARD.reach(0) == set(range(42))


def test_its_continents_have_the_bonuses_of_the_first_rulebook() -> None:
    assert [(part.name, len(part.members), part.bonus) for part in BOARD.continents] == [
        ("North America", 9, 5),
        ("South America", 4, 2),
        ("Europe", 7, 5),
        ("Africa", 6, 3),
        ("Asia", 12, 7),
        ("Australia", 4, 2),
    ]


def test_every_link_leads_both_ways() -> None:
    for here, linked in enumerate(BOARD.neighbours):
        assert all(here in BOARD.neighbours[there] for there in some(linked))


def test_siam_and_indonesia_are_the_only_bridge() -> None:
    bridges = [link for link in BOARD.kinds if len(_reach_without(link)) < BOARD.size]
    assert [tuple(BOARD.names[end] for end in link) for link in bridges] == [("Siam", "Indonesia")]


def _reach_without(link: tuple[int, int]) -> set[int]:
    seen = {0}
    waiting = [0]
    while waiting:
        here = waiting.pop()
        for there in BOARD.neighbours[here]:
            if there not in seen and tuple(sorted((here, there))) != link:
                seen.add(there)
                waiting.append(there)
    return seen


@pytest.mark.parametrize("deck", ["A", "B", "C"])
def test_each_deck_has_fourteen_cards_of_each_figure(deck: str) -> None:
    symbols = BOARD.decks[deck]
    assert {symbol: symbols.count(symbol) for symbol in symbols} == {
        "infantry": 14,
        "cavalry": 14,
        "artillery": 14,
    }


ROWS = [("a", "Aland", "ALA"), ("b", "Beland", "BEL"), ("c", "Celand", "CEL")]
LINKS = [("a", "b"), ("b", "c")]


def test_a_link_said_by_one_side_only_is_refused() -> None:
    graph = MapGraph.build("ok", ROWS, LINKS)
    one_way = MapGraph(**{**vars(graph), "neighbours": ((1,), (2,), (1,))})
    with pytest.raises(MapError, match="does not list it"):
        one_way.check()


def test_a_deck_of_another_size_is_refused() -> None:
    with pytest.raises(MapError, match="deck A has 2 symbols for 3 territories"):
        MapGraph.build("bad", ROWS, LINKS, decks={"A": ["skull", "blade"]})


def test_a_closed_border_that_is_open_is_refused() -> None:
    with pytest.raises(MapError, match="their border is closed"):
        MapGraph.build("bad", ROWS, LINKS, blocked=[("b", "a")])
    assert MapGraph.build("ok", ROWS, LINKS, blocked=[("c", "a")]).blocked == {(0, 2)}


@pytest.mark.parametrize(
    ("rows", "links", "continents", "says"),
    [
        (ROWS, [("a", "b")], (), "nothing leads to c"),
        (ROWS, [*LINKS, ("a", "a")], (), "linked with itself"),
        (ROWS, [*LINKS, ("b", "a")], (), "linked twice"),
        (ROWS, [*LINKS, ("a", "d")], (), "no territory 'd'"),
        ([*ROWS, ("d", "aland", "DEL")], LINKS, (), "share the name"),
        (ROWS, LINKS, [("x", "X", 2, ["a", "b"])], "do not partition"),
        (ROWS, LINKS, [("x", "X", 2, ["a", "b"]), ("y", "Y", 2, ["b", "c"])], "do not partition"),
    ],
)
def test_a_map_that_contradicts_itself_is_refused(rows, links, continents, says) -> None:
    with pytest.raises(MapError, match=says):
        MapGraph.build("bad", rows, links, continents)


# ---- zones, signs, boards made of others


ISLE = MapGraph.build(
    "isle",
    ROWS,
    LINKS,
    version=3,
    title="The isle",
    aliases={"a": ["Allium"]},
    decks={"A": ["skull", "blade", "skull"]},
    families=["toy", "other"],
    blocked=[("a", "c")],
    signs={"harbour": ["c"]},
)
REEF = MapGraph.build(
    "reef",
    [("x", "Xenia", "XEN"), ("y", "Yola", "YOL")],
    [("x", "y", "water")],
    version=2,
    families=["toy"],
    zones={"x": "water", "y": "water"},
    signs={"harbour": ["y"], "light": ["x"]},
)


def test_a_territory_is_land_where_its_board_says_nothing() -> None:
    assert [ISLE.zone(place) for place in range(3)] == ["land"] * 3
    assert REEF.in_zone == {"water": {0, 1}}


def test_boards_that_are_joined_keep_what_they_have() -> None:
    both = combine_maps([ISLE, REEF], [("c", "x", "gate")])
    assert (both.id, both.title, both.families) == ("isle+reef", "The isle", ("toy",))
    assert both.decks == {"A": ("skull", "blade", "skull", "", "")}
    assert both.blocked == {(0, 2)} and both.aliases[0] == ("Allium",)
    assert both.zones == ("land", "land", "land", "water", "water")
    assert both.signs == {"harbour": {2, 4}, "light": {3}}
    assert (both.kind(2, 3), both.kind(3, 4)) == ("gate", "water")


def test_a_new_version_of_a_part_is_a_new_version_of_the_whole() -> None:
    assert [combine_maps([ISLE, REEF], [("c", "x", "gate")], version=own).version for own in (1, 2)] == [4, 5]


def test_boards_that_nothing_joins_are_refused_unless_their_pieces_are_said() -> None:
    with pytest.raises(MapError, match="nothing leads to x"):
        combine_maps([ISLE, REEF], [])
    apart = combine_maps([ISLE, REEF], [], id="apart", families=["late"], pieces=2)
    assert (apart.id, apart.families, apart.reach(0), apart.reach(3)) == ("apart", ("late",), {0, 1, 2}, {3, 4})
    with pytest.raises(MapError, match="has 2 pieces, and has 1"):
        combine_maps([ISLE, REEF], [("c", "x", "gate")], pieces=2)


def test_a_sign_on_unknown_land_is_refused() -> None:
    with pytest.raises(MapError, match="no territory 'q'"):
        MapGraph.build("bad", ROWS, LINKS, signs={"harbour": ["q"]})
