"""Replays: every moment by its address and as a patch, as its reader may know it."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

import engine
from accounts.models import User
from games.boards.board import moving_stages
from games.boards.holdings import Holdings
from games.boards.overlays import Marks
from games.decisions.registry import suggested_orders
from games.models import Entry, Game
from games.pages.turn import held_units
from games.selectors.access import game_for, past_views, view_then
from games.selectors.history import counted_rows
from games.selectors.key_moments import MOMENT_SOURCES, KeyMoment, MomentSource
from games.selectors.page_data import PageReader
from games.services.orders import order_submit
from games.wording.seats import people_of
from replay.chronicle import chronicle_of, tell_turn
from replay.track import make_track, stage_of
from tests.games.kit import Table, finish, table
from tests.games.views.test_page_queries import queries
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


def played(rules: str = "classic_1959", orders: int = 4) -> Table:
    """A game that anybody may watch, after so many orders of whoever is asked first."""
    play = table(rules, watch=Game.Watch.ANYONE)
    for _ in range(orders):
        row = play.fresh().waiting.select_related("player__user").order_by("seat")[0]
        text = suggested_orders(play.view(row.seat))[0].order
        given = {"seat": row.seat, "ref": row.ref, "source": Entry.Source.WEB, "user_id": row.player.user_id}
        order_submit(game_id=play.game.pk, text=text, **given)
    return play


def address(play: Table, *seq: int) -> str:
    return reverse("replay", args=[play.game.slug, *seq])


def track(play: Table, user: User | None = None, **asked: str) -> dict[str, Any]:
    visitor = client(user) if user else Client()
    answer = visitor.get(reverse("replay-track", args=[play.game.slug]), asked, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200 and answer.headers["Content-Encoding"] == "gzip"
    return json.loads(gzip.decompress(answer.content))


def parts_at(told: dict[str, Any], place: int) -> dict[str, str]:
    """What stands in the parts of the page after the patches up to a moment."""
    found: dict[int, int] = {}
    for step in told["steps"][: place + 1]:
        found |= dict(zip(step[::2], step[1::2], strict=True))
    return {told["names"][name]: told["texts"][text] for name, text in found.items()}


@pytest.mark.parametrize("rules", ["classic_1959", "risk2210", "godstorm"])
def test_patches_lead_to_what_each_moment_shows(rules: str) -> None:
    play = played(rules, orders=12)
    told, game = track(play), play.fresh()
    for place in {0, len(told["moments"]) // 2, len(told["moments"]) - 1}:
        view = view_then(game, told["moments"][place], None)
        held, shown = Holdings(view), parts_at(told, place)
        for moving in moving_stages(view, stage_of(game, "")):
            for land in moving.board.lands.values():
                for name in (f"at-{land.code}", f"b-{land.code}"):
                    assert name not in shown or shown[name] == moving.parts(held, Marks())[name]
        units = held_units(view)
        for row in view.seats:
            if f"seat-{row.seat}" in shown:
                assert shown[f"seat-{row.seat}"].split()[:2] == [str(row.territories), str(units[row.seat])]


def test_every_moment_has_an_address_and_the_parts_that_the_track_names() -> None:
    play = played(orders=10)
    told = track(play)
    page = Client().get(address(play, told["moments"][-1])).content.decode()
    ids = set(re.findall(r'id="([^"]+)"', page))
    for name in told["names"]:
        if name.startswith("at-"):
            assert name in ids
        elif name not in ("key", "said") and not name.startswith("seat-"):
            assert f"part-{name}" in ids
    assert told["moments"] == [row.seq for row in counted_rows(play.fresh()) if row.kind in ("start", "action")]
    assert len(told["stops"]) == len(told["moments"]) == len(told["steps"])
    assert told["stops"] == sorted(told["stops"])


def test_what_was_taken_back_is_no_moment() -> None:
    play = played(orders=3)
    row, before = play.waiting, play.fresh().seq
    play.order(play.likely())
    play.undo(row)
    game = play.fresh()
    assert Entry.objects.filter(game=game, back_to=before).exists()
    assert before + 1 not in track(play)["moments"] and max(track(play)["moments"]) == before
    assert f'data-at="{before}"' in Client().get(address(play, game.seq)).content.decode()
    assert [seq for seq, _ in past_views(game, None)][-1] == game.seq


def test_without_a_moment_a_replay_begins_behind_the_set_up() -> None:
    play = played(orders=2)
    page = Client().get(address(play)).content.decode()
    course = chronicle_of(play.game, people_of(play.game.players.select_related("user"), None))
    assert f'data-at="{course.beginning()}"' in page
    assert view_then(play.game, course.beginning(), None).round in (0, 1)


@pytest.mark.parametrize("bad", ["0", "99999", "1?at=x", "1?board=%00", "1?at=-3", "1?board=nowhere"])
def test_odd_addresses_are_refused_or_read_as_if_they_said_nothing(bad: str) -> None:
    play = played(orders=1)
    seq, _, query = bad.partition("?")
    answer = Client().get(f"{address(play)}{seq}/?{query}")
    assert answer.status_code == (404 if int(seq) in (0, 99999) else 400 if "%00" in bad else 200)


def test_the_slider_leads_to_a_moment_without_a_script() -> None:
    play = played(orders=5)
    told = track(play)
    answer = Client().get(address(play), {"at": told["stops"][-2]})
    assert answer.status_code == 302 and answer.url == address(play, told["moments"][-2])


def test_a_track_shows_a_hand_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything in it comes from views of the reader: none is asked for another seat."""
    play = played("risk2210", orders=6)
    asked: list[int | None] = []
    real = engine.view_for

    def seen(state: Any, viewer: int | None) -> Any:
        asked.append(viewer)
        return real(state, viewer)

    monkeypatch.setattr("engine.view_for", seen)
    for user in (None, play.alice):
        asked.clear()
        cache.clear()
        reader = user or AnonymousUser()
        make_track(game_for(reader, play.game.slug), PageReader.of(reader), "")
        assert {*asked} == {play.seat(user) if user else None}


