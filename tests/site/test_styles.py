"""Browsers fetch the site's styles as one file, whether it was collected or is served as it lies."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from config.styles import ENTRY, IMPORTED, JoiningFinder, joined
from tests.kit.certain import some

SOURCE = settings.BASE_DIR / "static" / ENTRY


def test_every_part_is_in_its_layer_in_order() -> None:
    whole, changed = joined(SOURCE)
    parts = IMPORTED.findall(SOURCE.read_text())
    assert len(parts) > 5 and "@import" not in whole
    starts = []
    for name, layer in parts:
        path = SOURCE.parent / name
        starts.append(whole.index(f"@layer {layer} {{\n{path.read_text()}}}"))
        assert changed >= path.stat().st_mtime
    assert starts == sorted(starts) and whole.startswith("/* Fieldpost")


def test_no_block_of_a_sheet_is_left_open() -> None:
    """One that is would weaken what follows it: a layer in a layer yields to the rules of the outer one."""
    for path in some(sorted(settings.BASE_DIR.glob("static/css/*.css"))):
        depth, plain = 0, re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        for line in plain.split("\n"):
            assert not (depth and line.startswith("@layer")), f"{path.name}: a block is open before {line}"
            depth += line.count("{") - line.count("}")
        assert depth == 0, path.name


def test_site_serves_the_joined_sheet_as_it_lies() -> None:
    answer = Client().get(settings.STATIC_URL + ENTRY)
    assert answer.status_code == 200
    assert b"".join(answer).decode() == joined(SOURCE)[0]


def test_a_changed_part_is_served_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / ENTRY).write_text('@import url("part.css") layer(base);\n')
    monkeypatch.setattr(settings, "STATICFILES_DIRS", [tmp_path])
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "data")
    finder = JoiningFinder()
    for colour in ("red", "green"):
        (tmp_path / "css" / "part.css").write_text(f"a {{ color: {colour}; }}\n")
        assert Path(finder.find(ENTRY) or "").read_text() == f"@layer base {{\na {{ color: {colour}; }}\n}}\n"


def test_collected_sheet_is_one_file_named_by_its_content(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, str(tmp_path / "static")  # one in the other, as in deploy/
    named = {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": named}
    for _start in range(2):  # the site collects whenever it starts
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin", "rest_framework"])
    assert (tmp_path / "styles" / ENTRY).exists()
    (sheet,) = (tmp_path / "static" / "css").glob("fieldpost.*.css")
    assert re.fullmatch(r"fieldpost\.[0-9a-f]{12}\.css", sheet.name)
    text = sheet.read_text()
    assert "@import" not in text and re.search(r'url\("\.\./fonts/newsreader-latin-wght\.[0-9a-f]{12}\.woff2"\)', text)
