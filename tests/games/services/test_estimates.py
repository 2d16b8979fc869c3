"""When each seat has its next turn: made when a turn begins, told on the page, at home and in mails, and to nobody in a
game that hides names."""

from __future__ import annotations

from datetime import UTC, timedelta
from itertools import islice

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.core.view import view_for
from games.models import Game, Player, TurnRecord, Waiting
from games.selectors.estimates import estimate_of, expected_words
from games.selectors.export import export_turns
from games.services.estimates import latest_spans, places_of, seats_to_come
from games.services.orders import order_submit
from tests.games.decisions.positions import asked_at
from tests.games.decisions.risk2210.kit import state_of
from tests.games.kit import Table, person, table
from tests.games.views.test_play import client
from tests.kit.games import walk

pytestmark = pytest.mark.django_db

TURN = "place on the weakest border\nend turn"


def other(play: Table) -> Player:
    """The person who waits."""
    return Player.objects.select_related("user", "game").exclude(user=None).exclude(seat=play.waiting.seat).get()


def page_of(play: Table, player: Player) -> str:
    assert player.user is not None
    return client(player.user).get(reverse("game", args=[play.game.slug])).content.decode()


def test_a_turn_that_ends_keeps_how_long_it_took_and_what_is_expected_next() -> None:
    play = table()
    seat = play.waiting.seat
    asked = timezone.now() - timedelta(hours=5)
    Waiting.objects.update(since=asked)
    play.order(TURN)
    kept = TurnRecord.objects.get()
    assert kept.took == 5 * 60 and kept.user == Player.objects.get(game=play.game, seat=seat).user
    game = play.fresh()
    estimate = estimate_of(game, seat, timezone.now())
    assert (
        estimate is not None
        and estimate.late > timezone.now()
        and estimate_of(game, play.waiting.seat, timezone.now()) is None
    )
    assert estimate_of(game, None, timezone.now()) is None


def test_who_waits_reads_it_on_the_page_and_at_home() -> None:
    play = table()
    play.order(TURN)
    waits = other(play)
    words = expected_words(play.fresh(), waits.seat, timezone.now(), waits.user.zone if waits.user else timezone.utc)
    assert words.startswith(("on ", "early ", "this ", "tonight", "tomorrow", "between ", "within "))
    assert f"Your next turn probably comes {words}." in page_of(play, waits)
    assert waits.user is not None
    assert f"your turn probably {words}" in client(waits.user).get(reverse("home")).content.decode()
    asked = Player.objects.select_related("user").get(game=play.game, seat=play.waiting.seat)
    assert "probably comes" not in page_of(play, asked)
    assert "probably comes" not in Client().get(reverse("game", args=[play.game.slug])).content.decode()


def test_nothing_is_expected_of_a_game_that_hides_names_or_stands_still() -> None:
    play = table(names=Game.Names.ANONYMOUS)
    play.order(TURN)
    assert play.fresh().expected is None and "probably comes" not in page_of(play, other(play))
    Game.objects.update(names=Game.Names.NAMED)
    play.order(TURN)
    game = play.fresh()
    assert game.expected is not None
    game.status = Game.Status.PAUSED
    assert estimate_of(game, other(play).seat, timezone.now()) is None


def test_turns_of_bots_take_no_time_and_the_order_of_play_counts() -> None:
    play = table(bots=("random", "random"))
    view = play.view()
    queue = seats_to_come(view)
    assert queue[0] == view.active and sorted(queue) == [0, 1, 2, 3]
    assert places_of(queue, view) == {str(seat): place for place, seat in enumerate(queue[1:])}


def test_a_round_that_begins_with_bids_asks_everybody_once_it_is_over() -> None:
    views = (view_for(state, None) for state in islice(walk("risk2210", 3, 5), 4000))
    turns = (view for view in views if view.round > 1 and view.step not in ("bid", "set-up"))
    view = next(view for view in turns if view.active == view.order[1])
    queue = seats_to_come(view)
    places = places_of(queue, view)
    done = [str(seat) for seat in view.order if seat not in queue]
    assert done == [str(view.order[0])]
    assert queue == list(view.order[view.order.index(view.active) :])
    assert all(places[seat] == len(queue) - 1 for seat in done) and str(view.active) not in places


@pytest.mark.parametrize("rules", ["modern", "risk2210", "godstorm"])
def test_in_set_up_everybody_places_in_turn(rules: str) -> None:
    views = [view_for(state, None) for state in islice(walk(rules, 3, 5), 400)]
    active = [view.active for view in views if not view.round]
    asked = [seat for seat, before in zip(active, [-1, *active], strict=False) if seat != before]
    view = next(view for view in views if view.active == asked[3])
    assert len(asked) > 8 and seats_to_come(view) == asked[3:6]


def test_who_waits_in_set_up_is_told_when_they_place_again() -> None:
    play = table(rules="modern")
    waits = other(play)
    assert play.fresh().round == 0
    estimate = estimate_of(play.game, waits.seat, timezone.now())
    assert estimate is not None and estimate.late > timezone.now()
    said = expected_words(play.game, waits.seat, timezone.now(), UTC)
    assert said and said in page_of(play, waits)


