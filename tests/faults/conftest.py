"""Sites to hurt. Each test has its own processes, database and Valkey."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.sites import Broker, Embedded, Hosted, Post, stopped
from tests.kit.services import Services
from tests.kit.shared import shared_folder


@pytest.fixture
def post() -> Iterator[Post]:
    """A mail server that needs a moment for each mail, so that a kill finds one in its hands."""
    with Post(seconds=0.02) as door:
        yield door


@pytest.fixture
def broker() -> Iterator[Broker]:
    with Broker() as running:
        yield running


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first site of a run leaves for the others: collected static files, a migrated database."""
    return shared_folder(tmp_path_factory, "ready")


@pytest.fixture
def hosted(real_services: Services, broker: Broker, post: Post, tmp_path: Path, ready: Path) -> Iterator[Hosted]:
    with stopped(Hosted(real_services, broker, tmp_path, post, ready)) as site:
        yield site


@pytest.fixture
def embedded(post: Post, tmp_path: Path, ready: Path) -> Iterator[Embedded]:
    with stopped(Embedded(tmp_path, post, ready)) as site:
        yield site
