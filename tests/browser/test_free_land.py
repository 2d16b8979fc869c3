"""What lies on the map leaves names and armies of territories free, and the list of players says its signs in words.

A phone shows a part of a flat map that moves under the finger: there only what can be chosen must be free.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.test_reach import come_in
from tests.games.decisions.godstorm.kit import war_state
from tests.games.decisions.positions import Asked, asked_at
from tests.games.decisions.risk2210.kit import state_of
from tests.kit.certain import some
from tests.kit.chromium import DESKTOP, PHONE, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONES = [(360, 740), PHONE]
SIZES = [*PHONES, (768, 1024), (1024, 768), (1100, 800), (1280, 720), DESKTOP]
SEEN = """(chosen) => {
  const choices = [...document.querySelectorAll(".view .board .t a[href*='?']")]
    .map((land) => land.getBoundingClientRect());
  const within = (box) => choices.some((land) => box.left >= land.left && box.right <= land.right
    && box.top >= land.top && box.bottom <= land.bottom);
  const marks = [...document.querySelectorAll(".view .board .l text, .view .board .b :is(.s1, .s2, .s3)")]
    .filter((mark) => mark.checkVisibility()).map((mark) => [mark, mark.getBoundingClientRect()])
    .filter(([, box]) => box.width && (!chosen || within(box)));
  const covered = new Set();
  for (const [mark, box] of marks)
    for (const x of [box.left + 1, box.left + box.width / 2, box.right - 1])
      for (const y of [box.top + 1, box.top + box.height / 2, box.bottom - 1]) {
        const cover = document.elementFromPoint(x, y)?.closest(".lens, .inset, .zoom, .cartouche");
        if (cover) covered.add(`${cover.className} on ${mark.textContent.trim()}`);
      }
  return [marks.length, [...covered]];
}"""
"""How many names and numbers of armies the map shows, and what lies on which of them; of what can be chosen, or all."""


def year() -> Asked:
    return asked_at(state_of())


def epoch() -> Asked:
    return asked_at(war_state())


@pytest.mark.parametrize(("asks", "other"), [(year, "moon"), (epoch, "underworld")], ids=["risk2210", "godstorm"])
def test_nothing_on_the_map_covers_land(visitors: Visitors, asks: Callable[[], Asked], other: str) -> None:
    asked = asks()
    visitor = visitors(DESKTOP)
    come_in(visitor, asked.row.player.user)
    covered = {}
    for address in (asked.url, f"{asked.url}?board={other}", f"{asked.url}history/"):
        visitor.page.goto(address)
        for size in SIZES:
            visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
            is_part = size in PHONES and other not in address
            count, found = visitor.page.evaluate(SEEN, is_part)
            assert count or address.endswith("history/"), (address, size)
            if found:
                covered[address, size] = found
            if size in PHONES:
                expect(visitor.page.locator(".inset")).to_be_hidden()
    assert not covered


@pytest.mark.parametrize("size", [DESKTOP, (1100, 800), PHONE], ids=lambda size: str(size[0]))
@pytest.mark.parametrize("asks", [year, epoch])
def test_signs_of_the_list_of_players_are_said_in_words(
    visitors: Visitors, asks: Callable[[], Asked], size: tuple[int, int]
) -> None:
    asked = asks()
    visitor = visitors(size)
    come_in(visitor, asked.row.player.user)
    page = visitor.page
    page.goto(asked.url)
    expect(page.locator("#signs")).to_be_hidden()
    page.get_by_role("link", name="What the signs mean").click()
    expect(page.locator("#signs")).to_be_in_viewport()
    said = page.locator("#signs dd").all_inner_texts()
    signs = page.locator(".cartouche thead th:not(.total) svg").all()
    assert some([sign.get_attribute("aria-label") for sign in signs]) == said
