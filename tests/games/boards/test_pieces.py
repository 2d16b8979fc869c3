"""Pieces stand round badges, signs of the ground by names, as a family says; every other board stays as it is."""

from __future__ import annotations

import math
import re
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.template import engines
from django.utils.translation import gettext_lazy
from msgspec.structs import replace
from PIL import Image, ImageChops

import engine
from engine import Piece, mapgraph
from engine.rules.godstorm import kinds as godstorm_kinds
from games.boards import flat
from games.boards.board import Marks, board_png, board_svg, board_words
from games.boards.drawing import draw
from games.boards.flat import frame_of
from games.boards.geometry import stages
from games.boards.holdings import Holdings
from games.boards.overlays import Arrow
from games.boards.picture import MOST_BYTES, RING
from games.boards.pieces import RUIN, RingPiece
from games.boards.plates import HANDS
from games.boards.plates import hands_of as plates_hands
from games.boards.shared_picture import shared_png
from games.boards.themes import THEMES
from games.families import godstorm, risk2210
from games.families.board import BoardParts, PieceSign
from games.families.parts import FAMILIES, FamilyParts
from games.families.seats import Cell, SeatColumn, SeatParts, Sign
from games.families.turn import Track, TurnParts
from games.mail.parts import regions_of, shown_height
from games.pages.turn import seat_rows
from games.wording.seats import Person
from tests.kit.certain import some
from tests.toy import TOY

