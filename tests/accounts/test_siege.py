"""For an hour strangers from two hundred networks do all they can to keep somebody out, or to get in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import open_codes
from accounts.models import OpenCode
from games.mail.outbox import outbox_deliver
from tests.accounts.kit import Door, Passkey, last_code, person

pytestmark = [pytest.mark.once, pytest.mark.nothing_new]  # an hour passes, and PostgreSQL's own clock cannot be moved

OWNER = "tessel@example.org"
NETWORKS = [f"2001:db8:{customer:x}:{network:x}::1" for customer in range(40) for network in range(5)]
START = datetime(2026, 11, 21, 12, tzinfo=UTC)
LONG = r"\b[B-Z]{4}-[B-Z]{4}-[B-Z]{4}\b"


def _attack(client: Client, network: str, turn: int) -> None:
    """What one network does at one moment; each kind of thing in its turn."""
    ways: list[tuple[str, dict[str, str]]] = [
        ("account_login", {"login": "tessel", "password": "wrong wrong wrong"}),
        ("account_request_login_code", {"email": OWNER}),
        ("account_confirm_login_code", {"code": "BCDF-GHJK-LMNP"}),
        ("account_login", {"login": OWNER, "password": "wrong wrong wrong"}),
        ("account_reset_password", {"email": OWNER}),
        ("account_signup", {"username": f"siege{turn}", "email": OWNER}),
    ]
    page, data = ways[turn % len(ways)]
    client.post(reverse(page), data, REMOTE_ADDR=network)


class Siege:
    """The hour: all networks at once, then ten of them every minute. A test looks in at any minute."""

    def __init__(self, clock: Any) -> None:
        self.clock = clock
        self.strangers = [(Client(), network) for network in NETWORKS]

    def minutes(self, count: int = 60) -> Iterator[int]:
        for turn in range(6):
            for client, network in self.strangers[:: 1 if turn < 2 else 10]:
                _attack(client, network, turn)
        rest = cycle(self.strangers)
        for minute in range(count):
            self.clock.move_to(START + timedelta(minutes=minute))
            for number, (client, network) in enumerate(islice(rest, 10)):
                _attack(client, network, minute + number)
            outbox_deliver()
            yield minute


@pytest.fixture
def siege(empty_counters: None, db: None) -> Iterator[Siege]:
    with time_machine.travel(START, tick=False) as clock:
        yield Siege(clock)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is compared with one that is kept."""
    seen: list[str] = []
    plain = MD5PasswordHasher.verify

    def counted(self: MD5PasswordHasher, password: str, encoded: str) -> bool:
        seen.append(password)
        return plain(self, password, encoded)

    monkeypatch.setattr(MD5PasswordHasher, "verify", counted)
    return seen


def _home() -> Door:
    """The owner at a new browser, in a network of their own."""
    made = Client()
    made.defaults["REMOTE_ADDR"] = "203.0.113.9"
    return Door(made)


@pytest.mark.long
def test_the_owner_gets_in_by_the_code_of_the_newest_mail(siege: Siege, compared: list[str]) -> None:
    owner = person(last_login=START)  # and so is told of both logins
    for minute in siege.minutes():
        if minute != 50:
            continue
        newest, sent = last_code(), len(mail.outbox)
        door = _home()
        refused = door.password("tessel")
        assert refused.status_code == 429 and "Log in with a code that we email you" in refused.content.decode()
        page = door.client.get(door.ask_code(OWNER).url).content.decode()
        assert len(mail.outbox) == sent, "no further mail: the one that came is enough"
        assert "the newest code that we emailed to" in page and "13:00" in page
        assert door.type_code(newest).url == reverse("home") and door.inside
        assert Passkey(owner).log_in(_home()).url == reverse("home")
    assert len(mail.outbox) < 5, [each.subject for each in mail.outbox]
    assert {each.to[0] for each in mail.outbox} == {OWNER}
    assert 0 < len(compared) < 100


def test_any_minute_finds_a_code_with_time_left(empty_counters: None, db: None) -> None:
    """Also when the hour is over and the next mail is due."""
    person()
    with time_machine.travel(START, tick=False) as clock:
        for minute in range(130):
            clock.move_to(START + timedelta(minutes=minute))
            for network in NETWORKS[minute % 40 :: 40][:2]:
                _attack(Client(), network, 1)
            outbox_deliver()
            kept = OpenCode.objects.get()
            assert kept.mailed_at + open_codes.LIVES >= START + timedelta(minutes=minute + 10)
    assert sum(bool(re.search(LONG, each.body)) for each in mail.outbox) == 3, "one an hour"
