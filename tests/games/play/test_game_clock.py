"""The clock of a game as it is played: nights and banks, turns that were begun, stops and outages, and what is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from engine import bots
from games.clocks.values import usual_clock
from games.mail.render import mail_for
from games.models import Entry, Game, Heartbeat, OutboxMail, Player, SiteClock, TurnRecord, Vacation, Waiting
from games.play.outage import uncredited
from games.play.session import Session
from games.play.waiting_rows import WaitingRows
from games.services import organize
from games.services.deadlines import deadline_expire, queue_reminders
from games.services.heartbeat import GUARD, heartbeat
from games.services.locks import db_now
from games.services.seats import standing_set
from games.services.site_outage import move_deadlines
from tests.games.kit import Table, person, table
from tests.games.play.test_clock import owned, turn_ended
from tests.games.play.test_session import attack_somebody
from tests.games.views.test_play import client

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved

HOUR = timedelta(hours=1)
EVENING = datetime(2026, 11, 23, 22, 30, tzinfo=UTC)  # a Monday, 23:30 in Berlin


def clock(**changes: Any) -> dict[str, Any]:
    return {key: value for key, value in {**usual_clock("Europe/Berlin"), **changes}.items() if value is not None}


def play_with(
    now: datetime,
    came: bool = True,
    rules: str = "classic_1959",
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Table:
    """A table with this clock, begun at a moment; both people live in Berlin and sleep from 23 to 7."""
    with time_machine.travel(now, tick=False):
        play = table(rules, came=came, clock=clock(**changes), options=options or {})
        for user in (play.alice, play.bob):
            user.timezone = "Europe/Berlin"
            user.save()
        rewrite(play)
    return play


def rewrite(play: Table) -> None:
    """Ask the open question anew, by the settings that the people have now."""
    session = Session.load(play.fresh(), db_now())
    session.clock.start_turn(session.turn)
    session.save()


def until(play: Table) -> datetime:
    at = play.waiting.until
    assert at is not None
    return at


def missed(play: Table) -> list[str]:
    return [entry.events[0]["type"] for entry in Entry.objects.filter(game=play.game, kind="note").order_by("seq")]


def test_no_deadline_falls_into_the_night_of_who_is_asked() -> None:
    play = play_with(EVENING, bank=None)
    assert until(play) == datetime(2026, 11, 25, 8, tzinfo=UTC)
    assert [rule for rule, _ in play.waiting.steps] == ["span", "settling"]


def test_a_bank_runs_after_ones_own_time_and_grows_with_each_answer() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning)
    row = play.waiting
    assert (row.own_until, row.until) == (morning + 24 * HOUR, morning + 48 * HOUR)
    with time_machine.travel(morning + 30 * HOUR, tick=False):
        seat = row.seat
        play.order(play.likely())
        assert until(play) == morning + 48 * HOUR, "a turn has one clock"
        play.order("end turn")
    player = Player.objects.get(game=play.game, seat=seat)
    assert player.bank == 1440 - 6 * 60 + 120
    with time_machine.travel(morning + 31 * HOUR, tick=False):
        back = Entry.objects.filter(game=play.game, seat=seat, kind="action").order_by("seq").first()
        assert back is not None
        organize.game_rewind(game_id=play.game.pk, user=person("olga"), reason="again", seq=back.seq - 1)
    assert Player.objects.get(pk=player.pk).bank == 1440, "a rewind gives the bank of then"


def test_a_turn_that_is_taken_back_keeps_the_moment_at_which_its_bank_begins() -> None:
    morning, turn = datetime(2026, 11, 23, 9, tzinfo=UTC), "place on the weakest border\nend turn"
    play = play_with(morning)
    with time_machine.travel(morning, tick=False):
        if Player.objects.get(game=play.game, seat=(play.waiting.seat + 1) % 3).bot:
            play.order(turn)
        row = play.waiting
        play.order(turn)
    assert play.waiting.seat == (row.seat + 1) % 3, "a person is asked next, so the turn may come back"
    with time_machine.travel(morning + HOUR, tick=False):
        play.undo(row)
        again = play.waiting
    assert again.seat == row.seat and (again.own_until, again.until) == (morning + 24 * HOUR, morning + 48 * HOUR)


def test_a_missed_turn_empties_the_bank() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning)
    seat = play.waiting.seat
    with time_machine.travel(morning + 49 * HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    assert Player.objects.get(game=play.game, seat=seat).bank == 0


def test_a_turn_that_an_organizer_skips_adds_nothing_to_the_bank() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning)
    seat = play.waiting.seat
    with time_machine.travel(morning + 30 * HOUR, tick=False):
        organize.game_pass(game_id=play.game.pk, user=person("olga"), reason="asked for it")
    assert Player.objects.get(game=play.game, seat=seat).bank == 1440 - 6 * 60


def test_a_begun_turn_that_an_organizer_skips_counts_as_nothing() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning)
    with time_machine.travel(morning, tick=False):
        play.past_setup()
        row = play.waiting
    with time_machine.travel(morning + HOUR, tick=False):
        play.order(play.likely())
        TurnRecord.objects.all().delete()
        organize.game_pass(game_id=play.game.pk, user=person("olga"), reason="asked for it")
    assert not TurnRecord.objects.filter(user=row.player.user).exists()
    assert Player.objects.get(pk=row.player_id).bank == 1440, "nothing is added"


def test_the_first_order_of_a_turn_sets_its_limit() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None, begun=120)
    assert until(play) == morning + 24 * HOUR
    with time_machine.travel(morning + 23 * HOUR, tick=False):
        play.order(play.likely())
        assert until(play) == morning + 25 * HOUR
        row = play.waiting
    with time_machine.travel(morning + 24 * HOUR, tick=False):
        play.order(play.likely())
        assert play.waiting.seat != row.seat or until(play) == morning + 25 * HOUR


@pytest.mark.parametrize("stops", ["a reply", "a pause"])
def test_a_begun_turn_that_goes_on_uses_the_bank_after_its_own_time(stops: str) -> None:
    morning, olga = datetime(2026, 11, 23, 9, tzinfo=UTC), person("olga")
    play = play_with(morning, quiet=False, begun=720)
    row = play.waiting
    with time_machine.travel(morning + 20 * HOUR, tick=False):
        play.order("place 1 " + owned(play))
        assert until(play) == morning + 32 * HOUR
    if stops == "a reply":  # five minutes with two hours of its own left
        ask_and_go_on(play, morning + 22 * HOUR)
    else:
        with time_machine.travel(morning + 22 * HOUR, tick=False):
            organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
        with time_machine.travel(morning + 22 * HOUR + timedelta(minutes=5), tick=False):
            organize.game_resume(game_id=play.game.pk, user=olga, reason="back")
    assert until(play) == morning + 32 * HOUR + timedelta(minutes=5)
    with time_machine.travel(morning + 27 * HOUR + timedelta(minutes=5), tick=False):
        if pool := play.view(row.seat).pool:
            play.order(f"place {pool} {owned(play)}")
        play.order("end turn")
    assert Player.objects.get(pk=row.player_id).bank == 1440 - 3 * 60 + 120


def test_an_outage_moves_no_deadline_into_a_night() -> None:
    noon = datetime(2026, 11, 23, 19, tzinfo=UTC)  # 20:00 in Berlin
    play = play_with(noon, bank=None)
    assert until(play) == noon + 24 * HOUR
    with time_machine.travel(noon + HOUR, tick=False):
        SiteClock.objects.get_or_create()
        move_deadlines(5 * HOUR)
        assert play.waiting.deadline_at == noon + 29 * HOUR, "the plain sum, by which the database sorts"
        assert until(play) == datetime(2026, 11, 25, 8, tzinfo=UTC)
    with time_machine.travel(noon + 30 * HOUR, tick=False):
        assert not deadline_expire(game_id=play.game.pk), "found by the sweep, and put back under the lock"
    with time_machine.travel(datetime(2026, 11, 25, 8, 0, 1, tzinfo=UTC), tick=False):
        assert deadline_expire(game_id=play.game.pk)


def test_a_row_that_an_outage_moved_is_put_off_where_it_is_due() -> None:
    """Or the sweep would take it up every ten seconds until the morning."""
    noon = datetime(2026, 11, 23, 19, tzinfo=UTC)
    play = play_with(noon, bank=None)
    SiteClock.objects.get_or_create()
    with time_machine.travel(noon + HOUR, tick=False):
        move_deadlines(5 * HOUR)
    with time_machine.travel(noon + 30 * HOUR, tick=False):
        assert not deadline_expire(game_id=play.game.pk)
        row = play.waiting
        assert row.due_at == row.until == row.told_at == datetime(2026, 11, 25, 8, tzinfo=UTC)


def test_a_pause_keeps_the_open_time_that_was_left() -> None:
    morning, olga = datetime(2026, 11, 23, 9, tzinfo=UTC), person("olga")
    play = play_with(morning, bank=None)
    with time_machine.travel(morning + 4 * HOUR, tick=False):
        organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    with time_machine.travel(morning + 100 * HOUR, tick=False):  # Friday, 13:00 UTC
        organize.game_resume(game_id=play.game.pk, user=olga, reason="back")
        assert until(play) == morning + 120 * HOUR, "20 hours, which end in no night"


def test_what_is_asked_during_a_pause_has_its_whole_time_after_it() -> None:
    morning, olga = datetime(2026, 11, 23, 9, tzinfo=UTC), person("olga")
    play = play_with(morning, bank=None)
    with time_machine.travel(morning + 4 * HOUR, tick=False):
        organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    with time_machine.travel(morning + 52 * HOUR, tick=False):
        session = Session.load(play.fresh(), db_now())
        assert session.clock.now == morning + 4 * HOUR
        session.clock.start_turn(session.turn)
        session.save()
    with time_machine.travel(morning + 100 * HOUR, tick=False):
        organize.game_resume(game_id=play.game.pk, user=olga, reason="back")
        assert Session.load(play.fresh(), db_now()).clock.now == morning + 100 * HOUR
        assert until(play) == morning + 124 * HOUR


def test_half_of_what_a_pause_has_left_is_reminded_of() -> None:
    morning, olga = datetime(2026, 11, 23, 9, tzinfo=UTC), person("olga")
    play = play_with(morning, bank=None)
    with time_machine.travel(morning + 4 * HOUR, tick=False):
        organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    with time_machine.travel(morning + 324 * HOUR, tick=False):
        organize.game_resume(game_id=play.game.pk, user=olga, reason="back")
        row = play.waiting
        assert (row.remind_at, row.reminders_sent) == (morning + 334 * HOUR, 0)
    with time_machine.travel(morning + 334 * HOUR, tick=False):
        assert queue_reminders(morning + 334 * HOUR) == 1
        assert play.waiting.remind_at == morning + 340 * HOUR, "four hours before the deadline"


def test_answers_in_secret_keep_one_deadline_when_the_mail_of_one_was_late() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    with time_machine.travel(morning, tick=False):
        play = table("modern", clock=clock(bank=None), options={"setup_orders": "planned"})
    with time_machine.travel(morning + HOUR, tick=False):
        session = Session.load(play.fresh(), db_now())
        rows = [row for row in session.waiting.before.values() if row.deadline_at]
        before = {row.until for row in rows}
        session.waiting.extend_for_mail(rows[0].seat, 2 * HOUR)
        session.save()
        asked = list(Waiting.objects.filter(game=play.game).exclude(deadline_at=None))
    assert len(rows) == len(asked) == 2 and len(before) == 1
    assert {row.until for row in asked} == {before.pop() + 2 * HOUR}
    assert {row.mail_credit for row in asked} == {2 * HOUR}, "so that the others do not get it again"


def test_a_turn_that_was_begun_is_not_missed() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None)
    seat = play.waiting.seat
    with time_machine.travel(morning + HOUR, tick=False):
        play.order(play.likely())
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    player = Player.objects.get(game=play.game, seat=seat)
    assert (player.missed, player.began, player.lapse) == (0, False, "")
    assert missed(play) == ["host.unfinished"]
    assert [record.outcome for record in TurnRecord.objects.filter(user=player.user)] == ["late"]


@pytest.mark.parametrize("begun", [None, 120])
def test_an_earlier_turn_that_comes_back_is_begun_where_that_limits_it(begun: int | None) -> None:
    play = play_with(datetime(2026, 11, 23, 9, tzinfo=UTC), bank=None, begun=begun)
    session = Session.load(play.fresh(), db_now())
    made, deadline = session.clock, session.clock.turn
    assert deadline is not None and made.begun_at is None
    made.restore(made.key, deadline)
    assert made.begun_at is None, "it is the turn that runs"
    made.restore("9:9", deadline)
    assert made.begun_at == (session.now if begun else None)


def test_a_turn_whose_only_order_was_undone_is_not_begun() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None)
    row = play.waiting
    with time_machine.travel(morning + HOUR, tick=False):
        play.order("place 1 " + owned(play))
        play.order("place 1 " + owned(play))
        play.undo(row)
        assert Player.objects.get(pk=row.player_id).began, "of two orders one is left"
        play.undo(row)
    assert not Player.objects.get(pk=row.player_id).began
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    player = Player.objects.get(pk=row.player_id)
    assert (player.missed, missed(play)) == (1, ["host.missed"])
    assert TurnRecord.objects.get(user=player.user).outcome == "missed"


def test_a_turn_whose_end_is_undone_is_still_begun() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    with time_machine.travel(morning, tick=False):
        play, row = turn_ended()
        assert not Player.objects.get(pk=row.player_id).began
        play.undo(row)
    assert Player.objects.get(pk=row.player_id).began
    with time_machine.travel(morning + 73 * HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    assert missed(play) == ["host.unfinished"]


def test_a_turn_that_comes_back_and_ends_again_counts_once() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    with time_machine.travel(morning, tick=False):
        play, row = turn_ended()
        records = TurnRecord.objects.filter(game=play.game, user=row.player.user, round=row.game.round)
        play.undo(row)
        play.order("end turn")
        assert [record.outcome for record in records] == ["in_time"]
    first = Entry.objects.filter(game=play.game, round=1, kind="action").order_by("seq").first()
    assert first is not None
    with time_machine.travel(morning + HOUR, tick=False):
        organize.game_rewind(game_id=play.game.pk, user=person("olga"), reason="again", seq=first.seq)
        print(
            [
                (e.seq, e.kind, e.round, e.seat, e.order, e.at)
                for e in Entry.objects.filter(game=play.game).order_by("seq")
            ][-12:],
            first.seq,
            play.fresh().clock_key,
            list(TurnRecord.objects.values()),
        )
        assert not records.all().exists()


def test_a_second_turn_whose_only_order_was_undone_is_not_begun() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None)
    with time_machine.travel(morning + HOUR, tick=False):
        first = play.waiting.seat
        while play.fresh().round < 2 or play.waiting.seat != first:
            play.order(f"place {play.view(play.waiting.seat).pool} {owned(play)}\nend turn")
        row = play.waiting
        play.order("place 1 " + owned(play))
        play.undo(row)
    assert not Player.objects.get(pk=row.player_id).began


def test_ones_own_orders_for_that_case_are_no_miss_in_a_row() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None)
    row = play.waiting
    text = "when late: place on the weakest border, then end turn"
    standing_set(game_id=play.game.pk, user_id=row.player.user_id or 0, text=text)
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    player = Player.objects.get(game=play.game, seat=row.seat)
    assert player.missed == 0 and TurnRecord.objects.get(user=player.user).outcome == "late"


def test_who_never_came_loses_the_seat_with_the_first_turn() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, came=False, bank=None)
    seat = play.waiting.seat
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    assert Player.objects.get(game=play.game, seat=seat).state == Player.State.CARETAKER
    assert missed(play)[:3] == ["host.missed", "host.seat_offered", "host.caretaker"]


def test_a_no_show_whose_turn_ends_the_first_round_loses_the_seat_too() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None)
    with time_machine.travel(morning, tick=False):
        play.past_setup()
        first = play.waiting.seat
        while play.waiting.seat == first:
            play.order(play.likely())
    assert play.fresh().round == 1
    player = play.waiting.player
    Player.objects.filter(pk=player.pk).update(came=False)
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    assert play.fresh().round == 2
    player.refresh_from_db()
    assert player.state == Player.State.CARETAKER
    assert [record.round for record in TurnRecord.objects.filter(user=player.user, outcome="missed")] == [1]


def test_a_no_show_is_found_in_the_set_up() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, came=False, rules="modern", bank=None)
    assert play.fresh().round == 0
    asked = set(Waiting.objects.filter(game=play.game).values_list("seat", flat=True))
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        deadline_expire(game_id=play.game.pk)
    states = Player.objects.filter(game=play.game, seat__in=asked).exclude(user=None).values_list("state", flat=True)
    assert {*states} == {Player.State.CARETAKER}


@pytest.mark.parametrize(("then", "state"), [(["bot:recruit"], "recruit"), (["caretaker"], "caretaker")])
def test_what_plays_on_is_the_games_choice(then: list[str], state: str) -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, came=False, bank=None, late={"then": then})
    seat = play.waiting.seat
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        deadline_expire(game_id=play.game.pk)
    player = Player.objects.get(game=play.game, seat=seat)
    assert player.answers_by_itself == state and player.user_id
    letters = [mail_for(row) for row in OutboxMail.objects.filter(template="passed", game=play.game)]
    told = " ".join(f"{letter.subject} {letter.body}" for letter in letters)
    title = bots.bots()[state].title
    assert letters and title.lower() in told.lower() and ("caretaker" in told) == (state == "caretaker")
    page = client(play.bob if player.user == play.alice else play.alice).get(reverse("game", args=[play.game.slug]))
    assert f"{title} plays on".lower() in page.content.decode().lower()


def test_a_game_may_end_with_the_first_seat_that_falls_free() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, came=False, bank=None, late={"then": ["end"]})
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        deadline_expire(game_id=play.game.pk)
    assert play.fresh().status == Game.Status.VOID and not Waiting.objects.filter(game=play.game).exists()


def test_turns_late_now_and_then_free_a_seat_too() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None, late={"row": 20, "total": 2, "of": 4, "then": ["caretaker"]})
    row = play.waiting
    TurnRecord.objects.create(user=row.player.user, game=play.game, round=0, outcome="missed", at=morning)
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        deadline_expire(game_id=play.game.pk)
    assert Player.objects.get(game=play.game, seat=row.seat).state == Player.State.CARETAKER


def test_two_reminders_go_out_each_once_and_none_at_night() -> None:
    morning = datetime(2026, 11, 23, 8, tzinfo=UTC)
    play = play_with(morning, bank=None)
    row = play.waiting
    assert row.remind_at == morning + 12 * HOUR and not row.reminders_sent
    for hours, sent in ((11, 0), (12.5, 1), (12.6, 0), (13, 1), (23, 0)):  # and not at 5:00 in Berlin
        with time_machine.travel(morning + hours * HOUR, tick=False):
            assert queue_reminders(morning + hours * HOUR) == sent, hours
    assert play.waiting.remind_at is None


def test_a_turn_that_goes_on_is_reminded_of_once_though_its_deadline_moves_a_little() -> None:
    morning = datetime(2026, 11, 23, 8, tzinfo=UTC)
    play = play_with(morning, bank=None)
    with time_machine.travel(morning + 12.5 * HOUR, tick=False):  # the first reminder is over by then
        play.order(play.likely())
        assert play.waiting.remind_at == morning + 13 * HOUR
    with time_machine.travel(morning + 13 * HOUR, tick=False):
        assert queue_reminders(morning + 13 * HOUR) == 1
        organize.game_extend(game_id=play.game.pk, user=person("olga"), reason="flu", hours=2)
        row = play.waiting
    assert row.reminders_sent == 2 and row.remind_at is None


# ---- an outage that lasts: pages take orders while no sweep runs


def down(play: Table, since: datetime) -> None:
    """Let no sweep have run since a moment."""
    SiteClock.objects.get_or_create()
    Heartbeat.objects.update_or_create(name="sweep", defaults={"seen_at": since})


def up(at: datetime) -> None:
    """Let a sweep run again, which credits the outage."""
    GUARD.wall = None  # as in a process that has just begun
    with time_machine.travel(at, tick=False):
        assert heartbeat("sweep", at)
    GUARD.wall = None


def test_a_turn_that_ends_while_no_sweep_runs_pays_nothing_for_the_outage() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, quiet=False)
    row = play.waiting
    down(play, morning + 20 * HOUR)
    with time_machine.travel(morning + 30 * HOUR, tick=False):  # six hours after its own time, less ten of the outage
        play.order(f"place {play.view(row.seat).pool} {owned(play)}\nend turn")
    assert Player.objects.get(pk=row.player_id).bank == 1440 + 120


def test_a_clock_that_stops_while_no_sweep_runs_keeps_the_credit_until_then() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None, quiet=False)
    down(play, morning + 10 * HOUR)
    with time_machine.travel(morning + 14 * HOUR, tick=False):
        attack_somebody(play, ask=True)
    up(morning + 15 * HOUR)
    with time_machine.travel(morning + 20 * HOUR, tick=False):
        play.order("defend 1")
        assert until(play) == morning + 34 * HOUR, "fourteen hours were left when the outage began"


def test_a_pause_while_no_sweep_runs_keeps_the_credit_until_then() -> None:
    morning, olga = datetime(2026, 11, 23, 9, tzinfo=UTC), person("olga")
    play = play_with(morning, bank=None, quiet=False)
    down(play, morning + 10 * HOUR)
    with time_machine.travel(morning + 14 * HOUR, tick=False):
        organize.game_pause(game_id=play.game.pk, user=olga, reason="holidays")
    up(morning + 15 * HOUR)
    with time_machine.travel(morning + 20 * HOUR, tick=False):
        organize.game_resume(game_id=play.game.pk, user=olga, reason="back")
        assert until(play) == morning + 34 * HOUR


def test_an_order_is_undone_while_no_sweep_runs_though_its_deadline_has_passed() -> None:
    morning = datetime(2026, 11, 23, 9, tzinfo=UTC)
    play = play_with(morning, bank=None, quiet=False)
    row = play.waiting
    with time_machine.travel(morning + HOUR, tick=False):
        play.order("place 1 " + owned(play))
    down(play, morning + 10 * HOUR)
    with time_machine.travel(morning + 25 * HOUR, tick=False):
        play.undo(row)
    assert play.waiting.seat == row.seat


def test_nothing_is_taken_for_an_outage_that_is_too_long_to_be_given_unasked(settings: Any) -> None:
    now = datetime(2026, 11, 23, 9, tzinfo=UTC)
    assert uncredited(now) == timedelta(), "no sweep has ever run"
    Heartbeat.objects.create(name="sweep", seen_at=now)
    most = settings.OUTAGE_CREDIT_MOST
    for gap, given in ((timedelta(minutes=2), 0), (timedelta(minutes=3), 1), (most, 1), (most + HOUR, 0), (-HOUR, 0)):
        assert uncredited(now + gap) == given * gap


# ---- what was told is kept (found by `python -m benchmarks.told`)


def ask_and_go_on(play: Table, at: datetime) -> None:
    """Let the person whose turn it is attack, and the other answer, so that the turn's clock stops and goes on."""
    with time_machine.travel(at, tick=False):
        attack_somebody(play, ask=True)
        assert play.waiting.pace == Waiting.Pace.REACTION
    with time_machine.travel(at + timedelta(minutes=5), tick=False):
        play.order("defend 1")


