"""Replies that were damaged on their way: `benchmarks.mail_mutants` reads many more of them."""

from __future__ import annotations

from benchmarks.mail_mutants import Original, Tally, is_strange, read_mutant, read_mutants

SOME = 300


def test_damage_raises_nothing_and_plays_nothing_of_ours() -> None:
    tally = read_mutants("tests", range(SOME))
    assert not [fault for fault in tally.faults if not fault.endswith(" ms")]  # a busy machine may be slow
    assert sum(tally.codes.values()) == SOME
    assert len(tally.codes) > 5


def test_an_order_of_ours_would_be_found() -> None:
    """What the check itself says of an order that only our mail has, and of one that the player typed, damaged."""
    original = Original("", "modern", b"", ("fortifyicelandgreatbritain3",))
    assert is_strange("Attack North Africa from Southern Europe until captured, then advance all", original)
    assert not is_strange("fortify Iceland Great Britain 8", original)


def test_an_exception_is_a_fault() -> None:
    tally = Tally()
    read_mutant(7, Original("x", "no such game", b"", ()), b"", tally)
    assert tally.faults and tally.faults[0].startswith("7 x: ")