def test_a_turn_costs_two_queries_more_and_an_order_within_it_none() -> None:
    play = table()
    play.order(TURN)
    with CaptureQueriesContext(connection) as whole:
        play.order("place on the weakest border")
    assert not any("games_turnrecord" in each["sql"] for each in whole.captured_queries)
    with CaptureQueriesContext(connection) as whole:
        play.order("end turn")
    asked = [each["sql"] for each in whole.captured_queries if "games_turnrecord" in each["sql"]]
    assert len(asked) == 2 and sum(sql.startswith("INSERT") for sql in asked) == 1


def test_the_latest_turns_of_each_person_are_read() -> None:
    play, now = table(), timezone.now()
    TurnRecord.objects.bulk_create(
        TurnRecord(user=user, game=play.game, round=1, outcome="in_time", took=took, at=now - timedelta(hours=hours))
        for user, rows in ((play.alice, 40), (play.bob, 3))
        for took, hours in enumerate(range(rows))
    )
    TurnRecord.objects.create(user=play.bob, game=play.game, round=1, outcome="in_time", at=now)
    old = now - timedelta(days=200)
    TurnRecord.objects.create(user=play.bob, game=play.game, round=1, outcome="in_time", took=9, at=old)
    found = latest_spans([play.alice.pk, play.bob.pk], now)
    assert [took for _, took in found[play.alice.pk]] == list(range(15, -1, -1))
    assert [took for _, took in found[play.bob.pk]] == [2, 1, 0]
    assert latest_spans([], now) == {} and person("carol").pk not in found


@pytest.mark.once
def test_reading_the_latest_turns_costs_the_same_however_many_there_are() -> None:
    play, now = table(), timezone.now()

    def steps() -> int:
        """Count the steps of the database's machine, in tens."""
        count = 0

        def step() -> None:
            nonlocal count
            count += 1

        connection.connection.set_progress_handler(step, 10)
        latest_spans([play.alice.pk, play.bob.pk], now)
        connection.connection.set_progress_handler(None, 0)
        return count

    def add(rows: int) -> None:
        TurnRecord.objects.bulk_create(
            TurnRecord(user=user, game=play.game, round=1, outcome="in_time", took=1, at=now - timedelta(minutes=row))
            for user in (play.alice, play.bob)
            for row in range(rows)
        )

    add(40)
    few = steps()
    add(2000)
    assert 0 < steps() < 2 * few


def test_the_data_of_a_person_have_their_turns() -> None:
    play = table()
    play.order(TURN)
    user = TurnRecord.objects.get().user
    assert [(row["outcome"], row["took"]) for row in export_turns(user)] == [("in_time", 0)]


# ---- bids


QUIET = "red: Japan 5, Alden 3 | blue: Neo Tokyo 4 | green: Tycho 2, Egypt 3, * 1"


@pytest.fixture
def bids() -> Table:
    """Alice and Bob are asked to bid for the order of a year, with a bot."""
    energy = {"red": 3, "blue": 3, "green": 3}
    play = asked_at(state_of(turn="green", step="fortify", energy=energy, board=QUIET, commanders={})).play
    play.order("end turn")
    return play


def bid(play: Table, user: User, text: str) -> Player:
    """Bid for one of them; returns their seat."""
    seat = Player.objects.select_related("user", "game").get(game=play.game, user=user)
    asked = play.view().asked
    order_submit(game_id=play.game.pk, text=text, seat=seat.seat, ref=asked.ref, source="web", user_id=user.pk)
    return seat


def test_who_has_bid_is_told_when_their_turn_comes_and_who_owes_a_bid_is_not(bids: Table) -> None:
    now = timezone.now()
    assert {estimate_of(bids.fresh(), bids.seat(user), now) for user in (bids.alice, bids.bob)} == {None}
    alice = bid(bids, bids.alice, "bid 1")
    words = expected_words(bids.fresh(), alice.seat, now, bids.alice.zone)
    assert words and f"Your next turn probably comes {words}." in page_of(bids, alice)
    assert f"your turn probably {words}" in client(bids.alice).get(reverse("home")).content.decode()
    bob = Player.objects.select_related("user").get(game=bids.game, user=bids.bob)
    assert estimate_of(bids.fresh(), bob.seat, now) is None and "probably comes" not in page_of(bids, bob)
    bid(bids, bids.bob, "bid 2")
    assert "bidding.bid_asked" not in {row.kind for row in Waiting.objects.filter(game=bids.game)}
    assert (bids.fresh().expected or {}).get("bids", {}).get("owing") != [bob.seat]


def test_what_somebody_bids_changes_nothing_that_is_expected(bids: Table) -> None:
    bid(bids, bids.alice, "bid 1")
    before = bids.fresh().expected
    assert before is not None and before["bids"]["owing"] == [bids.seat(bids.bob)]
    bid(bids, bids.alice, "bid 3, marker 3")
    assert bids.fresh().expected == before


def test_nothing_is_expected_of_bids_in_a_game_that_hides_names(bids: Table) -> None:
    Game.objects.update(names=Game.Names.ANONYMOUS, expected=None)
    alice = bid(bids, bids.alice, "bid 1")
    assert bids.fresh().expected is None and "probably comes" not in page_of(bids, alice)


def test_a_bid_costs_one_query_more(bids: Table) -> None:
    with CaptureQueriesContext(connection) as whole:
        bid(bids, bids.alice, "bid 1")
    assert sum("games_turnrecord" in each["sql"] for each in whole.captured_queries) == 1
    with CaptureQueriesContext(connection) as whole:
        bid(bids, bids.alice, "bid 2")
    assert not any("games_turnrecord" in each["sql"] for each in whole.captured_queries)
