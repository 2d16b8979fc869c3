"""A map of several boards is drawn in stages, which keep the numbers of the whole map."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.template import engines
from msgspec.structs import replace

import engine
from engine.core.mapgraph import mapgraph
from games.boards.arrows import arrow
from games.boards.board import board_context, board_svg, fit, mini_map, zoom
from games.boards.drawing import draw
from games.boards.flat import index_svg
from games.boards.geometry import Sheet, sheet, stage_boards, stages
from games.boards.holdings import Holdings
from games.boards.minimap import empty_minimap
from games.boards.outlines import outlines_file, outlines_file_name, outlines_url
from games.boards.overlays import Arrow, Marks
from games.boards.picture import sprites
from games.decisions.cards.hand import card_of
from games.decisions.kit.context import PageContext, read_selection
from games.templatetags.fieldpost import empty_board
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
    held = {"owner": tuple(place % 3 for place in range(WORLD.size)), "armies": (1,) * WORLD.size}
    return replace(engine.view_for(state, state.active), **held)


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
    earth, moon = (draw(board, Holdings(view), marks, "Board") for board in (EARTH, MOON))
    assert ids(earth, EARTH) == set(EARTH.lands) and ids(moon, MOON) == set(MOON.lands)
    assert "60 %" in earth and "55 %" not in earth and "55 %" in moon and "60 %" not in moon
    assert ">2</text></g>" in earth and "m1" in moon and "m2" not in moon and "m3" in moon and "m3" not in earth
    assert 'class="order"' in earth and 'class="order"' not in moon


def test_a_page_shows_the_stage_that_is_asked_for_else_the_one_it_is_about(view: Any) -> None:
    assert outlines_url(EARTH.id) in board_svg(view) and outlines_url(MOON.id) not in board_svg(view)
    about = {
        (): 2000,
        ("src", TYCHO): 1000,
        ("src", EGYPT): 2000,
        ("highlighted", (TYCHO,)): 1000,
    }
    for said, width in about.items():
        marks = Marks(**{said[0]: said[1]}) if said else Marks()
        assert board_context(view, WORLD, marks=marks).width == width, said
    both = Marks(src=EGYPT, target=TYCHO, selectable={TYCHO: "55 %"})
    assert board_context(view, WORLD, marks=both).width == 1000
    assert board_context(view, WORLD, marks=both, stage="earth").width == 2000


def test_the_last_move_chooses_the_stage_for_those_who_need_not_answer(view: Any) -> None:
    """Who must answer is asked about no land: a far move of another player would only lead away."""
    moved = Marks(arrows=(Arrow(EGYPT, TYCHO, "red", 1),))
    assert view.must_answer and board_context(view, WORLD, marks=moved).width == 2000
    watching = replace(view, viewer=None)
    assert not watching.must_answer and board_context(watching, WORLD, marks=moved).width == 1000
    assert board_context(view, WORLD, stage="mars").width == 2000 and len(board_context(view, WORLD).words) == 14


def test_the_other_stage_is_a_link_with_a_picture_and_a_row_for_phones(view: Any) -> None:
    shown = board_context(view, WORLD, marks=Marks(src=TYCHO), stage_link=lambda stage: f"/to/{stage}")
    assert shown.lens is not None and (shown.lens.url, shown.lens.flat, shown.lens.look) == (
        "/to/earth",
        True,
        "look-future",
    )
    assert outlines_url(EARTH.id) in shown.lens.svg and "<a href" not in shown.lens.svg
    assert outlines_url(MOON.id) in shown.svg
    assert shown.lens.name == "Earth" and shown.lens.said.endswith(". Show it large")
    assert all(f"{colour} " in shown.lens.said for colour in ("Red", "Blue", "Green"))
    assert [(each.name, each.url, each.here) for each in shown.stages] == [
        ("Earth", "/to/earth", False),
        ("Moon", "/to/moon", True),
    ]
    assert sum(each.own for each in shown.stages) == view.owner.count(view.viewer)
    page = render("board.html", board=shown)
    assert 'class="lens flat look-future" href="/to/earth"' in page and 'class="board-switch"' in page
    assert 'href="/to/moon" aria-current="page">Moon' in page and "of yours" in page
    assert "style=" not in page and len(re.findall(r' id="([^"]+)"', page)) == len(
        set(re.findall(r' id="([^"]+)"', page))
    )
    one = render("board.html", board=board_context(view_of_classic(), engine.mapgraph("classic42")))
    assert "lens" not in one and "board-switch" not in one


def test_a_drawing_of_a_stage_refers_to_what_it_defines_itself(view: Any) -> None:
    """Colours of patterns follow the place where they are defined, and a page shows two stages."""
    shown = board_context(view, WORLD, marks=Marks(src=TYCHO, highlighted=(TYCHO,)))
    assert shown.lens is not None
    for svg in (shown.svg, shown.lens.svg):
        used, defined = set(re.findall(r"url\(#([^)]+)\)", svg)), set(re.findall(r' id="([^"]+)"', svg))
        assert used and used <= defined
    assert "moon-limb" in shown.svg and "look-moon" in shown.look


def test_a_move_from_another_stage_comes_in_over_the_edge(view: Any) -> None:
    (outline,), (x, y) = arrow(MOON.id, EGYPT, TYCHO)
    assert outline.startswith("M") and 0 < x < MOON.width and 0 < y < MOON.height
    assert 'class="order"' in draw(MOON, Holdings(view), Marks(order=(EGYPT, TYCHO)), "Moon")
    assert 'class="order"' not in draw(EARTH, Holdings(view), Marks(order=(EGYPT, TYCHO)), "Earth")


def test_a_round_world_is_shown_whole_on_a_phone_and_never_beyond_its_edge(view: Any) -> None:
    assert fit(MOON, [MOON.lands[TYCHO].anchor]) == (0, 0, 1000, 1000)
    steps = (settings.BASE_DIR / "static/css/steps.css").read_text("utf-8")
    for x, y, width, height in (zoom(MOON, (0, 0, 1000, 1000), scale) for scale in (0.2, 0.5, 1, 9)):
        assert x + width <= 1000 and y + height <= 1000
        assert f".vw-{width // 20}{{" in steps and f".vh-{height // 20}{{" in steps and f".vx-{x // 20}{{" in steps
    assert ".vw-120{--vw:2400}" in steps and ".vh-80{--vh:1600}" in steps  # boards may be larger than those of today


def test_the_selection_of_a_page_keeps_the_stage_unless_it_leads_to_another() -> None:
    chosen = read_selection({"board": "moon", "src": WORLD.codes[EGYPT]}, WORLD)
    assert (chosen.board, chosen.src) == ("moon", EGYPT)
    assert (
        read_selection({"board": "mars"}, WORLD).board
        == ""
        == read_selection({"board": "moon"}, engine.mapgraph("classic42")).board
    )
    page = PageContext(SimpleNamespace(map=WORLD.id), WORLD, SimpleNamespace(url="/g"), chosen)  # type: ignore[arg-type]
    assert page.link() == "/g?board=moon" == page.link(board="moon")
    assert page.link(dst=TYCHO) == f"/g?dst={WORLD.codes[TYCHO]}&board=moon"
    assert page.link(dst=EGYPT) == f"/g?dst={WORLD.codes[EGYPT]}"


def test_small_maps_have_the_other_stages_in_a_corner(view: Any) -> None:
    small, empty = mini_map(view, "x"), empty_board(WORLD.id, "y")
    assert small.count("<use") == empty.count("<use") == WORLD.size
    assert small.count('class="corner look-moon"') == 1 == empty.count('class="corner look-moon"')


def render(name: str, **context: Any) -> str:
    made: str = engines["jinja2"].get_template(f"partials/{name}").render(context)
    return made


def view_of_classic() -> Any:
    return engine.view_for(engine.new_game("modern", ["red", "blue", "green"], chance=engine.FastChance(1)).state, 0)


def test_outlines_small_maps_and_pictures_are_those_of_a_stage(view: Any) -> None:
    file = outlines_file(MOON.id)
    assert all(land.path in file for land in some(MOON.lands.values())) and 'id="craters"' in file
    assert EARTH.lands[EGYPT].path not in file
    assert empty_minimap(MOON, "").count("<use") == 14 and empty_minimap(EARTH, "").count("<use") == 55
    assert f"rgb({TYCHO + 1},{TYCHO + 1},{TYCHO + 1})" in index_svg(MOON)
    arrows = (Arrow(EGYPT, TYCHO, "red", 1),)
    assert (
        len(list(sprites(MOON, Holdings(view), arrows))) == 16
        and len(list(sprites(EARTH, Holdings(view), arrows))) == 55
    )


@pytest.mark.parametrize("board", [EARTH, MOON], ids=lambda board: board.stage)
def test_the_file_of_a_stage_is_what_its_map_says(board: Sheet) -> None:
    assert (settings.BASE_DIR / "static" / outlines_file_name(board.id)).read_text("utf-8") == outlines_file(board.id)


def test_a_territory_card_has_the_outline_of_its_stage() -> None:
    assert card_of(WORLD, "A", TYCHO).path == MOON.lands[TYCHO].path
    assert card_of(WORLD, "A", EGYPT).path == EARTH.lands[EGYPT].path
