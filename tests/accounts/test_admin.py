"""The admin writes no address, second step, login or password of anybody; who helps does it by an act."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts.helping import change_address
from accounts.models import User
from common.version import VERSION
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry
from tests.accounts.kit import Door, last_code, person
from tests.routes_kit import organizer

NEW = "found@example.org"


@pytest.fixture
def keeper(db: None) -> Door:
    """An administrator at the admin."""
    user = person("keeper", is_staff=True, is_superuser=True)
    made = Door(Client())
    made.client.force_login(user)
    made.prove()
    return made


@pytest.fixture
def borrowed(db: None) -> Door:
    """The session of an administrator in the hands of somebody who cannot prove to be one."""
    user = person("keeper", is_staff=True, is_superuser=True)
    made = Door(Client())
    made.client.force_login(user)
    return made


def test_raw_tables_of_accounts_are_not_in_the_admin(keeper: Door) -> None:
    assert not {EmailAddress, Authenticator, UserSession} & set(admin.site._registry)
    assert User in admin.site._registry
    with pytest.raises(NoReverseMatch):
        reverse("admin:account_emailaddress_changelist")


def test_both_boxes_of_a_moment_have_a_name(keeper: Door) -> None:
    page = keeper.client.get(reverse("admin:accounts_user_change", args=[person().pk])).content.decode()
    for part in ("date", "time"):
        assert re.search(rf'<input[^>]+aria-label="Mail muted until, {part}"', page)


def test_nobody_sets_the_address_or_password_of_another(keeper: Door) -> None:
    user = person()
    page = reverse("admin:accounts_user_change", args=[user.pk])
    form = keeper.client.get(page).context["adminform"].form
    given = {name: form.initial.get(name) or "" for name in form.fields}
    keeper.client.post(page, given | {"email": NEW, "username": "tessel2"})
    user.refresh_from_db()
    assert user.email == "tessel@example.org"
    url = reverse("admin:auth_user_password_change", args=[user.pk])
    new = "eight quiet harbours"
    assert keeper.client.post(url, {"password1": new, "password2": new, "usable_password": "true"}).status_code == 403
    user.refresh_from_db()
    assert not user.check_password(new)


def test_a_borrowed_session_helps_nobody_and_raises_nobody(borrowed: Door) -> None:
    user, group = person(), Group.objects.create(name="thieves")
    rights = [Permission.objects.get(codename="help_user").pk]
    powers = {"username": "tessel", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    for path, fields in (
        (reverse("organize-help-act", args=[user.pk, "address"]), {"address": NEW, "reason": "x"}),
        (reverse("admin:accounts_user_change", args=[user.pk]), powers),
        (reverse("admin:accounts_user_add"), {"username": "thief", "usable_password": "false"}),
        (reverse("admin:auth_group_change", args=[group.pk]), {"name": "thieves", "permissions": rights}),
        (reverse("admin:auth_group_add"), {"name": "more thieves", "permissions": rights}),
    ):
        assert borrowed.client.get(path).status_code == 200
        answer = borrowed.client.post(path, fields)
        assert answer.status_code == 302 and answer.url.startswith(reverse("account_reauthenticate")), path
    user.refresh_from_db()
    assert (user.email, user.is_superuser) == ("tessel@example.org", False) and not mail.outbox
    assert User.objects.count() == 2 and not Permission.objects.filter(pk__in=rights, group__isnull=False).exists()


def test_staff_change_their_password_where_tries_are_counted(keeper: Door) -> None:
    assert keeper.client.get(reverse("admin:password_change")).url == reverse("account_change_password")


# ---- helping


def _help(door: Door, who: User, act: str, **fields: str) -> Any:
    answer = door.client.post(reverse("organize-help-act", args=[who.pk, act]), fields)
    outbox_deliver()
    return answer


def test_a_lost_mailbox(keeper: Door) -> None:
    user, browser = person(), Door(Client())
    browser.password("tessel")
    assert b"New address" in keeper.client.get(reverse("organize-help-act", args=[user.pk, "address"])).content
    assert _help(keeper, user, "address", address=NEW, reason="Called, knew the last games").status_code == 302
    user.refresh_from_db()
    assert user.email == NEW and not browser.inside
    assert [each.to[0] for each in mail.outbox] == ["tessel@example.org", NEW]
    assert all("Called, knew the last games" in each.body for each in mail.outbox)
    entry = AuditEntry.objects.get(action="help.address")
    assert (entry.user.username, entry.details["name"]) == ("keeper", "tessel")  # type: ignore[union-attr]
    assert "tessel" in keeper.client.get(reverse("organize-audit")).content.decode()
    link = re.search(r"(/accounts/address/undo/\S+)", mail.outbox[0].body)
    assert link and "/undo/" not in mail.outbox[1].body
    Door(Client()).send(link[1], {})
    assert User.objects.get(username="tessel").email == "tessel@example.org"


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "date"), [("", r"\d+ [A-Z][a-z]+ 20\d\d"), ("en", r"[A-Z][a-z]+ \d+, 20\d\d")])
def test_who_is_helped_is_told_in_a_language_of_their_own(language: str, date: str) -> None:
    user = person(language=language)
    change_address(user, NEW, reason="Called")
    outbox_deliver()
    assert re.search(rf"until [^.]*\b{date}\b", " ".join(str(mail.outbox[0].body).split()))


def test_a_lost_second_step(keeper: Door) -> None:
    user = person()
    TOTP.activate(user, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    _help(keeper, user, "second-step", reason="lost the phone")
    assert not Authenticator.objects.exists()
    assert "second step was removed" in mail.outbox[-1].subject and "lost the phone" in mail.outbox[-1].body
    owner = Door(Client())
    owner.ask_code(user.email)
    owner.type_code(last_code())
    assert owner.inside


def test_logins_that_are_ended(keeper: Door) -> None:
    user, browser = person(), Door(Client())
    browser.password("tessel")
    _help(keeper, user, "sessions", reason="a stolen laptop")
    assert not browser.inside and mail.outbox[-1].to == [user.email]


@pytest.mark.parametrize("fields", [{"address": NEW}, {"address": "nowhere", "reason": "x"}, {"reason": "x"}])
def test_no_act_without_reason_and_address(keeper: Door, fields: dict[str, str]) -> None:
    user = person()
    assert _help(keeper, user, "address", **fields).status_code == 422
    user.refresh_from_db()
    assert user.email == "tessel@example.org" and not AuditEntry.objects.exists() and not mail.outbox


def test_an_address_of_another_account_is_refused(keeper: Door) -> None:
    user = person()
    person("osprey")
    answer = _help(keeper, user, "address", address="osprey@example.org", reason="x")
    assert answer.status_code == 422 and b"Another account uses this address" in answer.content
    assert not AuditEntry.objects.exists()


def test_who_may_help_whom(keeper: Door) -> None:
    helper, player = organizer("olga"), person()
    door = Door(Client())
    door.client.force_login(helper)
    door.prove()
    keeper_user = User.objects.get(username="keeper")
    page = reverse("organize-person", args=[player.pk])
    assert b"End all logins" not in door.client.get(page).content, "organizers do not have the right by themselves"
    helper.user_permissions.add(Permission.objects.get(codename="help_user"))
    assert b"End all logins" in door.client.get(page).content
    for other in (keeper_user, helper):
        assert _help(door, other, "sessions", reason="x").status_code == 404
    assert _help(keeper, helper, "sessions", reason="x").status_code == 302
    assert _help(keeper, keeper_user, "sessions", reason="x").status_code == 404, "not oneself"


def test_the_foot_of_the_admin_names_the_release_to_the_staff_alone(keeper: Door) -> None:
    page = keeper.client.get("/admin/").content.decode()
    (foot,) = re.findall(r'<footer id="footer">(.*?)</footer>', page)
    assert foot == f"Fieldpost {VERSION}"
    assert VERSION not in Client().get("/admin/login/", follow=True).content.decode()
