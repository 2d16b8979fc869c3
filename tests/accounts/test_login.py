"""Coming in: by password, by a mailed code, and what happens to wrong ones."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.kit import PASSWORD, Door, last_code, later, person


@pytest.mark.parametrize("login", ["tessel", "TESSEL", "tessel@example.org", "Tessel@Example.org"])
def test_by_password(door: Door, login: str) -> None:
    person()
    assert door.password(login).url == reverse("home")
    assert door.inside


def test_wrong_password(door: Door) -> None:
    person()
    answer = door.password("tessel", "not this one")
    assert answer.status_code == 200
    assert b"Wrong name, address or password" in answer.content
    assert not door.inside


def test_wrong_passwords_are_counted_for_the_account(door: Door) -> None:
    """However its name is written."""
    person()
    logins = ["tessel", "Tessel", "tessel", "TESSEL", "tessel "]
    assert [door.password(each, "wrong").status_code for each in logins] == [200] * 5
    answer = door.password("tessel")
    assert answer.status_code == 429
    assert 800 < int(answer["Retry-After"]) <= 900
    assert b"Too many attempts" in answer.content
    assert b'value="tessel"' in answer.content
    later()
    assert door.password("tessel").status_code == 302


def test_a_locked_password_leaves_the_code(door: Door) -> None:
    person()
    for _ in range(6):
        door.password("tessel", "wrong")
    door.ask_code("tessel@example.org")
    assert door.type_code(last_code()).url == reverse("home")


def test_twenty_failures_from_one_address(door: Door) -> None:
    statuses = [door.password(f"nobody{n}", "wrong").status_code for n in range(21)]
    assert statuses == [200] * 20 + [429]


def test_by_code(door: Door) -> None:
    person(password=None)
    answer = door.ask_code("tessel@example.org")
    assert answer.url == reverse("account_confirm_login_code")
    page = door.client.get(answer.url).content.decode()
    assert "tessel@example.org" in page
    assert last_code() not in mail.outbox[0].subject, "subjects are shown on locked phones"
    assert "http" not in mail.outbox[0].body.split("--")[0]
    assert door.type_code(last_code()).url == reverse("home")
    assert door.inside


def test_code_is_bound_to_its_browser(door: Door) -> None:
    person()
    door.ask_code("tessel@example.org")
    other = Door(Client())
    other.type_code(last_code())
    assert not other.inside


def test_code_works_once(door: Door) -> None:
    person()
    door.ask_code("tessel@example.org")
    code = last_code()
    door.type_code(code)
    door.post("account_logout")
    door.type_code(code)
    assert not door.inside


@pytest.mark.once  # the clock of PostgreSQL cannot be moved
def test_code_lives_ten_minutes(door: Door, time_machine: Any = None) -> None:
    import time_machine as clock

    person()
    with clock.travel("2026-11-21 12:00 +0000", tick=False):
        door.ask_code("tessel@example.org")
    with clock.travel("2026-11-21 12:11 +0000", tick=False):
        door.type_code(last_code())
        assert not door.inside


def test_five_wrong_codes_end_it(door: Door) -> None:
    person()
    door.ask_code("tessel@example.org")
    code = last_code()
    statuses = [door.type_code("XXXX-XXXX").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 200, 302]
    door.type_code(code)
    assert not door.inside


@pytest.mark.parametrize("code", ["", "é", "\x00", "x" * 5000, "BCDF-GHJK'"])
def test_odd_codes_are_refused(door: Door, code: str) -> None:
    person()
    door.ask_code("tessel@example.org")
    assert door.type_code(code).status_code == 200
    assert not door.inside


def test_one_code_a_minute(door: Door) -> None:
    person()
    door.ask_code("tessel@example.org")
    answer = Door(Client()).ask_code("TESSEL@example.org")
    assert answer.status_code == 429
    assert len(mail.outbox) == 1


def test_next_is_kept_and_only_ours(door: Door) -> None:
    person()
    door.client.get(reverse("account_login"), {"next": "/accounts/mail/"})
    answer = door.post("account_login", login="tessel", password=PASSWORD, next="/accounts/mail/")
    assert answer.url == "/accounts/mail/"
    door.post("account_logout")
    answer = door.post("account_login", login="tessel", password=PASSWORD, next="https://elsewhere.example/")
    assert answer.url == reverse("home")


def test_logging_out_needs_a_post(door: Door) -> None:
    person()
    door.password("tessel")
    assert door.client.get(reverse("account_logout")).status_code == 200
    assert door.inside
    door.post("account_logout")
    assert not door.inside


def test_new_session_at_login(door: Door) -> None:
    person()
    door.client.get(reverse("account_login"))
    door.ask_code("tessel@example.org")
    before = door.client.session.session_key
    door.type_code(last_code())
    assert door.client.session.session_key != before


def test_reset_by_code_ends_every_login(door: Door) -> None:
    person()
    door.password("tessel")
    other = Door(Client())
    other.post("account_reset_password", email="tessel@example.org")
    other.post("account_confirm_password_reset_code", code=last_code())
    new = "eight quiet harbours"
    answer = other.post("account_complete_password_reset", password1=new, password2=new)
    assert answer.status_code == 302
    assert not door.inside
    assert Door(Client()).password("tessel", new).status_code == 302
