"""The set-up plan of 2210 on its page: land alone is claimed, and the first Commanders and the station are placed."""

from __future__ import annotations

import re
from html import unescape

import pytest

import engine
from games.decisions.registry import prompt_for, suggested_orders
from games.models import Waiting
from games.services.orders import order_check
from tests.games.decisions.positions import Asked
from tests.games.kit import table
from tests.kit.certain import some

pytestmark = pytest.mark.django_db

STATION = re.compile(r'<select class="input" id="piece-station".*?</select>', re.DOTALL)


@pytest.fixture
def asked() -> Asked:
    play = table(rules="risk2210", bots=("random",), options={"setup_orders": "planned"})
    return Asked(play, Waiting.objects.filter(game=play.game, player__user=play.alice).get())


def chosen(page: str, part: str) -> str:
    """The code of the territory that is selected for a piece."""
    choices = page.split(f'id="piece-{part}"')[1].split("</select>")[0]
    found = re.search(r'<option value="(\w+)" selected>', choices)
    return found[1] if found else ""


def test_what_cannot_be_claimed_is_not_offered(asked: Asked) -> None:
    page = asked.page()
    chips = re.findall(r'class="chip-link" [^>]*>(?:<svg.*?</svg>)?([^<]+)</a>', page, re.DOTALL)
    assert "Asia" in chips and "next to mine" in chips
    assert not {"US Pacific", "Indian", "Cresinion", "Sajon"} & set(chips)
    found = STATION.search(page)
    assert found and "Neo Tokyo" not in found[0] and "Tycho" not in found[0]
    names = engine.mapgraph(asked.view.map).names
    assert not [names[spot] for spot in some(asked.view.extra["devastated"]) if names[spot] in found[0]]
    assert ">MODs</button> to hold them. Everybody plans" in page
    assert "armies" not in page.split('<form method="post"')[1].split("</form>")[0]


def test_pieces_are_placed_with_the_plan_and_shown_until_all_have_answered(asked: Asked) -> None:
    spots = [pair[1] for pair in asked.view.offers[0].field("pieces", engine.RankingField).values][:2]
    codes = [engine.mapgraph(asked.view.map).codes[spot] for spot in spots]
    sent = asked.post(
        act="setup.plan", plan="", piece__land=codes[0], piece__diplomat=codes[0], piece__station=codes[1]
    )
    assert sent == 302
    given = asked.view.given["pieces"]
    assert [tuple(pair) for pair in given] == [("land", spots[0]), ("diplomat", spots[0]), ("station", spots[1])]
    page = asked.page()
    assert [chosen(page, part) for part in ("land", "diplomat", "station")] == [codes[0], codes[0], codes[1]]


def test_a_suggestion_keeps_them_and_they_stay_in_the_address(asked: Asked) -> None:
    all_by_bot = asked.page("?plan=-&like=veteran")
    assert all(chosen(all_by_bot, part) for part in ("land", "diplomat", "station"))
    page = asked.page("?plan=-&like=veteran&pieces=land.JAP_land.EGY_station.EGY")
    assert (chosen(page, "land"), chosen(page, "station")) == ("JAP", "EGY") and chosen(page, "diplomat")
    kept = unescape(page).split('class="ranking"')[1]
    assert "pieces=land.JAP_land.EGY_station.EGY" in kept
    sent = {"plan": "", "pieces": "land.JAP_land.EGY_station.EGY", "piece__land": "ARG", "piece__station": ""}
    assert asked.post(act="setup.plan", **sent) == 302
    codes = engine.mapgraph(asked.view.map).codes
    assert [(part, codes[spot]) for part, spot in asked.view.given["pieces"]] == [
        ("land", "ARG"),
        ("land", "JAP"),
        ("land", "EGY"),
    ]


def test_every_suggestion_of_the_mail_can_be_sent(asked: Asked) -> None:
    orders = [likely.order for likely in some(suggested_orders(asked.view))]
    assert any("plan claim" in order for order in orders)
    pieces = "You also place a Land Commander, a Diplomat and a Space Station."
    assert prompt_for(asked.view).lead.count(pieces) == 1
    assert all(engine.parse_order(order, asked.view) and accepted(asked, order) for order in orders)


def accepted(asked: Asked, text: str) -> bool:
    order = engine.parse_order(text, asked.view)
    return bool(order_check(game=asked.play.fresh(), seat=asked.row.seat, action=order))
