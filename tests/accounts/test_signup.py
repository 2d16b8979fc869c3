"""Making an account."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.models import User
from tests.accounts.kit import Door, last_code, later, person

pytestmark = pytest.mark.databases


def test_without_password_a_code_is_enough(door: Door) -> None:
    answer = door.sign_up()
    assert answer.status_code == 302
    assert "Welcome" in mail.outbox[0].subject
    answer = door.post("account_email_verification_sent", code=last_code())
    assert answer.url == reverse("home")
    user = User.objects.get(username="osprey")
    assert not user.has_usable_password()
    assert user.timezone == "Europe/Berlin"
    assert EmailAddress.objects.get(user=user).verified
    assert door.inside


def test_nobody_is_in_before_the_code_is_typed(door: Door) -> None:
    door.sign_up(password1="seven quiet harbours")
    assert not door.inside


def test_with_password(door: Door) -> None:
    door.sign_up(password1="seven quiet harbours")
    door.post("account_email_verification_sent", code=last_code().lower().replace("-", " "))
    assert User.objects.get().check_password("seven quiet harbours")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"name": "ab"}, "3 to 24 characters"),
        ({"name": "a b c"}, "3 to 24 characters"),
        ({"name": "a" * 25}, "24"),
        ({"name": "-abc"}, "starts with a letter"),
        ({"name": "Admin"}, "reserved"),
        ({"name": "caretaker"}, "reserved"),
        ({"name": "TESSEL"}, "taken"),
        ({"email": "tessel@example"}, "not an email address"),
        ({"password1": "short"}, "12 characters"),
        ({"password1": "passwordpassword"}, ""),
    ],
)
def test_refusals_keep_what_was_typed(door: Door, data: dict[str, str], says: str) -> None:
    person()
    answer = door.sign_up(**data)
    if not says:
        return
    assert answer.status_code == 200
    page = answer.content.decode()
    assert says in page
    assert 'aria-invalid="true"' in page
    assert data.get("name", "osprey") in page
    assert '<option value="Europe/Berlin" selected>' in page
    assert User.objects.count() == 1


def test_a_control_is_described_by_its_error_in_place_of_its_hint(door: Door) -> None:
    shown, refused = door.client.get(reverse("account_signup")), door.sign_up("", "osprey@example.org")
    for page, name in ((shown, "id_username_hint"), (refused, "id_username_errors")):
        text = page.content.decode()
        described = re.findall('aria-describedby="([^"]+)"', text)
        assert described == [name, "id_password1_hint", "id_timezone_hint"]
        assert all(f'id="{each}"' in text for each in described)
        assert text.count('aria-invalid="true"') == (page is refused)


def test_unknown_zone_is_refused(door: Door) -> None:
    answer = door.post("account_signup", username="osprey", email="o@example.org", timezone="Moon/Tycho")
    assert answer.status_code == 200
    assert not User.objects.exists()


def test_old_names_of_zones_are_taken(door: Door) -> None:
    door.post("account_signup", username="osprey", email="o@example.org", timezone="Asia/Calcutta")
    assert User.objects.get().timezone == "Asia/Calcutta"


def test_zone_may_be_left_out(door: Door) -> None:
    door.post("account_signup", username="osprey", email="o@example.org")
    assert User.objects.get().timezone == "UTC"


def test_name_from_the_door_is_filled_in(door: Door) -> None:
    page = door.client.get(reverse("account_signup"), {"username": 'x"><b>'}).content.decode()
    assert "x&quot;&gt;&lt;b&gt;" in page


def test_five_wrong_codes_end_it(door: Door) -> None:
    door.sign_up()
    code = last_code()
    for _ in range(5):
        door.post("account_email_verification_sent", code="XXXX-XXXX")
    answer = door.post("account_email_verification_sent", code=code)
    assert answer.status_code == 302
    assert not EmailAddress.objects.get().verified
    assert not door.inside


def test_new_accounts_per_address_are_limited(door: Door, settings) -> None:  # type: ignore[no-untyped-def]
    settings.SIGNUPS_PER_HOUR = 3
    answers = [Door(Client()).sign_up(f"bird{n}", f"bird{n}@example.org") for n in range(5)]
    assert [each.status_code for each in answers] == [302, 302, 302, 429, 429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert User.objects.count() == 3


def test_names_differ_by_more_than_case(db: None) -> None:
    from django.db import IntegrityError

    person("tessel")
    with pytest.raises(IntegrityError):
        User.objects.create_user("Tessel")


def test_a_second_mail_needs_a_minute(door: Door) -> None:
    door.sign_up()
    answer = door.post("account-code-again")
    assert answer.status_code == 429
    later()
    answer = door.post("account-code-again")
    assert answer.status_code == 302
    assert len(mail.outbox) == 2


def test_start_again_frees_the_name(door: Door) -> None:
    door.sign_up(email="osprey@exmaple.org")
    assert door.client.get(reverse("account_signup")).status_code == 302, "the code page is in the way"
    answer = door.post("account-start-again", to="signup")
    assert answer.url == reverse("account_signup")
    assert door.client.get(answer.url).status_code == 200
    assert door.sign_up().status_code == 302
    assert User.objects.get().email == "osprey@example.org"


def test_start_again_never_touches_a_confirmed_account(door: Door) -> None:
    user = person()
    door.ask_code(user.email)
    assert door.post("account-start-again").url == reverse("account_login")
    services.forget_signup(user)
    door.client.force_login(user)
    door.post("account-start-again", to="signup")
    assert User.objects.filter(pk=user.pk).exists()
    assert door.inside


def test_unconfirmed_sign_ups_are_forgotten(door: Door) -> None:
    seeded, confirmed = User.objects.create_user("seeded"), person()
    door.sign_up()
    assert services.forget_unconfirmed(timezone.now() + timedelta(minutes=119)) == 0
    assert services.forget_unconfirmed(timezone.now() + timedelta(minutes=121)) > 0
    assert set(User.objects.all()) == {seeded, confirmed}


def test_a_name_comes_free_again(door: Door) -> None:
    door.sign_up()
    later = Door(Client())
    assert b"This name is taken" in later.sign_up("Osprey", "heron@example.org").content
    with time_machine.travel(timezone.now() + timedelta(minutes=121)):
        later.sign_up("Osprey", "heron@example.org")
        assert User.objects.get().email == "heron@example.org"


def test_nobody_has_a_profile_before_the_address_is_confirmed(door: Door) -> None:
    door.sign_up()
    unknown = door.client.get("/players/nobody/")
    assert door.client.get("/players/osprey/").status_code == unknown.status_code == 404
    door.post("account_email_verification_sent", code=last_code())
    assert door.client.get("/players/osprey/").status_code == 200