def test_a_turn_that_goes_on_ends_no_sooner_by_a_timetable_than_was_told() -> None:
    monday = datetime(2026, 11, 23, 9, tzinfo=UTC)
    daily = {"days": [1, 2, 3, 4, 5, 6, 7], "at": ["20:00"], "least": 1440}
    play = play_with(monday, bank=None, span=None, timetable=daily, quiet=False)
    seat, told = play.waiting.seat, datetime(2026, 11, 24, 19, tzinfo=UTC)
    assert until(play) == told
    ask_and_go_on(play, monday + HOUR)
    assert (play.waiting.seat, until(play)) == (seat, told)


def test_a_turn_that_goes_on_keeps_the_time_it_was_given() -> None:
    monday = datetime(2026, 11, 23, 9, tzinfo=UTC)
    daily = {"days": [1, 2, 3, 4, 5, 6, 7], "at": ["20:00"], "least": 720}
    play = play_with(monday, bank=None, span=None, timetable=daily, quiet=False)
    with time_machine.travel(monday + HOUR, tick=False):
        organize.game_extend(game_id=play.game.pk, user=person("olga"), reason="flu", hours=3)
        told = until(play)
    ask_and_go_on(play, monday + 2 * HOUR)
    assert until(play) == told


def test_a_turn_that_goes_on_is_not_reminded_of_anew() -> None:
    morning = datetime(2026, 11, 23, 8, tzinfo=UTC)
    play = play_with(morning, bank=None)
    seat = play.waiting.seat
    with time_machine.travel(morning + 12.1 * HOUR, tick=False):
        assert queue_reminders(morning + 12.1 * HOUR) == 1
    ask_and_go_on(play, morning + 12.2 * HOUR)
    row = play.waiting
    assert (row.seat, row.since, row.reminders_sent) == (seat, morning, 1)
    with time_machine.travel(morning + 13.5 * HOUR, tick=False):
        assert queue_reminders(morning + 13.5 * HOUR) == 1
        assert play.waiting.remind_at is None


