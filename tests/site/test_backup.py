"""Backups of the site of one process: made while it runs, put back whole, and never over a site by mistake."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit import forked
from tests.kit.stack import free_port
from tests.site.local import site, wait_until_ready

pytestmark = [pytest.mark.once, pytest.mark.no_cover]
FILE = "fieldpost.sqlite3"
PLAYED = "UPDATE games_entry SET at = '2026-01-02 03:04:05'"


def manage(data: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """`manage.py words…` on the local site in this folder."""
    return forked.run("manage.py", *words, env=forked.environ(EMBEDDED="true", DATA_DIR=str(data)) | more)


def well(data: Path, *words: str, **more: str) -> str:
    done = manage(data, *words, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(data: Path, *words: str, **more: str) -> str:
    """The one sentence of a refusal."""
    done = manage(data, *words, **more)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def rows(file: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as reader, reader:
        return reader.execute(question).fetchall()


def check_games(data: Path) -> None:
    """Replay all games, named one by one: `fsck` of a whole site would miss its worker too."""
    slugs = [str(slug) for (slug,) in rows(data / FILE, "SELECT slug FROM games_game")]
    assert slugs and "nothing wrong" in well(data, "fsck", *slugs)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def archive(begun: tuple[Path, Path]) -> Path:
    return begun[1]


def test_a_backup_holds_the_database_and_the_secrets_and_is_closed_to_others(begun: tuple[Path, Path]) -> None:
    data, archive = begun
    with tarfile.open(archive) as tar:
        assert set(tar.getnames()) == {FILE, "settings.env", "secret-key", "admin-password"}
    assert mode(archive) == 0o600 and mode(data) == 0o700


@pytest.mark.long
def test_it_is_put_back_in_an_empty_folder_and_is_the_same_site(begun: tuple[Path, Path], tmp_path: Path) -> None:
    data, archive = begun
    new = tmp_path / "new"
    assert "The backup is in place. Its last move: 20" in well(new, "restore", str(archive))
    for name in ("secret-key", "admin-password"):
        assert (new / name).read_text() == (data / name).read_text() and mode(new / name) == 0o600
    count = "SELECT count(*) FROM games_entry"
    assert rows(new / FILE, count) == rows(data / FILE, count) != [(0,)]
    check_games(new)
    with site(new, free_port()) as again:
        wait_until_ready(again)
        assert "A site is running on" in refused(new, "restore", str(archive), "--replace")
        assert "A site is running on" in refused(new, "up", "--port", str(free_port()))


def test_a_site_is_replaced_on_a_clear_word_alone_and_its_files_are_kept(archive: Path, tmp_path: Path) -> None:
    well(tmp_path, "restore", str(archive))
    rows(tmp_path / FILE, PLAYED)
    told = refused(tmp_path, "restore", str(archive))
    assert "(last move: 2026-01-02 03:04 UTC)" in told and "--replace" in told
    assert rows(tmp_path / FILE, "SELECT max(at) FROM games_entry") == [("2026-01-02 03:04:05",)]
    assert "What was there before is in" in well(tmp_path, "restore", str(archive), "--replace")
    check_games(tmp_path)
    (kept,) = tmp_path.glob("replaced-*")
    assert rows(kept / FILE, "SELECT max(at) FROM games_entry") == [("2026-01-02 03:04:05",)]
    assert not list(tmp_path.glob("tmp*"))


def test_what_is_no_sound_backup_changes_nothing(archive: Path, tmp_path: Path) -> None:
    rubbish, cut, empty, broken = (tmp_path / name for name in ("rubbish", "cut", "empty", "broken"))
    rubbish.write_text("words")
    cut.write_bytes(archive.read_bytes()[:20_000])
    with tarfile.open(empty, "w:gz") as tar:
        tar.add(rubbish, arcname="other")
    (tmp_path / FILE).write_bytes(b"SQLite format 3\0" + bytes(5000))
    with tarfile.open(broken, "w:gz") as tar:
        tar.add(tmp_path / FILE, arcname=FILE)
    data = tmp_path / "data"
    assert "cannot be read as a backup" in refused(data, "restore", str(rubbish))
    assert "cannot be read as a backup" in refused(data, "restore", str(cut))
    assert "cannot be read as a backup" in refused(data, "restore", str(tmp_path / "nothing"))
    assert "is not a backup made by manage.py backup" in refused(data, "restore", str(empty))
    assert "is damaged" in refused(data, "restore", str(broken))
    assert not (data / FILE).exists()


def test_a_backup_of_a_newer_release_waits_for_the_upgrade(archive: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer"
    well(newer, "restore", str(archive))
    rows(
        newer / FILE, "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_later', '2030-01-01')"
    )
    later = tmp_path / "later.tar.gz"
    well(newer, "backup", str(later))
    assert "was made by a newer Fieldpost (games 9999_later). Upgrade first" in refused(
        tmp_path / "old", "restore", str(later)
    )


def test_nothing_is_backed_up_twice_in_one_file_or_from_nowhere(begun: tuple[Path, Path], tmp_path: Path) -> None:
    assert "There is no site" in refused(tmp_path / "nowhere", "backup")
    assert "exists already" in refused(begun[0], "backup", str(begun[1]))
    well(begun[0], "backup", str(tmp_path / "b"), SECRET_KEY="elsewhere")
    with tarfile.open(tmp_path / "b") as tar:
        kept = tar.extractfile("settings.env")
        assert kept is not None and b"SECRET_KEY='elsewhere'\n" in kept.read()
    postgres = "postgresql://fieldpost@127.0.0.1:1/fieldpost"
    assert "onnection refused" in manage(tmp_path, "backup", DATABASE_URL=postgres).stderr
    told = refused(tmp_path, "restore", str(begun[1]), DATABASE_URL=postgres)
    assert "goes back into the same kind of database" in told


def damaged(archive: Path, data: Path) -> Path:
    """A site of which one page in the middle of the file is rubbish."""
    well(data, "restore", str(archive))
    file = data / FILE
    rows(file, "PRAGMA journal_mode=DELETE")
    page = int(str(rows(file, "SELECT rootpage FROM sqlite_master WHERE name = 'games_entry'")[0][0]))
    size = int(str(rows(file, "PRAGMA page_size")[0][0]))
    with file.open("r+b") as bytes_of:
        bytes_of.seek((page - 1) * size)
        bytes_of.write(b"\xff" * size)
    return file


def test_fsck_and_run_name_a_damaged_file_in_a_sentence(archive: Path, tmp_path: Path) -> None:
    file = damaged(archive, tmp_path / "page")
    told = refused(tmp_path / "page", "fsck")
    assert told.startswith(f"CommandError: The database file {file} is damaged (") and "manage.py restore" in told
    none = tmp_path / "none"
    none.mkdir()
    (none / FILE).write_text("words, and not a database at all" * 200)
    for words in (("fsck",), ("up", "--port", str(free_port()))):
        assert "is damaged (file is not a database)" in refused(none, *words)


def test_a_damaged_site_gives_no_backup_and_takes_an_earlier_one(archive: Path, tmp_path: Path) -> None:
    damaged(archive, tmp_path)
    assert "not made" in (told := refused(tmp_path, "backup")) or "is damaged" in told
    assert not list((tmp_path / "backups").glob("*"))
    assert "--replace" in refused(tmp_path, "restore", str(archive))
    well(tmp_path, "restore", str(archive), "--replace")
    check_games(tmp_path)


def test_an_open_data_folder_of_an_earlier_release_is_closed(archive: Path, tmp_path: Path) -> None:
    data, foreign = tmp_path / "data", tmp_path / "foreign"
    well(data, "restore", str(archive))
    foreign.mkdir(mode=0o755)
    for folder in (data, foreign):
        folder.chmod(0o755)
    check_games(data)
    manage(foreign, "check", SECRET_KEY="elsewhere", DATABASE_URL=f"sqlite:///{foreign / 'other.db'}")
    assert (mode(data), mode(foreign)) == (0o700, 0o755)
