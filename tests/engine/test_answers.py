"""What bots answer in stored positions, what is refused or warned of, and what comes of orders, is what somebody has
read (`tests/kit/approved.py`). `tests/golden/positions.py` chose the positions, `answers.py` tells of them."""

from __future__ import annotations

import pytest

from tests.engine.answers import describe
from tests.golden.positions import FOLDER, stored
from tests.kit import approved
from tests.kit.certain import some


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", some(sorted(path.stem for path in FOLDER.glob("*.txt"))))
def test_answers_and_what_comes_of_them_are_as_approved(rules: str) -> None:
    lines = [line for number, state in enumerate(stored(rules)) for line in describe(state, number)]
    approved.check(f"answers/{rules}", "\n".join(lines) + "\n")
