"""Panels of those who are asked nothing."""

from __future__ import annotations

import msgspec

import engine
from games.decisions.kit.context import PageContext, Selection
from games.decisions.registry import panel_for
from tests.games.decisions.test_panels import GRAPH, HEAD, page_data_of, positions


def test_a_game_that_is_over_names_its_winners_and_leads_to_its_history() -> None:
    view = msgspec.structs.replace(engine.view_for(positions("modern")[0][1], 0), asked=None, winners=(1,))
    panel = panel_for(PageContext(view, GRAPH, page_data_of(view), Selection()))
    assert panel.template == "over" and not panel.answers
    assert [person.seat for person in panel.data.winners] == [1]
    assert panel.data.url == HEAD.history_url
