"""What happens to clocks when orders are taken back, and when others think amid a turn: nobody wins time by it, and
nobody is passed for what they could not help."""

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
from games.play.clock import deadline_restored, is_past
from games.play.session import Session
from games.services import organize
from games.services.commit import commit_session
from games.services.deadlines import deadline_expire, deadline_sweep
from games.services.heartbeat import downtime_credit
from games.services.locks import db_now, game_lock
from games.services.orders import order_undo
from games.services.seats import standing_set
from tests.games.kit import Table, make_table, person, table
from tests.games.play.test_session import attack_somebody
from tests.games.views.test_play import client

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved

HOUR = timedelta(hours=1)


def owned(play: Table) -> str:
    """A territory of whoever is asked."""
    seat = play.waiting.seat
    view = play.view(seat)
    return str(engine.mapgraph(view.map).names[view.owner.index(seat)])


def turn_ended() -> tuple[Table, Waiting]:
    """A game for two in which one of them has just ended a turn and may take that back, and what they were asked."""
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
    session.waiting.extend_for_mail(play.waiting.seat, 120 * HOUR)
    commit_session(session, source=Entry.Source.SYSTEM)


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


@pytest.mark.no_cover
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
        with pytest.raises(NothingToUndo, match="the time for that turn is over"):
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
    game = make_table(alice, name="Alone", rules="classic_1959", seats_wanted=3, bots=bots)
    Player.objects.filter(game=game).exclude(bot="").update(bot="caretaker")  # that attacks nobody
    play = Table(game, alice, alice)
    row, land = play.waiting, owned(play)
    play.order(f"place {play.view(row.seat).pool} {land}\nend turn\nplace 1 {land}\nplace 1 {land}")
    for hours in (70, 71):
        with time_machine.travel(timezone.now() + hours * HOUR):
            play.undo(row)
            assert is_about(time_left(play), 72 - hours)


def under_attack() -> tuple[Table, Waiting, int]:
    """A defender thinks about an attack that was made with twelve hours left: who is asked, and the attacker."""
    play = table("classic_1959_2p", bots=())
    play.past_setup()
    with time_machine.travel(timezone.now() + 60 * HOUR):
        attacker = attack_somebody(play, ask=True)
    assert play.waiting.pace == "reaction" and play.waiting.seat != attacker
    return play, play.waiting, attacker


def undo_as(play: Table, seat: int) -> None:
    user = Player.objects.get(game=play.game, seat=seat).user_id
    order_undo(game_id=play.game.pk, seat=seat, ref=play.waiting.ref, user_id=user or 0)


@pytest.mark.no_cover
def test_who_takes_an_attack_back_pays_for_the_time_that_others_thought_about_it() -> None:
    play, _, attacker = under_attack()
    with time_machine.travel(timezone.now() + 71 * HOUR):
        undo_as(play, attacker)
        assert play.waiting.seat == attacker and is_about(time_left(play), 1)


def test_time_that_a_defender_is_given_is_not_the_attackers() -> None:
    play, row, attacker = under_attack()
    with time_machine.travel(timezone.now() + 61 * HOUR):
        more_time(play)
        assert is_about(time_left(play), 23 + 120)
        undo_as(play, attacker)
        assert is_about(time_left(play), 11)


def test_a_turn_that_an_organizer_brought_back_keeps_its_new_time_when_an_order_is_taken_back() -> None:
    play = table("classic_1959_2p", bots=())
    play.past_setup()
    row = play.waiting
    seq = play.order(f"place 1 {owned(play)}").seqs[-1]
    with time_machine.travel(timezone.now() + 20 * HOUR):
        play.order(f"place {play.view(row.seat).pool} {owned(play)}\nend turn")
    with time_machine.travel(timezone.now() + 70 * HOUR):
        organize.game_rewind(game_id=play.game.pk, user=person("olga"), reason="a mistake", seq=seq)
        assert play.waiting.seat == row.seat and is_about(time_left(play), 72)
        undo_as(play, row.seat)
        assert is_about(time_left(play), 72)


@pytest.mark.no_cover
def test_a_newcomer_whose_attack_is_thought_about_has_the_full_time_after_it() -> None:
    play, row, attacker = under_attack()
    carol = person("carol")
    with time_machine.travel(timezone.now() + 61 * HOUR):
        organize.game_replace(game_id=play.game.pk, user=person("olga"), reason="gone", seat=attacker, by=carol)
        play.order("defend 1")
        assert play.waiting.player.user == carol and is_about(time_left(play), 72)


