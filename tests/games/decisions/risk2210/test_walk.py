"""A game of 2210 by the first link of each mail: a whole year, and every suggestion on the way can be ordered."""

from __future__ import annotations

import json

import pytest

import engine
from games.decisions.registry import DECISIONS, prompt_for, suggested_orders
from games.models import Entry, Waiting
from games.services.orders import order_submit
from tests.games.kit import Table, table

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.no_cover]


def next_row(play: Table) -> Waiting:
    rows = Waiting.objects.filter(game=play.game, player__user__isnull=False).select_related("player__user")
    return rows.order_by("pk")[0]


def readable(order: str, view: engine.PlayerView) -> object:
    return engine.action_from_json(json.loads(order)) if order.startswith("{") else engine.parse_order(order, view)


def test_a_year_is_played_by_the_first_links_of_mails() -> None:
    play, asked = table("risk2210", bots=("random",)), set[str]()
    for _ in range(400):
        row = next_row(play)
        view = play.view(row.seat)
        if view.round > 1:
            break
        suggestions = suggested_orders(view)
        assert suggestions and all(readable(each.order, view) for each in suggestions), row.kind
        assert prompt_for(view).heading and "army" not in prompt_for(view).lead, row.kind
        assert DECISIONS[row.kind].timeout is not None
        asked.add(row.kind)
        fields = {"seat": row.seat, "ref": row.ref, "source": Entry.Source.MAIL, "user_id": row.player.user_id}
        order_submit(game_id=play.game.pk, text=suggestions[0].order, **fields)
    assert play.view().round > 1, "the first year does not end"
    met = {"opening.first_asked", "bidding.bid_asked", "deploy.place_asked", "purchase.hire_asked"}
    assert met | {"purchase.buy_asked", "battle.attack_asked"} <= asked
