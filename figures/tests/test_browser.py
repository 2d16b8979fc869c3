"""A game in figures in a real browser: readable on a phone, and open to all."""

from __future__ import annotations

import pytest
from django.urls import reverse

from figures.tests.test_figures import play_rounds
from tests.browser.test_axe import TALL_DESK, TALL_PHONE, violations
from tests.games.kit import table
from tests.kit.chromium import Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.mark.parametrize(
    ("size", "dark"),
    [(TALL_PHONE, False), (TALL_PHONE, True), (TALL_DESK, False), (TALL_DESK, True)],
    ids=["phone by day", "phone by night", "desk by day", "desk by night"],
)
def test_figures_hold_to_the_rules_of_access(visitors: Visitors, size: tuple[int, int], dark: bool) -> None:
    play = table(bots=("recruit", "recruit", "recruit"))
    play_rounds(play, 6)
    visitor, address = visitors(size, dark=dark), reverse("figures", args=[play.game.slug])
    assert not violations(visitor, address)
    assert not visitor.page.evaluate(SIDEWAYS)
    visitor.picture(f"figures-{size[0]}-{'dark' if dark else 'light'}")
    visitor.page.locator("details.more summary").first.click()
    assert visitor.page.locator(".plot-table").first.is_visible() and not visitor.page.evaluate(SIDEWAYS)
