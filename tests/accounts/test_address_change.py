"""Changing the address mail goes to."""

from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.accounts.kit import PASSWORD, Door, last_code, person


def _ask(door: Door, email: str) -> None:
    page = reverse("account_email")
    answer = door.send(page, {"email": email, "action_add": "1"})
    if answer.status_code == 302 and "reauthenticate" in answer.url:
        door.send(answer.url, {"password": PASSWORD})


def test_the_old_address_stays_until_the_code_is_typed(door: Door) -> None:
    person(bounced_at=timezone.now())
    door.password("tessel")
    _ask(door, "new@example.org")
    assert User.objects.get().email == "tessel@example.org"
    assert mail.outbox[-1].to == ["new@example.org"]
    door.post("account_email_verification_sent", code=last_code())
    user = User.objects.get()
    assert user.email == "new@example.org"
    assert user.bounced_at is None
    assert mail.outbox[-1].to == ["tessel@example.org"], "the former address is warned"


def test_the_address_of_somebody_else_is_not_given_away(door: Door) -> None:
    person("osprey")
    person()
    door.password("tessel")
    _ask(door, "osprey@example.org")
    known = door.client.get(reverse("account_email_verification_sent")).status_code
    assert known == 200
    assert User.objects.get(username="tessel").email == "tessel@example.org"
