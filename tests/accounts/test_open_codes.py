"""The code that any browser takes: to whom it is mailed, what it opens, and that nobody uses it up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import open_codes
from accounts.models import OpenCode, User
from tests.accounts.kit import Door, last_code, later, person
from tests.accounts.test_enumeration import WALKS, _walk

pytestmark = pytest.mark.databases

OWNER, STRANGER = "tessel@example.org", "nobody@example.org"


def _browser(number: int) -> Door:
    made = Client()
    made.defaults["REMOTE_ADDR"] = f"198.51.100.{number}"
    return Door(made)


def _asked_often(address: str = OWNER, times: int = 2) -> str:
    """The code that an address has been sent once strangers have asked for some."""
    for number in range(times):
        _browser(number).ask_code(address)
    return last_code()


def test_one_mail_however_many_ask(door: Door) -> None:
    person()
    code = _asked_often(times=9)
    assert len(code) == 14 and len(mail.outbox) == 2
    door.ask_code(OWNER)
    assert len(mail.outbox) == 2
    assert door.type_code(code.lower().replace("-", " ")).url == reverse("home")


def test_it_works_once_and_then_an_hour_passes_without_another(door: Door) -> None:
    person()
    code = _asked_often()
    door.ask_code(OWNER)
    door.type_code(code)
    second = _browser(9)
    second.ask_code(OWNER)
    second.type_code(code)
    assert not second.inside
    sent = len(mail.outbox)
    with time_machine.travel(timezone.now() + timedelta(minutes=58)):
        _browser(10).ask_code(OWNER)
        assert len(mail.outbox) == sent


def test_it_outlives_the_hour_by_ten_minutes(door: Door) -> None:
    person()
    code, now = _asked_often(), timezone.now()
    with time_machine.travel(now + timedelta(minutes=69)):
        assert open_codes.matches(OWNER, code)
    with time_machine.travel(now + timedelta(minutes=71)):
        assert not open_codes.matches(OWNER, code)


def test_wrong_guesses_of_strangers_do_not_use_it_up(door: Door) -> None:
    person()
    code = _asked_often()
    for number in range(20, 30):
        guesser = _browser(number)
        guesser.ask_code(OWNER)
        answers = [guesser.type_code("BCDF-GHJK-LMNP").status_code for _ in range(5)]
        assert answers == [200, 200, 200, 200, 302], "five tries, then one has to ask again"
    door.ask_code(OWNER)
    door.type_code(code)
    assert door.inside


def test_all_tries_together_have_an_end(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    person()
    code = _asked_often()
    monkeypatch.setattr(open_codes, "MOST_TRIES", 3)
    assert [open_codes.matches(OWNER, "BCDF-GHJK-LMNP") for _ in range(3)] == [False] * 3
    assert not open_codes.matches(OWNER, code)


def test_a_code_that_was_not_mailed_opens_nothing(door: Door) -> None:
    """allauth makes one each time somebody asks; if it were compared, each request would give five guesses more."""
    person()
    _asked_often()
    door.ask_code(OWNER)
    kept = door.client.session["account_login"]["state"]["stages"]["login_by_code"]["data"]["code"]
    door.type_code(kept)
    assert not door.inside


def test_it_is_kept_as_a_keyed_hash(door: Door) -> None:
    person()
    code = _asked_often()
    row = OpenCode.objects.get()
    assert OWNER not in row.address and code.replace("-", "") not in row.proof


def test_it_confirms_a_new_address_too(door: Door) -> None:
    """So strangers cannot keep somebody from signing up."""
    code = _asked_often("osprey@example.org")
    assert "To sign up" in mail.outbox[-1].body
    door.sign_up()
    page = door.client.get(reverse("account_email_verification_sent")).content.decode()
    assert "the newest code that we emailed to" in page
    door.post("account_email_verification_sent", code=code)
    assert door.inside and User.objects.get().username == "osprey"


def test_it_sets_a_new_password(door: Door) -> None:
    person()
    code = _asked_often()
    door.post("account_reset_password", email=OWNER)
    answer = door.post("account_confirm_password_reset_code", code=code)
    assert answer.url == reverse("account_complete_password_reset")


def test_signing_up_again_leaves_it_to_the_login(door: Door) -> None:
    person()
    code = _asked_often()
    door.sign_up("other", OWNER)
    again = door.post("account_email_verification_sent", code=code)
    assert again.status_code == 200 and "Wrong code" in again.content.decode() and not door.inside
    other = _browser(9)
    other.ask_code(OWNER)
    other.type_code(code)
    assert other.inside


@pytest.mark.parametrize("walk", [each for each in WALKS if each != "password"])
def test_nobody_learns_by_it_who_has_an_account(db: None, walk: str) -> None:
    person()
    at = timezone.now()

    def look(address: str) -> Any:
        with time_machine.travel(at, tick=False):
            _asked_often(address)
            return _walk(WALKS[walk], address), len(mail.outbox), OpenCode.objects.count()

    known = look(OWNER)
    later()
    mail.outbox.clear()
    assert known == look(STRANGER)


def test_a_logged_in_stranger_fills_no_mailbox(door: Door) -> None:
    """Who adds somebody else's address to their own account is as strange to it as anybody."""
    for number in range(6):
        other = Door(Client())
        user = person(f"thief{number}")
        other.client.force_login(user)
        other.client.defaults["REMOTE_ADDR"] = f"198.51.100.{number}"
        other.prove()
        other.post("account_email", email="victim@example.org", action_add="1")
    assert len([each for each in mail.outbox if each.to == ["victim@example.org"]]) == 2
