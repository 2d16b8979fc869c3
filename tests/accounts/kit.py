"""What the tests of accounts share: people, and the door as a browser walks through it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import RateCount, User
from games.mail.outbox import outbox_deliver

PASSWORD = "seven quiet harbours"


def person(name: str = "tessel", password: str | None = PASSWORD, **fields: Any) -> User:
    """A person with a confirmed address."""
    user = User.objects.create_user(name, f"{name}@example.org", password, **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@dataclass
class Door:
    """A browser in front of the site, logged out."""

    client: Client

    def post(self, page: str, **data: str) -> Any:
        """The answer of a page, once the mails that it caused are sent."""
        return self.send(reverse(page), data)

    def send(self, url: str, data: dict[str, str], **more: Any) -> Any:
        answer = self.client.post(url, data, **more)
        outbox_deliver()
        return answer

    def sign_up(self, name: str = "osprey", email: str = "osprey@example.org", **more: str) -> Any:
        return self.post("account_signup", username=name, email=email, timezone="Europe/Berlin", **more)

    def ask_code(self, email: str) -> Any:
        return self.post("account_request_login_code", email=email)

    def type_code(self, code: str) -> Any:
        return self.post("account_confirm_login_code", code=code)

    def password(self, login: str, password: str = PASSWORD) -> Any:
        return self.post("account_login", login=login, password=password)

    def prove(self, password: str = PASSWORD) -> Any:
        """Prove once more who is logged in, as pages that change an account ask for."""
        return self.post("account_reauthenticate", password=password)

    @property
    def inside(self) -> bool:
        return self.client.get(reverse("account-overview")).status_code == 200


def last_code() -> str:
    """The code of the newest mail: eight consonants with a hyphen."""
    outbox_deliver()
    found = re.search(r"\b([B-Z]{4}-[B-Z]{4})\b", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]


def later() -> None:
    """Pass the time that the counters keep: ours stand in the database, allauth's in the cache."""
    RateCount.objects.all().delete()
    cache.clear()