def test_a_turn_that_goes_on_far_later_is_reminded_of_anew() -> None:
    evening = datetime(2026, 11, 23, 21, 30, tzinfo=UTC)  # 22:30 in Berlin
    play = play_with(evening, bank=None)
    told = until(play)
    assert told == evening + 24 * HOUR
    with time_machine.travel(evening + 12.5 * HOUR, tick=False):
        assert queue_reminders(evening + 12.5 * HOUR) == 1
    with time_machine.travel(evening + 13 * HOUR, tick=False):
        attack_somebody(play, ask=True)
    with time_machine.travel(evening + 14 * HOUR, tick=False):
        play.order("defend 1")
        row = play.waiting
    assert row.until == datetime(2026, 11, 25, 8, tzinfo=UTC), "the hour of the reply would end in the night"
    assert (row.reminders_sent, row.remind_at) == (0, evening + 17.25 * HOUR)


def test_an_outage_leaves_answers_in_secret_one_deadline() -> None:
    morning = datetime(2026, 11, 23, 8, tzinfo=UTC)
    play = play_with(morning, rules="modern", options={"setup_orders": "planned"}, bank=None)
    play.bob.quiet = ["18:00", "04:00"]
    play.bob.save()
    rows = Waiting.objects.filter(game=play.game, pace=Waiting.Pace.SEALED, deadline_at__isnull=False)
    assert len({row.until for row in rows}) == 1 < len(rows)
    SiteClock.objects.get_or_create()
    with time_machine.travel(morning + HOUR, tick=False):
        move_deadlines(11 * HOUR)  # into the night of both, of whom one sleeps until 4 and the other until 7
        assert len({row.until for row in rows.all()}) == 1


