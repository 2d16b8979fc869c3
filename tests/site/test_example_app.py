"""The app that docs/extending.md adds, built from that page: it stands above the games and passes its own tests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.certain import some
from tests.kit.packages import ROOT

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

FILE = re.compile(r"^`(meetups/[\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LISTS = re.compile(r"^\| `\w+` in `(config/\w+\.py)` \| `([^`]+)`", re.MULTILINE)
BEFORE = {
    "config/settings.py": '    "accounts.apps.GuardedAdminConfig",\n',
    "config/urls.py": '    path("", include("games.urls")),\n',
}
"""The line before which that of the app is put."""
TAKEN = re.compile(r"^.*\"meetups\..*\n", re.MULTILINE)
"""Lines of an app that the checkout has under the same name: the one of the page takes its place."""
CLOCK = """
from hosting.management.commands.up import make_clock
assert "meetups.tasks.sweep" in make_clock().scheduler.schedule
"""


def site_with_the_app(folder: Path) -> Path:
    """Lay out the project with links to all that the app leaves alone, and the app as the page has it."""
    for path in ROOT.iterdir():
        if path.name not in ("config", "meetups", ".git", "var"):
            (folder / path.name).symlink_to(path)
    shutil.copytree(ROOT / "config", folder / "config", ignore=shutil.ignore_patterns("__pycache__"))
    page = (ROOT / "docs/extending.md").read_text("utf-8")
    for name, text in (
        *some(FILE.findall(page)),
        ("meetups/migrations/__init__.py", ""),
        ("meetups/tests/__init__.py", ""),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    lines = LISTS.findall(page)
    assert {name for name, _ in lines} == {*BEFORE}
    for name, line in lines:
        text = TAKEN.sub("", (folder / name).read_text("utf-8"))
        assert BEFORE[name] in text
        (folder / name).write_text(text.replace(BEFORE[name], f"    {line}\n{BEFORE[name]}"), "utf-8")
    return folder


def run(folder: Path, *words: str) -> None:
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(folder)}
    env.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_the_app_of_the_page_has_all_its_doors(tmp_path: Path) -> None:
    folder = site_with_the_app(tmp_path)
    run(folder, "django", "makemigrations", "meetups")
    run(folder, "pytest", "-q", "-p", "no:cacheprovider", "meetups")
    run(folder, "django", "shell", "-c", CLOCK)
