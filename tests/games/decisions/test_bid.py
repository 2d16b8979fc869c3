"""Bids: sealed, changed until all are in, told once they are opened; and the places that follow from them."""

from __future__ import annotations

import pytest
from django.urls import reverse

import engine
from games.decisions.registry import DECISIONS, prompt_for, suggested_orders
from games.models import Entry, Waiting
from games.services.orders import order_submit
from games.services.seats import standing_set
from games.wording.narration import names_for, sentence
from tests.games.decisions.positions import asked_at
from tests.games.decisions.risk2210.kit import state_of
from tests.games.kit import Table, table
from tests.games.views.test_play import client
from tests.toy import TOY

pytestmark = pytest.mark.django_db
BID, MARKER = "bidding.bid_asked", "bidding.marker_asked"


def row_of(play: Table, kind: str) -> Waiting:
    """Play the likely thing until a person is asked for a bid or a marker."""
    for _ in range(60):
        rows = Waiting.objects.filter(game=play.game, player__user__isnull=False).select_related("player__user")
        row = rows.order_by("pk")[0]
        if row.kind == kind:
            return row
        most = play.view(row.seat).offer("bidding.bid")
        order = f"bid {most.fields[0].most}" if most else suggested_orders(play.view(row.seat))[0].order
        fields = {"seat": row.seat, "ref": row.ref, "source": Entry.Source.WEB, "user_id": row.player.user_id}
        order_submit(game_id=play.game.pk, text=order, **fields)
    raise AssertionError(f"nobody is asked: {kind}")


def bidding() -> tuple[Table, Waiting]:
    play = table(TOY.id)
    return play, row_of(play, BID)


def choosing() -> tuple[Table, Waiting]:
    """Whoever has bid all without a wish is asked for a place, if they want to be asked."""
    play = table(TOY.id)
    for user in (play.alice, play.bob):
        standing_set(game_id=play.game.pk, user_id=user.pk, text="when attacked: ask me")
    return play, row_of(play, MARKER)


def post(play: Table, row: Waiting, **fields: object) -> int:
    url = reverse("game", args=[play.game.slug])
    status: int = client(row.player.user).post(url, {"ref": row.ref, "key": "", **fields}).status_code
    return status


def test_a_bid_is_made_and_changed_on_the_page() -> None:
    play, row = bidding()
    page = client(row.player.user).get(reverse("game", args=[play.game.slug])).content.decode()
    assert "Bid for your place in the order of play" in page and 'name="amount"' in page
    assert post(play, row, act="bidding.bid", amount="1") == 302
    page = client(row.player.user).get(reverse("game", args=[play.game.slug])).content.decode()
    assert "Your bid is in" in page and "Send this bid instead" in page
    assert post(play, row, act="bidding.bid", amount="2", place="late") == 302
    assert play.view(row.seat).given == {"type": "bidding.bid", "seat": row.seat, "amount": 2, "wishes": [3, 2, 1]}
    assert post(play, row, act="bidding.bid", amount="99") == 422
    others = [play.view(seat.seat).given for seat in play.view().seats if seat.seat != row.seat]
    assert play.view(row.seat).given not in others


def test_who_has_nothing_to_bid_with_is_asked_for_a_place_alone() -> None:
    asked = asked_at(state_of(step="bid", energy={}))
    page = asked.page()
    assert "You have nothing to bid with." in page and "Send your preference" in page
    assert 'type="number"' not in page and 'type="hidden" name="amount" value="0"' in page
    assert prompt_for(asked.view).lead.startswith("You have nothing to bid with.")
    assert asked.post(act="bidding.bid", amount="0", place="late") == 302
    assert asked.view.given["wishes"] == [3, 2, 1]
    assert "Send this preference instead" in asked.page()


def test_a_place_is_chosen_on_the_page() -> None:
    play, row = choosing()
    page = client(row.player.user).get(reverse("game", args=[play.game.slug])).content.decode()
    free = play.view(row.seat).about["free"]
    assert all(f'name="number" value="{number}"' in page for number in free)
    assert post(play, row, act="bidding.marker", number=str(free[-1])) == 302


@pytest.mark.parametrize("kind", [BID, MARKER])
def test_mails_suggest_answers_that_can_be_given(kind: str) -> None:
    play, row = choosing() if kind == MARKER else bidding()
    view = play.view(row.seat)
    orders = [suggestion.order for suggestion in suggested_orders(view)]
    assert len(orders) == len({*orders}) >= 2
    assert all(engine.parse_order(order, view) for order in orders)
    assert DECISIONS[kind].prompt(view).lead


def test_opened_bids_are_told_with_their_dice() -> None:
    names = names_for(table(TOY.id).view(None), html=False)
    told = {"type": "bidding.opened", "bids": [[1, 3], [0, 2], [2, 2]], "throws": [[[0, 4], [2, 1]]]}
    said = sentence(told, names)
    first, second, third = (names.seat(seat) for seat in (1, 0, 2))
    assert said == f"The bids: {first} 3, {second} 2 and {third} 2. Equal bids rolled: {second} 4, {third} 1."
    taken = sentence({"type": "bidding.marker_taken", "seat": 1, "number": 2}, names)
    assert taken.endswith("plays second.")
