"""The drawing of a board: geometry, marks, small maps, words and the picture in mails."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

import engine
from engine import Piece
from games.boards import flat, picture
from games.boards.arrows import arrow
from games.boards.board import (
    STEP,
    Arrow,
    Marks,
    board_context,
    board_png,
    board_svg,
    board_words,
    fit,
    mini_map,
    view_of_region,
    zoom,
)
from games.boards.geometry import Sheet, mini_outline, rings, sheet
from games.boards.themes import THEMES, Theme, night_of
from games.families.board import BoardParts, LandMark
from games.families.parts import FAMILIES, FamilyParts
from games.mail.parts import board_picture
from games.wording import seats
from tests.kit.certain import some
from tests.toy import TOY

TOKENS = Path(__file__).parents[3] / "static" / "css" / "tokens.css"
NORTHERN_EUROPE, UKRAINE, ALASKA, KAMCHATKA = 16, 19, 0, 29


@pytest.fixture
def board() -> Sheet:
    found = sheet("classic42")
    assert found is not None
    return found


@pytest.fixture
def view() -> Any:
    state = engine.new_game("classic_1959", ["blue", "violet", "grey"], chance=engine.FastChance(5)).state
    return engine.view_for(state, None)


def test_drawing_and_rules_number_the_territories_alike(board: Sheet) -> None:
    graph = engine.mapgraph("classic42")
    assert tuple(land.code for land in board.lands.values()) == graph.codes
    assert tuple(land.name for land in board.lands.values()) == graph.names


def test_a_map_without_a_drawing_has_no_sheet() -> None:
    assert sheet("no_such_map") is None
    assert sheet("../classic42") is None


def test_outlines_are_read_as_rings() -> None:
    assert rings("M1 2l3 0-1 4zM9 9l1 1 0-1z") == [[(1, 2), (4, 2), (3, 6)], [(9, 9), (10, 10), (10, 9)]]


def test_small_outlines_snap_and_drop_what_has_no_area() -> None:
    assert mini_outline("M0 0l70 0 70 0 0 70zM700 700l1 0 0 1z", 1 / 7) == "M0 0l20 0 0 10z"


@pytest.mark.no_cover
def test_every_link_has_an_arrow_that_ends_near_its_target(board: Sheet) -> None:
    graph = engine.mapgraph("classic42")
    for src, linked in enumerate(some(graph.neighbours)):
        for dst in some(linked):
            outlines, middle = arrow(board.id, src, dst)
            wraps = (min(src, dst), max(src, dst)) in board.wraps
            assert len(outlines) == (2 if wraps else 1)
            assert all(outline.startswith("M") and outline.endswith("z") for outline in some(outlines))
            assert -60 < middle[0] < board.width + 60 and -60 < middle[1] < board.height + 60


def test_the_arrow_over_the_edge_comes_back_on_the_other_side(board: Sheet) -> None:
    leaving, returning = arrow(board.id, ALASKA, KAMCHATKA)[0]
    first = [int(x) for x in re.findall(r"[ML](-?\d+) ", leaving)]
    second = [int(x) for x in re.findall(r"[ML](-?\d+) ", returning)]
    assert min(first) < 0 and max(second) > board.width


@pytest.mark.parametrize("scale", [0.2, 0.6, 1.6, 9])
def test_views_stay_on_the_map_and_on_the_grid(board: Sheet, scale: float) -> None:
    boxes = [view_of_region(board, region) for region in board.regions]
    boxes += [fit(board, [land.anchor]) for land in board.lands.values()]
    for box in [*boxes, *(zoom(board, box, scale) for box in boxes)]:
        x, y, width, height = box
        assert all(number % STEP == 0 for number in box)
        assert x >= 0 and x + width <= board.width and y >= 0 and y + height <= board.height


def test_every_class_of_a_view_is_in_the_style_sheet(board: Sheet, view: Any) -> None:
    css = (TOKENS.parent / "steps.css").read_text()
    names = [region.id for region in board.regions] + [
        "whole",
        "0.0.1.1",
        "9999.9999.9999.9999",
        "300.200.500.500",
        "?",
    ]
    for shown in names:
        stage = board_context(view, engine.mapgraph("classic42"), shown=shown).stage
        for name in some(stage.replace(" near", "").removeprefix("map-classic42 look-atlas ").split()):
            assert f".{name}{{" in css


def test_the_drawing_tells_everything_twice_and_has_no_style_attribute(view: Any) -> None:
    marks = Marks(
        src=NORTHERN_EUROPE,
        target=UKRAINE,
        selectable={UKRAINE: "84 %"},
        order=(NORTHERN_EUROPE, UKRAINE),
        arrows=(Arrow(UKRAINE, NORTHERN_EUROPE, "grey", 1, 2, held=True),),
        links={UKRAINE: "?src=NEU&dst=UKR"},
        notes={UKRAINE: "can be attacked, 84 % odds of capture"},
        deciding=True,
    )
    svg = board_svg(view, marks, 'Board of "X" & <Y>')
    assert "style=" not in svg and "<style" not in svg
    assert "Board of &quot;X&quot; &amp; &lt;Y&gt;" in svg
    assert 'class="board look-atlas deciding"' in svg and 'class="selectable target" href="?src=NEU&amp;dst=UKR"' in svg
    assert "can be attacked, 84 % odds of capture" in svg
    assert 'class="o5 age2 m1 held"' in svg and 'class="tag target"' in svg
    assert svg.count("<text y=") + svg.count('<text class="three" y=') == 42 + 1


def test_seats_go_by_colour_not_by_order_of_play(view: Any) -> None:
    svg = board_svg(view)
    place = view.owner.index(0)
    code = engine.mapgraph("classic42").codes[place]
    land = re.search(rf'<a id="at-{code}"[^>]*><use fill="url\(#h(\d)\)"', svg)
    assert land and land[1] == str(seats.COLOURS.index("blue"))


def test_free_land_has_no_badge() -> None:
    state = engine.new_game("modern", ["red", "blue", "green"], chance=engine.FastChance(1)).state
    svg = board_svg(engine.view_for(state, None))
    assert svg.count('class="nobody"') == 42 and "Alaska, nobody, 0 armies" in svg


def test_a_small_map_shows_owners(view: Any) -> None:
    svg = mini_map(view, "Low Tide")
    owner = seats.seat_css(seats.colour_of(view, view.owner[UKRAINE]))
    assert svg.count("<use") == 42 and f'class="{owner}" href="/static/boards/classic42.svg#m-UKR"' in svg


def test_the_board_in_words_names_every_territory_by_continent(view: Any) -> None:
    words = board_words(view, engine.mapgraph("classic42"))
    assert [region.name for region in words][:2] == ["North America", "South America"]
    assert sum(len(region.lands) for region in words) == 42
    assert {land.owner for region in words for land in region.lands} == {"Blue", "Violet", "Grey"}


def test_a_held_continent_names_its_holder(view: Any) -> None:
    graph = engine.mapgraph("classic42")
    owner = tuple(1 if place in graph.continents[1].members else seat for place, seat in enumerate(view.owner))
    assert board_words(replace(view, owner=owner), graph)[1].holder == "Violet"


def test_the_part_that_is_shown_is_what_is_asked_then_what_happened(view: Any) -> None:
    graph, happened = engine.mapgraph("classic42"), (Arrow(ALASKA, KAMCHATKA, 1, 0),)
    stages = [
        board_context(view, graph, marks=Marks(arrows=happened, look_at=look_at)).stage
        for look_at in ((), (NORTHERN_EUROPE, UKRAINE), (ALASKA, KAMCHATKA))
    ]
    assert stages[0] == stages[2] != stages[1]
    lit = Marks(arrows=happened, selectable={UKRAINE: "", ALASKA: ""}, deciding=True)
    first = Marks(look_at=(UKRAINE,))
    assert board_context(view, graph, marks=lit).stage == board_context(view, graph, marks=first).stage != stages[0]


def test_a_map_without_a_drawing_is_shown_in_words(view: Any) -> None:
    strange = replace(view, map="elsewhere")
    context = board_context(strange, engine.mapgraph("classic42"))
    assert not context.svg and len(context.words) == 6
    assert board_svg(strange) == "" and mini_map(strange, "x") == "" and board_png(strange) == b""


# ---- what stands on the board beside armies

CROSS = "M-4-12h8v8h8v8h-8v8h-8v-8h-8v-8h8z"


@pytest.fixture
def of_another_family(view: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game of a family that has pieces, and marks territories with a cross; two of them stand in Ukraine."""
    marks = [LandMark(UKRAINE, 0, CROSS), LandMark(UKRAINE, 1, CROSS), LandMark(ALASKA, 2, CROSS)]
    toy = FamilyParts("toy", board=BoardParts(land_marks=lambda view: marks))
    monkeypatch.setattr(FAMILIES, "_records", {"toy": toy})
    return replace(view, rules=TOY.id, extra={"capitals": [ALASKA, UKRAINE, KAMCHATKA]})


