"""A game of Godstorm by the first link of each mail: the set-up, in turns or planned, and the economy of a turn."""

from __future__ import annotations

import pytest

import engine
from games.decisions.registry import DECISIONS, prompt_for, suggested_orders
from games.models import Entry
from games.services.orders import order_submit
from tests.games.decisions.godstorm.kit import begun, person_asked

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.no_cover]


@pytest.mark.parametrize("how", ["in_turn", "planned"])
def test_an_epoch_begins_by_the_first_links_of_mails(how: str) -> None:
    play, asked = begun(setup_orders=how), set[str]()
    for _ in range(200):
        row = person_asked(play).row
        view = play.view(row.seat)
        asked.add(row.kind)
        if row.kind == "battle.attack_asked":
            break
        suggestions = suggested_orders(view)
        assert suggestions and prompt_for(view).heading, row.kind
        assert all(engine.parse_order(each.order, view) for each in suggestions if "\n" not in each.order), row.kind
        assert DECISIONS[row.kind].timeout is not None
        fields = {"seat": row.seat, "ref": row.ref, "source": Entry.Source.MAIL, "user_id": row.player.user_id}
        order_submit(game_id=play.game.pk, text=suggestions[0].order, **fields)
    assert {"bidding.bid_asked", "deploy.place_asked", "battle.attack_asked"} <= asked
    first = {"pantheons.ranking_asked", "setup.plan_asked"} if how == "planned" else {"opening.first_god_asked"}
    assert first <= asked
