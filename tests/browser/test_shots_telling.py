from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.games.kit import person
from tests.kit.chromium import DESKTOP, PHONE, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("empty_counters"), pytest.mark.django_db(transaction=True)]
OUT = Path("/tmp/tellshots")


def login(visitor, user):
    c = Client()
    c.force_login(user)
    visitor.page.context.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": c.cookies[settings.SESSION_COOKIE_NAME].value,
                "url": visitor.page.context.base_url if hasattr(visitor.page.context, "base_url") else visitors_base,
            }
        ]
    )


def test_form(visitors: Visitors) -> None:
    global visitors_base
    visitors_base = visitors.base_url
    alice = person("alice")
    alice.timezone = "Europe/Berlin"
    alice.save()
    for size in (PHONE, DESKTOP):
        for dark in (False, True):
            v = visitors(size, dark=dark)
            login(v, alice)
            name = f"{size[0]}-{'dark' if dark else 'light'}"
            v.page.goto("/games/new/")
            v.page.locator("#clocks > summary").click()
            if dark:
                v.page.get_by_role("button", name="Office hours").click()
                v.page.wait_for_timeout(2500)
                v.page.locator("select[name=holidays_of]").select_option("DE")
                v.page.wait_for_timeout(2500)
            v.page.screenshot(path=str(OUT / f"form-{name}.png"), full_page=True)
