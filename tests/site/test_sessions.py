"""How long a login lasts."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

PLAYER = {"username": "alice", "email": "alice@example.org", "password": "correct horse battery"}


@pytest.fixture
def player(client: Client) -> Client:
    client.force_login(get_user_model().objects.create_user(**PLAYER))
    return client


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(get_user_model().objects.create_superuser(**PLAYER))
    return client


def still_in(client: Client) -> bool:
    client.get("/livez")
    return "_auth_user_id" in client.session


def visits(client: Client, every: timedelta, until: timedelta) -> timedelta:
    """How long somebody stays logged in who looks in `every` so often; at most `until`."""
    passed = timedelta()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        while passed < until and still_in(client):
            clock.shift(every)
            passed += every
    return passed


def test_a_player_stays_in_while_coming_back(player: Client) -> None:
    assert visits(player, timedelta(days=20), timedelta(days=80)) == timedelta(days=80)


def test_a_player_is_out_after_ninety_days(player: Client) -> None:
    assert visits(player, timedelta(days=20), timedelta(days=300)) == timedelta(days=100)


def test_a_player_is_out_after_thirty_idle_days(player: Client) -> None:
    assert visits(player, timedelta(days=31), timedelta(days=62)) == timedelta(days=31)


def test_staff_is_out_after_eight_idle_hours(staff: Client) -> None:
    assert visits(staff, timedelta(hours=9), timedelta(days=2)) == timedelta(hours=9)


def test_staff_is_out_after_a_day(staff: Client) -> None:
    assert visits(staff, timedelta(hours=7), timedelta(days=9)) == timedelta(hours=28)


def test_reading_pages_does_not_write_the_session_each_time(
    player: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    still_in(player)
    with django_assert_num_queries(2):  # the session and the person
        player.get("/livez")