def test_marks_of_territories_are_those_of_the_family(view: Any, of_another_family: Any) -> None:
    svg = board_svg(of_another_family)
    assert svg.count(CROSS) == 3 and 'translate(-19 -17)" d="M-4' in svg and 'translate(-43 -17)" d="M-4' in svg
    assert 'class="o1"' in svg.partition('class="caps"')[2]
    assert CROSS not in board_svg(view) and 'class="caps"' not in board_svg(view)


def test_a_capital_of_the_classic_family_is_a_star(view: Any) -> None:
    known = replace(view, extra={**view.extra, "capitals": [ALASKA, -1, UKRAINE]})
    assert board_svg(known).partition('class="caps"')[2].count("M0-12L3.2") == 2
    assert board_png(known) != board_png(view)


@pytest.mark.pictures
def test_the_picture_in_mails_shows_marks_and_pieces(view: Any, of_another_family: Any) -> None:
    plain = replace(of_another_family, rules=view.rules, extra={})
    assert board_png(plain) != board_png(of_another_family)
    two = (Piece("general", 0, UKRAINE), Piece("general", 0, UKRAINE))
    pictures = [board_png(replace(plain, pieces=pieces)) for pieces in ((), two[:1], two)]
    assert len(set(pictures)) == 3
    changed = ImageChops.difference(*(Image.open(BytesIO(png)).convert("RGB") for png in pictures[1:])).getbbox()
    board = sheet_of(view)
    x, y = (way * picture.WIDTH / board.width for way in board.lands[UKRAINE].anchor)
    assert changed and x < changed[0] < changed[2] < x + 40 and y - 40 < changed[1] < changed[3] < y


