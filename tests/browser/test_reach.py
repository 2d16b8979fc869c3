"""People who set their text twice as large, or have no mouse: every page within the screen, a turn by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import engine
from accounts.models import User
from games.models import Entry, Game
from games.services.organize import game_void
from tests.games.kit import Table, make_table, person, table
from tests.kit.chromium import DESKTOP, PHONE, Visitor, Visitors
from tests.routes_kit import client

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GRAPH = engine.mapgraph("classic42")
LARGE = {"standard": 32, "fixed": 26}
"""Pixels of text without a size of its own; 16 is usual."""


@pytest.fixture
def play() -> Table:
    return table()


def come_in(visitor: Visitor, user: User) -> None:
    """By a session made for the purpose: the door has tests of its own."""
    for name, found in client(user).cookies.items():
        visitor.context.add_cookies([{"name": name, "value": found.value, "url": visitor.base_url}])


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus stands on something of this name."""
    said = "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText || ''"
    for _ in range(90):
        page.keyboard.press("Tab")
        if page.evaluate(said).startswith(name):
            return
    raise AssertionError(f"{name} cannot be reached")


COVERED = """() => {
  const boxes = [...document.querySelectorAll(
    ".bar a, .bar-title > *, .page-head > *, main h1, main h2, main h3, main button:not(.order-line *), main label"
  )].filter((each) => each.checkVisibility() && !each.closest(".visually-hidden, .board, .act, .zoom, .hand"))
    .map((each) => [each, each.getBoundingClientRect()]).filter(([, box]) => box.width > 2 && box.height > 2);
  const found = [];
  for (const [one, a] of boxes) for (const [other, b] of boxes) {
    if (one === other || one.contains(other) || other.contains(one)) continue;
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) found.push(`${one.outerHTML.slice(0, 80)} lies on ${
        other.outerHTML.slice(0, 80)}`);
  }
  return found.slice(0, 3);
}"""
"""Headings, links of the bar, buttons and labels that lie on each other."""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_text_twice_as_large_stays_within_the_screen(visitors: Visitors, play: Table, size: tuple[int, int]) -> None:
    visitor, slug = visitors(size), play.game.slug
    come_in(visitor, play.asked_user)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": LARGE})
    assert_within(visitor, [f"/g/{slug}/{part}" for part in ("", "history/", "odds/", "settings/", "ask/")])
    play.order(play.likely())
    src, dst = play.front(play.waiting.seat, (play.waiting.seat + 1) % 3)
    codes = [GRAPH.codes[GRAPH.names.index(name)] for name in (src, dst)]
    assert_within(visitor, [f"/g/{slug}/", f"/g/{slug}/?src={codes[0]}&dst={codes[1]}"])
    play.order(f"attack {src} {dst} until captured")
    assert_within(visitor, [f"/g/{slug}/", f"/g/{slug}/history/"])
    boss = organizer()
    assert_within(
        visitor,
        [
            "/games/",
            "/games/public/",
            "/players/alice/",
            "/games/new/",
            "/accounts/",
            "/accounts/mail/",
            "/help/",
            "/help/orders/",
            "/api/",
            "/fair/",
        ],
    )
    game_void(game_id=play.game.pk, user=boss, reason="the end of the test")
    assert_within(visitor, [f"/g/{slug}/"])
    visitor.context.clear_cookies()
    assert_within(visitor, ["/", "/accounts/login/", "/accounts/signup/"])


@pytest.mark.parametrize("name", ["Lamplight Invitational Swiss 1.1", "A winter in no hurry on the northern front"])
def test_the_bar_of_a_result_shows_the_whole_name_on_a_phone(visitors: Visitors, play: Table, name: str) -> None:
    Game.objects.filter(pk=play.game.pk).update(name=name)
    visitor = visitors(PHONE)
    come_in(visitor, play.asked_user)
    game_void(game_id=play.game.pk, user=organizer(), reason="the end of the test")
    visitor.page.goto(f"/g/{play.game.slug}/")
    shown = visitor.page.locator(".bar-title .name")
    assert shown.inner_text() == name
    cut = "each => [each, ...each.children].some(one => one.clientWidth && one.scrollWidth > one.clientWidth)"
    assert not shown.evaluate(cut) and shown.evaluate("each => each.scrollHeight <= each.clientHeight + 1")


@pytest.mark.parametrize("rules", ["risk2210", "godstorm"])
def test_large_text_of_other_families_stays_within_a_phone(visitors: Visitors, rules: str) -> None:
    visitor, play = visitors(PHONE), table(rules, bots=("random",))
    come_in(visitor, play.asked_user)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": LARGE})
    assert_within(visitor, [f"/g/{play.game.slug}/", f"/g/{play.game.slug}/history/"])


def test_large_text_of_a_plan_and_of_the_admin_stays_within_a_phone(visitors: Visitors) -> None:
    visitor, planner, boss = visitors(PHONE), person("erin"), organizer()
    game = make_table(
        planner,
        name="Plan",
        rules="modern",
        seats_wanted=3,
        bots=("recruit", "recruit"),
        options={"setup_orders": "planned"},
    )
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": LARGE})
    visitor.page.goto("/fair/")
    come_in(visitor, planner)
    assert_within(visitor, [f"/g/{game.slug}/?plan=BRA.EUS.any&at=BRA.5"])
    come_in(visitor, boss)
    assert_within(visitor, ["/admin/games/game/"])


def organizer() -> User:
    boss = person("olga")
    User.objects.filter(pk=boss.pk).update(is_staff=True, is_superuser=True)
    return User.objects.get(pk=boss.pk)


def assert_within(visitor: Visitor, paths: list[str]) -> None:
    for path in paths:
        visitor.page.goto(path)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} scrolls sideways by {wide} pixels"
        assert not (covered := visitor.page.evaluate(COVERED)), f"{path}: {covered}"


@pytest.mark.luck(6)
def test_a_turn_by_keys_alone(visitors: Visitors, play: Table) -> None:
    visitor = visitors((1280, 900))
    page, seat = visitor.page, play.waiting.seat
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
