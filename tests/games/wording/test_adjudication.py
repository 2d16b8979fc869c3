"""Why a game ended before anybody won, and by what its players are ranked, in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine import COLOURS, mapgraph
from games.wording import narration
from games.wording.adjudication import describe_end, figures_of_seat, first_words, what_ranks, why_adjudicated
from games.wording.narration import Names

FIGURES = [
    {"seat": 0, "income": 3, "territories": 1, "armies": 1},
    {"seat": 2, "income": 12, "territories": 20, "armies": 43},
]
NAMES = Names(COLOURS[:4], mapgraph("classic42"), viewer=0, html=False, rules="modern")


def note(why: str, **facts: Any) -> dict[str, Any]:
    said = {"round": 8, "figures": FIGURES, "places": [[2], [0], [1, 3]], "by": "olga", "reason": "the hall closes"}
    return {"type": "host.adjudicated", "seat": None, "why": why, **said, **facts}


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("last_round", "Round 8 was the last of this game."),
        ("ends_at", "The time for this game was over."),
        ("stop_at", "The game was to end with 2 players left."),
        ("organizer", "The organizer ended the game: the hall closes. Nobody wins."),
    ],
)
def test_the_story_says_why_and_ranks_the_players_still_in(why: str, words: str) -> None:
    said = narration.sentence(note(why), NAMES)
    assert said.startswith(words)
    ranking = "Yellow (12 armies next turn, 20 territories, 43 armies); you (3 armies next turn, 1 territory, 1 army)."
    assert said.endswith(f"The ranking of the players still in: {ranking}")


@pytest.mark.parametrize("reason", ["It is late.", "Enough!", "Who goes on?"])
def test_a_reason_that_ends_a_sentence_gets_no_further_stop(reason: str) -> None:
    assert why_adjudicated(note("organizer", reason=reason), "modern") == f"The organizer ended the game: {reason}"


def test_a_score_is_told_in_place_of_armies() -> None:
    scored = note("ends_at", figures=[{**each, "score": 14} for each in FIGURES])
    assert figures_of_seat(scored, 2, "risk2210") == "score 14" and figures_of_seat(scored, 1, "risk2210") == ""
    assert what_ranks(scored) == "The players still in are ranked by their score."


def test_first_places_are_shared_in_words() -> None:
    assert (first_words(["Blue"]), first_words(["Blue", "Red"])) == (
        "Blue came first",
        "Blue and Red share first place",
    )


def test_ends_are_told_beforehand_as_far_as_there_are_any() -> None:
    assert describe_end("modern", None, "", None) == ""
    assert describe_end("modern", 8, "", None) == "The game ends after round 8, and the players still in are ranked."
    both = describe_end("risk2210", 3, "", 1)
    assert both.startswith("The game ends after year 3 or with 1 player left, whichever comes first")
