"""Nobody learns from the door whether an address has an account."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.services import UNCONFIRMED_LIVES
from tests.accounts.kit import Door, later, person

pytestmark = pytest.mark.nothing_new

KNOWN, UNKNOWN = "tessel@example.org", "nobody@example.org"


def _walk(steps: list[tuple[str, dict[str, str]]], email: str) -> list[tuple[int, str]]:
    """Status and body of each step of one browser, with what differs in any two browsers taken out."""
    door, seen = Door(Client()), []
    for name, data in steps:
        answer: Any = door.post(name, **{key: value.format(email=email) for key, value in data.items()})
        seen.append((answer.status_code, _plain(answer, email)))
        if answer.status_code == 302:
            page = door.client.get(answer.url)
            seen.append((page.status_code, answer.url + _plain(page, email)))
    return seen


def _plain(answer: Any, email: str) -> str:
    text = answer.content.decode().replace(email, "ADDRESS")
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text)


WALKS = {
    "login code": [
        ("account_request_login_code", {"email": "{email}"}),
        ("account_confirm_login_code", {"code": "XXXX"}),
    ],
    "reset": [
        ("account_reset_password", {"email": "{email}"}),
        ("account_confirm_password_reset_code", {"code": "XXXX"}),
    ],
    "password": [("account_login", {"login": "{email}", "password": "wrong wrong wrong"})],
    "another code for a sign-up": [
        ("account_signup", {"username": "newcomer", "email": "{email}"}),
        ("account-code-again", {}),
    ],
    "sign-up": [
        ("account_signup", {"username": "newcomer", "email": "{email}", "password1": "seven quiet harbours"}),
        ("account_email_verification_sent", {"code": "XXXX"}),
    ],
}


@pytest.mark.django_db
@pytest.mark.parametrize("walk", WALKS)
def test_same_status_and_body(walk: str) -> None:
    person()
    known = _walk(WALKS[walk], KNOWN)
    later()
    assert known == _walk(WALKS[walk], UNKNOWN)


@pytest.mark.django_db
@pytest.mark.parametrize("address", [KNOWN, UNKNOWN])
def test_a_name_is_held_whether_or_not_the_address_has_an_account(address: str) -> None:
    """Else whoever signs up in somebody's name and then tries that name again would learn it."""
    person()
    first, second = Door(Client()), Door(Client())
    first.sign_up("newcomer", address)
    assert b"This name is taken" in second.sign_up("Newcomer", "other@example.org").content
    with time_machine.travel(timezone.now() + UNCONFIRMED_LIVES + timedelta(minutes=1)):
        assert second.sign_up("Newcomer", "other@example.org").status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("address", [KNOWN, UNKNOWN])
def test_starting_again_frees_the_name_either_way(address: str) -> None:
    person()
    first, second = Door(Client()), Door(Client())
    first.sign_up("newcomer", address)
    first.post("account-start-again", to="signup")
    assert second.sign_up("newcomer", "other@example.org").status_code == 302


@pytest.mark.django_db
def test_another_code_for_a_sign_up_is_limited_either_way() -> None:
    person()
    for address in (KNOWN, UNKNOWN):
        later()
        door = Door(Client())
        door.sign_up("newcomer", address)
        assert door.post("account-code-again").status_code == 429
        later()
        sent = len(mail.outbox)
        assert door.post("account-code-again").status_code == 302
        assert len(mail.outbox) == sent + 1


@pytest.mark.django_db
@pytest.mark.parametrize("walk", ["login code", "reset", "sign-up"])
def test_both_get_a_mail(walk: str) -> None:
    """So the work, and the time it takes, is alike; only the mailbox learns the truth."""
    person()
    _walk(WALKS[walk], KNOWN)
    later()
    _walk(WALKS[walk], UNKNOWN)
    assert [each.to[0] for each in mail.outbox] == [KNOWN, UNKNOWN]
    assert mail.outbox[0].subject != mail.outbox[1].subject


@pytest.mark.django_db
def test_five_wrong_codes_look_alike() -> None:
    person()
    steps = [WALKS["login code"][0]] + [WALKS["login code"][1]] * 6
    assert _walk(steps, KNOWN) == _walk(steps, UNKNOWN)


@pytest.mark.django_db
def test_unknown_account_never_logs_in() -> None:
    door = Door(Client())
    door.ask_code(UNKNOWN)
    for code in ("", "None", "null", "0"):
        door.type_code(code)
    assert not door.inside


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is hashed: the costly part of an answer, and so the one that a clock could see."""
    seen: list[str] = []
    plain = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        seen.append(password)
        return plain(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return seen


@pytest.mark.django_db
def test_sign_up_costs_one_hash_for_both(hashed: list[str]) -> None:
    person()
    hashed.clear()
    _walk(WALKS["sign-up"][:1], KNOWN)
    known = len(hashed)
    later()
    _walk(WALKS["sign-up"][:1], UNKNOWN)
    assert known == len(hashed) - known == 1


@pytest.mark.django_db
def test_login_costs_the_same_for_everybody(hashed: list[str]) -> None:
    person()
    person("osprey", password=None)
    costs = {}
    for login in (KNOWN, UNKNOWN, "osprey@example.org", "tessel", "nobody", "osprey"):
        hashed.clear()
        Door(Client()).password(login, "wrong wrong wrong")
        costs[login] = len(hashed)
    assert set(costs.values()) == {1}, costs


@pytest.mark.django_db
@pytest.mark.parametrize("tried, other", [("tessel", KNOWN), (KNOWN, "tessel")])
def test_used_up_tries_do_not_link_a_name_with_an_address(tried: str, other: str) -> None:
    """Neither those of one network nor those of all of them."""
    person()
    networks = [Door(Client(REMOTE_ADDR=f"198.51.100.{number}")) for number in range(4)]
    for door in networks[:3]:
        for _ in range(6):
            door.password(tried, "wrong wrong wrong")
    for door in networks[::3]:  # one that failed, and one that did not
        assert door.password(tried, "wrong wrong wrong").status_code == 429
        assert door.password(other, "wrong wrong wrong").status_code == 200