WORLD = mapgraph("world2210")
EARTH, MOON = stages("world2210")
JAPAN, EGYPT, SIBERIA, MEXICO, NEO_TOKYO, TYCHO = (
    WORLD.number[name] for name in ("japan", "egypt", "siberia", "mexico", "neo_tokyo", "tycho")
)
SIGNS = {
    "tower": PieceSign(0, "station", gettext_lazy("Tower"), gettext_lazy("tower"), building=True),
    "general": PieceSign(1, "land", gettext_lazy("General"), gettext_lazy("general")),
    "scout": PieceSign(4, "nuclear", gettext_lazy("Scout"), gettext_lazy("scout")),
}


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A toy game on a board of two stages: 1 army everywhere, and pieces with signs of their own."""
    parts = FamilyParts(
        "toy",
        board=BoardParts(
            piece_signs=SIGNS,
            ruins=lambda view: {SIBERIA: "ruined"},
            ground_signs={"landing": gettext_lazy("landing site")},
            marks_vacant=True,
        ),
        seats=SeatParts(columns=lambda view: (PURSE,)),
        turn=TurnParts(track=lambda view: Track("Age 2", "of 3", 2, 3)),
    )
    monkeypatch.setattr(FAMILIES, "_records", {"toy": parts})
    state = engine.new_game("classic_1959", ["red", "blue", "green"], map=WORLD.id, chance=engine.FastChance(1)).state
    owner = tuple(-1 if place in (MEXICO, SIBERIA) else place % 3 for place in range(WORLD.size))
    armies = tuple(int(seat >= 0) for seat in owner)
    return replace(engine.view_for(state, 0), rules=TOY.id, owner=owner, armies=armies, order=(2, 0, 1))


def purse(view: Any, seat: int) -> Cell:
    return Cell(str(seat + 4), signs=(Sign("land", "General"),))


PURSE = SeatColumn(gettext_lazy("Purse"), "energy", purse, narrow=True, sign=True, css="detail")


def with_pieces(view: Any, *pieces: tuple[str, int]) -> Any:
    return replace(view, pieces=tuple(Piece(kind, view.owner[at], at) for kind, at in pieces))


def badge_at(svg: str, place: int) -> str:
    x, y = EARTH.lands[place].anchor
    return re.split(r'<g class="\w+[^"]*" transform="translate\(\d', svg.partition(f"translate({x} {y})")[2])[0]


def test_units_and_buildings_stand_round_the_badge_and_units_count_on_it(view: Any) -> None:
    svg = board_svg(with_pieces(view, ("general", JAPAN), ("tower", JAPAN), ("scout", JAPAN)))
    badge = badge_at(svg, JAPAN)
    assert '<text y="7.5">3</text>' in badge  # one army, two units, and a building that is none
    places = re.findall(r'class="(pc|bl) (q\d)"', badge)
    assert places == [("pc", "q1"), ("pc", "q4"), ("bl", "q0")]
    assert badge.count("icons.svg#pc-") == 3 and "pieces" not in svg
    assert 'class="ring"' not in badge_at(svg, EGYPT) and '<text y="7.5">1</text>' in badge_at(svg, EGYPT)


def test_a_building_without_a_unit_has_the_place_of_the_badge(view: Any) -> None:
    alone = replace(view, armies=tuple(0 if place == EGYPT else n for place, n in enumerate(view.armies)))
    badge = badge_at(board_svg(with_pieces(alone, ("tower", EGYPT))), EGYPT)
    assert 'class="bl"><rect x="-15"' in badge and "<text" not in badge and "#sh" not in badge


def test_a_label_says_what_stands_there(view: Any) -> None:
    svg = board_svg(with_pieces(view, ("scout", JAPAN), ("general", JAPAN), ("tower", JAPAN), ("tower", EGYPT)))
    colour = ["Red", "Blue", "Green"][view.owner[JAPAN]]
    assert f'aria-label="Japan, {colour}, 3 units, with a General and a Scout; a Tower"' in svg
    assert re.search(r'aria-label="Egypt, \w+, 1 unit, a Tower"', svg)
    assert 'aria-label="Siberia, ruined, no way through"' in svg and 'aria-label="Mexico, nobody, 0 units"' in svg
    words = {land.name: land.note for region in board_words(view, WORLD) for land in region.lands}
    assert words["Tycho"] == "landing site"
    assert re.search(r'aria-label="Tycho, \w+, 1 unit, landing site"', draw(MOON, Holdings(view), Marks(), "x"))


def test_odds_make_room_for_pieces_on_the_right_of_a_badge(view: Any) -> None:
    marks, (x, y) = Marks(selectable={NEO_TOKYO: "84 %"}), EARTH.lands[NEO_TOKYO].anchor
    assert f"translate({x + 23} {y})" in board_svg(with_pieces(view, ("general", NEO_TOKYO)), marks)
    assert f"translate({x + 50} {y})" in board_svg(with_pieces(view, ("scout", NEO_TOKYO)), marks)


def test_lost_land_has_ashes_a_sign_and_a_dead_name_and_free_land_a_ring(view: Any) -> None:
    svg = board_svg(view)
    assert svg.count('class="ashen" fill="url(#earth-h-ash)"') == 1 and 'id="earth-h-ash"' in svg
    (x, y), (left, top) = EARTH.lands[SIBERIA].anchor, EARTH.lands[SIBERIA].label_at
    assert f'<g class="dv" transform="translate({x} {y})"><use' in svg and "#pc-devastated" in svg
    assert f'<text class="dead" x="{left}" y="{top}">' in svg
    assert svg.count('class="vacant"') == 1 and 'class="vacant"' in badge_at(svg, MEXICO)


def test_water_has_a_dashed_shore_and_a_landing_site_its_sign(view: Any) -> None:
    svg, moon = board_svg(view, Marks(selectable={NEO_TOKYO: ""})), draw(MOON, Holdings(view), Marks(), "x")
    assert svg.count('class="water"') == 12 and svg.count('class="selectable water"') == 1
    assert 'class="water"' not in moon and "#pc-landing" not in svg
    assert moon.count('class="gm"') == 3 == moon.count("#pc-landing")
    x, y = MOON.lands[TYCHO].label_at
    assert f'<g class="gm" transform="translate({x} {y + 22})">' in moon


def test_every_sign_that_is_drawn_is_in_the_sprite(view: Any) -> None:
    sprite = (settings.BASE_DIR / "static/icons.svg").read_text("utf-8")
    drawn = set(re.findall(r'id="pc-([a-z-]+)"', sprite))
    named = {"devastated", "landing", "moonlink", "plague", "sunken", "maelstrom", "flame", "heaven"}
    named |= {"gate", "crypt", "altar", *(f"deck-{deck}" for deck in godstorm_kinds.DECKS)}
    for record in (risk2210.record, godstorm.record):
        named |= {sign.sign for sign in record.PIECES.values()}
        named |= {column.icon for column in record.COLUMNS if column.sign}
        assert len({sign.place for sign in record.PIECES.values()}) == len(some(record.PIECES))
    assert named == drawn


def test_seats_are_numbered_beside_the_track_of_a_game_of_fixed_length(view: Any) -> None:
    shown = with_pieces(view, ("general", JAPAN), ("tower", JAPAN))
    context = SimpleNamespace(view=shown, person=lambda seat: Person(seat, shown.seats[seat].colour, f"p{seat}"))
    rows = seat_rows(context)  # type: ignore[arg-type]
    assert [(row.place, row.person.seat) for row in rows] == [(1, 2), (2, 0), (3, 1)]
    held = [place for place, seat in enumerate(view.owner) if seat == view.owner[JAPAN]]
    assert rows[[row.person.seat for row in rows].index(view.owner[JAPAN])].armies == len(held) + 1
    data = {"seats": rows, "track": FAMILIES["toy"].turn.track(shown)}
    cartouche, strip = (
        engines["jinja2"].get_template(f"partials/{name}.html").render(data) for name in ("cartouche", "seat_strip")
    )
    for page in (cartouche, strip):
        assert "Age 2</b> of 3" in page and page.count('<li class="done">') == 1 == page.count('<li class="now">')
        assert page.count('class="turn-place"') == 3 and page.count('aria-label="General"') == 3
    assert 'aria-label="Units"' in cartouche and 'class="detail"' in cartouche
    assert f"{len(held) + 1} units" in strip and 'aria-label="Purse"' in strip


def test_the_pieces_of_the_styles_have_all_the_places(view: Any) -> None:
    css = (Path(settings.BASE_DIR) / "static/css/pieces.css").read_text("utf-8")
    assert all(f".q{place} {{ translate:" in css for place in range(6))


# ---- the picture in mails


@pytest.mark.pictures
def test_the_picture_has_all_stages_one_below_the_other_and_is_small(view: Any) -> None:
    moves = (Arrow(EGYPT, JAPAN, "red", 1), Arrow(JAPAN, TYCHO, "blue", 2))
    data = board_png(with_pieces(view, ("general", JAPAN), ("scout", TYCHO), ("tower", EGYPT)), moves)
    image = Image.open(BytesIO(data)).convert("RGB")
    earth, moon = (math.ceil(760 * frame_of(board)[3] / frame_of(board)[2]) for board in (EARTH, MOON))
    assert len(data) < MOST_BYTES and image.size == (760, earth + moon)
    assert shown_height(data) == round(600 * image.height / 760)
    assert all(level < 40 for level in image.getpixel((2, earth + 2)))  # the sky
    assert all(level > 150 for level in image.getpixel((2, 2)))  # the sea


@pytest.mark.pictures
def test_other_sites_get_a_wide_picture_with_the_second_stage_in_its_corner(view: Any) -> None:
    data = shared_png(view)
    image = Image.open(BytesIO(data)).convert("RGB")
    assert len(data) <= 150_000 and image.size == (1200, 630)
    on_the_moon = Image.open(BytesIO(shared_png(with_pieces(view, ("general", TYCHO))))).convert("RGB")
    changed = ImageChops.difference(image, on_the_moon).getbbox()
    assert changed and changed[2] < 250 and changed[1] > 380


@pytest.mark.pictures
def test_the_picture_shows_pieces_lost_land_and_free_land(view: Any) -> None:
    plain = Image.open(BytesIO(board_png(view))).convert("RGB")
    changes = {
        JAPAN: with_pieces(view, ("general", JAPAN)),
        TYCHO: with_pieces(view, ("scout", TYCHO)),
        EGYPT: with_pieces(
            replace(view, armies=tuple(n * (at != EGYPT) for at, n in enumerate(view.armies))), ("tower", EGYPT)
        ),
    }
    for at, changed in changes.items():
        found = ImageChops.difference(plain, Image.open(BytesIO(board_png(changed))).convert("RGB")).getbbox()
        board, top = (EARTH, 0) if at in EARTH.lands else (MOON, 426)
        left, _top, width, _height = frame_of(board)
        x, y = ((way - begin) * 760 / width for way, begin in zip(board.lands[at].anchor, (left, 0), strict=True))
        assert found and abs(x - (found[0] + found[2]) / 2) < 30 and abs(y + top - (found[1] + found[3]) / 2) < 30, at
    ash = flat.rgb(THEMES["future"].ash)
    x0, y0, x1, y1 = (round(way * 760 / 2000) for way in EARTH.lands[SIBERIA].bbox)
    grey = [colour for _count, colour in plain.crop((x0, y0, x1, y1)).getcolors(4096) or () if colour == ash]
    assert grey


def test_a_flat_drawing_of_pieces_leaves_nothing_to_a_style_sheet() -> None:
    drawn = [flat.piece_svg("future", "red", RingPiece(2, sign.sign, sign.place == 0)) for sign in SIGNS.values()]
    drawn += [flat.lone_building_svg("moon", "blue", "station"), flat.ruin_svg("future"), flat.vacant_svg("moon")]
    for svg, _half in drawn:
        assert "var(" not in svg and "light-dark" not in svg and "/static/" not in svg and "href" not in svg
    for board in (EARTH, MOON):
        svg = flat.plate_svg(board, "red")
        names = set(re.findall(r'class="([a-z-]+)"', svg)) & {"ashen", "maria", "craters", "rims", "regolith", "stars"}
        assert all(f".{name}" in svg.partition("</style>")[0] for name in names)
    assert plates_hands(EARTH) == (*HANDS, RUIN) and plates_hands(MOON) == HANDS


def test_the_places_of_pictures_are_those_of_pages() -> None:
    css = (settings.BASE_DIR / "static/css/pieces.css").read_text("utf-8")
    found = re.findall(r"\.q\d \{ translate: calc\((-?[\d.]+)px \* [^)]*\)\) calc\((-?[\d.]+)px", css)
    assert tuple((float(x), float(y)) for x, y in found) == RING


def test_words_say_pieces_and_what_is_lost(view: Any) -> None:
    told = {
        land.name: land for region in board_words(with_pieces(view, ("scout", JAPAN)), WORLD) for land in region.lands
    }
    assert told["Japan"].words.endswith(": 2 units, with a Scout") and told["Japan"].pieces == "scout"
    assert told["Siberia"].words == "ruined, no way through"
    mailed = {
        land.name: land.text for region in regions_of(with_pieces(view, ("scout", JAPAN))) for land in region.lands
    }
    assert mailed["Siberia"] == "Siberia\N{NO-BREAK SPACE}ruined" and mailed["Japan"].endswith(" with scout")
    assert mailed["Mexico"].endswith("free") and mailed["Tycho"].endswith("with landing site")
