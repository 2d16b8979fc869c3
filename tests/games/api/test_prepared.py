"""Standing orders and plans through the API: kept, checked, listed, and refused with the line."""

from __future__ import annotations

import pytest

from games.models import StandingOrder, TurnPlan
from tests.games.api.kit import asked_program, refusal
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def test_lines_are_kept_in_their_canonical_form(play: Table) -> None:
    program, address = asked_program(play), f"games/{play.game.slug}/standing/"
    assert program.get(address).json() == {"text": "", "version": 0, "spent": []}
    said = program.put(address, {"text": "defend 1 when attacked"}).json()
    assert said == {"text": "when attacked: defend 1", "version": 1, "spent": []}
    assert refusal(program.put(address, {"text": "when bored: attack"}), 422) == "standing.unreadable"
    assert StandingOrder.objects.get().text == "when attacked: defend 1"
    assert program.get(f"{address}uses/").json() == {"uses": []}


def test_a_check_says_of_each_line_what_comes_of_it(play: Table) -> None:
    program, address = asked_program(play), f"games/{play.game.slug}/standing/check/"
    seat = play.waiting.seat
    play.front(next(other.seat for other in play.view().seats if other.seat != seat), seat)
    text = "when attacked at Atlantis: defend 1\nwhen attacked by grey: defend 1\nwhen attacked: defend 1"
    said = program.post(address, {"text": text}, key=None).json()
    assert [line["verdict"] for line in said["lines"]] == ["mistake", "never_applies", "reads"]
    wrong = said["lines"][0]
    assert wrong["text"][wrong["start"] : wrong["end"]] == "Atlantis" and not said["good"]
    assert "line 3, defend 1." in said["trial"]
    assert not StandingOrder.objects.exists()
    for _number in range(29):
        assert program.post(address, {"text": ""}, key=None).status_code == 200
    assert program.post(address, {"text": ""}, key=None).status_code == 429


def test_a_plan_is_kept_shown_and_dropped(play: Table) -> None:
    program, address = asked_program(play), f"games/{play.game.slug}/plan/"
    assert program.get(address).json() == {"plan": None, "sentence": ""}
    said = program.put(address, {"text": "end turn", "keep": False}).json()
    assert said["plan"] is None and "end turn" in said["sentence"] and not TurnPlan.objects.exists()
    said = program.put(address, {"text": "end turn", "hold": 0}).json()
    assert (said["plan"]["state"], said["plan"]["hold"]) == ("kept", 0)
    assert program.get(address).json()["plan"]["text"] == "only if nobody took land of mine\nend turn"
    assert refusal(program.put(address, {"text": "fly"}), 422) == "plan.unreadable"
    assert refusal(program.put(address, {"text": "end turn", "hold": 7}), 400) == "request.invalid"
    answer = program.delete(address)
    assert answer.json() == {"plan": None, "sentence": ""} and not TurnPlan.objects.exists()
