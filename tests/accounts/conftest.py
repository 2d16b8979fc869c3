"""Each test of accounts begins with empty counters and a browser of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from tests.accounts.kit import Door


@pytest.fixture(autouse=True)
def empty_counters() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def door(db: None) -> Door:
    return Door(Client())
