"""The tests of engine and games stand where their modules do, so that a module's path tells where it is guarded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit import guards
from tests.kit.certain import some
from tests.kit.guards import modules
from tests.kit.packages import ROOT

pytestmark = [pytest.mark.once, pytest.mark.no_cover]


UNMIRRORED = {"accounts/templatetags", "config", "games/templatetags", "hosting", "hosting/management/commands"}
"""Template tags are tested through pages; the wiring and the commands of a host by the whole site, in tests/site."""


def test_each_folder_of_tests_mirrors_a_package() -> None:
    folders = {path.parent for name in ("engine", "games") for path in (ROOT / "tests" / name).rglob("test_*.py")}
    for folder in some(sorted(folders)):
        package = ROOT / folder.relative_to(ROOT / "tests")
        assert package.is_dir(), f"{folder.relative_to(ROOT)} mirrors no package: put its tests where their modules are"


def test_each_package_has_a_folder_of_tests_or_lies_in_one_that_has() -> None:
    """Parts of a package may be tested with the whole. An app above the games has its tests in its own folder."""
    packages = {module.parent for module in modules()} - {Path("engine"), Path("games")}
    assert {str(package) for package in packages if not is_mirrored(package)} <= UNMIRRORED


def is_mirrored(package: Path) -> bool:
    folder = Path("tests") / package
    places = (folder, *folder.parents[:-3], Path(package.parts[0]) / "tests")
    return any((ROOT / place).is_dir() for place in places)


def test_the_command_names_the_tests_that_run_a_module(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    test, module = "tests/engine/core/test_chance.py", Path("engine/core/chance.py")
    guards.measure([test], tmp_path)
    data = guards.measured(tmp_path)
    assert guards.guards(module, data)[test] > 0
    # What is only imported is not guarded.
    assert module not in guards.unguarded(data) and Path("engine/mechanics/fortify.py") in guards.unguarded(data)
    monkeypatch.setattr(guards, "measured", lambda: data)
    guards.main([str(module)])
    assert capsys.readouterr().out.endswith(f"lines in {test}\n")