def test_strangers_see_no_private_game() -> None:
    play = table(watch=Game.Watch.PLAYERS)
    for name in ("replay", "replay-track"):
        assert Client().get(reverse(name, args=[play.game.slug])).status_code == 404


def test_pages_ask_little() -> None:
    play = played(orders=4)
    assert queries(address(play), play.alice) <= 9
    assert queries(address(play, play.fresh().seq), play.alice) <= 9
    assert queries(reverse("replay-track", args=[play.game.slug]), play.alice) <= 5


def test_turning_points_stand_over_the_chart_and_in_the_list() -> None:
    play = played(orders=6)
    point = KeyMoment(1, play.fresh().seq, "Round 1, Red", "Red & <Blue> parted")
    source = MOMENT_SOURCES.add(MomentSource("test", lambda game, colours: [point]))
    try:
        assert "parted" not in Client().get(address(play)).content.decode()  # a game that goes on has none
        finish(play, 0)
        page = Client().get(address(play)).content.decode()
        assert page.count("Red &amp; &lt;Blue&gt; parted") == 2 and "Round 1, Red" in page
    finally:
        del MOMENT_SOURCES._records[source.name]


def test_history_and_result_lead_to_the_replay() -> None:
    play = played(orders=2)
    assert address(play).encode() in Client().get(reverse("game-history", args=[play.game.slug])).content
    finish(play, 0)
    assert address(play).encode() in Client().get(reverse("game", args=[play.game.slug])).content


@pytest.mark.parametrize(
    ("won", "whole", "fallen", "said"),
    [
        ([], [], [], ""),
        (["Siam"], [], [], "Took Siam."),
        (["Siam", "Java"], ["Australia"], [], "Took Siam and Java. Holds all of Australia."),
        (["A", "B", "C", "D"], [], ["Blue"], "Took 4 territories. Blue is out."),
    ],
)
def test_a_turn_is_told_in_a_line(won: list[str], whole: list[str], fallen: list[str], said: str) -> None:
    assert tell_turn(won, whole, fallen) == said
