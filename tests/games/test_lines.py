"""Links that an app above the games brings: in the bar, on the home page, in the bar of a game, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.lines import BAR_LINES, GAME_LINES, HOME_LINES, Line, Link, Reader
from games.models import Game
from tests.games.kit import table
from tests.games.views.test_play import client
from tests.kit.markup import one_line
from tests.kit.registered import registered

pytestmark = pytest.mark.django_db
TEXT, SHOWN = "Cups & <saucers>", "Cups &amp; &lt;saucers&gt;"


def is_alice(reader: Reader) -> bool:
    return isinstance(reader, User) and reader.username == "alice"


def toy_line(reader: Reader) -> Link | None:
    return Link("/cups/", TEXT, "gavel", count=2) if is_alice(reader) else None


def toy_line_of_a_game(reader: Reader, game: Game) -> Link | None:
    return Link(f"/cups/{game.slug}/", TEXT, count=3) if is_alice(reader) else None


@pytest.fixture
def _cups() -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(registered(BAR_LINES, Line("cups", toy_line)))
        stack.enter_context(registered(HOME_LINES, Line("cups", toy_line)))
        stack.enter_context(registered(GAME_LINES, Line("cups", toy_line_of_a_game)))
        yield


def read(visitor: Client, url: str) -> str:
    return one_line(visitor.get(url).content.decode())


@pytest.mark.usefixtures("_cups")
def test_a_line_is_shown_to_its_readers_escaped_with_icon_and_count() -> None:
    play = table()
    here = play.game.slug
    home = read(client(play.alice), reverse("home"))
    bar, _, rest = home.partition("</nav>")
    assert f'<span>{SHOWN}</span> <span class="count">2</span>' in bar and "#i-gavel" in bar
    assert SHOWN in rest and '<span class="count">2</span>' in rest
    for name in ("game", "game-history"):
        page = read(client(play.alice), reverse(name, args=[here]))
        assert f'<a href="/cups/{here}/">{SHOWN} <span class="count">3</span></a>' in one_line(page), name
    for visitor in (client(play.bob), Client()):
        for url in (reverse("home"), reverse("help"), reverse("game", args=[here])):
            assert "/cups/" not in read(visitor, url), url


def count_queries(visitor: Client, url: str) -> int:
    visitor.get(url)
    with CaptureQueriesContext(connection) as asked:
        visitor.get(url)
    return len(asked)


def test_lines_add_no_query_for_readers_without_any() -> None:
    play = table()
    pages = [reverse("home"), reverse("game", args=[play.game.slug]), reverse("game-history", args=[play.game.slug])]
    before = [count_queries(client(play.bob), url) for url in pages]
    with registered(HOME_LINES, Line("cups", toy_line)), registered(GAME_LINES, Line("cups", toy_line_of_a_game)):
        assert [count_queries(client(play.bob), url) for url in pages] == before


def test_the_site_s_own_links_are_lines_and_one_of_them_is_current() -> None:
    play = table()
    home = read(client(play.alice), reverse("home"))
    assert f'<a href="{reverse("home")}" aria-current="page">' in home and reverse("game-new") in home
    assert reverse("organize") not in home and reverse("help") not in home.partition("</nav>")[0]
    assert f'<a href="{reverse("games-public")}">All public games</a>' in home
    history = read(client(play.alice), reverse("game-history", args=[play.game.slug]))
    assert f'<a href="{reverse("game-history", args=[play.game.slug])}" aria-current="page">' in history
    bar = read(Client(), reverse("landing")).partition("</nav>")[0]
    assert all(reverse(name) in bar for name in ("help", "games-public", "account_login"))
    assert '<a href="/help/" aria-current="page">' in read(Client(), reverse("help"))
