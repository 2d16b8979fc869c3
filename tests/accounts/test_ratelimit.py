"""The counter that all limits of our own share."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from django.db import connection
from django.test import RequestFactory

from accounts.models import RateCount
from accounts.ratelimit import forget_ended, limit, too_many

pytestmark = pytest.mark.databases


@pytest.mark.django_db
def test_counts_within_a_window_that_begins_with_the_first_try() -> None:
    with time_machine.travel(1_000_000, tick=False):
        assert [limit("a", 2, 60) for _ in range(4)] == [0, 0, 60, 60]
        assert limit("b", 2, 60) == 0
    with time_machine.travel(1_000_050, tick=False):
        assert limit("a", 2, 60) == 10
    with time_machine.travel(1_000_060, tick=False):
        assert [limit("a", 2, 60) for _ in range(3)] == [0, 0, 60]


@pytest.mark.django_db
def test_a_window_of_a_clock_that_ran_ahead_keeps_nobody_out() -> None:
    with time_machine.travel(1_360_000, tick=False):
        assert [limit("a", 2, 60) for _ in range(3)] == [0, 0, 60]
    with time_machine.travel(1_000_000, tick=False):
        assert [limit("a", 2, 60) for _ in range(3)] == [0, 0, 60]
    with time_machine.travel(999_990, tick=False):  # clocks of two web servers never agree to the second
        assert limit("a", 2, 60) == 70


@pytest.mark.django_db
def test_long_keys_and_sweeping() -> None:
    with time_machine.travel(1_000_000, tick=False):
        assert limit("x" * 5000, 1, 60) == 0
        assert limit("x" * 5000, 1, 60) == 60
        assert limit("x" * 4999, 1, 600) == 0
    assert forget_ended(1_000_100) == 1
    assert RateCount.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_twice_the_limit_at_once() -> None:
    if connection.vendor == "sqlite" and connection.is_in_memory_db():
        pytest.skip("threads of an SQLite in memory share one connection; the run on PostgreSQL tries this")

    def attempt(_: int) -> bool:
        try:
            return limit("parallel", 20, 60) == 0
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(40))) == 20


@pytest.mark.parametrize(
    ("wait", "said"), [(60, "in a minute"), (61, "in 2 minutes"), (120, "in 2 minutes"), (121, "in 3")]
)
def test_whoever_has_to_wait_reads_how_many_minutes(wait: int, said: str) -> None:
    answer = too_many(RequestFactory().get("/"), wait)
    assert f"Try again {said}" in answer.content.decode() and answer["Retry-After"] == str(wait)