def test_answers_in_secret_keep_one_deadline_whatever_moves_it() -> None:
    """At once, and not only in the rows that are stored: what is passed in the same transaction goes by it."""
    morning = datetime(2026, 11, 23, 8, tzinfo=UTC)
    play = play_with(morning, rules="modern", options={"setup_orders": "planned"}, bank=None, vacation="stops")
    play.bob.quiet = ["18:00", "04:00"]
    play.bob.save()
    day = morning.date() + timedelta(days=1)
    vacation = Vacation(first=day, last=day, announced_at=morning - 48 * HOUR).for_clocks()
    end_of_night = datetime(2026, 11, 25, 5, tzinfo=UTC)  # of Bob, while Alice alone would have until 21:00 before it

    def reconsider(waiting: WaitingRows, row: Waiting) -> None:
        old = row.player.seat_time(waiting.clock.rules)
        assert row.player.user is not None
        row.player.user.away = [vacation]
        waiting.reconsider(row.seat, old)

    for change, until in (
        (lambda waiting, row: waiting.extend_all(11 * HOUR), end_of_night),
        (lambda waiting, row: waiting.extend_for_mail(row.seat, 11 * HOUR), end_of_night),
        (lambda waiting, row: waiting.go_on(morning - 6 * HOUR), end_of_night),
        (reconsider, end_of_night + 6 * HOUR),
    ):
        with time_machine.travel(morning + 5 * HOUR, tick=False):
            waiting = Session.load(play.fresh(), db_now()).waiting
            rows = [row for row in waiting.before.values() if row.deadline_at]
            assert len({row.until for row in rows}) == 1 < len(rows)
            change(waiting, next(row for row in rows if row.player.user == play.bob))
        assert {row.until for row in rows} == {until}


