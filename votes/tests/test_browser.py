"""Votes in a real browser: beside the board and on their own page, with scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.models import Player
from tests.browser.test_axe import TALL_DESK, TALL_PHONE, violations
from tests.browser.test_reach import come_in
from tests.games.kit import Table
from tests.kit.chromium import DESKTOP, PHONE, Visitors
from votes.models import Ballot
from votes.tests.test_votes import beat, four, outcome, say, user_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def play() -> Table:
    beat()
    made = four()
    Player.objects.filter(game=made.game, user__username="dave").update(state=Player.State.CARETAKER)
    return made


def test_a_vote_beside_the_board_is_agreed_to_on_a_phone(visitors: Visitors, play: Table) -> None:
    say(play, "vote draw", "alice")
    visitor = visitors(PHONE)
    come_in(visitor, user_of("bob"))
    visitor.page.goto(f"/g/{play.game.slug}/")
    card = visitor.page.locator(".votes-card .vote")
    expect(card.get_by_role("heading")).to_contain_text("A draw between")
    assert not visitor.page.evaluate(SIDEWAYS)
    visitor.picture("votes-board")
    with visitor.page.expect_navigation():
        card.get_by_role("button", name="Agree").click()
    expect(visitor.page.locator(".votes-card")).to_contain_text("You agreed.")
    assert Ballot.objects.filter(user=user_of("bob"), agrees=True).exists() and outcome(play, "draw") == ""


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESKTOP, True)], ids=["phone by day", "desk by night"])
def test_a_vote_is_opened_on_its_page(visitors: Visitors, play: Table, size: tuple[int, int], dark: bool) -> None:
    say(play, "vote call off", "bob")
    visitor = visitors(size, dark=dark)
    come_in(visitor, user_of("alice"))
    visitor.page.goto(f"/g/{play.game.slug}/votes/")
    assert not visitor.page.evaluate(SIDEWAYS)
    visitor.picture(f"votes-page-{size[0]}-{'dark' if dark else 'light'}")
    visitor.page.get_by_text("two thirds must agree").click()
    visitor.page.get_by_label("For how long").select_option("5")
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("button", name="Open this vote").locator("visible=true").click()
    expect(visitor.page.get_by_role("heading", name="Pause the game for 5 days")).to_be_visible()
    assert not visitor.page.evaluate(SIDEWAYS)


@pytest.mark.parametrize(
    ("size", "dark"), [(TALL_PHONE, False), (TALL_DESK, True)], ids=["phone by day", "desk by night"]
)
def test_votes_hold_to_the_rules_of_access(visitors: Visitors, play: Table, size: tuple[int, int], dark: bool) -> None:
    say(play, "vote draw", "alice")
    say(play, "vote call off", "bob")
    visitor = visitors(size, dark=dark)
    come_in(visitor, user_of("bob"))
    board, page = f"/g/{play.game.slug}/", f"/g/{play.game.slug}/votes/"
    assert not violations(visitor, page)
    visitor.page.goto(board)
    expect(visitor.page.locator(".votes-card .vote")).to_have_count(2)
    assert not violations(visitor, board)


def test_without_scripts_the_board_leads_to_the_votes(visitors: Visitors, play: Table) -> None:
    say(play, "vote draw", "alice")
    visitor = visitors(PHONE, scripts=False)
    come_in(visitor, user_of("bob"))
    visitor.page.goto(f"/g/{play.game.slug}/")
    visitor.page.get_by_role("link", name="1 vote is open").click()
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("button", name="Vote against it").click()
    expect(visitor.page.get_by_text("You voted against it.")).to_be_visible()
