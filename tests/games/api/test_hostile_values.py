"""Values that nobody would type, where a game's clock, standing orders and plans are set: refused in words, or kept and
shown as they are; never a failure of the site."""

from __future__ import annotations

from typing import Any

import pytest

from games.clocks.lateness import SETTINGS
from games.models import Game, StandingOrder, TurnPlan
from tests.games.api.kit import asked_program, program
from tests.games.kit import Table, table

pytestmark = [pytest.mark.django_db, pytest.mark.databases, pytest.mark.nothing_new]

WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    2**63,
    10**400,
    "",
    "\x00",
    "24:00",
    "x" * 5000,
    [],
    [None],
    [[[]]],
    ["23:00", "23:00"],
    {},
    {"\x00": 1},
    {"dates": ["2026-02-30"]},
    {"start": -1, "increment": 2**63, "cap": "1"},
)
ODD = (
    "\x00",
    "end turn\x00",
    "when attacked: defend 1\x00",
    "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    "‮nrut dne",
    "end turn\u2028end turn",
    "e\u0301" * 900,
    "when attacked: " * 400,
    "only if " * 400,
    "9" * 4000,
    "attack \N{PILE OF POO} from \N{ZERO WIDTH JOINER}",
)


@pytest.fixture
def play() -> Table:
    return table()


@pytest.mark.parametrize("name", SETTINGS)
def test_a_clock_setting_is_taken_or_refused_in_words(play: Table, name: str) -> None:
    maker, before = program(play.alice), Game.objects.count()
    for number, value in enumerate(WRONG):
        body = {"name": f"x {number}", "rules": "modern", "seats": 3, "clock": {name: value}}
        answer = maker.post("games/", body)
        assert answer.status_code in (201, 400, 422, 429), (value, answer.content)
        if answer.status_code != 201:
            assert len(answer.json()["message"]) > 10
        else:
            made = Game.objects.get(slug=answer.json()["slug"])
            assert made.time.rules and maker.get(f"games/{made.slug}/").status_code == 200
            made.delete()
    assert Game.objects.count() == before


def test_odd_characters_in_lines_and_plans_are_refused_or_kept(play: Table) -> None:
    asked, slug = asked_program(play), play.game.slug
    for text in ODD:
        for path in ("standing/", "plan/"):
            answer = asked.put(f"games/{slug}/{path}", {"text": text, "hold": 0} if path == "plan/" else {"text": text})
            assert answer.status_code in (200, 400, 422), (text, answer.content)
        answer = asked.post(f"games/{slug}/standing/check/", {"text": text}, key=None)
        assert answer.status_code in (200, 400, 422), (text, answer.content)
        assert asked.get(f"games/{slug}/standing/").status_code == asked.get(f"games/{slug}/plan/").status_code == 200
    kept = [*StandingOrder.objects.values_list("text", flat=True), *TurnPlan.objects.values_list("text", flat=True)]
    assert not any("\x00" in text for text in kept)
