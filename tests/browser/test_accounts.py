"""The door in a real browser, under the site's content policy: zone from the device, passkeys, no script at all."""

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from accounts.models import User
from games.mail.outbox import outbox_deliver
from tests.accounts.kit import last_code, person
from tests.kit.chromium import PHONE, Visitor, Visitors

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("empty_counters"),
    pytest.mark.django_db(transaction=True),
]

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def _sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Player name", exact=True).fill(name)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_label("Email address").fill(f"{name}@example.org")
    page.get_by_role("button", name="Sign up").click()
    _type_code(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Confirm the address").click()


def _type_code(page: Page) -> None:
    """The code that the page asks for has been mailed."""
    field = page.get_by_label("Code", exact=True)
    expect(field).to_be_editable()
    field.fill(last_code().lower())


def _log_out(visitor: Visitor) -> None:
    visitor.page.goto("/accounts/logout/")
    with visitor.page.expect_navigation():
        visitor.page.locator("main form .primary").click()


def test_the_browser_tells_its_zone(visitors: Visitors) -> None:
    visitor = visitors(PHONE)
    _sign_up(visitor.page, "osprey")
    assert User.objects.get(username="osprey").timezone == "Europe/Berlin"


def test_without_scripts_the_zone_is_chosen(visitors: Visitors) -> None:
    visitor = visitors(PHONE, scripts=False)
    _sign_up(visitor.page, "osprey")
    visitor.page.goto("/accounts/")
    visitor.page.get_by_label("Time zone").select_option("Asia/Tokyo")
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("button", name="Save").click()
    expect(visitor.page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    assert User.objects.get(username="osprey").timezone == "Asia/Tokyo"


def test_a_passkey_opens_the_door(visitors: Visitors) -> None:
    person(password=None)
    visitor = visitors()
    page = visitor.page
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    page.goto("/accounts/login/")
    page.get_by_label("Email address", exact=True).fill("tessel@example.org")
    page.get_by_role("button", name="Email me a code").click()
    _type_code(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Log in", exact=True).click()
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_role("button", name="Email me a code").click()
    _type_code(page)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Add the passkey").click()
    page.wait_for_url("**/recovery-codes/**")
    outbox_deliver()
    assert "passkey" in mail.outbox[-1].subject
    _log_out(visitor)

    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url("**/games/**")
