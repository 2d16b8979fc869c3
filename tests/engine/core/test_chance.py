"""Where dice come from: the keyed source against one written down here, records and scripts that do not fit."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from engine.core.chance import ChanceMismatch, FastChance, KeyedChance, RecordedChance, ScriptedChance

KEY, HEAD = bytes(range(32)), bytes(32)
MANY = 6000


def words(count: int) -> list[int]:
    """The first 32-bit words of the keyed source, as its docstring defines them."""
    found: list[int] = []
    for counter in range(count // 8 + 1):
        block = hmac.new(KEY, b"dice" + HEAD + counter.to_bytes(8, "big"), hashlib.sha256).digest()
        found += [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
    return found[:count]


def test_keyed_dice_are_the_words_of_the_keyed_hash() -> None:
    rolled = KeyedChance(KEY, HEAD).roll(20, 6, "attacker")
    assert rolled == [word % 6 + 1 for word in words(20)]  # none of these words is among the few that are rejected


def test_another_key_or_another_head_gives_other_dice() -> None:
    rolls = [KeyedChance(key, head).roll(30, 6, "") for key, head in ((KEY, HEAD), (KEY, KEY), (HEAD, HEAD))]
    assert len({tuple(roll) for roll in rolls}) == 3


def test_words_beyond_the_last_whole_multiple_are_thrown_away() -> None:
    half = range(2**31 + 1)  # fits into 32 bits once, so that nearly every second word lies beyond
    chance = KeyedChance(KEY, HEAD)
    kept = [word for word in words(64) if word < len(half)]
    assert 20 < len(kept) < 44
    assert [chance.pick(half, "deck") for _ in kept] == kept


@pytest.mark.parametrize("count", [2, 5])
def test_fast_dice_are_fair_and_repeat_with_their_seed(count: int) -> None:
    chance = FastChance("seed")
    rolls = [tuple(chance.roll(count, 6, "")) for _ in range(MANY)]
    again = FastChance("seed")
    assert rolls[:50] == [tuple(again.roll(count, 6, "")) for _ in range(50)]
    shown = Counter(die for roll in rolls for die in roll)
    assert set(shown) == set(range(1, 7))
    assert all(abs(times / (count * MANY) - 1 / 6) < 0.02 for times in shown.values())


def test_a_record_gives_back_what_was_drawn() -> None:
    chance = RecordedChance([6, 1, 41])
    assert chance.roll(2, 6, "attacker") == [6, 1]
    assert chance.pick([7, 41], "deck") == 41
    chance.finish()


def test_a_record_that_does_not_fit_is_told() -> None:
    with pytest.raises(ChanceMismatch, match=r"expected 3 dice of 6 sides, the record has \[6, 1\]"):
        RecordedChance([6, 1]).roll(3, 6, "attacker")
    for die in (0, 7):
        with pytest.raises(ChanceMismatch, match="expected 1 dice"):
            RecordedChance([die]).roll(1, 6, "attacker")
    for draws in ([], [3]):
        with pytest.raises(ChanceMismatch, match=r"does not hold one of \[1, 2\]"):
            RecordedChance(draws).pick([1, 2], "deck")
    with pytest.raises(ChanceMismatch, match="2 recorded values were never drawn"):
        RecordedChance([1, 2]).finish()


def test_a_script_is_read_lane_by_lane() -> None:
    chance = ScriptedChance({"attacker": [6, 5], "deck": [3]}, FastChance(1))
    assert chance.roll(1, 6, "attacker") == [6]
    assert chance.left() == {"attacker": [5], "deck": [3]}
    assert chance.pick([1, 3], "deck") == 3
    assert chance.pick([9], "deck") == 9  # its lane is used up, so the other source is asked
    assert 1 <= chance.roll(1, 6, "defender")[0] <= 6


def test_a_script_that_does_not_fit_is_told() -> None:
    with pytest.raises(ChanceMismatch, match="2 wanted for attacker, 1 left"):
        ScriptedChance({"attacker": [6]}).roll(2, 6, "attacker")
    with pytest.raises(ChanceMismatch, match=r"a die of 6 sides cannot show \[8\]"):
        ScriptedChance({"attacker": [8]}).roll(1, 6, "attacker")
    with pytest.raises(ChanceMismatch, match="8 cannot be drawn for deck"):
        ScriptedChance({"deck": [8]}).pick([1, 2], "deck")
    with pytest.raises(ChanceMismatch, match="nothing is scripted for defender"):
        ScriptedChance({}).roll(1, 6, "defender")
