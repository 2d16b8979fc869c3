"""A map of several boards is drawn in stages, which keep the numbers of the whole map."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

import engine
from engine.core.mapgraph import mapgraph
from games.boards.board import board_context, board_svg
from games.boards.drawing import draw, empty_minimap
from games.boards.flat import index_svg
from games.boards.geometry import Sheet, sheet, stage_boards, stages
from games.boards.outlines import outlines_file, outlines_file_name
from games.boards.overlays import Arrow, Marks
from games.boards.picture import sprites
from games.decisions.hand import card_of
from tests.engine.core.outlines import problems
from tests.kit.certain import some

WORLD = mapgraph("world2210")
EARTH, MOON = stages("world2210")
EGYPT, DJIBOUTI, TYCHO, CLOUDS = (
    WORLD.number[id] for id in ("egypt", "ministry_of_djibouti", "tycho", "sea_of_clouds")
)
POSEIDON, BIOSPHERES = WORLD.number["poseidon"], WORLD.number["continental_biospheres"]


@pytest.fixture(scope="module")
def view() -> Any:
    """A game on which all 69 territories are held."""
    state = engine.new_game(
        "classic_1959", ["red", "blue", "green"], map="world2210", chance=engine.FastChance(1)
    ).state
    return engine.view_for(state, state.active)


def ids(svg: str, board: Sheet) -> set[int]:
    return {place for place, code in enumerate(WORLD.codes) if f'id="at-{code}"' in svg}


def test_stages_share_the_territories_of_a_map_under_its_own_numbers() -> None:
    assert [each.title for each in (EARTH, MOON)] == ["Earth", "Moon"]
    assert sorted([*EARTH.lands, *MOON.lands]) == list(range(WORLD.size))
    for board in (EARTH, MOON):
        assert board.territories == WORLD.size
        for place, land in some(board.lands.items()):
            assert (land.id, land.name, land.code) == (WORLD.ids[place], WORLD.names[place], WORLD.codes[place])
    assert {WORLD.zone(place) for place in MOON.lands} == {"moon"}


def test_a_stage_is_found_by_its_id_and_a_map_by_its_first() -> None:
    assert sheet("world2210") is EARTH is sheet("world2210-earth")
    assert sheet("world2210-moon") is MOON
    assert sheet("world2210-mars") is None is sheet("classic42-moon")
    assert stages("classic42") == (sheet("classic42"),) and stages("nowhere") == ()


def test_the_drawing_of_each_stage_shows_the_links_and_nothing_else() -> None:
    for _stage, board in some(stage_boards("world2210")):
        assert problems(board) == []
    links = [link for _stage, board in stage_boards("world2210") for link in board["links"]]
    assert len(links) == len(WORLD.kinds)


def test_badges_that_rings_crowd_stand_elsewhere_than_on_the_classic_board() -> None:
    """Eleven of them, with their names; the board of the classic games is drawn as before."""
    classic = sheet("earth2210")
    assert classic is not None
    moved = {EARTH.lands[place].id for place, land in classic.lands.items() if land.anchor != EARTH.lands[place].anchor}
    waters = stage_boards("sea2210")[0][1]["territories"]
    drawn = {row["id"]: tuple(row["anchor"]) for row in waters}
    moved |= {land.id for land in EARTH.lands.values() if land.id in drawn and drawn[land.id] != land.anchor}
    assert len(moved) == 11 and {"egypt", "western_ireland", "neo_paulo"} < moved
    before, after = classic.lands[DJIBOUTI], EARTH.lands[DJIBOUTI]
    assert (after.anchor[0] - before.anchor[0], after.anchor[1] - before.anchor[1]) == (20, -4)
    assert (after.label_at[0] - before.label_at[0], after.label_at[1] - before.label_at[1]) == (20, -4)


def test_every_colony_and_continent_of_the_earth_says_what_it_is_worth() -> None:
    assert set(EARTH.decor["bonus"]) == {region.id for region in EARTH.regions} and len(EARTH.regions) == 11
    assert [region.name for region in MOON.regions] == ["Cresinion", "Delphot", "Sajon"]
    assert MOON.disc == (500, 500, 460) and EARTH.disc is None


def test_a_drawing_has_what_lies_on_its_stage(view: Any) -> None:
    marks = Marks(
        src=EGYPT,
        target=DJIBOUTI,
        selectable={DJIBOUTI: "60 %", TYCHO: "55 %"},
        order=(EGYPT, DJIBOUTI),
        arrows=(Arrow(TYCHO, CLOUDS, "red", 1), Arrow(POSEIDON, BIOSPHERES, "blue", 2), Arrow(EGYPT, TYCHO, "red", 3)),
        deciding=True,
        highlighted=(EGYPT, TYCHO),
        look_at=(TYCHO,),
    )
    earth, moon = (draw(board, view, marks, "Board") for board in (EARTH, MOON))
    assert ids(earth, EARTH) == set(EARTH.lands) and ids(moon, MOON) == set(MOON.lands)
    assert "60 %" in earth and "55 %" not in earth and "55 %" in moon and "60 %" not in moon
    assert ">2</text></g>" in earth and "m1" in moon and "m2" not in moon and "m3" not in earth + moon
    assert 'class="order"' in earth and 'class="order"' not in moon


def test_the_first_stage_is_that_of_a_page_that_names_none(view: Any) -> None:
    assert "world2210-earth" in board_svg(view) and "world2210-moon" not in board_svg(view)
    shown = board_context(view, WORLD, marks=Marks(src=TYCHO))
    assert shown.width == 2000 and len(shown.words) == 14


def test_outlines_small_maps_and_pictures_are_those_of_a_stage(view: Any) -> None:
    file = outlines_file(MOON.id)
    assert all(land.path in file for land in some(MOON.lands.values())) and 'id="craters"' in file
    assert EARTH.lands[EGYPT].path not in file
    assert empty_minimap(MOON, "").count("<use") == 14 and empty_minimap(EARTH, "").count("<use") == 55
    assert f"rgb({TYCHO + 1},{TYCHO + 1},{TYCHO + 1})" in index_svg(MOON)
    arrows = (Arrow(EGYPT, TYCHO, "red", 1),)
    assert len(list(sprites(MOON, view, arrows))) == 14 and len(list(sprites(EARTH, view, arrows))) == 55


@pytest.mark.parametrize("board", [EARTH, MOON], ids=lambda board: board.stage)
def test_the_file_of_a_stage_is_what_its_map_says(board: Sheet) -> None:
    assert (settings.BASE_DIR / "static" / outlines_file_name(board.id)).read_text("utf-8") == outlines_file(board.id)


def test_a_territory_card_has_the_outline_of_its_stage() -> None:
    assert card_of(WORLD, "A", TYCHO).path == MOON.lands[TYCHO].path
    assert card_of(WORLD, "A", EGYPT).path == EARTH.lands[EGYPT].path
