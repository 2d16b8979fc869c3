"""Positions of Godstorm that contradict themselves are refused, with a sentence that says where."""

import pytest

from engine import ruleset, view_for
from engine.core.context import Context
from engine.core.written import PositionError
from engine.mechanics.reaction import ReactionAsked
from engine.position import position
from engine.rules.godstorm.state import StateGodstorm

BOARD = "red: Roma 3 | blue: Gaul 2 | green: *1"
BOARDS = {"godstorm": BOARD, "risk2210": "red: Japan 3 | blue: Hong Kong 2 | green: *1"}


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"pantheons": {"red": "Romans"}}, "no pantheon 'Romans'"),
        ({"pantheons": {"red": "Celts", "blue": "celts"}}, "one seat"),
        ({"gods": {"red": {"love": "Roma"}}}, "no god 'love'"),
        ({"gods": {"red": {"war": "Gaul"}}}, "stands in Gaul, which red does not hold"),
        ({"underworld": "red: Roma 3"}, "u1 to u13"),
        ({"maelstrom": ["Roma", "Liguria"]}, "water connection"),
        ({"maelstrom": ["Roma", "Egypt"]}, "water connection"),
        ({"maelstrom": ["Roma"]}, "water connection"),
        ({"epoch": 6}, "no epoch 6"),
        ({"relics": {"red": ["Storms Rage"]}}, "is no relic"),
        ({"labors": ["love"]}, "Labors are those of"),
    ],
)
def test_what_contradicts_itself_is_refused(said: dict[str, object], says: str) -> None:
    with pytest.raises(PositionError, match=says):
        position(BOARD, rules="godstorm", step="invade", **said)


def test_no_position_has_a_window_without_the_attack_that_it_is_about() -> None:
    """A window says what is declared by the order beneath it, so it can be opened by an order alone."""
    for rules in map(ruleset, ("godstorm", "risk2210")):
        steps = [*rules.round, *rules.turn, *rules.round_end]
        words = {rules.step_word(step.step, step.in_zones()) for step in steps} - {""}
        assert words
        for word in words:
            state = position(BOARDS[rules.id], rules=rules.id, step=word)
            assert not any(isinstance(item, ReactionAsked) for item in state.agenda)


def test_gods_and_temples_hold_nothing() -> None:
    with pytest.raises(PositionError, match="at least one army"):
        position("red: Roma 3, Gaul 0 | green: *1", rules="godstorm", step="invade", gods={"red": {"war": "Gaul"}})


def test_with_five_plague_lands_the_box_is_empty() -> None:
    for lands, spare in ((["Roma"], True), (["Roma", "Gaul", "Egypt", "Sheba", "Rus"], False)):
        state = position(BOARD, rules="godstorm", step="invade", plague=lands)
        assert isinstance(state, StateGodstorm) and state.spare_plague is spare


def test_neither_heaven_nor_underworld_is_a_border_to_reinforce() -> None:
    state = position(
        "red: Roma 3, Liguria 1 | blue: Kush 1",
        rules="godstorm",
        step="raise",
        heaven={"red": 1},
        underworld="red: u1 1",
    )
    liguria = Context(state).graph.number["liguria"]
    assert Context(state).weakest(0) == view_for(state, 0).borders.weakest(0) == liguria
    assert set(view_for(state, 0).borders.ranked(0)) == set(Context(state).territories_of(0))
