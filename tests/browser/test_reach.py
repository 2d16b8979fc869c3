"""People who set their text twice as large, or have no mouse: every page within the screen, a turn by keys alone."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Entry
from tests.games.kit import Table, table
from tests.kit.chromium import PHONE, Visitor, Visitors
from tests.routes_kit import client

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LARGE = {"standard": 32, "fixed": 26}
"""Pixels of text without a size of its own; 16 is usual."""


@pytest.fixture
def play() -> Table:
    return table()


def come_in(visitor: Visitor, user: User) -> None:
    url = urljoin(visitor.page.url, "/")
    cookies = client(user).cookies
    visitor.context.add_cookies([{"name": name, "value": found.value, "url": url} for name, found in cookies.items()])


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus stands on something of this name."""
    said = "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText || ''"
    for _ in range(90):
        page.keyboard.press("Tab")
        if page.evaluate(said).startswith(name):
            return
    raise AssertionError(f"{name} cannot be reached")


@pytest.mark.parametrize("size", [PHONE, (1280, 900)], ids=["phone", "desktop"])
def test_text_twice_as_large_stays_within_the_screen(visitors: Visitors, play: Table, size: tuple[int, int]) -> None:
    visitor, slug = visitors(size), play.game.slug
    visitor.page.goto("/fair/")
    come_in(visitor, play.asked_user)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": LARGE})
    pages = ["", "history/", "odds/", "settings/", "ask/"]
    for path in [*(f"/g/{slug}/{part}" for part in pages), "/games/", "/games/new/", "/accounts/", "/accounts/mail/"]:
        visitor.page.goto(path)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} scrolls sideways by {wide} pixels"


def test_a_turn_by_keys_alone(visitors: Visitors, play: Table) -> None:
    visitor = visitors((1280, 900))
    page, seat = visitor.page, play.waiting.seat
    page.goto("/fair/")
    come_in(visitor, play.asked_user)
    page.goto(f"/g/{play.game.slug}/")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "order":
            break
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "order"
    expect(page.locator("#order")).to_have_value("")
    tab_to(page, "All ")
    page.keyboard.press("Enter")
    tab_to(page, "Place all")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_have_text("Attack, or end your attacks")
    tab_to(page, "End attacks")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("nd the turn")
    tab_to(page, "End the turn")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("Waiting for")
    assert Entry.objects.filter(game=play.game, seat=seat, source="web").count() == 3
