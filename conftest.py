"""Fixtures and options that every test may use. Marks are explained in pyproject.toml."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

import coverage
import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from xdist.workermanage import NodeManager

from benchmarks.luck import fixed_luck
from tests.kit import approved, nightly
from tests.kit.apart import count_apart
from tests.kit.chromium import HOW_TO_GET_ONE, Visitor, Visitors, chromium, chromium_path
from tests.kit.migrated import migrated_memory, migrated_template
from tests.kit.services import Services, services
from tests.kit.shared import share_plates, shared_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django import DjangoDbBlocker
    from pytest_django.live_server_helper import LiveServer

# How long one example takes says more about what else the machine does than about us.
PATIENT = hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True)
hypothesis.settings.register_profile("the same each time", PATIENT, derandomize=True)
hypothesis.settings.register_profile("new each time", PATIENT)

PATIENCE = 120
"""Seconds that a worker has at its end, where coverage is written; one that is cut off loses what its tests ran."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run the long soaks too")
    parser.addoption("--pictures", action="store_true", help="keep pictures of pages in artifacts/")
    parser.addoption("--approve", action="store_true", help="write the texts of tests/approved anew")
    parser.addoption("--luck", metavar="WORD", default="usual", help="another word plays other games")


def pytest_configure(config: pytest.Config) -> None:
    nightly.ON = config.getoption("--nightly")
    approved.WRITES = config.getoption("--approve")
    Visitor.keeps_pictures = nightly.ON or config.getoption("--pictures")
    hypothesis.settings.load_profile("new each time" if nightly.ON else "the same each time")
    NodeManager.EXIT_TIMEOUT = PATIENCE


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Leave the long soaks to --nightly, and what asks for no database to the run on SQLite. What takes long comes
    first, so that none is left working alone at the end."""
    for item in items:
        if not has_a_database(item):
            item.add_marker("once")
        elif commits(item):
            item.add_marker("databases")
    if not config.getoption("--nightly"):
        soaks = {item for item in items if item.get_closest_marker("nightly")}
        config.hook.pytest_deselected(items=list(soaks))
        items[:] = [item for item in items if item not in soaks]
    yield
    items.sort(key=lambda item: [not item.get_closest_marker(name) for name in ("long", "faults")])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is loaded and listed here stays to the end: to look through it for garbage, meanwhile and again and again
    later, is half of the time that the listing takes and a part of what tests do."""
    first = os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"  # what all of them import is measured in one
    measured = None if first else coverage.Coverage.current()
    if measured:
        measured.stop()
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        if measured:
            measured.start()


def pytest_collection_finish() -> None:
    """Load what pages need while coverage is measured: the test that asks for one first may not be."""
    import_module("config.urls")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """What coverage learns nothing from is not measured: whole games run four times as fast without."""
    measured = coverage.Coverage.current()
    if measured is None or not is_unmeasured(item, keeps_tests=bool(measured.get_option("run:dynamic_context"))):
        return (yield)
    measured.stop()
    try:
        return (yield)
    finally:
        measured.start()


def is_unmeasured(item: pytest.Item, keeps_tests: bool = False) -> bool:
    """Whether coverage looks away while a test runs. Where it keeps which test runs what, it looks at tests too that
    run what others do."""
    names = ("no_cover", "browser") if keeps_tests else ("no_cover", "browser", "nothing_new")
    return any(item.get_closest_marker(name) for name in names)


def has_a_database(item: pytest.Item) -> bool:
    """Whether a test uses the database of the run, or brings one of its own."""
    wished = set(getattr(item, "fixturenames", ()))
    return bool(wished & {"db", "transactional_db", "live_server", "real_services"}) or any(
        item.get_closest_marker(name) for name in ("django_db", "services")
    )


