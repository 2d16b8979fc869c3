"""Forty presses of one button, forty tabs, and two tabs of which one is stale: over HTTP, on both kinds of site."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.faults.sites import Embedded, Hosted, Site
from tests.faults.visitor import Answer, Visitor

pytestmark = [pytest.mark.faults, pytest.mark.no_cover, pytest.mark.timeout(400)]

CROWD = 24
WEB = "SELECT count(*) FROM games_entry WHERE source = 'web' AND kind = 'action' AND key <> '' AND game_id = "


@pytest.mark.services
def test_clicks_on_a_hosted_site(hosted: Hosted) -> None:
    hosted.web()
    press_all(hosted)


@pytest.mark.long
@pytest.mark.once
def test_clicks_on_the_site_in_one_process(embedded: Embedded) -> None:
    press_all(embedded)


def press_all(site: Site) -> None:
    """Seed first: the embedded site must find no game of its own to add."""
    made = site.seed(9, 3600)
    if isinstance(site, Embedded):
        site.begin_work()
        site.wait_until(lambda: answers(site))
    games = one_for_each_player(made)
    same = crowd(site, made, games[0], lambda number: "same")
    assert same == {302: CROWD}, same
    many = crowd(site, made, games[1], lambda number: f"key {number}")
    assert many == {302: 1, 409: CROWD - 1}, many
    print(f"one key: {dict(same)}, {CROWD} keys: {dict(many)}")
    two_tabs(site, made, games[2])
    for game in games[:3]:
        assert site.rows(f"{WEB}{game['id']}") == [(1,)]
    site.check()


def answers(site: Site) -> bool:
    try:
        return Visitor(site.address).get("/livez").status == 200
    except OSError:
        return False


def one_for_each_player(made: dict[str, Any]) -> list[dict[str, Any]]:
    """Three games in which different people are asked, for moves are limited for each person."""
    return list({game["user"]: game for game in made["games"]}.values())[:3]


def crowd(site: Site, made: dict[str, Any], game: dict[str, Any], key: Any) -> Counter[int]:
    """Send one order from many tabs at once; how often each status came."""
    with ThreadPoolExecutor(CROWD) as tabs:
        return Counter(answer.status for answer in tabs.map(lambda n: press(site, made, game, key(n)), range(CROWD)))


def press(site: Site, made: dict[str, Any], game: dict[str, Any], key: str, order: str = "") -> Answer:
    """Press a button, and again for as long as the site says that it is busy and asks to."""
    visitor = Visitor(site.address, made["cookies"][str(game["user"])])
    fields = {"line": "1", "order": order or game["order"], "ref": game["ref"], "key": key}
    while (answer := visitor.post(f"/g/{game['slug']}/", **fields)).status == 503:
        time.sleep(answer.retry_after)
    return answer


def two_tabs(site: Site, made: dict[str, Any], game: dict[str, Any]) -> None:
    """The second tab repeats the order, then gives another: a repetition is answered as the first time, and what is
    stale is told so with the board as it is now."""
    assert press(site, made, game, "first tab").status == 302
    assert press(site, made, game, "first tab").status == 302
    reused = press(site, made, game, "first tab", "end")
    assert 400 <= reused.status < 500
    stale = press(site, made, game, "second tab")
    assert stale.status == 409 and "Too late for that." in stale.text and "<svg" in stale.text
