"""The outlines of a board come from a file of their own; the board looks as if they were part of the page."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.test_turn_page import sit_down
from tests.games.kit import Table, table
from tests.kit.chromium import Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

INLINE = """async () => {
  const uses = [...document.querySelectorAll('.board use')].filter(use => use.getAttribute('href').includes('.svg#'));
  const files = {};
  for (const use of uses) {
    const [file, name] = use.getAttribute('href').split('#');
    files[file] ??= new DOMParser().parseFromString(await (await fetch(file)).text(), 'image/svg+xml');
    const shape = document.importNode(files[file].getElementById(name), true);
    for (const inner of shape.querySelectorAll('use'))
      inner.replaceWith(document.importNode(files[file].getElementById(inner.getAttribute('href').slice(1)), true));
    shape.removeAttribute('id');
    for (const {name, value} of use.attributes) if (name != 'href') shape.setAttribute(name, value);
    if (shape.localName == 'g') shape.setAttribute('stroke-linejoin', 'round');
    shape.append(...use.children);
    use.replaceWith(shape);
  }
  for (const group of document.querySelectorAll('.board .shore path, .board .shore g')) group.style.fill = 'none';
  for (const band of document.querySelectorAll('.board .shore path')) band.style.strokeLinejoin = 'round';
  return uses.length;
}"""
"""Puts a copy of each outline into the page; of the styles only that of `.shore use` would not find them."""


TRIES = 5
"""A busy browser may show a part late. What it does not show the same way it shows so each time."""


def board_of(page: Page) -> bytes:
    """Its picture once two in a row are the same: shapes from a file are painted when the browser has time."""
    page.evaluate("async () => { await document.fonts.ready; document.activeElement.blur(); }")
    board, last = page.locator("svg.board"), b""
    while (found := board.screenshot(animations="disabled")) != last:
        last = found
    return found


def looks_the_same(page: Page, play: Table) -> bool:
    page.goto(f"/g/{play.game.slug}/?view=whole", wait_until="networkidle")
    by_file = board_of(page)
    assert page.evaluate(INLINE) > 50
    return board_of(page) == by_file


@pytest.mark.parametrize(("board", "dark"), [("classic42", False), ("ancient", True)])
def test_a_board_looks_as_if_its_outlines_were_part_of_the_page(visitors: Visitors, board: str, dark: bool) -> None:
    play = table("modern" if board == "classic42" else "godstorm_classic")
    play.past_setup()
    page = sit_down(visitors, play)
    page.emulate_media(color_scheme="dark" if dark else "light")
    assert any(looks_the_same(page, play) for _ in range(TRIES))


def test_the_file_is_fetched_once(visitors: Visitors) -> None:
    page = sit_down(visitors, table())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.reload(wait_until="networkidle")
    assert [path for path in asked if path.startswith("/static/boards/")] == ["/static/boards/classic42.svg"]
