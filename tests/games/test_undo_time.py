"""What an undo does to the clock: it keeps what a turn was given since the order, and gives no time itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

import engine
from games.errors import NothingToUndo
from games.models import Entry, Player, Waiting
from games.services import organize
from games.services.deadlines import deadline_sweep
from games.services.finish import save_and_tell
from games.services.heartbeat import downtime_credit
from games.services.lobby import game_create
from games.services.locks import db_now, game_lock
from games.session import Session
from tests.games.kit import Table, person, table
from tests.games.test_pages import client

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved

HOUR = timedelta(hours=1)


def owned(play: Table) -> str:
    """A territory of whoever is asked."""
    seat = play.waiting.seat
    view = play.view(seat)
    return str(engine.mapgraph(view.map).names[view.owner.index(seat)])


def turn_ended() -> tuple[Table, Waiting]:
    """A game for two in which one of them has just ended a turn and may take that back, and what he was asked."""
    play = table("classic_1959_2p", bots=())
    play.past_setup()
    play.order(f"place {play.view(play.waiting.seat).pool} {owned(play)}")
    row = play.waiting
    play.order("end turn")
    assert play.waiting.seat != row.seat
    return play, row


def is_offered(play: Table, row: Waiting) -> bool:
    """Whether the page of the person of `row` has a button to take back."""
    assert row.player.user is not None
    page = client(row.player.user).get(reverse("game", args=[play.game.slug]))
    return reverse("game-undo", args=[play.game.slug]) in page.content.decode()


def time_left(play: Table) -> timedelta:
    at = play.waiting.deadline_at
    assert at is not None
    return at - timezone.now()


def is_about(left: timedelta, hours: float) -> bool:
    return abs(left - hours * HOUR) < timedelta(minutes=1)


def more_time(play: Table) -> None:
    organize.game_extend(game_id=play.game.pk, user=person("olga"), reason="flu", hours=120)


def a_pause(play: Table) -> None:
    olga = person("olga")
    organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    with time_machine.travel(timezone.now() + 120 * HOUR):
        organize.game_resume(game_id=play.game.pk, user=olga, reason="back")


def an_outage(play: Table) -> None:
    downtime_credit(120 * HOUR, timezone.now())


def late_mail(play: Table) -> None:
    session = Session.load(game_lock(play.game.pk), db_now())
    session.put_off(play.waiting.seat, 120 * HOUR)
    save_and_tell(session, source=Entry.Source.SYSTEM)


GIVEN = [more_time, a_pause, an_outage, late_mail]


@pytest.mark.parametrize("give", GIVEN)
def test_an_undo_keeps_the_time_that_a_turn_was_given(give: Callable[[Table], None]) -> None:
    play = table()
    row = play.waiting
    play.order(f"place 1 {owned(play)}")
    give(play)
    assert is_about(time_left(play), 72 + 120)
    play.undo(row)
    assert is_about(time_left(play), 72 + 120)


@pytest.mark.parametrize("give", GIVEN)
def test_a_turn_that_comes_back_has_what_the_game_was_given_meanwhile(give: Callable[[Table], None]) -> None:
    play, row = turn_ended()
    give(play)
    with time_machine.travel(timezone.now() + 170 * HOUR):
        play.undo(row)
        assert play.waiting.seat == row.seat and is_about(time_left(play), 72 + 120 - 170)
        assert deadline_sweep() == 0


def test_a_turn_whose_time_is_over_does_not_come_back() -> None:
    play, row = turn_ended()
    with time_machine.travel(timezone.now() + 20 * HOUR):
        more_time(play)
    with time_machine.travel(timezone.now() + 191 * HOUR):
        assert is_offered(play, row)
    with time_machine.travel(timezone.now() + 193 * HOUR):
        assert not is_offered(play, row)
        with pytest.raises(NothingToUndo, match="the time of that turn is over"):
            play.undo(row)
    assert play.waiting.seat != row.seat


def test_an_order_in_its_grace_may_be_taken_back() -> None:
    play = table(grace_minutes=60)
    row = play.waiting
    with time_machine.travel(timezone.now() + 72 * HOUR + timedelta(minutes=30)):
        play.order(f"place 1 {owned(play)}")
        play.undo(row)
        assert play.waiting.seat == row.seat


def test_no_time_is_won_by_taking_back_orders_of_a_turn_that_began_in_the_same_message() -> None:
    alice = person("alice")
    bots = ("random", "random")
    game = game_create(creator=alice, name="Alone", rules="classic_1959", seats_wanted=3, bots=bots)
    Player.objects.filter(game=game).exclude(bot="").update(bot="caretaker")  # that attacks nobody
    play = Table(game, alice, alice)
    row, land = play.waiting, owned(play)
    play.order(f"place {play.view(row.seat).pool} {land}\nend turn\nplace 1 {land}\nplace 1 {land}")
    for hours in (70, 71):
        with time_machine.travel(timezone.now() + hours * HOUR):
            play.undo(row)
            assert is_about(time_left(play), 72 - hours)
