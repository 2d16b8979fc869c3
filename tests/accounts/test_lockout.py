"""Nobody keeps somebody else out by failing in their name."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context as allauth_context
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from accounts.ratelimit import mark_limited
from tests.accounts.kit import PASSWORD, Door, last_code, later, person

pytestmark = pytest.mark.databases

OWNER = "tessel@example.org"


def _from(network: str, client: Client | None = None) -> Door:
    """A browser behind one IP address."""
    made = client or Client()
    made.defaults["REMOTE_ADDR"] = network
    return Door(made)


def _fail(networks: int, tries: int = 6) -> None:
    """Wrong passwords for one account from so many networks."""
    for number in range(networks):
        for _ in range(tries):
            _from(f"198.51.100.{number}").password("tessel", "wrong wrong wrong")


def test_wrong_passwords_elsewhere_leave_the_owner_the_password(door: Door) -> None:
    person()
    _fail(1, tries=10)
    assert _from("198.51.100.0").password("tessel").status_code == 429, "who failed has to wait"
    assert door.password("tessel").url == reverse("home")


def test_a_browser_that_logged_in_before_passes(door: Door) -> None:
    """Though so many networks guess that the account is shut to new browsers, and the neighbours guess too."""
    person()
    door.password("tessel")
    door.post("account_logout")
    _fail(11)
    _fail_here = [Door(Client()).password(f"nobody{n}", "wrong").status_code for n in range(21)]
    assert _fail_here[-1] == 429, "this network is used up"
    assert _from("203.0.113.9").password("tessel").status_code == 429
    assert door.password("tessel").url == reverse("home")


def test_the_owner_gets_in_by_a_code_in_a_new_browser_while_strangers_use_up_the_password(door: Door) -> None:
    person()
    _fail(11)
    refused = door.password("tessel")
    assert refused.status_code == 429 and "Log in with a code that we email you" in refused.content.decode()
    assert door.password("nobody").status_code == 200
    door.ask_code(OWNER)
    door.type_code(last_code())
    assert door.inside
    door.post("account_logout")
    assert door.password("tessel").url == reverse("home"), "the account knows this browser now"


def test_a_known_browser_gets_a_code_of_its_own_whoever_else_asks(door: Door) -> None:
    person(password=None)
    door.ask_code(OWNER)
    door.type_code(last_code())
    door.post("account_logout")
    later()
    for number in range(4):
        _from(f"198.51.100.{number}").ask_code(OWNER)
    assert len(last_code()) == len("BCDF-GHJK-LMNP"), "the strangers have made the site send the code for any browser"
    door.ask_code(OWNER)
    assert len(last_code()) == len("BCDF-GHJK")
    door.type_code(last_code())
    assert door.inside


def test_wrong_figures_elsewhere_leave_the_owner_the_second_step(door: Door) -> None:
    TOTP.activate(person(), "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    thief = _from("198.51.100.1")
    thief.password("tessel")
    statuses = [thief.post("mfa_authenticate", code="000000").status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    door.password("tessel")
    assert door.post("mfa_authenticate", code="000000").status_code == 200, "wrong, and not limited"


@pytest.mark.parametrize("end", ["password", "everywhere"])
def test_browsers_are_forgotten(door: Door, end: str) -> None:
    person()
    for each in (door, other := Door(Client())):
        each.password("tessel")
    if end == "password":
        new = "eight quiet harbours"
        door.post("account_change_password", oldpassword=PASSWORD, password1=new, password2=new)
    else:
        door.post("usersessions_list")
    user = User.objects.get()
    from accounts import browsers

    def known(each: Door) -> bool:
        request = each.client.get(reverse("account_login")).wsgi_request
        return bool(browsers.name_of(request, user))

    assert known(door) and not known(other)


def test_the_cookie_cannot_be_made_or_taken_for_another_account(door: Door) -> None:
    from accounts import browsers

    person()
    other = person("osprey")
    door.password("tessel")
    request = door.client.get("/").wsgi_request
    assert not browsers.name_of(request, other)
    cookie = door.client.cookies["browser"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    request.COOKIES["browser"] = cookie.value[:-2] + "xx"
    assert browsers.known_by(request) == {}


def test_networks_of_ipv6_count_as_one(door: Door) -> None:
    person()
    for number in range(5):
        _from(f"2001:db8:0:1::{number}").password("tessel", "wrong wrong wrong")
    assert _from("2001:db8:0:1:ffff::9").password("tessel").status_code == 429
    assert _from("2001:db8:0:2::9").password("tessel").status_code == 302


@pytest.mark.parametrize("networks", ["2001:db8:0:{:x}::1", "2001:db8:0:{:x}00::1"])
def test_what_one_customer_may_hold_counts_too(db: None, networks: str) -> None:
    """A /56 holds 256 networks of a /64, a /48 as many of a /56."""
    person()
    tried = [_from(networks.format(n // 5)).password("tessel", "wrong wrong wrong").status_code for n in range(15)]
    assert tried == [200] * 10 + [429] * 5
    assert _from("2001:db8:1::9").password("tessel").status_code == 302, "another customer"


@pytest.mark.parametrize(
    ("code", "seconds"),
    [("rate_limited", 60), ("too_many_login_attempts", 60), ("too_many_passwords", 60), ("incorrect_code", 0)],
)
def test_what_is_refused_for_trying_too_often_is_marked_so_whoever_refuses_it(code: str, seconds: int) -> None:
    request = RequestFactory().get("/")
    with allauth_context.request_context(request):
        get_adapter().validation_error(code)
    assert getattr(request, "limited_for", 0) == seconds


def test_a_request_that_was_marked_keeps_its_time() -> None:
    request: Any = RequestFactory().get("/")
    mark_limited(request, 900)
    mark_limited(request)
    mark_limited(None)
    assert request.limited_for == 900