def commits(item: pytest.Item) -> bool:
    """Whether a test is about transactions that end: locks, races and faults, where databases differ."""
    marked = item.get_closest_marker("django_db")
    return "transactional_db" in getattr(item, "fixturenames", ()) or bool(marked and marked.kwargs.get("transaction"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Several processes of the tests copy their tables from a database that was migrated for all of them."""
    if not hasattr(request.config, "workerinput"):  # it is alone, though a process of the tests may have started it
        yield
        return
    ready, wished = shared_folder(tmp_path_factory, "ready"), connection.settings_dict["TEST"]
    wished["MIGRATE"] = False
    if connection.vendor == "sqlite":
        with migrated_memory(ready):
            yield
    else:
        wished["TEMPLATE"] = migrated_template(ready, os.environ["DATABASE_URL"])
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Each table counts its rows from a number of its own: with the first row of all being 1, a test would not notice
    that the id of a game was taken for that of a player."""
    with django_db_blocker.unblock():
        count_apart()


@pytest.fixture(autouse=True)
def small_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards in mails are painted at a fifth of their width: they are most of the work of a mail, and only tests
    marked `pictures`, and those in a browser, look at them."""
    if request.node.get_closest_marker("pictures") or request.node.get_closest_marker("browser"):
        return
    monkeypatch.setattr("games.boards.picture.WIDTH", 200)


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for the tables of a round tries as many changes for six people as for hundreds, unless an event says
    how many: half of what tests of tournaments do. A fiftieth finds what there is to find in so small a round."""
    from tournaments.models.events import USUAL_WORK
    from tournaments.services.creating import EventSettings

    usual = EventSettings.__init__.__kwdefaults__
    assert usual and usual["work"] == USUAL_WORK
    monkeypatch.setitem(usual, "work", USUAL_WORK // 50)


@pytest.fixture(scope="session", autouse=True)
def shared_plates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What pictures are put together from is painted once for all processes of the tests, not once in each."""
    share_plates(settings.DATA_DIR, shared_folder(tmp_path_factory, "ready"))


@pytest.fixture(autouse=True)
def patient_sender(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sender of the test's own process gives no mails back because the machine is busy; what is slow says so."""
    monkeypatch.setattr("games.mail.leases.SLOW", 300.0)


@pytest.fixture(autouse=True)
def no_sweep_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """No new counter of tries clears ended ones away, which is a query more for one in a hundred."""
    monkeypatch.setattr("accounts.ratelimit.SWEEP_SHARE", 0.0)


@pytest.fixture(autouse=True)
def fresh_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test sweeps as a worker that has just begun: to the guard of clocks, the time to which an earlier test of
    this process travelled would be a jump."""
    monkeypatch.setattr("games.services.heartbeat.GUARD.wall", None)


@pytest.fixture(autouse=True)
def unmeasured_processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an unmeasured test starts is not measured either, though coverage is set up to follow processes."""
    if is_unmeasured(request.node):
        monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


@pytest.fixture(scope="session")
def real_services() -> Iterator[Services]:
    """PostgreSQL and Valkey: those the run was started with, else fresh ones."""
    database_url, redis_url = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if database_url.startswith("postgres") and redis_url:
        yield Services(database_url, redis_url)
    else:
        with services() as fresh:
            yield fresh


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test plays its own games, the same whenever it runs: what fails can be seen again, and a whole game takes as
    long as it did yesterday. `--luck WORD` plays others; a test that waits for something rare may then miss it."""
    marked = request.node.get_closest_marker("luck")
    with fixed_luck(marked.args[0] if marked else f"{request.config.option.luck} {request.node.nodeid}"):
        yield


@pytest.fixture
def empty_counters() -> Iterator[None]:
    """No sign-up, login or code has been counted yet, and none is afterwards."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run. Without one the test fails if REQUIRE_BROWSER is set, else is skipped."""
    if chromium_path() is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(HOW_TO_GET_ONE)
        pytest.skip(HOW_TO_GET_ONE)
    with chromium() as started:
        yield started


@pytest.fixture
def visitors(browser: Browser, live_server: LiveServer) -> Iterator[Visitors]:
    """Makes people at screens of any size; the test fails if one saw a script error or a breach of the CSP."""
    made = Visitors(browser, live_server.url)
    yield made
    complaints = made.close()
    assert not complaints, "\n".join(complaints)
