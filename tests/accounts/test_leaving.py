"""Taking one's data along, and deleting the account."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from accounts import game_mail, services
from accounts.models import User
from accounts.signals import account_deleted, account_exported
from tests.accounts.kit import PASSWORD, Door, person

pytestmark = pytest.mark.databases


def test_export_has_everything_but_secrets(door: Door) -> None:
    user = person()
    door.password("tessel")
    door.prove()

    def games(sender: Any, user: User, **_: Any) -> dict[str, Any]:
        return {"games": [f"of {user.username}"]}

    account_exported.connect(games)
    try:
        answer = door.post("account-export")
    finally:
        account_exported.disconnect(games)
    assert answer["Content-Disposition"] == 'attachment; filename="fieldpost-tessel.json"'
    document = json.loads(answer.content)
    assert document["account"]["name"] == "tessel"
    assert document["addresses"][0]["email"] == "tessel@example.org"
    assert document["logged_in_at"][0]["address"] == "127.0.0.1"
    assert document["games"] == ["of tessel"]
    user.refresh_from_db()
    assert user.password not in answer.content.decode()
    assert user.mail_key not in answer.content.decode()


def test_export_needs_a_post_and_is_limited(door: Door) -> None:
    person()
    door.password("tessel")
    door.prove()
    assert door.client.get(reverse("account-export")).status_code == 405
    assert [door.post("account-export").status_code for _ in range(11)] == [200] * 10 + [429]


def test_delete_asks_for_the_password_and_the_name(door: Door) -> None:
    person()
    door.password("tessel")
    answer = door.client.get(reverse("account-delete"))
    assert answer.url.startswith(reverse("account_reauthenticate"))
    door.client.post(answer.url, {"password": PASSWORD})
    answer = door.post("account-delete", name="Tessel")
    assert answer.status_code == 422
    assert User.objects.get(username="tessel").is_active
    answer = door.post("account-delete", name="tessel")
    assert answer.url == reverse("account-gone")
    assert door.client.get(answer.url).status_code == 200
    assert not door.inside
    assert not User.objects.filter(username="tessel").exists()


def test_delete_empties_the_row_and_tells_the_games_first(db: None) -> None:
    user = person()
    heard: list[str] = []

    def seats(sender: Any, user: User, **_: Any) -> None:
        heard.append(user.username)

    account_deleted.connect(seats)
    try:
        services.delete_account(user)
    finally:
        account_deleted.disconnect(seats)
    assert heard == ["tessel"]
    row = User.objects.get(pk=user.pk)
    assert row.username.startswith("gone-")
    assert (row.email, row.is_active, row.has_usable_password()) == ("", False, False)
    assert row.deleted_at is not None
    assert not EmailAddress.objects.filter(user=row).exists()
    assert game_mail.read_mail_token(game_mail.mail_token(row)) is None


def test_a_listener_that_fails_keeps_the_account(db: None) -> None:
    user = person()

    def broken(sender: Any, **_: Any) -> None:
        raise RuntimeError("no caretaker")

    account_deleted.connect(broken)
    try:
        with pytest.raises(RuntimeError):
            services.delete_account(user)
    finally:
        account_deleted.disconnect(broken)
    assert User.objects.get(pk=user.pk).is_active


def test_name_and_address_are_free_again(door: Door) -> None:
    services.delete_account(person())
    assert door.password("tessel").status_code == 200
    assert door.sign_up("tessel", "tessel@example.org").status_code == 302
    assert User.objects.filter(username="tessel").exists()


def test_the_last_administrator_stays(door: Door) -> None:
    user = person(is_superuser=True, is_staff=True)
    with pytest.raises(services.CannotDelete):
        services.delete_account(user)
    person("second", is_superuser=True)
    services.delete_account(user)
    assert not User.objects.get(pk=user.pk).is_superuser


def test_the_last_administrator_is_told_so(door: Door) -> None:
    person(is_superuser=True)
    door.password("tessel")
    door.prove()
    answer = door.post("account-delete", name="tessel")
    assert answer.status_code == 422
    assert b"only administrator" in answer.content