@pytest.mark.pictures
def test_a_mark_in_a_picture_has_the_colour_of_its_seat() -> None:
    for place, colour in enumerate(seats.COLOURS):
        svg, half = flat.mark_svg("atlas", colour, CROSS, (-19, -17))
        middle = flat.raster(svg, 2 * half).getpixel((round(half - 19 * 1.45), round(half - 17 * 1.45)))
        assert middle == (*flat.rgb(flat.BADGES[place]), 255)


def test_a_kept_picture_is_of_its_pieces_and_marks(view: Any, of_another_family: Any) -> None:
    known = replace(view, pieces=(Piece("general", 0, UKRAINE),))
    assert len({board_picture(1, each, ()) for each in (view, known, of_another_family)}) == 3


# ---- the picture in mails


@pytest.mark.pictures
def test_the_picture_is_small_and_keeps_the_colours_of_all_seats(view: Any) -> None:
    owner = tuple(place % 3 for place in range(42))
    data = board_png(replace(view, owner=owner), (Arrow(NORTHERN_EUROPE, UKRAINE, "blue", 1),))
    assert data.startswith(b"\x89PNG") and len(data) <= picture.MOST_BYTES
    image = Image.open(BytesIO(data)).convert("RGB")
    found = {colour for _, colour in image.getcolors(1 << 16) or ()}
    for colour in ("blue", "violet", "grey"):
        badge = flat.BADGES[seats.COLOURS.index(colour)]
        near = min(sum(abs(a - b) for a, b in zip(one, flat.rgb(badge), strict=True)) for one in found)
        assert near < 24, f"{colour} is not in the picture"


def test_the_picture_has_the_colours_of_the_pages_by_day() -> None:
    css = TOKENS.read_text()
    fills = dict(re.findall(r"--p(\d): light-dark\((#\w+)", css))
    badges = dict(re.findall(r"--b(\d): (#\w+)", css))
    assert tuple(fills[str(number)] for number in range(6)) == THEMES["atlas"].fills == THEMES["future"].fills
    assert tuple(badges[str(number)] for number in range(6)) == flat.BADGES
    assert all(colour in css for colour in some(colours_of(THEMES["atlas"])))


def colours_of(look: Theme) -> list[str]:
    """Every colour of a look; white is written in either way."""
    found = [look.halo, look.coast, look.frontier, look.route, look.ink, look.paper, look.lake, look.sea_ink]
    found += [look.free, look.beyond, look.river, *look.sea, *look.glows, *look.peak]
    return [colour for colour in found if colour]


