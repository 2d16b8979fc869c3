"""Classes have one name: what pages give is styled or found by something, what is styled is given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.css_classes import HOOKS, classes_of, given, styled, unstyled, unused

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

COMMAND = "python -m tests.kit.css_classes NAME says where a class stands"


def test_what_pages_give_is_styled_or_a_hook() -> None:
    assert len(given()) > 300 and not unstyled(), f"no style and no hook: {', '.join(unstyled())}; {COMMAND}"


def test_what_is_styled_is_given() -> None:
    assert len(styled()) > 300 and not unused(), f"given nowhere: {', '.join(unused())}; {COMMAND}"


def test_hooks_are_given_and_have_no_style() -> None:
    assert set(HOOKS) <= set(given()) - set(styled())


@pytest.mark.parametrize(
    ("value", "classes"),
    [
        ("btn primary", {"btn", "primary"}),
        ("btn{% if first %} primary{% else %}quiet{% endif %}", {"btn", "primary", "quiet"}),
        ("tag w-{{ row.width }} {{ seat }}", {"tag", "w-*"}),
        ("{{ 'plus' if won else 'minus' }}", {"plus", "minus"}),
        ("mark {seat_css(colour)}", {"mark"}),
    ],
)
def test_the_classes_of_an_attribute_are_read(value: str, classes: set[str]) -> None:
    assert set(classes_of(value)) == classes


HOVERS = "@media (hover: hover)"
ALSO_OTHERWISE = ":is(:hover, :focus-within, :target)"
"""What a story's line does to its arrow, which a tap on the line does too."""


@pytest.mark.parametrize("sheet", sorted(Path("static/css").glob("*.css")), ids=lambda sheet: sheet.stem)
def test_nothing_sticks_to_a_finger(sheet: Path) -> None:
    """A touch screen keeps `:hover` on what was tapped last, so only devices that hover get these styles."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL).replace(ALSO_OTHERWISE, "")
    depth, within, bare = 0, 0, list[str]()
    for piece in re.split(r"(?<=[{}])", text):
        if piece.strip().startswith(HOVERS):
            within = depth + 1
        elif re.search(r":hover(?![-\w])", piece) and piece.endswith("{") and not within:
            bare.append(piece.strip())
        depth += piece.endswith("{") - piece.endswith("}")
        within = 0 if depth < within else within
    assert not bare
