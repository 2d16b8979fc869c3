"""A map of two stages as it is used: one press leads to the other, with scripts and without, on a phone as well."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_reach import come_in
from tests.games.decisions.godstorm.kit import BELOW, MEETING, after, war_state
from tests.games.decisions.positions import Asked, asked_at
from tests.games.kit import table
from tests.kit.chromium import DESKTOP, PHONE, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EARTH, MOON = ".stage.map-world2210-earth", ".stage.map-world2210-moon"


def sit_down(visitors: Visitors, size: tuple[int, int], scripts: bool) -> Page:
    play = table("risk2210", bots=("recruit",))
    visitor = visitors(size, scripts=scripts)
    come_in(visitor, play.asked_user)
    visitor.page.goto(f"/g/{play.game.slug}/")
    return visitor.page


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_the_lens_changes_earth_and_moon(visitors: Visitors, scripts: bool) -> None:
    page = sit_down(visitors, DESKTOP, scripts)
    expect(page.locator(EARTH)).to_be_visible()
    expect(page.locator(".board-switch")).to_be_hidden()
    page.locator("a.lens", has_text="Moon").click()
    expect(page.locator(MOON)).to_be_visible()
    assert page.url.endswith("?board=moon")
    light = page.evaluate("getComputedStyle(document.querySelector('.stage')).colorScheme")
    assert light == "dark" and page.evaluate("getComputedStyle(document.body).colorScheme") != "dark"
    page.locator("a.lens", has_text="Earth").click()
    expect(page.locator(EARTH)).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_phone_has_a_row_instead_of_the_lens(visitors: Visitors, scripts: bool) -> None:
    page = sit_down(visitors, PHONE, scripts)
    expect(page.locator(".lens")).to_be_hidden()
    switch = page.get_by_role("navigation", name="Boards")
    for name, stage in (("Moon", MOON), ("Earth", EARTH)):
        link = switch.get_by_role("link", name=name)
        box = link.bounding_box()
        assert box and box["height"] >= 44
        link.click()
        expect(page.locator(stage)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_arrows_walk_on_the_stage_that_is_shown(visitors: Visitors) -> None:
    page = sit_down(visitors, DESKTOP, True)
    assert page.locator(".lens .t a[tabindex='0']").count() == 0
    page.locator(".view .t a[tabindex='0']").focus()
    before = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowRight")
    after = page.evaluate("document.activeElement.id")
    assert before != after and after.startswith("at-") and page.locator(f".view #{after}").count() == 1


def meeting() -> Asked:
    """A godswar, whose panel has a group with a hidden heading."""
    return after(war_state(gods=MEETING), "attack Gaul Liguria")


def below() -> Asked:
    """An invasion of the Underworld, with the heavens on a phone."""
    return asked_at(war_state(BELOW, step="underworld", heaven={"red": 5}))


@pytest.mark.parametrize(("asks", "size"), [(meeting, DESKTOP), (below, PHONE)], ids=["godswar", "underworld"])
def test_pages_of_godstorm_are_as_wide_as_the_screen(
    visitors: Visitors, asks: Callable[[], Asked], size: tuple[int, int]
) -> None:
    asked = asks()
    visitor = visitors(size)
    come_in(visitor, asked.row.player.user)
    visitor.page.goto(asked.url)
    expect(visitor.page.locator(".decision")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_spaces_that_nobody_holds_keep_to_one_line_in_the_board_in_words(visitors: Visitors) -> None:
    asked = below()
    visitor = visitors(PHONE)
    come_in(visitor, asked.row.player.user)
    page = visitor.page
    page.goto(asked.url)
    page.locator(".drawer", has_text="Board in words").click()
    lines = page.locator(".words li", has_text="Underworld").evaluate_all(
        "lines => lines.map(line => line.querySelector('b').getBoundingClientRect())"
        ".map(name => [Math.round(name.left), Math.round(name.height)])"
    )
    assert len(lines) == 13 and len({tuple(line) for line in lines}) == 1, lines
