"""What the site knows of Risk 2210 A.D. beside its decisions: the rail of a turn, the table of the final score."""

from __future__ import annotations

import re

import pytest

import engine
from games.boards.board import board_words
from games.families.parts import parts_of
from tests.games.decisions.positions import asked_at
from tests.games.decisions.risk2210.kit import state_of


def test_the_rail_has_a_stop_for_each_step_of_a_turn() -> None:
    parts = parts_of("risk2210")
    stops = {step: parts.turn.step_now(engine.view_for(state_of(step=step), 0)) for step in ("hire", "buy", "invade")}
    assert stops == {"hire": "hire", "buy": "hire", "invade": "invade"}
    assert [key for key, _label in parts.turn.rail(engine.view_for(state_of(step="hire"), 0))] == [
        "collect",
        "hire",
        "cards",
        "invade",
        "fortify",
    ]


def test_the_final_score_is_a_table() -> None:
    """Cards of Colony Influence count beside land and regions; the best seat stands first."""
    table = parts_of("risk2210").result.score_table
    score = {"territories": 9, "regions": 2, "influence": 3, "energy": 4, "units": 20, "seat": 0}
    best = {**score, "seat": 1, "regions": 7}
    found = table([{"type": "setup.dealt"}, {"type": "years.scored", "scores": [score, best]}])
    assert found is not None
    assert found.rows == ((1, (9, 7, 3, 19)), (0, (9, 2, 3, 14)))
    assert found.words[0] == "9 territories, 7 for continents and colonies, 3 for cards, score 19"
    assert found.note == "" and len(found.columns) == 4 and table([{"type": "setup.dealt"}]) is None


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"energy": 3}, "and more energy decided: 4 against 3."),
        ({"units": 25}, "and more units decided: 25 against 20."),
        ({}, "their energy (4) and their units (20) are equal, so the win is shared."),
    ],
    ids=["energy", "units", "shared"],
)
def test_what_broke_a_tie_is_said(other: dict[str, int], said: str) -> None:
    score = {"territories": 9, "regions": 2, "influence": 3, "energy": 4, "units": 20, "seat": 0}
    scores = [score, {**score, "seat": 1, **other}]
    found = parts_of("risk2210").result.score_table([{"type": "years.scored", "scores": scores}])
    assert found is not None and found.note.endswith(said) and len(found.columns) == len(found.rows[0][1]) == 6
    assert re.search(r", score 14, \d energy, \d+ units$", found.words[0])


def test_the_board_in_words_counts_units_with_their_pieces() -> None:
    commanders = {"red": {"land": "Japan", "diplomat": "Japan"}}
    view = engine.view_for(state_of(commanders=commanders, stations={"red": ["Japan"]}), 0)
    told = {land.name: land.words for region in board_words(view, view.graph) for land in region.lands}
    assert told["Japan"] == "Red: 8 units, with a Land Commander and a Diplomat; a Space Station"
    assert told["Neo Tokyo"] == "Blue: 4 units"
    assert view.units(view.graph.names.index("Japan")) == 8  # 5 MODs, 2 Commanders, 1 MOD of the station


@pytest.mark.django_db
def test_the_seat_list_counts_the_scout_forces_that_wait() -> None:
    state = state_of(step="invade")
    state.scouts = ((0, 3), (1, 5), (1, 7))
    page = asked_at(state).page()
    cartouche, strip = (page.partition(f'class="{css}"')[2].partition(f"</{end}>")[0] for css, end in SEAT_LISTS)
    for seats in (cartouche, strip):
        assert seats.count(">1 Scout Forces card waiting</small>") == 1
        assert seats.count(">2 Scout Forces cards waiting</small>") == 1


SEAT_LISTS = (("cartouche", "table"), ("seat-strip", "ul"))


def test_mails_count_the_scout_forces_that_wait() -> None:
    state = state_of()
    assert "Scout Forces" not in parts_of("risk2210").seats.standing(engine.view_for(state, 0), 1)
    state.scouts = ((1, 3),)
    assert "1 Scout Forces card waiting." in parts_of("risk2210").seats.standing(engine.view_for(state, 0), 1)
