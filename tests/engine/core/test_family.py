"""What a family brings beside its rule sets works by one registration: shown with the toy, and told of all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import GameState, Piece, mapgraph, open_decision
from engine.conformance import main
from engine.core.family import Family
from engine.core.registry import families, family_of, register_family
from engine.core.written import PositionError
from engine.invariants import InvariantViolation
from engine.position import position, stack_deck
from engine.sim import play_match
from tests import toy
from tests.toy.family import FAMILY, known

GRAPH = mapgraph(toy.BOARD.id)
BAY, CAPE, TYCHO = (GRAPH.number[name] for name in ("bay", "cape", "tycho"))
BOARD = "red: Bay 3, Cape 0 | blue: Crater 2 | green: *1"
CASES = """
- id: T-1
  title: Bids are paid, and a coin comes in
  source: island bids
  rules: toy
  seats: [red, blue, green]
  position: {board: "red: Bay 3 | blue: Crater 2 | green: *1", purses: {red: 4}, generals: {red: Bay}, step: bid}
  play:
    - red: bid 6
      refused: purse.too_little
    - red: bid 2, marker 1
    - blue: bid 0
    - green: bid 1, marker 1, 2
      expect: {purses: {red: 3, blue: 6}, generals: {red: Bay}, turn: red, round: 1}
- id: T-2
  title: Nobody sees another's cards, and the memory of a turn is kept
  rules: toy
  seats: [red, blue, green]
  position: {board: "red: Bay 3 | blue: Crater 2 | green: *1", help: {blue: [0, 1]}, gate_closed: true, step: attack}
  expect:
    gate_closed: true
    help: {blue: [1, 0], red: []}
    sees: {red: {help: {blue: 2}}, blue: {help: {blue: [0, 1]}}}
    hides: {red: [help.blue]}
