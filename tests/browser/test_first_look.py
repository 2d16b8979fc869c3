"""A stranger opens the site: nothing breaks the policy for scripts and styles, at any width, by day or by night."""

from __future__ import annotations

import pytest

from tests.kit.chromium import DESKTOP, PHONE, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = ("/", "/accounts/login/", "/accounts/signup/", "/no-such-page")


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESKTOP, True)], ids=["phone by day", "desk by night"])
def test_open_pages(visitors: Visitors, size: tuple[int, int], dark: bool) -> None:
    visitor = visitors(size, dark=dark)
    for path in PAGES:
        visitor.page.goto(path)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} scrolls sideways by {wide} pixels"
        name = path.strip("/").replace("/", "-") or "landing"
        visitor.picture(f"open-{name}-{size[0]}-{'dark' if dark else 'light'}")


def test_the_watch_sees_a_breach(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.page.goto("/")
    with visitor.page.expect_console_message():
        visitor.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')")
    assert [complaint for complaint in visitor.complaints if "Content Security Policy" in complaint]
    visitor.complaints.clear()


def test_a_page_fetches_one_style_sheet(visitors: Visitors) -> None:
    visitor, asked = visitors(), list[str]()
    visitor.page.on("request", lambda request: asked.append(request.url) if ".css" in request.url else None)
    visitor.page.goto("/")
    assert len(asked) == 1 and asked[0].endswith("/css/fieldpost.css")
