"""Classes have one name: what pages give is styled or found by something, what is styled is given."""

from __future__ import annotations

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
