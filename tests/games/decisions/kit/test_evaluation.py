"""The weakest border on pages and in mails is that of the rules' own default, in every game."""

from __future__ import annotations

import pytest

import engine
from engine import rulesets
from games.decisions.registry import suggested_orders
from tests.engine.core.test_evaluation import placements
from tests.games.decisions.test_panels import page_of
from tests.kit.certain import some
from tests.kit.games import presets


@pytest.mark.parametrize(
    "rules", [name for name in presets() if getattr(rulesets()[name].options, "army_cap", None) is None]
)
def test_page_and_mail_name_the_border_of_the_default(rules: str) -> None:
    for state, seat in some(list(placements(rules, 5))[::6]):
        view = engine.view_for(state, seat)
        default = engine.action_to_json(engine.default_answer(state, seat))["at"]
        place = default[0][0]
        likely = [move for move in suggested_orders(view) if "\n" not in move.order]
        assert place in [move.src for move in likely], "the mail offers it"
        page, _ = page_of(view)
        if view.step == "set-up":
            assert likely[0].src == place
            assert [spot.territory for spot in page.panel.data.own.chosen] == [place], "the page proposes it"
        else:
            assert page.panel.data.own.spots[0].territory == place, "the page lists it first"
