"""Passkeys, authenticator app, recovery codes; and that the staff needs one of them."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import AbstractBaseUser
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.adapter import SecondFactorAdapter
from accounts.models import User
from tests.accounts.kit import PASSWORD, Door, last_code, person

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture(autouse=True)
def clock_that_stands() -> Iterator[None]:
    """Figures hold for half a minute, which may end between an app and the page that asks for them."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def _figures(secret: str = SECRET, beside: int = 0) -> str:
    """What the app shows, or other figures `beside` those."""
    shown = hotp_value(secret, next(iter(yield_hotp_counters_from_time())))
    return format_hotp_value((shown + beside) % 1_000_000)


def _with_app(user: AbstractBaseUser) -> None:
    TOTP.activate(user, SECRET)


def test_login_asks_for_the_figures(door: Door) -> None:
    _with_app(person())
    answer = door.password("tessel")
    assert answer.url == reverse("mfa_authenticate")
    assert not door.inside
    assert door.post("mfa_authenticate", code=_figures(beside=1)).status_code == 200
    assert door.post("mfa_authenticate", code=_figures()).url == reverse("home")
    assert door.inside


def test_a_mailed_code_does_not_replace_the_second_step(door: Door) -> None:
    _with_app(person())
    door.ask_code("tessel@example.org")
    assert door.type_code(last_code()).url == reverse("mfa_authenticate")
    assert not door.inside


@pytest.mark.django_db(transaction=True)
def test_setting_up_an_app_ends_other_logins(door: Door) -> None:
    person()
    door.password("tessel")
    other = Door(Client())
    other.password("tessel")
    answer = door.client.get(reverse("mfa_activate_totp"))
    if answer.status_code == 302:
        door.client.post(answer.url, {"password": PASSWORD})
    page = door.client.get(reverse("mfa_activate_totp"))
    assert b"data:image/svg" in page.content
    secret = page.context["form"].secret
    answer = door.post("mfa_activate_totp", code=_figures(secret))
    assert answer.status_code == 302
    assert door.inside
    assert not other.inside
    assert "app" in mail.outbox[-1].subject


def test_secrets_are_encrypted_and_keys_may_change(settings: Any, db: None) -> None:
    user = person()
    _with_app(user)
    stored = str(Authenticator.objects.filter(type="totp").values_list("data", flat=True)[0])
    assert SECRET not in stored
    locked = SecondFactorAdapter().encrypt("harbour")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new key", [settings.SECRET_KEY]
    assert SecondFactorAdapter().decrypt(locked) == "harbour"


def _staff(door: Door, **fields: Any) -> User:
    user = person("keeper", is_staff=True, is_superuser=True, **fields)
    door.client.force_login(user)
    return user


def test_staff_without_second_step_is_shown_how(door: Door, settings: Any) -> None:
    settings.STAFF_SECOND_STEP = True
    user = _staff(door)
    answer = door.client.get(reverse("admin:index"), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("mfa_index")
    assert b"need a second step" in answer.content
    _with_app(user)
    assert door.client.get(reverse("admin:index")).status_code == 200


def test_the_local_site_lets_its_keeper_in(door: Door, settings: Any) -> None:
    settings.STAFF_SECOND_STEP = False
    _staff(door)
    assert door.client.get(reverse("admin:index")).status_code == 200


def test_admin_has_no_door_of_its_own(door: Door) -> None:
    answer = door.client.get(reverse("admin:login"))
    assert answer.url.startswith(reverse("account_login"))
    door.client.force_login(person())
    assert door.client.get(reverse("admin:login")).status_code == 403
    assert door.client.get(reverse("admin:index"), follow=True).status_code == 403


@pytest.mark.parametrize("page", ["admin:accounts_user_changelist", "admin:accounts_user_add"])
def test_people_in_the_admin(door: Door, settings: Any, page: str) -> None:
    settings.STAFF_SECOND_STEP = False
    user = _staff(door)
    assert door.client.get(reverse(page)).status_code == 200
    change = door.client.get(reverse("admin:accounts_user_change", args=[user.pk]))
    assert change.status_code == 200
    assert user.mail_key not in change.content.decode()


def test_every_page_about_second_steps_opens(door: Door) -> None:
    user = person()
    _with_app(user)
    door.password("tessel")
    door.post("mfa_authenticate", code=_figures())
    names = [
        "mfa_index",
        "mfa_list_webauthn",
        "mfa_reauthenticate",
        "account_reauthenticate",
        "account_change_password",
        "account_email",
        "account_logout",
        "account-data",
    ]
    for name in names:
        assert door.client.get(reverse(name)).status_code == 200, name


def test_pages_carry_no_inline_script_or_style(door: Door) -> None:
    """The policy allows neither; data in `application/json` is not executed."""
    import re

    person(password=None)
    door.ask_code("tessel@example.org")
    door.type_code(last_code())
    for name in ("mfa_add_webauthn", "mfa_activate_totp", "account-overview", "account-mail", "account_set_password"):
        page = door.client.get(reverse(name)).content.decode()
        scripts = re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", page)
        assert not scripts, (name, scripts)
        assert " style=" not in page, name
        assert "<style" not in page, name
