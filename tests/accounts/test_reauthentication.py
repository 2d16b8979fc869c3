"""A borrowed session changes nothing for good: identity is proved before a change, and a change of address is undone
by its owner whoever made it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import address_change
from accounts.models import AddressChange, User
from accounts.ratelimit import CODE_TRIES
from accounts.reauthentication import STATE
from games.models import ApiToken
from games.services.tokens import token_make
from tests.accounts.kit import PASSWORD, Door, last_code, later, person

OLD, NEW = "tessel@example.org", "thief@example.org"
CHANGES: list[tuple[str, dict[str, str]]] = [
    ("account_email", {"email": NEW, "action_add": "1"}),
    ("account-export", {}),
    ("account-tokens", {"name": "bot", "scope": "play", "days": "90"}),
    ("account-delete", {"name": "tessel"}),
    ("mfa_activate_totp", {"code": "123456"}),
    ("mfa_add_webauthn", {"name": "x"}),
    ("account_set_password", {"password1": "eight quiet harbours", "password2": "eight quiet harbours"}),
]
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture
def borrowed(door: Door) -> Door:
    """The session of somebody who logs in by mailed codes alone."""
    person(password=None)
    door.ask_code(OLD)
    door.type_code(last_code())
    mail.outbox.clear()
    later()
    return door


@pytest.mark.parametrize(("page", "data"), CHANGES)
@pytest.mark.parametrize("password", [True, False])
def test_nothing_changes_without_proof(door: Door, page: str, data: dict[str, str], password: bool) -> None:
    if password and page == "account_set_password":
        return  # who has one changes it, and types the present one
    user = person() if password else person(password=None)
    door.client.force_login(user)
    answer = door.post(page, **data)
    way = "account_reauthenticate" if password else "account_reauthenticate_code"
    assert answer.status_code == 302 and answer.url.startswith(reverse(way)), answer
    assert not mail.outbox, "and no code goes anywhere before somebody asks for one"
    assert not Authenticator.objects.exists() and not ApiToken.objects.exists()
    user.refresh_from_db()
    assert (user.email, user.username, user.has_usable_password()) == (OLD, "tessel", password)


def test_a_mailed_code_is_proof_and_what_was_begun_goes_on(borrowed: Door) -> None:
    answer = borrowed.post("account-export")
    page = borrowed.client.get(answer.url)
    assert b"Email me a code" in page.content and not mail.outbox
    here = borrowed.send(answer.url, {"send": "1"})
    assert mail.outbox[-1].to == [OLD]
    wrong = borrowed.send(here.url, {"code": "XXXX-XXXX"})
    assert wrong.status_code == 200 and b"Wrong code" in wrong.content
    assert STATE in borrowed.client.session
    done = borrowed.send(here.url, {"code": last_code()})
    assert STATE not in borrowed.client.session, "a code is good once"
    assert done["Content-Disposition"] == 'attachment; filename="fieldpost-tessel.json"'
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert borrowed.post("account-export").status_code == 302, "a proof lasts five minutes"


def test_a_code_is_no_proof_for_who_has_a_second_step(borrowed: Door) -> None:
    TOTP.activate(User.objects.get(), SECRET)
    answer = borrowed.post("account-export")
    assert answer.url.startswith(reverse("mfa_reauthenticate"))
    assert borrowed.client.get(reverse("account_reauthenticate_code")).status_code == 302
    borrowed.post("account_reauthenticate_code", send="1")
    assert not mail.outbox


def test_five_wrong_codes_end_a_proof(borrowed: Door) -> None:
    borrowed.post("account_reauthenticate_code", send="1")
    code = last_code()
    statuses = [borrowed.post("account_reauthenticate_code", code="XXXX-XXXX").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 200, 302]
    borrowed.post("account_reauthenticate_code", code=code)
    assert borrowed.post("account-export").status_code == 302


def test_a_session_does_not_help_guessing_the_password(door: Door) -> None:
    person()
    door.password("tessel")
    new = "eight quiet harbours"
    for _ in range(6):
        door.post("account_change_password", oldpassword="wrong wrong wrong", password1=new, password2=new)
    answer = door.post("account_change_password", oldpassword=PASSWORD, password1=new, password2=new)
    assert answer.status_code == 429
    assert User.objects.get().check_password(PASSWORD)


def test_who_can_prove_nothing_is_refused_and_not_sent_in_circles(door: Door) -> None:
    door.client.force_login(User.objects.create_user("seeded"))
    assert door.client.get(reverse("mfa_activate_totp")).status_code == 403


# ---- taking an account back


def _steal(door: Door, address: str = NEW) -> None:
    """Change the address in a session that has just proved itself."""
    door.post("account_email", email=address, action_add="1")
    door.post("account_email_verification_sent", code=last_code())
    assert User.objects.get().email == address
    later()


def _undo_link(address: str = OLD) -> str:
    """The link in the newest mail to an address."""
    text = next(each.body for each in reversed(mail.outbox) if each.to == [address])
    found = re.search(r"https?://[^/]+(/accounts/address/undo/\S+)", text)
    assert found, text
    return found[1]


@pytest.fixture
def stolen(door: Door) -> Door:
    """The browser of a thief who knew the password, and has changed address and second step."""
    user = person()
    door.password("tessel")
    door.prove()
    TOTP.activate(user, SECRET)
    token_make(user=user, name="bot", scope="play")
    _steal(door)
    return door


def test_the_owner_takes_the_account_back(stolen: Door) -> None:
    owner, link = Door(Client()), _undo_link()
    shown = owner.client.get(link)
    assert b"Take the account back" in shown.content and User.objects.get().email == NEW, "looking changes nothing"
    assert owner.client.head(link).status_code == 200
    assert owner.send(link, {}).status_code == 302
    user = User.objects.get()
    assert (user.email, user.has_usable_password()) == (OLD, False)
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [(OLD, True, True)]
    assert not stolen.inside and not Authenticator.objects.exists()
    assert not ApiToken.objects.filter(revoked_at=None).exists()
    assert [each.to[0] for each in mail.outbox[-2:]] == [OLD, NEW]
    assert not owner.inside, "no link logs anybody in"
    owner.ask_code(OLD)
    owner.type_code(last_code())
    assert owner.inside


def test_an_undo_in_a_browser_that_is_logged_in_logs_it_out_and_says_so(stolen: Door) -> None:
    answer = stolen.send(_undo_link(), {}, follow=True)
    assert answer.redirect_chain == [(reverse("account_request_login_code"), 302)] and not stolen.inside
    assert f"Your address is {OLD} again. Log in with a code." in answer.content.decode()


def test_the_thief_undoes_nothing_in_return(stolen: Door) -> None:
    _steal(stolen, "second@example.org")
    theirs, ours = _undo_link(NEW), _undo_link(OLD)
    Door(Client()).send(ours, {})
    assert User.objects.get().email == OLD
    stolen.send(theirs, {})
    assert User.objects.get().email == OLD


def test_an_undo_works_once_and_for_a_week(stolen: Door) -> None:
    link, owner = _undo_link(), Door(Client())
    with time_machine.travel(timezone.now() + timedelta(days=7, minutes=1)):
        gone = owner.send(link, {})
        assert gone.status_code == 404 and b"no longer valid" in gone.content
    assert owner.client.get(link[:-3] + "x/").status_code == 404
    with time_machine.travel(timezone.now() + timedelta(days=6, hours=23)):
        assert owner.send(link, {}).status_code == 302
        assert owner.client.get(link).status_code == 404


def test_an_unconfirmed_sign_up_does_not_hold_the_old_address(stolen: Door) -> None:
    link = _undo_link()
    Door(Client()).sign_up(email=OLD)
    Door(Client()).send(link, {})
    assert User.objects.get(username="tessel").email == OLD


def test_an_address_of_another_account_stays_there(stolen: Door) -> None:
    user = User.objects.create_user("second", OLD)
    EmailAddress.objects.create(user=user, email=OLD, verified=True, primary=True)
    answer = Door(Client()).send(_undo_link(), {})
    assert answer.status_code == 409 and b"Another account uses" in answer.content
    assert User.objects.get(username="tessel").email == NEW
    assert AddressChange.objects.get().undone_at is None


def test_changes_are_forgotten_after_a_week(db: None) -> None:
    user = person()
    with time_machine.travel(timezone.now() - timedelta(days=8)):
        address_change.note_change(user, "a@example.org", "b@example.org")
    address_change.note_change(user, "b@example.org", OLD)
    assert AddressChange.objects.count() == 1


# ---- five tries


@pytest.mark.django_db(transaction=True)
def test_sixty_guesses_at_once_are_five_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "sqlite" and connection.is_in_memory_db():
        pytest.skip("threads of an SQLite in memory share one connection; the run on PostgreSQL tries this")
    from allauth.account import forms as theirs

    compared: list[str] = []
    compare = theirs.compare_user_code

    def counted(*, actual: str, expected: str) -> bool:
        compared.append(actual)
        found: bool = compare(actual=actual, expected=expected)
        return found

    monkeypatch.setattr(theirs, "compare_user_code", counted)
    person()
    door = Door(Client())
    door.ask_code(OLD)
    session = door.client.cookies["sessionid"].value

    def guess(number: int) -> Any:
        try:
            guesser = Client(raise_request_exception=False)
            guesser.cookies["sessionid"] = session
            return guesser.post(reverse("account_confirm_login_code"), {"code": f"BBBB-BB{number}"}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        statuses = set(pool.map(guess, range(60)))
    assert statuses <= {200, 302}
    assert len(compared) == CODE_TRIES
