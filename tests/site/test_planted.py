"""The command that plants faults: each is one change of one place, and leaves Python."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.kit.packages import ROOT
from tests.kit.planted import AREAS, WIDE, draw_faults, folder_of, is_python, list_faults, nearest_first

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

SLIPS = """
def first(a, b):
    \"\"\"A docstring with 1 number.\"\"\"
    if a < 1 and b not in (a, "é"):
        b.append(a)
    return pow(a, b) + 2 + max(a, b) + max(a, b, key=len)
"""


def test_each_kind_of_slip_is_planted_at_its_place() -> None:
    planted = {fault.plant(SLIPS) for fault in list_faults(Path("first.py"), SLIPS)}
    for before, after in (
        ("a < 1", "a <= 1"),
        ("a < 1", "a < 2"),
        (" and ", " or "),
        (" not in ", " in "),
        ("if a", "if not a"),
        ("b.append(a)", "pass"),
        ("pow(a, b)", "pow(b, a)"),
        ("+ 2", "- 2"),
        ("+ 2", "+ 3"),
        ("max(a, b, ", "max(b, a, "),
    ):
        assert SLIPS.replace(before, after) in planted, (before, after)
    assert not any("with 2 number" in text or "max(b, a)" in text for text in planted)


@pytest.mark.parametrize("area", AREAS)
def test_faults_of_an_area_are_drawn_from_functions_of_their_own(area: str) -> None:
    folders, _number = AREAS[area]
    drawn = draw_faults(folders, 8, random.Random("a word"))
    assert len({(fault.module, fault.function) for fault in drawn}) == 8
    for fault in drawn:
        assert str(fault.module).startswith(folders)
        assert is_python(fault.plant((ROOT / fault.module).read_text("utf-8")))


@pytest.mark.parametrize(
    ("module", "folder"),
    [
        ("engine/core/codec.py", "tests/engine/core"),
        ("engine/bots/families/godstorm/war.py", "tests/engine/bots"),
        ("engine/rules/godstorm/cards/death.py", "tests/engine/rules/godstorm"),
    ],
)
def test_the_nearest_folder_of_tests_is_tried_whole(module: str, folder: str) -> None:
    assert folder_of(Path(module)) == Path(folder)


def test_the_nearest_tests_come_first_and_files_take_turns() -> None:
    far = [f"tests/{name}.py::test_{number}" for name in ("games/play/test_a", "site/test_b") for number in range(3)]
    near = ["tests/games/services/test_lobby.py::test_a", "tests/games/services/test_seats.py::test_a"]
    shuffled = [*far, *near]
    random.Random(1).shuffle(shuffled)
    found = nearest_first(Path("games/services/seats.py"), shuffled)
    assert found[:2] == near[::-1] and sorted(found) == sorted(shuffled)
    assert [len({test.partition("::")[0] for test in found[at : at + 2]}) for at in (2, 4, 6)] == [2, 2, 2]


def test_the_wide_tests_are_there() -> None:
    assert all((ROOT / name).is_file() for names in WIDE.values() for name in names)
