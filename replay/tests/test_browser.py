"""Replays in a real browser: played, stepped through by keys, and without scripts."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.services.locks import db_now
from replay.films import film_request, films_make
from replay.models import Film
from replay.tests.test_replay import address, played
from tests.browser.test_axe import TALL_DESK, TALL_PHONE, violations
from tests.browser.test_reach import come_in
from tests.games.kit import finish
from tests.kit.chromium import DESKTOP, PHONE, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
SHOWN = "[document.querySelector('.board').innerHTML, document.querySelector('.now-said').textContent]"


def test_keys_and_buttons_go_through_a_game(visitors: Visitors) -> None:
    play = played(orders=8)
    visitor = visitors(DESKTOP)
    page = visitor.page
    page.goto(address(play))
    page.wait_for_selector("main[data-ready]")
    tally = page.locator(".tally")
    page.keyboard.press("End")
    last = tally.text_content() or ""
    number, _, count = last.partition(" of ")
    assert number == count and int(count) > 8
    here = page.evaluate(SHOWN)
    expect(page).to_have_url(f"{visitor.base_url}{address(play, play.fresh().seq)}")
    page.keyboard.press("ArrowLeft")
    expect(tally).to_have_text(f"{int(count) - 1} of {count}")
    assert page.evaluate(SHOWN) != here
    page.keyboard.press("Home")
    expect(tally).to_have_text(f"1 of {count}")
    page.locator("[data-way=chevron-right]").click()
    expect(tally).to_have_text(f"2 of {count}")
    page.keyboard.press("End")
    assert page.evaluate(SHOWN) == here  # there and back again leaves nothing behind
    page.keyboard.press("Home")
    page.get_by_text("4×").click()
    page.locator(".play").click()
    expect(page.locator(".play")).to_contain_text("Pause")
    expect(tally).not_to_have_text(f"1 of {count}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".play")).to_contain_text("Play")
    assert not page.evaluate(SIDEWAYS)
    visitor.picture("replay-desk")


def test_without_a_script_links_lead_through_a_game(visitors: Visitors) -> None:
    play = played(orders=3)
    visitor = visitors(PHONE, scripts=False)
    visitor.page.goto(address(play, play.fresh().seq))
    before = visitor.page.url
    visitor.page.get_by_role("link", name="One step back").click()
    visitor.page.wait_for_url(lambda url: url != before)
    expect(visitor.page.locator(".speed")).to_be_hidden()
    assert not visitor.page.evaluate(SIDEWAYS)


@pytest.mark.parametrize(
    ("size", "dark"), [(TALL_PHONE, False), (TALL_DESK, True)], ids=["phone by day", "desk by night"]
)
def test_replays_hold_to_the_rules_of_access(visitors: Visitors, size: tuple[int, int], dark: bool) -> None:
    play = played(orders=3)
    assert not violations(visitors(size, dark=dark), address(play, play.fresh().seq))


@pytest.mark.parametrize(
    ("size", "dark"), [(TALL_PHONE, False), (TALL_DESK, True)], ids=["phone by day", "desk by night"]
)
def test_films_hold_to_the_rules_of_access(visitors: Visitors, size: tuple[int, int], dark: bool) -> None:
    """One that is made, one that is being made, and the form to ask for more."""
    play = played(orders=3)
    finish(play, 0)
    game = play.fresh()
    film_request(game, 0)
    films_make()
    Film.objects.create(game=game, round=1, parts_wanted=3, wanted_at=db_now(), claimed_until=db_now() + Film.KEPT)
    visitor = visitors(size, dark=dark)
    come_in(visitor, play.alice)
    path = reverse("replay-films", args=[game.slug])
    assert not violations(visitor, path)
    assert visitor.page.locator(".films img, .films progress").count() == 2
    assert not visitor.page.evaluate(SIDEWAYS)


@pytest.mark.parametrize("rules", ["modern", "risk2210", "godstorm"])
def test_board_and_controls_fit_into_a_window(visitors: Visitors, rules: str) -> None:
    play = played(rules, orders=2)
    page = visitors((1440, 900)).page
    page.goto(address(play, play.fresh().seq))
    page.wait_for_selector("main[data-ready]")
    for part in (".stage", ".transport .play"):
        box = page.locator(part).bounding_box()
        assert box is not None and box["y"] + box["height"] <= 900 and box["height"] > 40, part