def test_an_outage_moves_no_reminder_into_a_night() -> None:
    morning = datetime(2026, 11, 23, 8, tzinfo=UTC)
    play = play_with(morning, bank=None)
    assert play.waiting.remind_at == morning + 12 * HOUR  # 21:00 in Berlin
    SiteClock.objects.get_or_create()
    with time_machine.travel(morning + HOUR, tick=False):
        move_deadlines(3.5 * HOUR)
        session = Session.load(play.fresh(), db_now())
    (row,) = session.waiting.before.values()
    assert row.remind_at == morning + 13.75 * HOUR, "whoever plays meanwhile has it at half of the longer time"
    with time_machine.travel(morning + 15.6 * HOUR, tick=False):
        assert queue_reminders(morning + 15.6 * HOUR) == 0, "it is past midnight"
        at = play.waiting.remind_at
    assert at == datetime(2026, 11, 24, 6, tzinfo=UTC), "the end of the night"
    with time_machine.travel(at, tick=False):
        assert queue_reminders(at) == 1


def test_a_reminder_counts_anew_by_an_outage_after_a_little_more_time() -> None:
    morning = datetime(2026, 11, 23, 8, tzinfo=UTC)
    play = play_with(morning, bank=None)
    with time_machine.travel(morning + 12.1 * HOUR, tick=False):
        assert queue_reminders(morning + 12.1 * HOUR) == 1
        again = play.waiting.remind_again_given
        organize.game_extend(game_id=play.game.pk, user=person("olga"), reason="flu", hours=1)
        assert again and play.waiting.remind_again_given == again
