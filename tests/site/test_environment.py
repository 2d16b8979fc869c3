"""How settings are read from the environment, and what is said about those that are missing or odd."""

from __future__ import annotations

from pathlib import Path

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment
from tests.kit import forked

pytestmark = pytest.mark.once
ENV = environ.Env()
ROOT = Path(__file__).resolve().parents[2]
NAMES = ("SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS", "DATABASE_URL", "ALLOW_HTTP", "CONN_MAX_AGE", "DEBUG")


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_the_local_site_makes_its_key_once_and_hides_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    key = environment.secret_key(ENV, True, folder)
    assert len(key) > 60
    assert environment.secret_key(ENV, True, folder) == key
    assert (folder / "secret-key").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_one_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder, why in ((file, "it is a file"), (file / "x", "not a directory"), (Path("/proc/x"), "")):
        with pytest.raises(ImproperlyConfigured, match=f"Nothing can be kept in {folder} \\({why}.*--data DIR"):
            environment.secret_key(ENV, True, folder)
        with pytest.raises(ImproperlyConfigured, match="Nothing can be kept"):
            environment.database(ENV, True, folder)


@pytest.mark.no_cover
def test_a_site_that_cannot_start_says_why_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    done = forked.run("manage.py", "up", env=forked.environ(EMBEDDED="true", DATA_DIR=str(file)))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"Nothing can be kept in {file} (it is a file). Name a folder")


def test_faults_are_shown_on_ones_own_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not environment.debug(ENV, True)
    monkeypatch.setenv("DEBUG", "true")
    assert environment.debug(ENV, True)
    assert not environment.debug(ENV, False)


def test_a_given_key_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret_key(ENV, True, tmp_path) == "given"
    assert not list(tmp_path.iterdir())


def test_production_says_how_to_make_a_key(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="token_urlsafe"):
        environment.secret_key(ENV, False, tmp_path)


@pytest.mark.parametrize(
    "url", ["", "play.example.org", "ftp://play.example.org", "https://", "http://play.example.org"]
)
def test_production_refuses_an_address_that_is_none_or_not_safe(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="SITE_URL must"):
        environment.site_url(ENV, False)


def test_the_address_ends_without_a_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://play.example.org/")
    assert environment.site_url(ENV, False) == "https://play.example.org"


def test_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.allowed_hosts(ENV, True) == ["127.0.0.1", "localhost", "[::1]"]
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS"):
        environment.allowed_hosts(ENV, False)
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example.org,b.example.org")
    assert environment.allowed_hosts(ENV, False) == ["a.example.org", "b.example.org"]


def test_the_local_database_waits_its_turn_to_write(tmp_path: Path) -> None:
    found = environment.database(ENV, True, tmp_path / "data")
    assert found["NAME"] == str(tmp_path / "data" / "fieldpost.sqlite3")
    assert found["OPTIONS"] == environment.SQLITE_OPTIONS
    assert found["CONN_MAX_AGE"] == 60  # opening it and telling it these options takes as long as three queries
    assert (tmp_path / "data").is_dir()


def test_production_names_its_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.database(ENV, False, tmp_path)
    monkeypatch.setenv("DATABASE_URL", "postgresql://fieldpost@/post?host=/run/postgresql")
    found = environment.database(ENV, False, tmp_path)
    assert (found["NAME"], found["OPTIONS"]) == ("post", {"host": "/run/postgresql"})
    assert (found["CONN_MAX_AGE"], found["CONN_HEALTH_CHECKS"]) == (60, True)


def test_the_cache_is_in_redis_where_there_is_one() -> None:
    assert str(environment.cache("")["BACKEND"]).endswith("caches.Memory")
    assert environment.cache("redis://there")["LOCATION"] == "redis://there"