def test_a_missed_turn_counts_once_though_its_rest_asks_others() -> None:
    play = table("classic_1959_2p", bots=())
    play.past_setup()
    seat = play.waiting.seat
    src, dst = play.front(seat, 1 - seat)
    play.order(f"place {play.view(seat).pool} {src}")
    for user in (play.alice, play.bob):
        standing_set(
            game_id=play.game.pk, user_id=user.pk, text=f"when attacked: ask me\nwhen late: attack {src} {dst}"
        )
    with time_machine.travel(timezone.now() + 73 * HOUR):
        assert deadline_expire(game_id=play.game.pk) and play.waiting.pace == "reaction"
    with time_machine.travel(timezone.now() + 76 * HOUR):
        play.order("defend 1")
        assert play.waiting.seat == seat
    with time_machine.travel(timezone.now() + 77 * HOUR):
        deadline_expire(game_id=play.game.pk)
    told = ("host.missed", "host.unfinished")
    assert Entry.objects.filter(game=play.game, seat=seat, events__0__type__in=told).count() == 1
    assert Player.objects.get(game=play.game, seat=seat).state == Player.State.PLAYING


@pytest.mark.no_cover
def test_who_is_asked_already_answers_whatever_is_ticked_since() -> None:
    play, row, _ = under_attack()
    standing_set(game_id=play.game.pk, user_id=row.player.user_id or 0, text="")
    more_time(play)
    assert play.waiting.pk != row.pk and play.waiting.ref == row.ref and play.waiting.seat == row.seat


@pytest.mark.no_cover
def test_a_newcomer_in_a_seat_that_is_asked_answers_with_the_full_time() -> None:
    play, row, _ = under_attack()
    carol = person("carol")
    with time_machine.travel(timezone.now() + 80 * HOUR):
        organize.game_replace(game_id=play.game.pk, user=person("olga"), reason="gone", seat=row.seat, by=carol)
        assert play.waiting.player.user == carol and is_about(time_left(play), 24)


def test_an_earlier_turn_comes_back_with_its_deadline_and_all_that_was_given_since() -> None:
    session = Session.load(table(grace_minutes=30).fresh(), db_now())
    game, clock, now = session.game, session.clock, session.now
    game.time_given, clock.turn = 5 * HOUR, None
    entry = Entry(round=0, seat=9, turn_deadline_at=now, turn_own_until=now - HOUR, time_given=2 * HOUR)
    found = deadline_restored(entry, game, clock)
    assert found is not None
    assert (found.own_until, found.deadline_at) == (now + 2 * HOUR, now + 3 * HOUR)
    assert found.due_at - found.deadline_at == HOUR / 2
    entry.turn_own_until = None
    found = deadline_restored(entry, game, clock)
    assert found is not None and found.own_until == now + 3 * HOUR
    past = [is_past(entry, game, found.due_at + timedelta(microseconds=more)) for more in (-1, 0, 1)]
    assert past == [False, True, True]
    entry.turn_deadline_at = None
    assert deadline_restored(entry, game, clock) is None and not is_past(entry, game, now)


def test_a_reply_that_is_asked_of_somebody_else_keeps_its_deadline() -> None:
    play = table()
    attack_somebody(play, ask=True)
    row = play.waiting
    with time_machine.travel(row.since + HOUR, tick=False):
        session = Session.load(play.fresh(), db_now())
        session.waiting.ask_again(row.seat, is_whole=False)
        session.save()
    again = play.waiting
    assert (again.pk != row.pk, again.ref, again.deadline_at) == (True, row.ref, row.deadline_at)


@pytest.mark.parametrize("out_of_turn", [False, True])
def test_what_was_reminded_of_stays_so_while_the_deadline_does(out_of_turn: bool) -> None:
    play = table()
    if out_of_turn:
        attack_somebody(play, ask=True)
    row = play.waiting
    Waiting.objects.filter(pk=row.pk).update(reminders_sent=1, reminded_at=row.since, remind_again_given=HOUR)
    if out_of_turn:
        Session.load(play.fresh(), db_now()).save()
    else:
        play.order(f"place 1 {owned(play)}")
    again = play.waiting
    assert (again.ref == row.ref) == out_of_turn
    assert (again.reminders_sent, again.reminded_at, again.remind_again_given) == (1, row.since, HOUR)


def test_a_turn_that_an_organizer_takes_back_forgets_what_was_let_pass_in_it() -> None:
    play = table()
    session = Session.load(play.fresh(), db_now())
    for player, turn in zip(session.players.values(), (session.turn, "9:9", session.turn), strict=True):
        player.window_turn, player.window_left, player.window_pass = turn, HOUR, Player.Pass.TURN
    session.rewind_to(session.game.seq, Entry.Kind.REWIND, Entry.Source.SYSTEM, deadline=None)
    assert [player.window_pass for player in session.players.values()] == ["", Player.Pass.TURN, ""]
    assert [player.window_left for player in session.players.values()] == [None, HOUR, None]
