"""Making a token in a browser, and the page about the API, under the site's content policy."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from tests.accounts.kit import Door, person
from tests.kit.chromium import DESKTOP, PHONE, Visitor, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def log_in(visitor: Visitor, base_url: str) -> None:
    client = Client()
    client.force_login(person())
    Door(client).prove()
    name = settings.SESSION_COOKIE_NAME
    visitor.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": base_url}])


@pytest.mark.parametrize(("size", "name"), [(PHONE, "phone"), (DESKTOP, "desktop")])
def test_a_token_is_made_and_revoked(visitors: Visitors, size: tuple[int, int], name: str) -> None:
    visitor = visitors(size)
    log_in(visitor, visitors.base_url)
    page = visitor.page
    page.goto("/accounts/tokens/")
    page.get_by_label("What is it for?").fill("My bot")
    page.get_by_text("Play: read").click()
    page.get_by_role("button", name="Create the token").click()
    expect(page.locator("code.token")).to_have_text(re.compile("^fp_"))
    visitor.picture(f"tokens-{name}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Revoke My bot").click()
    expect(page.get_by_text("No program can see")).to_be_visible()
    page.goto("/api/")
    visitor.picture(f"api-{name}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
