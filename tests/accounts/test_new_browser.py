"""The owner is told when somebody logs in from a browser that the account does not know."""

from __future__ import annotations

from django.core import mail
from django.test import Client

from tests.accounts.kit import Door, last_code, later, person

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def _told() -> list[str]:
    return [each.body for each in mail.outbox if each.subject == "Login from a new browser"]


def test_not_at_the_login_that_ends_a_sign_up(door: Door) -> None:
    door.sign_up()
    door.post("account_email_verification_sent", code=last_code())
    assert door.inside and not _told()


def test_a_new_browser_is_told_of_once(door: Door) -> None:
    door.sign_up(password1="seven quiet harbours")
    door.post("account_email_verification_sent", code=last_code())
    other = Door(Client(headers={"User-Agent": FIREFOX}))
    other.password("osprey")
    told = _told()
    assert len(told) == 1 and "Firefox on Linux" in told[0] and "end all other logins" in told[0]
    assert mail.outbox[-1].to == ["osprey@example.org"]
    other.post("account_logout")
    other.password("osprey")
    door.post("account_logout")
    door.password("osprey")
    assert len(_told()) == 1, "both are known by now"


def test_a_login_by_code_is_told_of_too(door: Door) -> None:
    user = person(timezone="Asia/Tokyo")
    door.password("tessel")
    assert not _told(), "the first login of all"
    later()
    other = Door(Client())
    other.ask_code(user.email)
    other.type_code(last_code())
    assert other.inside and "(JST)" in _told()[0], "in the time of the reader, not of whoever logged in"


def test_a_wrong_password_is_not_told_of(door: Door) -> None:
    person()
    door.password("tessel")
    Door(Client()).password("tessel", "wrong wrong wrong")
    assert not _told()
