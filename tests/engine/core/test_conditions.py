"""Orders that count only if a condition holds when their line is reached."""

from __future__ import annotations

from typing import Any

import pytest

from engine import (
    ConditionEvaluator,
    FastChance,
    GameState,
    IllegalAction,
    Piece,
    ScriptedChance,
    UnreadableOrder,
    play_message,
    view_for,
)
from engine.core.conditions import Condition, ConditionLine, read_condition_line
from engine.core.mapgraph import mapgraph
from engine.position import position
from tests.engine.test_toy import BAY, to_attack

BOARD = mapgraph("classic42")
BRAZIL, PERU, VENEZUELA, NORTH_AFRICA, EGYPT, SIAM = (
    BOARD.names.index(name) for name in ("Brazil", "Peru", "Venezuela", "North Africa", "Egypt", "Siam")
)
TABLE = "red: Brazil 9, Peru 1 | blue: North Africa 1, Egypt 1, Siam 5 | green: *1"
STATE = position(TABLE, step="attack", hands={"red": ["Alaska"]})
PLACING = position(TABLE, step="place")
VIEW = view_for(STATE, 0)
TAKE = "attack Brazil N Africa, then advance 4"
ON = "attack N Africa Egypt, then advance 3"


def after(
    text: str, course: ConditionEvaluator | None = None, state: GameState = STATE, dice: str = "win win"
) -> GameState:
    """The state after a text of red's, of whose throws each is won or lost."""
    throws = [won == "win" for won in dice.split()]
    lanes = {
        "attacker": [die for won in throws for die in ([6, 6, 6] if won else [1, 1, 1])],
        "defender": [1 if won else 6 for won in throws],
    }
    played = play_message(state, 0, text, ScriptedChance(lanes, FastChance(1)), course)
    return played[-1][1].state if played else state


def armies(state: GameState, *there: int) -> list[tuple[int, int]]:
    return [(state.owner[territory], state.armies[territory]) for territory in there]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("end", ConditionLine("end")),
        ("if captured N Africa: end", ConditionLine("end", Condition(NORTH_AFRICA, captured=True))),
        ("IF I captured n-africa :end", ConditionLine("end", Condition(NORTH_AFRICA, captured=True))),
        ("if I hold Siam: end turn", ConditionLine("end turn", Condition(SIAM))),
        ("  if i  HOLD siam: end turn", ConditionLine("end turn", Condition(SIAM))),
        ("if Siam has 5: end", ConditionLine("end", Condition(SIAM, armies=5))),
        ("if I do not hold Siam: end", ConditionLine("end", Condition(SIAM, negated=True))),
        ("if I have a set: end", ConditionLine("end", Condition(None))),
        ("else: end", ConditionLine("end", otherwise=True)),
        ("Else : if N Africa has 2: end", ConditionLine("end", Condition(NORTH_AFRICA, armies=2), otherwise=True)),
    ],
)
def test_a_line_is_read_in_its_parts(line: str, wanted: ConditionLine) -> None:
    assert read_condition_line(line, VIEW) == wanted


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("if I hold Siam end", "followed by a colon"),
        ("if: end", "missing at the end"),
        ("if I hold Siam:", "An order is missing after the colon"),
        ("else:", "An order is missing"),
        ("else end", "followed by a colon"),
        ("if captured: end", "territory is missing"),
        ("if captured Atlantis: end", "no territory “Atlantis”"),
        ("if captured South: end", "may be Southern Europe, South Africa or Siam"),
        ("if I do not hold: end", "territory is missing"),
        ("if I have a set of cards: end", "do not understand “of cards”"),
        ("if I hold Siam and Peru: end", "do not understand “and Peru”"),
        ("if Siam: end", "A condition is one of these"),
        ("if Siam falls: end", "A condition is one of these"),
        ("if Siam has: end", "expected a number of armies"),
        ("if Siam has 0: end", "A condition is one of these"),
        ("if Siam has -5: end", "without a minus"),
        ("if Siam has 5 6: end", "do not understand “6”"),
        ("if I hold Siam: if I hold Peru: end", "Put one condition"),
        ("if I hold Siam: else: end", "Put one condition"),
        ("else: else: end", "Put one condition"),
        ("if I hold Siam: fly", "No order starts with “fly”"),
        ("else: end", "`else` needs a condition in the line above"),
        ("end\nelse: end", "`else` needs"),
        ("if I hold Siam: end\nelse: end\nelse: end", "`else` needs"),
        ("", "no order in this"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_would_be_right(line: str, says: str) -> None:
    with pytest.raises(UnreadableOrder) as caught:
        play_message(STATE, 0, line, FastChance(1))
    assert says in str(caught.value)


def test_an_unreadable_condition_names_its_whole_line() -> None:
    with pytest.raises(UnreadableOrder) as caught:
        read_condition_line("if captured South: end", VIEW)
    assert caught.value.text == "if captured South: end"
    assert caught.value.candidates == ("Southern Europe", "South Africa", "Siam")


def test_a_capture_is_looked_for_when_the_line_is_reached() -> None:
    text = f"{TAKE}\nif captured N Africa: {ON}\nelse: fortify Brazil Peru 2"
    assert armies(after(text), BRAZIL, NORTH_AFRICA, EGYPT) == [(0, 5), (0, 1), (0, 3)]
    assert armies(after(text, dice="lose"), BRAZIL, PERU, NORTH_AFRICA) == [(0, 6), (0, 3), (1, 1)]


def test_what_one_holds_already_was_not_captured() -> None:
    assert after("if captured Brazil: end turn\nelse: end").agenda == after("end").agenda
    assert not play_message(STATE, 0, "if captured Brazil: end turn", FastChance(1))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("I hold Brazil", True),
        ("I hold Siam", False),
        ("Siam has 5", True),
        ("Siam has 4", True),
        ("Siam has 6", False),
        ("I do not hold Siam", True),
        ("I do not hold Brazil", False),
        ("I have a set", False),
    ],
)
def test_a_line_alone_counts_or_not(condition: str, holds: bool) -> None:
    for colon in (":", " : ", "\uff1a"):
        assert bool(play_message(STATE, 0, f"if {condition}{colon}end", FastChance(1))) is holds


