"""The three boards in the product: drawn, shown in parts, painted for mails, chosen for a game."""

from __future__ import annotations

import gzip
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Template
from django.urls import reverse
from django.utils.translation import gettext_lazy
from msgspec.structs import replace
from PIL import Image, ImageChops

import engine
from games.boards import flat, picture
from games.boards.arrows import arrow
from games.boards.board import (
    STEP,
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
from games.boards.geometry import Sheet, sheet, stages
from games.boards.outlines import outlines, outlines_file, outlines_file_name, outlines_url
from games.boards.overlays import Arrow
from games.boards.plates import HANDS, load_plates, paint_plates, plates, store_plates
from games.boards.symbols import icon, seat_badge
from games.decisions.cards.hand import FIGURES
from games.errors import LobbyError
from games.mail.parts import hand_words
from games.models import Game
from games.selectors.thumbnails import moment_of
from games.templatetags.fieldpost import empty_board, map_title
from tests.games.api.kit import program, refusal
from tests.games.kit import make_table, person, table
from tests.games.services.test_lobby import form
from tests.games.views.test_play import client
from tests.kit.certain import some
from tests.kit.games import presets
from tests.kit.markup import one_line

pytestmark = pytest.mark.nothing_new

CSS = Path(__file__).parents[3] / "static" / "css"
LOOKS = {"classic42": "atlas", "earth2210": "future", "ancient": "ancient"}
OWN_BOARDS = {
    "modern": "classic42",
    "book2210": "earth2210",
    "book2210_2p": "earth2210",
    "godstorm_classic": "ancient",
    "godstorm_classic_2p": "ancient",
}


@pytest.fixture(params=list(LOOKS))
def board(request: pytest.FixtureRequest) -> Sheet:
    found = sheet(request.param)
    assert found is not None
    return found


@pytest.fixture
def view(board: Sheet) -> Any:
    state = engine.new_game("modern", engine.COLOURS, map=board.id, chance=engine.FastChance(5)).state
    owner, armies = tuple(place % 6 for place in range(42)), tuple(1 + place % 12 for place in range(42))
    return replace(engine.view_for(state, None), owner=owner, armies=armies)


# ---- drawn


def test_drawing_and_rules_number_the_territories_alike(board: Sheet) -> None:
    graph = engine.mapgraph(board.id)
    assert tuple((land.id, land.code, land.name) for land in board.lands.values()) == tuple(
        zip(graph.ids, graph.codes, graph.names, strict=True)
    )


def test_each_board_has_its_look(board: Sheet, view: Any) -> None:
    look = f"look-{LOOKS[board.id]}"
    svg = board_svg(view, Marks(deciding=True), "Board")
    assert f'class="board {look} deciding"' in svg and "style=" not in svg and "<style" not in svg
    assert f'class="minimap {look}"' in mini_map(view, "x") and f'class="minimap {look}"' in empty_board(board.id, "x")
    assert board_context(view, engine.mapgraph(board.id)).look == f"map-{board.id} {look}"
    assert look == "look-atlas" or f".{look} {{" in (CSS / "looks.css").read_text()


def test_every_land_every_continent_and_every_route_is_there(board: Sheet, view: Any) -> None:
    svg = board_svg(view)
    assert all(
        f'id="at-{land.code}"' in svg and f'{outlines_url(board.id)}#{land.code}"' in svg
        for land in board.lands.values()
    )
    assert all(land.path in outlines_file(board.id) for land in some(board.lands.values()))
    assert all(f">{region.name}</text>" in svg and f">{region.bonus}</text>" in svg for region in board.regions)
    assert "#routes" in svg and all(route["d"] in outlines_file(board.id) for route in some(board.routes))
    assert len(board_words(view, engine.mapgraph(board.id))) == len(board.regions) == 6


def test_the_file_of_a_board_is_what_its_map_says(board: Sheet, view: Any) -> None:
    """`manage.py board_files` writes it; a page names nothing that is not in it, and says no outline itself."""
    file = outlines_file(board.id)
    assert (settings.BASE_DIR / "static" / "boards" / f"{board.id}.svg").read_text(encoding="utf-8") == file
    svg = board_svg(view, Marks(src=3, selectable={4: ""}, deciding=True)) + mini_map(view, "x")
    named = set(re.findall(rf'href="{outlines_url(board.id)}#([^"]+)"', svg))
    assert named <= set(re.findall(r'id="([^"]+)"', file)) and len(named) > 80
    assert not [path for path in outlines(board.id).values() if path in svg]
    assert len(gzip.compress(svg.encode(), 4)) < 8_000


def test_each_file_of_outlines_is_that_of_a_stage_and_stands_once() -> None:
    """A stage of one part has the file of that part, which says the same."""
    played = {board for rules in presets() for board in engine.boards_for(engine.ruleset(rules))}
    named = {(outlines_file_name(stage.id), stage.id) for board in played for stage in stages(board)}
    files = {f"boards/{file.name}": file for file in (settings.BASE_DIR / "static" / "boards").iterdir()}
    assert files.keys() == {name for name, _stage in named} and len(files) < len(named)
    for name, stage in named:
        assert files[name].read_text(encoding="utf-8") == outlines_file(stage)


def test_another_file_of_a_board_is_another_moment_for_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(head="ab", seq=3, map="classic42")
    before = moment_of(game)
    monkeypatch.setattr("games.selectors.thumbnails.outlines_url", lambda board: f"/static/boards/{board}.0123.svg")
    assert moment_of(game) != before


def test_the_ancient_world_shows_its_mountains_rivers_harbour_and_compass() -> None:
    old = sheet("ancient")
    assert old is not None
    state = engine.new_game("modern", engine.COLOURS, map="ancient", chance=engine.FastChance(5)).state
    svg = board_svg(engine.view_for(state, None))
    css = (CSS / "looks.css").read_text()
    for name in ("incognita", "river", "peak", "peak-shade", "rings", "compass"):
        assert f'class="{name}"' in svg and f".board .{name} {{" in css
    assert "m-incognita" in outlines("ancient") and "m-incognita" not in outlines("earth2210")
    assert "#m-incognita" in empty_board("ancient", "x") and "#m-incognita" not in empty_board("earth2210", "x")


@pytest.mark.no_cover
def test_every_link_has_an_arrow_on_the_map(board: Sheet) -> None:
    for a, b in some(engine.mapgraph(board.id).kinds):
        for src, dst in ((a, b), (b, a)):
            outlines, (x, y) = arrow(board.id, src, dst)
            assert len(outlines) == (2 if (a, b) in board.wraps else 1)
            assert -60 < x < board.width + 60 and -60 < y < board.height + 60


@pytest.mark.parametrize("scale", [0.2, 1, 1.6, 9])
def test_views_stay_on_the_map_and_have_classes(board: Sheet, view: Any, scale: float) -> None:
    steps = (CSS / "steps.css").read_text()
    boxes = [view_of_region(board, region) for region in board.regions]
    boxes += [fit(board, [land.anchor]) for land in board.lands.values()] + [(0, 0, board.width, board.height)]
    for x, y, width, height in (zoom(board, box, scale) for box in boxes):
        assert x % STEP == y % STEP == width % STEP == height % STEP == 0
        assert x >= 0 and x + width <= board.width and y >= 0 and y + height <= board.height
        for name, number in (("vx", x), ("vy", y), ("vw", width), ("vh", height)):
            assert f".{name}-{number // STEP}{{--{name}:{number}}}" in steps


def test_a_stage_knows_the_shape_of_its_board(board: Sheet, view: Any) -> None:
    """The usual height stands in the rules of the stage; boards of another one name it."""
    context = board_context(view, engine.mapgraph(board.id), shown="whole")
    assert (context.width, context.height, context.whole) == (2000, board.height, True)
    own = f".map-{board.id} {{ --bh: {board.height}; }}" in (CSS / "looks.css").read_text()
    assert own == (board.height != 1120)
    assert "var(--bh, 1120)" in (CSS / "board.css").read_text()


# ---- painted


@pytest.mark.pictures
def test_the_picture_in_mails_is_small_and_keeps_the_colours_of_all_seats(board: Sheet, view: Any) -> None:
    moves = tuple(Arrow(src, engine.mapgraph(board.id).neighbours[src][0], "red", src + 1, 5 - src) for src in range(5))
    data = board_png(view, moves)
    assert data.startswith(b"\x89PNG") and len(data) <= picture.MOST_BYTES
    image = Image.open(BytesIO(data))
    assert abs(image.height / image.width - board.height / board.width) < 0.01
    found = {colour for _, colour in image.convert("RGB").getcolors(1 << 16) or ()}
    for badge in some(flat.BADGES):
        near = min(sum(abs(a - b) for a, b in zip(one, flat.rgb(badge), strict=True)) for one in found)
        assert near < 24, f"{badge} is not in the picture"


def test_a_flat_drawing_has_a_rule_for_every_class_that_is_painted(board: Sheet) -> None:
    svg = flat.plate_svg(board, "red")
    assert "var(" not in svg and "light-dark" not in svg
    rules = svg.partition("<style>")[2].partition("</style>")[0]
    for name in {"lake", "cb", "incognita", "river", "peak", "peak-shade", "rings", "compass"}:
        assert (f'class="{name}"' in svg) <= (f".{name}" in rules)


def test_plates_show_each_territory_in_each_hand(board: Sheet) -> None:
    ready = plates(board.id, 400)
    for place, land in board.lands.items():
        mask = picture.mask_of(ready.index, [place])
        assert mask.getbbox(), f"{land.name} has no pixel"
    mixed = picture.board_with_owners(ready, [HANDS[place % len(HANDS)] for place in range(42)]).convert("RGB")
    for place in range(42):
        mask, hand = picture.mask_of(ready.index, [place]), ready.hands[HANDS[place % len(HANDS)]].convert("RGB")
        assert not Image.composite(ImageChops.difference(mixed, hand), Image.new("RGB", mixed.size), mask).getbbox()


@pytest.mark.no_cover
def test_a_picture_paints_nothing_that_was_painted_before(view: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    board_png(view)
    painted: list[str] = []
    monkeypatch.setattr("games.boards.flat.raster", lambda *args: painted.append("plate"))
    monkeypatch.setattr("games.boards.picture.raster", lambda *args: painted.append("sprite"))
    swapped = replace(view, owner=(1, 0, *view.owner[2:]), armies=(2, 1, *view.armies[2:]))
    assert board_png(swapped) not in (b"", board_png(view)) and not painted


def test_plates_are_kept_for_other_processes(tmp_path: Path) -> None:
    board = sheet("classic42")
    assert board is not None
    made = paint_plates(board, 60)
    store_plates(made, tmp_path / "plates" / "classic42-1")
    store_plates(made, tmp_path / "plates" / "classic42-1")  # another process was quicker
    found = load_plates(tmp_path / "plates" / "classic42-1")
    assert [path.name for path in (tmp_path / "plates").iterdir()] == ["classic42-1"]
    assert found.index.tobytes() == made.index.tobytes()
    for hand in HANDS:
        assert found.hands[hand].tobytes() == made.hands[hand].tobytes()
        assert found.hands[hand].convert("RGB").tobytes() == made.hands[hand].convert("RGB").tobytes()
    (tmp_path / "file").write_text("no folder")
    store_plates(made, tmp_path / "file" / "classic42-1")  # nothing can be written: the site goes on


def test_a_picture_that_is_too_large_gets_fewer_colours(view: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = board_png(view)
    monkeypatch.setattr(picture, "MOST_BYTES", len(whole) - 1)
    smaller = board_png(view)
    assert len(smaller) < len(whole)
    assert len(Image.open(BytesIO(smaller)).getcolors() or ()) < len(Image.open(BytesIO(whole)).getcolors() or ())


# ---- cards


def test_every_symbol_of_a_deck_has_a_figure(board: Sheet) -> None:
    icons = (CSS.parent / "icons.svg").read_text()
    for symbols in some(engine.mapgraph(board.id).decks.values()):
        assert all(f'id="i-{FIGURES[symbol]}"' in icons for symbol in some(symbols))


def test_a_hand_is_told_in_the_symbols_of_its_board(view: Any) -> None:
    graph = engine.mapgraph(view.map)
    told = hand_words(replace(view, hand=(0, 1), viewer=0, options={**view.options, "deck": "C"}))
    assert all(f"{graph.names[card]} ({graph.symbols('C')[card]})" in told for card in (0, 1))


# ---- chosen


def test_a_preset_has_its_own_board() -> None:
    assert {rules: engine.ruleset(rules).map for rules in OWN_BOARDS} == OWN_BOARDS


@pytest.mark.django_db
@pytest.mark.parametrize(("wish", "given"), [("", "classic42"), ("ancient", "ancient"), ("earth2210", "earth2210")])
def test_a_board_is_chosen_with_the_game(wish: str, given: str) -> None:
    visitor = client(person("alice"))
    page = one_line(visitor.get(reverse("game-new")).content.decode())
    assert all(f'name="map" value="{board}"' in page for board in ("", *LOOKS))
    visitor.post(reverse("game-new"), form(map=wish))
    game = Game.objects.get()
    assert game.map == given
    lobby = visitor.get(reverse("game-lobby", args=[game.slug])).content.decode()
    assert f'href="{outlines_url(given)}#m-' in lobby and map_title(given) in lobby


@pytest.mark.django_db
def test_the_rules_own_board_is_the_usual_one() -> None:
    client(person("alice")).post(reverse("game-new"), form(rules="godstorm_classic", seats_wanted="3"))
    assert Game.objects.get().map == "ancient"


@pytest.mark.django_db
@pytest.mark.parametrize("wish", ["mars", "../ancient", "toy"])
def test_a_board_that_does_not_fit_is_refused_with_those_that_do(wish: str) -> None:
    answer = client(person("alice")).post(reverse("game-new"), form(map=wish))
    assert answer.status_code == 422 and not Game.objects.exists()
    with pytest.raises(LobbyError, match="cannot be played on that board. Choose from: classic42, ancient, "):
        make_table(person("bob"), name="x", rules="modern", seats_wanted=3, map=wish)


@pytest.mark.django_db
@pytest.mark.parametrize("map_id", ["earth2210", "ancient"])
def test_turn_history_and_odds_open_on_every_board(map_id: str) -> None:
    play = table(map=map_id)
    view = play.view(None)
    visitor = client(play.alice)
    for name in ("game", "game-history", "game-odds", "game-orders", "game-settings"):
        answer = visitor.get(reverse(name, args=[play.game.slug]))
        assert answer.status_code == 200, name
        if name in ("game", "game-history"):
            assert re.search(rf'class="stage map-{map_id} look-\w+ vx-\d', answer.content.decode())
    assert view.map == map_id and len(view.owner) == 42


@pytest.mark.django_db
def test_the_api_tells_the_boards_and_opens_tables_on_them() -> None:
    dora = program(person("dora"))
    rules = {each["id"]: each for each in dora.get("rules/").json()["rules"]}
    assert rules["godstorm_classic"]["map"] == "ancient"
    assert rules["modern"]["maps"] == list(engine.boards_for(engine.ruleset("modern"))) and {*LOOKS} <= {
        *rules["modern"]["maps"]
    }
    names = dora.get("maps/ancient/").json()["names"]
    assert names[0] == "Liguria" and len(names) == 42
    wish = {"name": "Slow River", "rules": "modern", "seats": 3}
    assert dora.post("games/", wish | {"map": "earth2210"}).json()["map"] == "earth2210"
    assert refusal(dora.post("games/", wish | {"map": "underworld"}), 422) == "lobby.refused"


def test_an_icon_is_put_together_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = icon("clock", "Time <left>")
    monkeypatch.setattr("games.boards.symbols.static", lambda path: pytest.fail("put together again"))
    assert icon("clock", "Time <left>") == first and "Time &lt;left&gt;" in first


def test_a_kept_icon_is_of_one_language() -> None:
    with pytest.raises(TypeError, match="plain text"):
        icon("flag", gettext_lazy("Cards"))
    shown = Template('{% load fieldpost %}{% icon "flag" label=label %}').render(
        Context({"label": gettext_lazy("Cards")})
    )
    assert shown == icon("flag", "Cards")


def test_a_badge_shows_a_letter_or_a_figure() -> None:
    assert ">Gy</text>" in seat_badge("grey") and 'class="two">12</text>' in seat_badge("grey", 12)
    assert seat_badge("grey", 0) == seat_badge("grey", "0") and ">0</text>" in seat_badge("grey", 0)
