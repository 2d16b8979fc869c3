"""Two people, two tabs and two workers at once: one move, one pass, and nobody is told an untruth."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from django.db import connection

from accounts.models import User
from benchmarks.secrets.tables import Table
from games.models import Game
from tests.games.kit import table
from tests.games.play.question_races import check_questions
from tests.games.play.races import check_all
from tests.games.play.window_races import check_windows
from tests.kit.games import questions, written_questions
from tests.kit.migrated import migrated_file
from tests.kit.shared import shared_folder

KINDS = 20
"""Kinds of questions of Godstorm that are raced at, at least."""
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.no_cover
@pytest.mark.long
@pytest.mark.skipif(connection.vendor == "postgresql", reason="the same races run on PostgreSQL below")
def test_races_on_a_file_of_sqlite(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    shutil.copy(migrated_file(shared_folder(tmp_path_factory, "ready")), tmp_path)
    environ = {**os.environ, "DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.play.races"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert "all races ended well" in run.stdout


@pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks")
@pytest.mark.django_db(transaction=True)
def test_races_on_postgresql() -> None:
    def clean() -> None:
        Game.objects.all().delete()
        User.objects.all().delete()

    check_all(table, clean)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks")
@pytest.mark.django_db(transaction=True)
def test_races_at_a_window_on_postgresql() -> None:
    check_windows()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks")
@pytest.mark.django_db(transaction=True)
def test_races_at_every_question_of_godstorm_on_postgresql() -> None:
    table_of = cache(lambda seats: Table("godstorm", seats, {"setup_orders": "in_turn"}))
    found = written_questions("godstorm") | questions("godstorm", 3, setup_orders="in_turn")
    assert len(found) >= KINDS, sorted(found)
    check_questions(found, table_of)
