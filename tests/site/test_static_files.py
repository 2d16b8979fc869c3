"""Whatever a page can ask for is among the files that production collects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import call_command

import engine
from games.boards.geometry import stages
from games.boards.outlines import outlines_file_name
from tests.kit.games import presets
from tests.kit.packages import product, templates
from tests.test_imports import sources

NAMED = re.compile(r"""\bstatic[ (]+["']([^"']+)["']""")
"""A file that a template or a module names: `{% static 'css/x.css' %}`, `static("icons.svg")`."""


@pytest.fixture
def collected(tmp_path: Path, settings: Any) -> ManifestStaticFilesStorage:
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, str(tmp_path / "static")
    named = {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": named}
    call_command("collectstatic", interactive=False, verbosity=0)
    return ManifestStaticFilesStorage(tmp_path / "static", "/static/")


def names() -> Iterator[str]:
    """The files that templates and modules name, and one for each stage of each board."""
    modules = (path for package in product() if package != "engine" for path in sources(package))
    for path in (*templates(), *modules):
        yield from NAMED.findall(path.read_text())
    maps = {board for rules in presets() for board in engine.boards_for(engine.ruleset(rules))}
    yield from (outlines_file_name(stage.id) for board in maps for stage in stages(board))


def test_every_file_that_a_page_can_name_is_collected(collected: ManifestStaticFilesStorage) -> None:
    asked = set(names())
    assert {"icons.svg", "boards/moon2210.svg", "css/fieldpost.css", "js/dice.js"} <= asked
    missing = asked - set(collected.hashed_files)
    assert not missing