def test_a_neutral_army_has_a_look_of_its_own(view: Any) -> None:
    owner = tuple(3 if place < 4 else seat for place, seat in enumerate(view.owner))
    among = replace(view, owner=owner)
    svg = board_svg(among)
    assert svg.count('fill="url(#h6)"') == 4 and svg.count('href="#sh6"') == 4
    assert "Alaska, Neutral, 1 army" in svg and mini_map(among, "x").count('class="neutral"') == 4
    assert board_words(among, engine.mapgraph("classic42"))[0].lands[0].owner == "Neutral"
    badge, _ = flat.badge_svg("atlas", "neutral", 3)
    assert flat.BADGE_FREE in badge and 'id="sh6"' in badge and 'href="#sh6"' in badge
    assert board_png(among) != board_png(view)


@pytest.mark.parametrize("style", ["future", "ancient"])
def test_each_look_has_the_colours_of_its_pages_by_day(style: str) -> None:
    css = (TOKENS.parent / "looks.css").read_text()
    tokens = css.partition(f".look-{style} {{")[2].partition("}")[0]
    usual = () if style == "ancient" else THEMES["atlas"].glows
    assert [colour for colour in colours_of(THEMES[style]) if colour not in usual and f"({colour}," not in tokens] == []


@pytest.mark.parametrize("style", ["moon", "underworld"])
def test_worlds_of_night_have_its_colours_in_any_theme(style: str) -> None:
    css, night = (TOKENS.parent / "pieces.css").read_text(), THEMES[style]
    tokens = css.partition(f".look-{style} {{")[2].partition("}")[0]
    assert "color-scheme: dark" in tokens
    drawn = (*night.sea, night.coast, night.frontier, night.route, night.ink, night.paper, night.sea_ink, night.free)
    assert [colour for colour in drawn if colour not in tokens] == []
    fills = re.findall(r"--p\d: light-dark\(#\w+, (#\w+)\)", TOKENS.read_text())
    assert tuple(fills) == night.fills
    lost = dict(re.findall(r"--(ash|crack|dead|deep|wave): light-dark\((#\w+)", css))
    assert lost == {name: getattr(night, name) for name in ("ash", "crack", "dead", "deep", "wave")}


def test_a_flat_drawing_leaves_nothing_to_a_style_sheet(view: Any) -> None:
    for svg in (flat.plate_svg(sheet_of(view), "blue"), flat.badge_svg("atlas", "red", 120)[0]):
        assert "var(" not in svg and "light-dark" not in svg and '<g class="l">' not in svg and "/static/" not in svg


def sheet_of(view: Any) -> Sheet:
    board = sheet(view.map)
    assert board is not None
    return board


def test_the_neutral_army_is_called_so_in_a_sentence(view: Any) -> None:
    assert [seats.seat_label(view, seat) for seat in (-1, 0, 3)] == ["nobody", "Blue", "the neutral army"]
    assert seats.colour_of(view, 3) == "neutral" and seats.colour_of(view, 4) == seats.colour_of(view, -1) == ""
    assert seats.shape_id("grey") == "sh5" and seats.shape_id("neutral") == "sh6" and seats.shape_id("") == "sh0"


@pytest.mark.parametrize(("style", "file"), [("atlas", "tokens"), ("future", "looks"), ("ancient", "looks")])
def test_each_look_has_the_colours_of_its_pages_by_night(style: str, file: str) -> None:
    """The second colour of each pair is that of dark pages."""
    css, tokens = (TOKENS.parent / f"{file}.css").read_text(), TOKENS.read_text()
    own = css if file == "tokens" else css.partition(f".look-{style} {{")[2].partition("}")[0]
    usual = {colour for _day, colour in re.findall(r"light-dark\((#\w+), (#\w+)\)", tokens)}
    pairs = {colour for _day, colour in re.findall(r"light-dark\((#\w+), (#\w+)\)", own)}
    night = THEMES[night_of(style)]
    assert [colour for colour in colours_of(night) if colour not in pairs | set(night.glows)] == []
    assert set(night.glows) <= (pairs if style == "ancient" else usual) and set(night.fills) <= usual


def test_the_picture_by_night_is_small_and_dark(view: Any) -> None:
    day, night = (board_png(view, night=dark) for dark in (False, True))
    assert max(len(day), len(night)) <= 100_000
    shades = [Image.open(BytesIO(png)).convert("L").resize((1, 1)).getpixel((0, 0)) for png in (day, night)]
    assert shades[1] < 110 < 170 < shades[0], shades
