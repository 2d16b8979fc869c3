"""The tests of engine and games stand where their modules do, so that a module's path tells where it is guarded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.certain import some
from tests.kit.guards import ROOT, guards, main, mirror, modules

pytestmark = [pytest.mark.once, pytest.mark.no_cover]


def test_each_folder_of_tests_mirrors_a_package() -> None:
    folders = {path.parent for name in ("engine", "games") for path in (ROOT / "tests" / name).rglob("test_*.py")}
    for folder in some(sorted(folders)):
        package = ROOT / folder.relative_to(ROOT / "tests")
        assert package.is_dir(), f"{folder.relative_to(ROOT)} mirrors no package: put its tests where their modules are"


def test_each_package_has_a_folder_of_tests_or_lies_in_one_that_has() -> None:
    """Parts of a package may be tested with the whole; commands and template tags are through pages and services."""
    top = (Path("tests/engine"), Path("tests/games"))
    packages = {mirror(module).parent for module in modules()} - set(top)
    bare = [folder for folder in packages if not any((ROOT / up).is_dir() for up in (folder, *folder.parents[:-3]))]
    assert {str(folder) for folder in bare} <= {"tests/games/management/commands", "tests/games/templatetags"}


def test_the_command_names_the_tests_of_a_module(capsys: pytest.CaptureFixture[str]) -> None:
    main(["games/services/orders.py", "engine/mechanics/battle/__init__.py"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "tests/games/services/test_orders.py" and "tests/engine/mechanics/test_battle.py" in lines
    main([])
    lacking = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert "games/services/orders.py" not in lacking
    assert all(not any(guards(Path(name), mirror(Path(name)).parent)) for name in lacking if name.endswith(".py"))
