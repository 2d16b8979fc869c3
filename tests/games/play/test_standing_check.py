"""What is said of lines while they are typed: of each by itself, and of one attack as the board stands."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import date

import pytest

from games.errors import BadStandingOrder
from games.play.standing_check import (
    MISTAKE,
    NEVER,
    NOT_HELD,
    OVER,
    READS,
    TextCheck,
    _mistake,
    check_text,
    strongest_front,
)
from games.play.standing_orders import NOW, Moment
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    """A table at which somebody else stands beside whoever is asked."""
    made = table()
    seat = made.waiting.seat
    made.front(next(other.seat for other in made.view().seats if other.seat != seat), seat)
    return made


def checked(play: Table, text: str, moment: Moment = NOW, *, dice_chosen: bool = True) -> TextCheck:
    return check_text(text, play.view(play.waiting.seat), 24, moment, dice_chosen=dice_chosen)


def verdicts(check: TextCheck) -> list[str]:
    return [line.verdict for line in check.lines]


def test_each_line_has_its_verdict(play: Table) -> None:
    found = checked(
        play,
        "when attacked at Atlantis: defend 1\nwhen attacked by grey: defend 1\n"
        "when attacked until 2026-11-01: defend 2\n"
        "when late at Egypt: end turn\nelse: end turn\n\n# mine\nwhen attacked: defend 1",
        replace(NOW, today=date(2026, 11, 27)),
    )
    assert verdicts(found) == [MISTAKE, NEVER, OVER, NEVER, MISTAKE, READS] and not found.is_good
    wrong = found.lines[0]
    assert wrong.text[wrong.start : wrong.end] == "Atlantis"
    assert [line.line for line in found.lines] == [1, 2, 3, 4, 5, 8]
    assert found.trial.endswith("line 8, defend 1.")


def test_a_card_that_is_not_held_is_passed_over() -> None:
    play = table("risk2210")
    found = checked(play, "when invaded: play Land Stealth MODs\nnever play Cease Fire")
    assert verdicts(found) == [NOT_HELD, READS] and found.is_good
    assert found.lines[0].why == "Land Stealth MODs is not in your hand."


def test_what_this_game_cannot_keep_is_a_mistake_at_its_words(play: Table) -> None:
    found = checked(
        play,
        "when attacked: ask me within 25 hours\nwhen attacked: ask me within 24 hours\n"
        "when late: if I hold Atlantis: end turn",
    )
    assert verdicts(found) == [MISTAKE, READS, MISTAKE] and not found.is_good
    first, _kept, last = found.lines
    assert first.text[first.start : first.end] == "25" and "1 to 24" in first.why
    assert last.text[last.start : last.end] == "Atlantis"


def test_the_trial_passes_over_lines_that_never_apply(play: Table) -> None:
    """It said that a line would answer which the same check called one that never does."""
    assert checked(play, "when attacked: defend 1").trial.endswith("line 1, defend 1.")
    found = checked(play, "when attacked: defend 1", dice_chosen=False)
    assert verdicts(found) == [NEVER] and found.trial.endswith("no line fits.")


def test_the_41st_line_is_a_mistake(play: Table) -> None:
    found = checked(play, "\n".join(["when attacked: defend 1"] * 41))
    assert verdicts(found) == [READS] * 40 + [MISTAKE]


@pytest.mark.no_cover
def test_forty_lines_are_checked_in_fifty_milliseconds(play: Table) -> None:
    view = play.view(play.waiting.seat)
    lines = ["when attacked in Australia or Siam by red or blue with 8 or more: defend 1", "when late: end turn"]
    spent = []
    for _ in range(5):
        began = time.perf_counter()
        check_text("\n".join(lines * 20), view, 24, NOW, dice_chosen=True)
        spent.append(time.perf_counter() - began)
    assert min(spent) < 0.05


@pytest.mark.parametrize(
    ("clauses", "fits"),
    [
        ("at {at} by {by} with 10 or more", True),
        ("at {other} by {by} with 10 or more", False),
        ("at {at} by {third} with 10 or more", False),
        ("at {at} by {by} with 11 or more", False),
    ],
)
def test_a_line_fits_an_attack_by_place_attacker_and_size_alike(play: Table, clauses: str, fits: bool) -> None:
    view = play.view(play.waiting.seat)
    front = strongest_front(view)
    assert front is not None and view.units(front[0]) == 10
    colours = [seat.colour for seat in view.seats]
    own, other = (view.owner[place] for place in front[::-1])
    words = {"at": view.graph.names[front[1]], "other": view.graph.names[front[0]], "by": colours[other]}
    words["third"] = next(colour for seat, colour in enumerate(colours) if seat not in (own, other))
    found = checked(play, f"when attacked {clauses.format(**words)}: defend 1")
    assert found.trial.endswith("line 1, defend 1." if fits else "no line fits.")


def test_a_mistake_may_stand_at_the_very_start_of_a_line() -> None:
    found = _mistake(1, "Atlantis is gone", BadStandingOrder("No such place.", wrong=" atlantis "))
    assert (found.start, found.end) == (0, len("Atlantis"))
    for wrong in ("", "Egypt"):
        found = _mistake(1, "Atlantis is gone", BadStandingOrder("No such place.", wrong=wrong))
        assert (found.start, found.end) == (0, len("Atlantis is gone"))
