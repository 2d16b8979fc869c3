"""The tests of engine and games stand where their modules do, so that a module's path tells where it is guarded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit import guards
from tests.kit.certain import some
from tests.kit.guards import ROOT, modules

pytestmark = [pytest.mark.once, pytest.mark.no_cover]


UNMIRRORED = {"tests/games/templatetags", "tests/accounts/templatetags"}
"""Template tags are tested through pages."""


def test_each_folder_of_tests_mirrors_a_package() -> None:
    folders = {path.parent for name in ("engine", "games") for path in (ROOT / "tests" / name).rglob("test_*.py")}
    for folder in some(sorted(folders)):
        package = ROOT / folder.relative_to(ROOT / "tests")
        assert package.is_dir(), f"{folder.relative_to(ROOT)} mirrors no package: put its tests where their modules are"


def test_each_package_has_a_folder_of_tests_or_lies_in_one_that_has() -> None:
    """Parts of a package may be tested with the whole."""
    top = (Path("tests/engine"), Path("tests/games"))
    packages = {Path("tests") / module.parent for module in modules()} - set(top)
    bare = [folder for folder in packages if not any((ROOT / up).is_dir() for up in (folder, *folder.parents[:-3]))]
    assert {str(folder) for folder in bare} <= UNMIRRORED


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