"""


@pytest.fixture
def family() -> Iterator[Family]:
    with known() as family:
        yield family


@pytest.fixture
def board(family: Family) -> GameState:
    return position(BOARD, rules="toy", step="attack", purses={"blue": 1}, generals={"red": "Cape"})


def test_a_word_of_the_family_is_laid_into_a_position(board: GameState) -> None:
    assert board.purses == [toy.PURSE, 1, toy.PURSE]
    assert board.pieces == [Piece("general", 0, CAPE)]


def test_a_piece_that_no_group_of_the_board_names_stands_nowhere(family: Family) -> None:
    with pytest.raises(PositionError, match="A piece of red stands in Cape, which red does not hold"):
        position("red: Bay 3 | blue: *1", rules="toy", generals={"red": "Cape"})


def test_a_piece_alone_holds_a_territory(board: GameState) -> None:
    assert (board.owner[CAPE], board.armies[CAPE]) == (0, 0)
    with pytest.raises(PositionError, match="at least one army"):
        position(BOARD, rules="toy", step="attack")


def test_the_star_covers_what_the_family_says(board: GameState) -> None:
    assert board.owner[TYCHO] == -1


def test_a_memory_of_the_turn_is_refused_in_a_set_up(family: Family) -> None:
    state = position("red: Bay 3 | blue: Crater 2 | green: *1", rules="toy", gate_closed=True)
    assert state.closed
    with pytest.raises(PositionError, match="memory of a turn"):
        position("", rules="toy", step="set-up", gate_closed=True)


@pytest.mark.parametrize("said", [{"capitals": {"red": "Bay"}}, {"round": 2}, {"moon": "full"}])
def test_a_word_that_is_not_the_family_s_is_refused(family: Family, said: dict[str, object]) -> None:
    with pytest.raises(PositionError, match=f"know no '{next(iter(said))}'"):
        position("red: Bay 3 | blue: Crater 2 | green: *1", rules="toy", **said)


def test_the_family_s_cards_are_put_on_their_own_deck(board: GameState) -> None:
    assert stack_deck(board, ["Help", "Relief"]) == {"help": [0, 1]}
    assert board.decks["help"][:2] == ((0,), (1,))


def test_a_step_of_the_round_may_be_named(family: Family) -> None:
    asked = open_decision(position("red: Bay 3 | blue: Crater 2 | green: *1", rules="toy", step="bid"))
    assert (asked.kind, asked.seats) == ("bidding.bid_asked", (0, 1, 2))


class TestCases:
    def run(self, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> list[str]:
        path = tmp_path / "toy.yaml"
        path.write_text(text, "utf-8")
        main([str(path)])
        return capsys.readouterr().out.splitlines()

    def test_they_know_the_family_s_words(
        self, family: Family, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.run(tmp_path, capsys, CASES) == ["2 passed, 0 failed"]

    @pytest.mark.parametrize(
        ("right", "wrong", "says"),
        [
            ("purses: {red: 3,", "purses: {red: 2,", "expected purses of red 2, came 3"),
            (
                "expect:\n    gate_closed: true",
                "expect:\n    gate_closed: false",
                "expected gate_closed False, came True",
            ),
            ("[help.blue]", "[help.red]", "expected help.red hidden from red, came its content"),
            ("{blue: 2}", "{blue: 3}", "red sees: expected help of blue 3, came 2"),
            ("round: 1}", "capitals: {red: Bay}}", "expect knows no key 'capitals'; it knows board,"),
            ("purses: {red: 4}", "missions: {red: x}", "position knows no key 'missions'; it knows board,"),
        ],
    )
    def test_what_does_not_hold_is_told(
        self,
        family: Family,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        right: str,
        wrong: str,
        says: str,
    ) -> None:
        text = CASES.replace("help: {blue: [0, 1]}", "help: {blue: [0, 1], red: [1]}").replace(", red: []", "")
        assert right in text
        assert says in "\n".join(self.run(tmp_path, capsys, text.replace(right, wrong)))

    def test_the_section_is_counted(self, family: Family, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "toy.yaml"
        path.write_text(CASES, "utf-8")
        main(["--coverage", str(path)])
        assert "  island bids                  Bids                             1" in capsys.readouterr().out
        main(["--table", str(path)])
        assert "| Bids (island bids) | `mechanics.bidding.open_bids` | T-1 |" in capsys.readouterr().out


class TestInvariants:
    def test_events_of_the_family_that_bring_armies_count(self, family: Family) -> None:
        match = play_match("toy", ["random"] * 3, "toy 1", longest=20, check=True)
        assert any(entry.action["type"] == "cards.play" for entry in match.log.entries if entry.action)

    def test_without_them_armies_would_come_from_nowhere(self) -> None:
        with pytest.raises(InvariantViolation, match="events tell of"):
            play_match("toy", ["random"] * 3, "toy 1", longest=20, check=True)

    def test_its_own_invariant_is_asked(self, family: Family, monkeypatch: pytest.MonkeyPatch) -> None:
        def never(state: GameState) -> Iterator[str]:
            yield "the moon is down"

        monkeypatch.setattr("engine.invariants.family_of", lambda rules: Family("toy", invariants=(never,)))
        with pytest.raises(InvariantViolation, match="the moon is down"):
            play_match("toy", ["random"] * 3, "toy 1", longest=1, check=True)


def test_a_family_has_one_record_and_a_word_once(family: Family) -> None:
    with pytest.raises(ValueError, match="two records of the family toy"):
        register_family(FAMILY)
    with pytest.raises(ValueError, match="stands there twice"):
        register_family(Family("moon", keys=(*FAMILY.keys, FAMILY.keys[0])))


def test_a_family_without_a_record_has_defaults() -> None:
    assert family_of("toy") == Family("toy")
    assert not family_of("toy").keys


GENERIC = {
    "classic": {
        "starred",
        "complete",
        "find_card",
        "asked_at",
        "set_up_turn",
        "invariants",
        "board_invariants",
        "deal_anew",
        "recall",
        "misread",
    },
    "risk2210": {"case_map", "complete", "battle_orders"},
    "godstorm": {"case_map", "deal_anew", "misread"},
    "toy": {
        "case_map",
        "complete",
        "asked_at",
        "set_up_turn",
        "orders_after_placing",
        "cards_aside",
        "board_invariants",
        "deal_anew",
        "recall",
        "misread",
    },
}


def test_what_a_family_has_left_generic(family: Family, capsys: pytest.CaptureFixture[str]) -> None:
    """With -s it is printed: `pytest tests/engine/core/test_family.py -s`."""
    for id, record in families().items():
        with capsys.disabled():
            print(f"\n{id}: {', '.join(record.generic_parts) or 'nothing'} left generic")
    assert {id: set(record.generic_parts) for id, record in families().items()} == GENERIC
