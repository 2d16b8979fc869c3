"""Each test of accounts begins with empty counters and a browser of its own."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.accounts.kit import Door


@pytest.fixture(autouse=True)
def counted_anew(empty_counters: None) -> None:
    """Every test here signs up and logs in more often than a person may."""


@pytest.fixture
def door(db: None) -> Door:
    return Door(Client())
