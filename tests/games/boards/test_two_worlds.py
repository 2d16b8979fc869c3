"""The ancient world with all that a game lays on it, and the Underworld with its heavens, on pages and in mails."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

import engine
from engine.core.mapgraph import mapgraph
from engine.position import position
from games.boards.board import board_context, board_png, board_words, holders_on, mini_map
from games.boards.drawing import draw, lens
from games.boards.flat import frame_of, plate_svg
from games.boards.geometry import Sheet, sheet, stage_boards, stages
from games.boards.holdings import Holdings
from games.boards.minimap import empty_minimap
from games.boards.overlays import Marks
from games.boards.picture import MOST_BYTES
from games.boards.pieces import RUIN
from games.boards.plates import hands_of
from games.boards.shared_picture import shared_png
from games.mail.parts import regions_of
from tests.engine.core.outlines import problems
from tests.games.decisions.positions import lay
from tests.games.kit import table
from tests.kit.certain import some

WORLD = mapgraph("ancient_world")
EARTH, BELOW = stages("ancient_world")
SEATS = ("red", "blue", "green", "yellow", "violet")
LAND = "red: Gaul 8, Roma 5 | blue: Babylon 7, Minoa 2 | green: Egypt 9, Kush 2 | yellow: Rus 5"
BOARD = f"{LAND}, Poseidonis 4 | violet: *1 | empty: Tritonis"
GODS = {
    "red": {"war": "Gaul", "sky": "Roma"},
    "green": {"war": "Egypt", "sky": "Egypt", "magic": "Egypt", "death": "Egypt"},
}
ROMA, GAUL, EGYPT, MINOA, KUSH, TRITONIS = (
    WORLD.number[name] for name in ("roma", "gaul", "egypt", "minoa", "kush", "tritonis")
)
ELYSIUM, U1, U13 = (WORLD.number[name] for name in ("elysium", "u1", "u13"))


def state_of(**keys: Any) -> engine.GameState:
    given = {
        "turn": "red",
        "step": "invade",
        "gods": GODS,
        "temples": {"Roma": True, "Egypt": True, "Tritonis": True},
        "plague": ["Kush", "Babylon"],
        "maelstrom": ["Egypt", "Minoa"],
        "underworld": "red: u1 2, u13 3 | blue: u2 1",
        "heaven": {"red": 4, "yellow": 9},
    }
    said = {name: value for name, value in {**given, **keys}.items() if value is not None}
    return position(BOARD, rules="godstorm", seats=SEATS, **said)


@pytest.fixture(scope="module")
def view() -> Any:
    return engine.view_for(state_of(), 0)


@pytest.fixture(scope="module")
def sunk() -> Any:
    state = position(f"{LAND} | violet: *1", rules="godstorm", seats=SEATS, turn="red", step="invade", sunken=True)
    return engine.view_for(state, 0)


def drawn(board: Sheet, view: Any, marks: Marks | None = None) -> str:
    return draw(board, Holdings(view), marks or Marks(), "Board")


def label_at(svg: str, place: int) -> str:
    found = re.search(rf'id="at-{WORLD.codes[place]}"[^>]* aria-label="([^"]+)"', svg)
    assert found
    return found[1]


# ---- the stages


def test_the_map_has_42_territories_on_one_stage_13_spaces_and_five_heavens_on_the_other() -> None:
    assert [(each.title, each.style, len(each.lands), len(each.places)) for each in (EARTH, BELOW)] == [
        ("Ancient Earth", "ancient", 42, 0),
        ("Underworld", "underworld", 13, 5),
    ]
    numbers = [*EARTH.lands, *BELOW.lands, *BELOW.places]
    assert numbers == list(range(WORLD.size)) and EARTH.territories == WORLD.size
    assert [place.of for place in BELOW.places.values()] == ["Babylonians", "Celts", "Egyptians", "Greeks", "Norse"]
    assert BELOW.lands[U1].label == ("I Gate",) and BELOW.lands[WORLD.number["u6"]].label == ("VI",)


def test_the_drawings_show_the_links_and_nothing_else() -> None:
    for _stage, board in some([*stage_boards("ancient_world"), *stage_boards("underworld")]):
        assert problems(board) == []
    below = sheet("underworld")
    assert below is not None and below.territories == 18 and len(below.places) == 5


def test_the_underworld_is_a_cave_with_embers_and_flames(view: Any) -> None:
    svg, earth = drawn(BELOW, view), drawn(EARTH, view)
    assert svg.count("#pc-flame") == len(BELOW.decor["flames"]) == 39 and "#pc-flame" not in earth
    assert 'class="rock"' in svg and 'id="underworld-ember"' in svg and 'class="cave"' not in earth
    assert svg.count("#pc-gate") == 3 and svg.count("#pc-crypt") == 4 and svg.count("#pc-altar") == 2
    assert 'class="shore"' not in svg and 'class="vacant"' in svg


def test_each_stage_leads_to_the_other(view: Any) -> None:
    """What is asked about chooses the stage; the Underworld lies on the other one as an oval, the Earth as a sheet."""
    graph = WORLD
    below = board_context(view, graph, marks=Marks(src=ELYSIUM, selectable={U1: "80 %"}, deciding=True))
    earth = board_context(view, graph, marks=Marks(src=GAUL, selectable={ROMA: "80 %"}, deciding=True))
    assert "map-ancient_world-underworld look-underworld" in below.stage and "map-ancient_world-earth" in earth.stage
    assert below.lens and below.lens.flat and earth.lens and not earth.lens.flat
    assert [(each.name, each.here, each.own) for each in earth.stages] == [
        ("Ancient Earth", True, 2),
        ("Underworld", False, 2),
    ]
    assert holders_on(BELOW, view) == "nobody 10, Red 2, Blue 1"
    assert 'viewBox="0 100 1000 760"' in lens(BELOW, Holdings(view), Marks())
    assert "vy-5 vw-50 vh-38" in below.stage  # phones leave the sky out


def test_small_maps_show_both_worlds(view: Any) -> None:
    assert "look-underworld" in mini_map(view, "x")
    assert 'class="on"' in empty_minimap(EARTH, "x", (BELOW,)) and 'class="c0"' in empty_minimap(EARTH, "x", (BELOW,))


# ---- the heavens


def test_heavens_stand_in_the_sky_with_the_armies_of_their_seats(view: Any) -> None:
    svg = drawn(BELOW, view)
    sky = svg.partition('<g class="sky">')[2]
    assert re.findall(r'class="num" y="7.5">(\d+)<', sky) == ["4", "0", "0", "9", "0"]
    assert ">Elysium</text>" in sky and ">Greeks</text>" in sky and sky.count("#pc-heaven") == 5
    assert label_at(svg, ELYSIUM) == "Elysium, Yellow, 9 armies" and '<rect class="own"' in sky
    cards = board_context(view, WORLD, stage="underworld").sky
    assert [(card.name, card.colour, card.armies, card.own) for card in cards][:2] == [
        ("Kurnugia", "red", 4, True),
        ("Avalon", "blue", 0, False),
    ]
    assert board_context(view, WORLD, stage="earth").sky == ()


def test_heavens_of_nobody_are_left_out() -> None:
    state = position(
        "red: *1 | blue: Gaul 1 | green: Roma 1", rules="godstorm", seats=SEATS[:3], turn="red", step="invade"
    )
    svg = drawn(BELOW, engine.view_for(state, 0))
    assert svg.count("#pc-heaven") == 3 and "Elysium" not in svg and "translate(134 8)" in svg


def test_a_heaven_is_a_link_and_a_source(view: Any) -> None:
    marks = Marks(src=WORLD.number["kurnugia"], selectable={U1: ""}, links={ELYSIUM: "?src=ELY"}, deciding=True)
    svg = drawn(BELOW, view, marks)
    assert 'id="at-ELY" href="?src=ELY"' in svg and '<rect class="src"' in svg


# ---- what lies on the ancient world


def test_gods_are_round_and_temples_square(view: Any) -> None:
    svg = drawn(EARTH, view)
    x, y = EARTH.lands[EGYPT].anchor
    badge = svg.partition(f'transform="translate({x} {y})"')[2].partition('transform="translate(')[0]
    assert '<text y="7.5">9</text>' in badge  # gods are no armies
    shapes = re.findall(r'class="(pc|bl) (q\d)"', badge)
    assert sorted(shapes) == [("bl", "q0"), *(("pc", f"q{place}") for place in (1, 2, 3, 4))]
    assert label_at(svg, EGYPT).startswith("Egypt, Green, 9 armies, with Set, Ra, Isis and Osiris; a temple")


def test_a_temple_that_nobody_holds_stands_alone(view: Any) -> None:
    svg = drawn(EARTH, view)
    x, y = EARTH.lands[TRITONIS].anchor
    assert f'<g class="on" transform="translate({x} {y})"><g class="bl free">' in svg


def test_the_plague_lies_over_the_land_and_stands_by_its_name(view: Any) -> None:
    svg = drawn(EARTH, view)
    assert svg.count('class="sick"') == 2 == svg.count("#pc-plague") and svg.count('id="earth-h-plague"') == 1
    assert label_at(svg, KUSH) == "Kush, Green, 2 armies, plague"
    (x, y), letters = EARTH.lands[KUSH].label_at, len("Kush")
    assert f'<g class="gm" transform="translate({x - 17 - 5.5 * letters:g} {y - 6})">' in svg
    assert "h-plague" not in drawn(BELOW, view)


def test_the_maelstrom_closes_a_way_over_water(view: Any) -> None:
    svg = drawn(EARTH, view)
    route = EARTH.routes_by_ends[tuple(sorted((EGYPT, MINOA)))]  # type: ignore[index]
    assert f'<path class="shut" d="{route["d"]}"/>' in svg and svg.count('class="whirl"') == 1
    assert "maelstrom: no way between Minoa and Egypt" in svg
    assert label_at(svg, MINOA).endswith("maelstrom, no way to Egypt")
    assert "#routes" not in svg and sum(other["d"] in svg for other in EARTH.routes) == 21


def test_sunken_atlantis_is_sea_with_one_sign(sunk: Any) -> None:
    svg = drawn(EARTH, sunk)
    assert svg.count('class="sunken"') == 4 and svg.count("#pc-sunken") == 1 and ">sunk for good</text>" in svg
    assert label_at(svg, TRITONIS) == "Tritonis, sunk for good, no way through"
    names = svg.partition('<g class="l">')[2].partition("</g>")[0]
    assert "Tritonis" not in names and "Gaul" in names
    bonus = svg.partition('<g class="bonus"')[2].partition("</g>")[0]
    assert "Atlantis" not in bonus and "Europa" in bonus and 'class="rings"' not in svg
    assert sum(route["d"] in svg for route in EARTH.routes) == 18
    assert mini_map(sunk, "x").count('class="sunken"') == 4


def test_before_it_sinks_atlantis_is_drawn_as_any_land(view: Any) -> None:
    svg = drawn(EARTH, view)
    assert "sunken" not in svg.replace("h-sunk", "") and 'class="rings"' in svg and ">Atlantis</text>" in svg


# ---- in words and in mails


def test_the_underworld_is_listed_after_the_continents(view: Any) -> None:
    regions = board_words(view, WORLD)
    assert [region.name for region in regions][-2:] == ["Hyrkania", "Underworld"] and len(regions) == 7
    below = {land.name: land.words for land in regions[-1].lands}
    assert (
        len(below) == 18 and below["Underworld I"] == "Red: 2 armies, gate" and below["Elysium"] == "Yellow: 9 armies"
    )
    mailed = regions_of(view)[-1]
    assert mailed.name == "Underworld" and "Elysium\N{NO-BREAK SPACE}Y\N{NO-BREAK SPACE}9" in mailed.text


@pytest.mark.pictures
def test_the_picture_in_mails_has_both_worlds(view: Any, sunk: Any) -> None:
    heights = [round(760 * frame_of(board)[3] / frame_of(board)[2]) for board in (EARTH, BELOW)]
    for shown in (view, sunk):
        data = board_png(shown)
        image = Image.open(BytesIO(data))
        assert len(data) <= MOST_BYTES and image.width == 760 and abs(image.height - sum(heights)) <= 2
    assert board_png(view) != board_png(engine.view_for(state_of(plague=["Kush"]), 0))
    assert board_png(view) != board_png(engine.view_for(state_of(maelstrom=None), 0))
    assert board_png(view) != board_png(engine.view_for(state_of(heaven={}), 0))


@pytest.mark.pictures
def test_other_sites_get_a_wide_picture_with_the_second_world_in_its_corner(view: Any) -> None:
    data = shared_png(view)
    assert data.startswith(b"\x89PNG") and len(data) <= 150_000
    image = Image.open(BytesIO(data)).convert("RGB")
    assert image.size == (1200, 630)
    below = replace(view, owner=tuple(0 if place in BELOW.lands else owner for place, owner in enumerate(view.owner)))
    changed = ImageChops.difference(image, Image.open(BytesIO(shared_png(below))).convert("RGB")).getbbox()
    assert changed and changed[2] < 300 and changed[1] > 380


def test_a_flat_drawing_has_a_rule_for_every_class_of_these_worlds() -> None:
    for board in (EARTH, BELOW):
        for hand in ("red", *hands_of(board)[-1:]):
            svg = plate_svg(board, hand)
            rules = svg.partition("<style>")[2].partition("</style>")[0]
            drawn = {name for name in ("rock", "ember", "flames", "waves", "sunken") if f'class="{name}"' in svg}
            assert {name for name in drawn if f".{name}" in rules} == drawn
            assert drawn == ({"rock", "ember", "flames"} if board is BELOW else {"waves", "sunken"} - painted_out(hand))


def painted_out(hand: str) -> set[str]:
    """Name the class that only lost land has."""
    return set() if hand == RUIN else {"sunken"}


# ---- pages


@pytest.mark.django_db
def test_the_page_of_a_game_shows_both_worlds() -> None:
    asked = lay(table("risk2210", bots=("random",) * 3), state_of())
    for world, others in (("earth", "underworld"), ("underworld", "earth")):
        page = asked.page(f"?board={world}")
        assert f"map-ancient_world-{world} " in page and f'board={others}"' in page and "Epoch 1" in page
    assert page.count('<ul class="heavens"') == 1 and ">Kurnugia</b>" in page
    asked = lay(asked.play, state_of(step="underworld"))
    assert "map-ancient_world-underworld " in asked.page()
