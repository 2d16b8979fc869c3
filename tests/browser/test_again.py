"""Fault 4.19: Back, a form sent again from there, and a browser that dies amid an answer make no second move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Entry
from tests.browser.test_reach import come_in
from tests.games.kit import Table, table
from tests.kit.chromium import Visitor, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def play() -> Table:
    return table()


def at_the_board(visitor: Visitor, play: Table) -> Page:
    come_in(visitor, play.asked_user)
    visitor.page.goto(f"/g/{play.game.slug}/")
    return visitor.page


def fields(page: Page) -> dict[str, str]:
    """What the order line would send."""
    inputs = page.locator("#order-line").locator("input[name=ref], input[name=key]")
    return {field.get_attribute("name") or "": field.input_value() for field in inputs.all()}


def send(page: Page, order: str, hidden: dict[str, str]) -> None:
    """Send the order line with hidden fields as they were on an earlier page."""
    for name, value in hidden.items():
        page.locator(f"#order-line input[name={name}]").evaluate("(field, value) => { field.value = value }", value)
    page.locator("#order").fill(order)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#order-line .send").click()
    page.wait_for_load_state("networkidle")  # the page that follows, too


def by_hand(play: Table) -> int:
    return Entry.objects.filter(game=play.game, source="web").count()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_back_and_the_same_form_once_more(visitors: Visitors, play: Table, scripts: bool) -> None:
    page, order = at_the_board(visitors(scripts=scripts), play), play.likely()
    before, asked = fields(page), page.locator("#ask").inner_text()
    send(page, order, {})
    expect(page.locator("#ask")).not_to_have_text(asked)
    page.goto("/fair/")
    page.go_back()
    send(page, order, before)
    assert by_hand(play) == 1
    page.goto(f"/g/{play.game.slug}/")
    send(page, order, {**before, "key": "another"})
    expect(page.locator(".refusal")).to_contain_text("moved on")
    assert by_hand(play) == 1


def test_a_browser_that_dies_amid_its_answer(visitors: Visitors, play: Table) -> None:
    first, order = visitors(), play.likely()
    page = at_the_board(first, play)
    before = fields(page)
    page.locator("#order").fill(order)
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator("#order-line .send").click()
    second = visitors()
    second.context.add_cookies(first.context.cookies())  # type: ignore[arg-type]  # as the browser keeps them
    first.context.close()
    second.page.goto(f"/g/{play.game.slug}/")
    send(second.page, order, before)
    assert by_hand(play) == 1


def test_an_order_that_a_busy_site_refused_is_sent_again_by_itself(visitors: Visitors, play: Table) -> None:
    visitor = visitors()
    page, order = at_the_board(visitor, play), play.likely()
    asked, refused = page.locator("#ask").inner_text(), 0

    def busy_once(route: Route) -> None:
        nonlocal refused
        if route.request.method == "POST" and not refused:
            refused += 1
            route.fulfill(status=503, headers={"Retry-After": "1"}, body="busy")
        else:
            route.fallback()

    page.route("**/g/*/**", busy_once)
    page.locator("#order").fill(order)
    page.locator("#order-line .send").click()
    expect(page.locator("#trouble")).to_contain_text("The site is very busy. Trying again in 1 second.")
    expect(page.locator("#ask")).not_to_have_text(asked)
    expect(page.locator("#trouble")).to_be_hidden()
    assert refused == 1 and by_hand(play) == 1
    assert visitor.complaints and all("503" in complaint for complaint in visitor.complaints)
    visitor.complaints.clear()
