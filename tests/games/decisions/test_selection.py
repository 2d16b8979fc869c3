"""What a page keeps of a choice: how many advance, the fight in the calculator, whose history, keys switched off."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

import engine
from games.boards.board import STEP, view_of_region
from games.boards.geometry import sheet
from games.decisions.kit.context import read_selection
from games.models import Player
from games.pages.territory_chart import Scale, Share, territory_chart
from games.selectors.thumbnails import busiest, front_board
from tests.games.kit import Table, table
from tests.routes_kit import client

pytestmark = [pytest.mark.django_db, pytest.mark.luck(1)]

ICON = re.compile(r'icon[ (]"([a-z0-9-]+)"')
GRAPH = engine.mapgraph("classic42")


@pytest.fixture
def play() -> Table:
    play = table()
    play.order(play.likely())
    return play


def url(play: Table, name: str = "game") -> str:
    return reverse(name, args=[play.game.slug])


def attack_of(play: Table) -> dict[str, str]:
    """The fields of an attack that is sure to be possible."""
    seat = play.waiting.seat
    src, dst = (GRAPH.codes[GRAPH.names.index(name)] for name in play.front(seat, (seat + 1) % 3))
    return {"src": src, "dst": dst}


def chosen(page: str) -> list[str]:
    return re.findall(r'name="then" id="then-(\w+)" value="\w+"\s+checked', page)


@pytest.mark.parametrize(("typed", "read"), [("1200", 1200), (" 7 ", 7), ("12000", None), ("-1", None), ("²", None)])
def test_an_address_may_name_thousands_of_armies_and_nothing_longer(typed: str, read: int | None) -> None:
    assert read_selection({"left": typed}, GRAPH).left == read
    assert dict(read_selection({"at": f"BRA.{typed}"}, GRAPH).at) == ({GRAPH.codes.index("BRA"): read} if read else {})


QUERY = {
    "src": ("bra", GRAPH.number["brazil"]),
    "dst": ("PER", GRAPH.number["peru"]),
    "dice": ("2", 2),
    "go": ("odds", "odds"),
    "left": ("3", 3),
    "odds": ("60", 60),
    "then": ("all", "all"),
    "lead": ("land.naval", ("land", "naval")),
    "at": ("BRA.2_PER.1", {GRAPH.number["brazil"]: 2, GRAPH.number["peru"]: 1}),
    "way": ("counts", "counts"),
    "cards": ("3-40-x", (3, 40)),
    "bonus": ("PER", GRAPH.number["peru"]),
    "force": ("9", 9),
    "like": ("veteran", "veteran"),
    "view": ("south", "south"),
}


@pytest.mark.parametrize("name", QUERY)
def test_each_word_of_an_address_chooses_one_thing(name: str) -> None:
    nothing, typed = read_selection({}, GRAPH), QUERY[name][0]
    assert read_selection({name: typed}, GRAPH) == replace(nothing, **{name: QUERY[name][1]})


@pytest.mark.parametrize("name", ["go", "then", "way", "like", "board", "src", "lead"])
def test_a_word_that_an_address_cannot_have_chooses_nothing(name: str) -> None:
    assert not getattr(read_selection({name: "no-1"}, GRAPH), name)


def test_an_attack_remembers_how_many_advance(play: Table) -> None:
    visitor, fields = client(play.asked_user), attack_of(play)
    page = visitor.get(url(play), fields).content.decode()
    assert chosen(page) == ["ask"] and page.count('name="then" id=') == 3
    sent = {**fields, "act": "battle.attack", "go": "once", "dice": "0", "then": "all", "ref": play.waiting.ref}
    assert visitor.post(url(play), {**sent, "key": "k1"}).status_code == 302
    assert Player.objects.get(game=play.game, user=play.asked_user).then == "all"
    page = visitor.get(url(play), fields).content.decode()
    assert chosen(page) == ["all"] and "until captured, then advance all</textarea>" in page
    assert chosen(visitor.get(url(play), {**fields, "then": "least"}).content.decode()) == ["least"]


def test_an_order_of_the_line_changes_nothing_that_is_remembered(play: Table) -> None:
    play.order("end")
    assert not Player.objects.exclude(then="").exists()


def test_the_calculator_opens_with_the_fight_on_the_page(play: Table) -> None:
    visitor, fields = client(play.asked_user), attack_of(play)
    page = visitor.get(url(play), fields).content.decode()
    (address,) = set(re.findall(r'href="([^"]*/odds/[^"]*)"', page))
    assert address == f"{url(play, 'game-odds')}?attackers=9&amp;path=6"
    filled = visitor.get(address.replace("&amp;", "&")).content.decode()
    assert re.search(r'name="attackers"[^>]*value="9"|value="9"[^>]*name="attackers"', filled)


def test_letter_keys_can_be_switched_off(play: Table) -> None:
    user = play.asked_user
    visitor, account = client(user), reverse("account-overview")
    assert "<kbd>/</kbd>" in visitor.get(url(play)).content.decode()
    fields = {"timezone": "UTC", "language": "", "theme": ""}
    assert visitor.post(account, {**fields, "letter_keys": "on"}).status_code in (200, 302)
    user.refresh_from_db()
    assert user.letter_keys
    visitor.post(account, fields)
    user.refresh_from_db()
    page = visitor.get(url(play)).content.decode()
    assert not user.letter_keys and 'data-letter-keys="off"' in page and "<kbd>/</kbd>" not in page


@pytest.mark.parametrize(("set_up", "play"), [(126, 60), (126, 900), (43, 10), (1, 30)])
def test_the_set_up_takes_at_most_a_tenth_of_the_slider(set_up: int, play: int) -> None:
    starts = {0: 1, 1: set_up + 1, 2: set_up + 5}
    last = set_up + play
    scale = Scale.of(starts, last)
    first = scale.stop(set_up + 1)
    assert first <= 1 or first <= (scale.stops - 1) / 10
    assert [scale.seq(stop) for stop in range(first, scale.stops)] == list(range(set_up + 1, last + 1))
    assert all(scale.stop(scale.seq(stop)) == stop for stop in range(scale.stops))
    assert scale.x(1) == 0 and scale.x(last) == 1000


def test_while_all_is_set_up_every_moment_is_a_stop() -> None:
    scale = Scale.of({0: 1}, 40)
    assert [scale.seq(stop) for stop in range(scale.stops)] == list(range(1, 41))


@pytest.mark.parametrize("rounds", [30, 90, 400])
def test_labels_of_a_very_long_game_stand_apart(rounds: int) -> None:
    starts = {0: 1} | {number: 100 + 5 * number for number in range(1, rounds + 1)}
    drawn = territory_chart([Share(1, (1, 0))], ["red"], starts, 9, starts[rounds] + 4)
    assert drawn is not None
    assert len(drawn.rounds) <= 12 and len(drawn.ticks) <= 12
    assert all(mark.width >= 9 for mark in drawn.rounds[:-1]) and sum(mark.width for mark in drawn.rounds) == 100


def test_the_history_shows_one_player_alone_and_keeps_to_it(play: Table) -> None:
    for _ in range(8):
        play.order(play.likely())
    visitor, where = client(play.asked_user), url(play, "game-history")
    seat = Player.objects.get(game=play.game, seat=0)
    page = visitor.get(where, {"player": seat.colour}).content.decode()
    assert f'?player={seat.colour}"' in page and page.count('<nav class="by-player"') == 1
    listed = re.findall(r'<li class="moment.*?</li>', page, re.DOTALL)
    every = re.findall(r'<li class="moment.*?</li>', visitor.get(where).content.decode(), re.DOTALL)
    assert 0 < len(listed) < len(every)
    assert all(f"player={seat.colour}" in line for line in listed)
    assert "player=" not in visitor.get(where, {"player": "nobody"}).content.decode().partition("Show only")[0]
    slid = visitor.get(where, {"player": seat.colour, "at": "0"})
    assert slid.status_code == 302 and slid["Location"].endswith(f"/history/1/?player={seat.colour}")


def test_what_moves_in_is_shown_where_it_will_stand(play: Table) -> None:
    seat = play.waiting.seat
    src, dst = play.front(seat, (seat + 1) % 3)
    play.order(f"attack {src} {dst} until captured")
    assert play.waiting.kind == "occupy.advance_asked"
    view, visitor = play.view(seat), client(play.asked_user)
    code, there = GRAPH.codes[GRAPH.names.index(src)], GRAPH.codes[GRAPH.names.index(dst)]
    before = view.armies[GRAPH.names.index(src)]
    for force in (view.about["least"], view.about["most"]):
        page = visitor.get(url(play), {"force": force}).content.decode()
        badges = dict(re.findall(r'<g id="armies-(\w+)".*?<text[^>]*>(\d+)</text>', page))
        assert badges == {code: str(before - force), there: str(force)}


def test_the_front_shows_one_continent_on_phones_and_all_of_the_board_elsewhere(play: Table) -> None:
    view = play.view()
    shown = front_board(play.fresh())
    board = sheet("classic42")
    assert board is not None
    region = next(each for each in board.regions if each.id == busiest(view, GRAPH))
    x, y, width, height = (number // STEP for number in view_of_region(board, region))
    assert f"vx-{x} vy-{y} vw-{width} vh-{height}" in shown.stage
    assert not shown.whole and " near" not in shown.stage


MEANINGS = {
    "arrow-right": "from here to there",
    "asterisk": "joker",
    "bell": "a game that waits",
    "check": "done",
    "chevron-down": "opens below",
    "chevron-left": "a step back",
    "chevron-right": "a step on",
    "chevrons-left": "a turn back",
    "chevrons-right": "a turn on",
    "circle-alert": "mind this",
    "clock": "deadline",
    "copy": "cards",
    "dices": "dice",
    "ellipsis": "more",
    "eye": "to be looked at",
    "flag": "territories",
    "gavel": "organize",
    "history": "history",
    "house": "my games",
    "link": "address",
    "list": "territories in words",
    "lock": "final",
    "mail": "mail",
    "map": "board",
    "maximize": "all of the board",
    "minus": "less",
    "notebook-pen": "rules",
    "pause": "paused",
    "percent": "odds",
    "play": "play",
    "plus": "more of it",
    "scroll-text": "standing orders",
    "shield": "armies",
    "shield-check": "safety",
    "star": "capital",
    "target": "mission",
    "chevron-up": "earlier in a list",
    "undo": "undo",
    "user": "account",
    "x": "leave out",
}
"""What each icon means, wherever it stands on pages of a game."""
OF_A_GAME = ("jinja2/**/*.html", "partials/*.html", "games/over.html")


def test_each_icon_has_one_meaning() -> None:
    templates = Path(settings.BASE_DIR) / "templates"
    used = {name for glob in OF_A_GAME for path in templates.glob(glob) for name in ICON.findall(path.read_text())}
    assert used <= set(MEANINGS) and len(set(MEANINGS.values())) == len(MEANINGS)
    drawn = set(re.findall(r'id="i-([a-z0-9-]+)"', (Path(settings.BASE_DIR) / "static/icons.svg").read_text()))
    assert used <= drawn
    places = {path.name: set(ICON.findall(path.read_text())) for path in (templates / "jinja2/partials").glob("*.html")}
    assert "mail" not in places["game_bar.html"] and "shield" not in places["bar.html"]
    assert not {"dices", "map"} & places["drawers.html"]
