"""Free seats in a real browser: the page of a seat, lists, the way to them from the board, with scripts and without."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.models import Game, Player
from substitutes.models import Offer
from substitutes.selectors import offer_url
from substitutes.services import sign_up
from substitutes.tests.kit import asked, free, three
from tests.browser.test_axe import TALL_DESK, TALL_PHONE, violations
from tests.browser.test_reach import come_in
from tests.games.kit import Table, person
from tests.kit.chromium import DESKTOP, PHONE, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
BOTH = pytest.mark.parametrize(
    ("size", "dark"), [(PHONE, False), (DESKTOP, True)], ids=["phone by day", "desk by night"]
)


@pytest.fixture
def play() -> Table:
    play = three()
    Game.objects.update(watch=Game.Watch.ANYONE)
    return play


@BOTH
def test_a_person_signs_up_at_a_board_and_takes_a_seat(
    visitors: Visitors, play: Table, size: tuple[int, int], dark: bool
) -> None:
    sue, look = person("sue"), f"{size[0]}-{'dark' if dark else 'light'}"
    visitor = visitors(size, dark=dark)
    come_in(visitor, sue)
    visitor.page.goto(f"/g/{play.game.slug}/")
    visitor.picture(f"substitutes-board-{look}")
    visitor.page.get_by_role("link", name="Play as a substitute").click()
    expect(visitor.page.get_by_role("button", name="Sign up as a substitute")).to_be_visible()
    visitor.picture(f"substitutes-list-{look}")
    assert not visitor.page.evaluate(SIDEWAYS)
    visitor.page.get_by_role("button", name="Sign up as a substitute").click()
    expect(visitor.page.get_by_text("You are on the list.")).to_be_visible()
    seat = free(play)
    assert asked() == ["sue"]
    visitor.page.goto(reverse("home"))
    visitor.picture(f"substitutes-home-{look}")
    visitor.page.get_by_role("link", name="A seat in Long Winter is free").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Take over")
    assert not visitor.page.evaluate(SIDEWAYS)
    visitor.picture(f"substitutes-offer-{look}")
    visitor.page.get_by_role("button", name="Take the seat").click()
    expect(visitor.page).to_have_url(visitor.page.url.split("/g/")[0] + f"/g/{play.game.slug}/")
    visitor.picture(f"substitutes-taken-{look}")
    assert Player.objects.get(pk=seat.pk).user == sue


@pytest.mark.parametrize(
    ("size", "dark"), [(TALL_PHONE, False), (TALL_DESK, True)], ids=["phone by day", "desk by night"]
)
def test_pages_of_free_seats_can_be_read_by_everybody(
    visitors: Visitors, play: Table, size: tuple[int, int], dark: bool
) -> None:
    sue, look = person("sue"), f"{size[0]}-{'dark' if dark else 'light'}"
    sign_up(user=sue)
    free(play)
    assert asked() == ["sue"]
    visitor = visitors(size, dark=dark)
    come_in(visitor, sue)
    for name, path in (
        ("offer", offer_url(Offer.objects.get())),
        ("settings", reverse("substitute-settings")),
        ("list", reverse("game-substitutes", args=[play.game.slug])),
    ):
        assert not violations(visitor, path)
        assert not visitor.page.evaluate(SIDEWAYS)
        visitor.picture(f"substitutes-read-{name}-{look}")
