"""The bars of a picture: whom they count, what they group and what they leave out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.odds import Bar, battle, histogram, path

UNHURRIED = settings(deadline=None)  # first questions fill tables

armies = st.integers(1, 150)


def test_the_fight_of_fifteen_against_nine_until_four_are_left():
    bars = histogram(battle(14, 9, stop=3))
    assert [bar.least for bar in bars] == list(range(3, 16))
    assert [bar.captured for bar in bars] == [False] * 2 + [True] * 11
    captured = sum(bar.chance for bar in bars if bar.captured)
    assert captured == pytest.approx(battle(14, 9, stop=3).win, abs=0.005)


def test_one_throw_that_may_capture():
    assert histogram(battle(2, 1, throws=1)) == (
        Bar(2, 2, False, pytest.approx(91 / 216)),
        Bar(3, 3, True, pytest.approx(125 / 216)),
    )


@UNHURRIED
@given(armies, armies, st.integers(0, 40), st.integers(2, 20))
def test_bars_are_few_ordered_and_hold_nearly_everything(a, d, stop, most):
    bars = histogram(battle(a, d, stop=stop), bars=most)
    assert 1 <= len(bars) <= most
    assert list(bars) == sorted(bars)
    assert 0.99 - 1e-9 <= sum(bar.chance for bar in bars) <= 1 + 1e-9
    assert all(1 <= bar.least <= bar.most <= a + 1 for bar in bars)


def test_a_path_counts_everybody_alive():
    bars = histogram(path(9, [1, 1, 1]), bars=50)
    assert max(bar.most for bar in bars) == 10