@pytest.mark.parametrize(
    ("conditions", "placed"),
    [
        (("I hold Siam", "Siam has 5"), 2),
        (("I hold Brazil", "Siam has 5"), 1),
        (("I hold Siam", "Siam has 6"), 3),
    ],
)
def test_of_a_chain_the_first_line_that_fits_counts(conditions: tuple[str, str], placed: int) -> None:
    first, second = conditions
    text = f"if {first}: place 1 Peru\nelse: if {second}: place 2 Peru\n\n# or\nelse: place 3 Peru"
    assert armies(after(text, state=PLACING, dice=""), PERU) == [(0, 1 + placed)]


def test_a_set_is_looked_for_when_the_line_is_reached() -> None:
    text = "if I have a set: trade best\nplace all Brazil"
    for hand, placed in (["Alaska", "Alberta", "wild"], 11), (["Alaska"], 5):
        state = position(TABLE, step="trade" if len(hand) > 2 else "place", hands={"red": hand})
        state.pool = 5 if len(hand) < 3 else 7
        assert armies(after(text, state=state, dice=""), BRAZIL) == [(0, 9 + placed)]


def test_a_set_that_nobody_has_is_passed_over() -> None:
    assert armies(after("trade best\nplace 1 Peru", state=PLACING, dice=""), PERU) == [(0, 2)]
    assert after("end turn\ntrade best").active != STATE.active
    with pytest.raises(IllegalAction, match="cannot do that now"):
        after("trade best", state=PLACING)


def test_three_cards_that_make_no_set_are_passed_over_where_a_set_is_asked_for() -> None:
    hand = ["Alaska", "Alberta", "Greenland"]
    state = position(TABLE, step="trade", hands={"red": hand})
    assert not state.agenda[-1].forced
    signs = BOARD.symbols("A")
    assert len({signs[BOARD.names.index(card)] for card in hand}) == 2
    with pytest.raises(IllegalAction, match="no set to trade in") as caught:
        after("trade best", state=state)
    assert caught.value.code == "cards.none_to_trade"
    assert armies(after("trade best\nplace all Brazil", state=state, dice=""), BRAZIL) > [(0, 9)]


def test_a_condition_holds_for_a_whole_list() -> None:
    board = "red: Brazil 9, Peru 1, Argentina 1 | blue: *1"
    state = position(board, step="fortify", options={"fortify": "connected_many"})
    text = "if Brazil has 9: fortify Brazil Peru 4, Brazil Argentina 2\nelse: fortify Brazil Peru 1"
    assert armies(after(text, state=state, dice=""), BRAZIL, PERU) == [(0, 3), (0, 5)]


def test_a_course_goes_from_text_to_text() -> None:
    course = ConditionEvaluator()
    state = after(TAKE, course)
    assert course.taken == {NORTH_AFRICA}
    assert after("if captured N Africa: end", course, state).agenda != state.agenda
    state = after("if captured Egypt: end", course, state)
    state = after(f"else: {ON}", course, state, "win")
    assert course.taken == {NORTH_AFRICA, EGYPT}
    with pytest.raises(UnreadableOrder, match="needs"):
        after("else: end", course, state)
    after("end turn", course, state)
    assert course.taken == frozenset()


def test_a_refused_text_leaves_its_course_as_it_was() -> None:
    course = ConditionEvaluator(held=True)
    with pytest.raises(IllegalAction):
        after(f"{TAKE}\nattack Peru Brazil", course)
    assert course == ConditionEvaluator(held=True)


def test_a_host_may_look_captures_up_and_is_asked_only_then() -> None:
    asked: list[Any] = []

    def look_up() -> tuple[int, ...]:
        asked.append(True)
        return (BRAZIL,)

    course = ConditionEvaluator(look_up)
    assert not play_message(STATE, 0, "if I hold Siam: end\nif captured Siam: end", FastChance(1), course)
    assert not asked
    assert play_message(STATE, 0, "if captured Brazil: end", FastChance(1), course)
    assert asked


@pytest.mark.parametrize(("number", "holds"), [(4, True), (5, False)])
def test_a_number_counts_pieces_that_are_units_and_no_buildings(number: int, holds: bool) -> None:
    state = to_attack()
    state.pieces = [Piece("general", 0, BAY), Piece("tower", 0, BAY)]
    assert state.armies[BAY] == 3
    condition = Condition(BAY, armies=number)
    assert condition.holds(view_for(state, 0), tuple) is holds
