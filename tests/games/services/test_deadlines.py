"""Time running out: who is passed, when the caretaker comes, and that nobody pays for an outage."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

import engine
from accounts.models import User
from accounts.services import delete_account
from games.models import AuditEntry, Entry, Game, Heartbeat, OutboxMail, Player, SiteClock, Waiting
from games.play import autoplay
from games.services import deadlines, heartbeat, organize
from games.services.deadlines import deadline_expire, deadline_sweep
from games.services.seats import resign, standing_set, take_back
from tests.games.kit import Table, person, table
from tests.games.play.test_session import attack_somebody
from tests.routes_kit import organizer

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def run_out(play: Table, by: timedelta = timedelta(seconds=1)) -> Waiting:
    """Let the open answer's time be over."""
    row = play.waiting
    Waiting.objects.filter(pk=row.pk).update(due_at=timezone.now() - by, deadline_at=timezone.now() - by)
    return row


def test_a_missed_turn_is_passed_to_its_end_and_told() -> None:
    play = table()
    row = run_out(play)
    assert deadline_sweep() == 1
    late = Player.objects.get(game=play.game, seat=row.seat)
    assert late.missed == 1 and late.state == Player.State.PLAYING
    assert play.waiting.seat != row.seat
    made = Entry.objects.filter(game=play.game, seat=row.seat, source="deadline")
    assert made.filter(kind="action").count() >= 2 and made.filter(kind="note").count() == 1
    passed = OutboxMail.objects.filter(game=play.game, template="passed", seat=row.seat)
    assert passed.count() == 1


def test_a_sweep_that_runs_twice_passes_once() -> None:
    play = table()
    run_out(play)
    assert deadline_sweep() == 1
    seq = play.fresh().seq
    assert deadline_sweep() == 0
    assert not deadline_expire(game_id=play.game.pk)
    assert play.fresh().seq == seq


def test_a_claimed_answer_is_left_to_its_worker() -> None:
    play = table()
    row = run_out(play)
    assert deadlines.claim(row.pk, timezone.now()) == play.game.pk
    assert deadlines.claim(row.pk, timezone.now()) is None
    assert deadline_sweep() == 0


def test_an_answer_claimed_by_a_clock_that_ran_ahead_is_claimed_anew() -> None:
    play = table()
    row = run_out(play)
    Waiting.objects.filter(pk=row.pk).update(claimed_until=timezone.now() + timedelta(hours=100))
    assert deadline_sweep() == 1


def test_the_second_missed_turn_in_a_row_brings_the_caretaker() -> None:
    play = table()
    row = run_out(play)
    Player.objects.filter(game=play.game, seat=row.seat).update(missed=1)
    deadline_sweep()
    late = Player.objects.get(game=play.game, seat=row.seat)
    assert late.state == Player.State.CARETAKER
    assert play.waiting.seat != row.seat
    played = Entry.objects.filter(game=play.game, seat=row.seat, kind="action")
    assert {entry.source for entry in played} == {"deadline"}, "the turn is finished before the seat changes hands"
    assert late.user_id
    take_back(game_id=play.game.pk, user_id=late.user_id)
    late.refresh_from_db()
    assert late.state == Player.State.PLAYING and late.missed == 0


def test_an_own_order_forgives_a_missed_turn() -> None:
    play = table()
    row = play.waiting
    Player.objects.filter(pk=row.player_id).update(missed=1)
    play.order(play.likely())
    assert Player.objects.get(pk=row.player_id).missed == 0


def test_a_game_may_call_the_caretaker_at_once() -> None:
    play = table(late_policy=Game.Late.CARETAKER)
    row = run_out(play)
    deadline_sweep()
    assert Player.objects.get(game=play.game, seat=row.seat).state == Player.State.CARETAKER


def test_grace_is_waited_for() -> None:
    play = table(grace_minutes=60)
    row = play.waiting
    assert row.due_at is not None and row.deadline_at is not None
    assert row.due_at - row.deadline_at == timedelta(hours=1)


def test_a_reaction_that_is_missed_costs_no_turn() -> None:
    play = table()
    attack_somebody(play, ask=True)
    row = run_out(play)
    assert row.pace == "reaction"
    deadline_sweep()
    late = Player.objects.get(game=play.game, seat=row.seat)
    assert late.missed == 0 and play.waiting.pace == "turn"


def test_who_answers_out_of_turn_has_come_and_has_begun_no_turn() -> None:
    play = table(came=False)
    attack_somebody(play, ask=True)
    row = play.waiting
    Player.objects.filter(pk=row.player_id).update(came=False, missed=1)
    play.order("defend 1")
    player = Player.objects.get(pk=row.player_id)
    assert (player.came, player.began, player.missed) == (True, False, 1)


def test_a_late_order_of_ones_own_is_played_first() -> None:
    play = table()
    row = play.waiting
    order = play.likely()
    standing_set(game_id=play.game.pk, user_id=row.player.user_id or 0, text=f"when late: {order}")
    run_out(play)
    deadline_sweep()
    assert Entry.objects.filter(game=play.game, seat=row.seat, source="deadline", order=order).exists()


def test_who_resigns_leaves_the_seat_to_the_caretaker_for_good() -> None:
    play = table()
    row = play.waiting
    resign(game_id=play.game.pk, user_id=row.player.user_id or 0)
    assert play.waiting.seat != row.seat
    from games.errors import NotAllowed

    with pytest.raises(NotAllowed):
        take_back(game_id=play.game.pk, user_id=row.player.user_id or 0)


def test_an_outage_moves_every_deadline_before_anybody_is_passed() -> None:
    play = table()
    deadline_sweep()
    row = run_out(play, by=timedelta(minutes=10))
    Heartbeat.objects.filter(name="sweep").update(seen_at=timezone.now() - timedelta(hours=1))
    heartbeat.GUARD.wall = None
    assert deadline_sweep() == 0
    assert play.waiting.ref == row.ref
    assert 3590 < AuditEntry.objects.get(action="downtime.credit").details["seconds"] < 3610


def test_a_clock_that_jumps_stops_the_sweep() -> None:
    play = table()
    deadline_sweep()
    run_out(play)
    assert heartbeat.GUARD.wall is not None
    heartbeat.GUARD.wall -= 7200
    assert deadline_sweep() == 0
    assert deadline_sweep() == 1


@pytest.mark.parametrize(
    ("age", "credited", "silent"),
    [(-11, False, True), (-10, True, False), (0, True, False), (9, True, False), (10, True, True)]
    + [(119, True, True), (120, False, True), (None, False, True)],
)
def test_the_age_of_a_heartbeat_says_whether_the_site_is_well(age: int | None, credited: bool, silent: bool) -> None:
    """Seconds since the last sweep; those before 0 are of a clock that ran ahead, None is of no sweep at all."""
    now = timezone.now()
    if age is not None:
        Heartbeat.objects.create(name="sweep", seen_at=now - timedelta(seconds=age))
    Heartbeat.objects.create(name="other", seen_at=now)
    assert (heartbeat.is_credited(now), heartbeat.is_silent("sweep", now)) == (credited, silent)
    SiteClock.objects.update_or_create(defaults={"held_since": now})
    assert not heartbeat.is_credited(now)


@pytest.mark.once  # the clock of PostgreSQL cannot be moved
def test_an_outage_is_seen_after_a_clock_that_was_ahead() -> None:
    play = table()
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        deadline_sweep()
    heartbeat.GUARD.wall = None  # the next worker
    assert heartbeat.is_silent("sweep", timezone.now())
    deadline_sweep()
    row = play.waiting
    with time_machine.travel(timezone.now() + timedelta(hours=5)):
        heartbeat.GUARD.wall = None
        deadline_sweep()
    assert row.deadline_at and play.waiting.deadline_at
    moved = play.waiting.deadline_at - row.deadline_at
    assert abs(moved - timedelta(hours=5)) < timedelta(minutes=1)


def test_a_reminder_goes_out_once() -> None:
    play = table()
    row = play.waiting
    now = timezone.now()
    Waiting.objects.filter(pk=row.pk).update(remind_at=now - timedelta(minutes=1))
    deadline_sweep()
    deadline_sweep()
    assert OutboxMail.objects.filter(template="reminder", seat=row.seat).count() == 1


def more_time(play: Table, hours: int) -> None:
    organize.game_extend(game_id=play.game.pk, user=User.objects.get(username="olga"), reason="flu", hours=hours)


def an_outage(play: Table, hours: int) -> None:
    heartbeat.downtime_credit(timedelta(hours=hours), timezone.now())


@pytest.mark.once  # the clock of PostgreSQL cannot be moved
@pytest.mark.parametrize("give", [more_time, an_outage])
@pytest.mark.parametrize(("hours", "mails"), [(1, 2), (48, 3)])
def test_a_reminder_goes_out_again_before_a_deadline_that_was_put_off(
    give: Callable[[Table, int], None], hours: int, mails: int
) -> None:
    play, now = table(), timezone.now()
    person("olga")
    User.objects.update(quiet=None)  # whatever the hour is, nobody sleeps
    reminders = OutboxMail.objects.filter(template="reminder")
    with time_machine.travel(now + timedelta(hours=55)):
        deadlines.queue_reminders(timezone.now())
        assert reminders.count() == 1
        give(play, hours)
        deadlines.queue_reminders(timezone.now())
        assert reminders.count() == 1
    for later in (70, 71 + hours):
        with time_machine.travel(now + timedelta(hours=later)):
            deadlines.queue_reminders(timezone.now())
    assert reminders.count() == mails


def test_one_broken_game_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    play = table()
    run_out(play)

    def breaks(**kwargs: object) -> bool:
        raise RuntimeError("a fault of the rules")

    monkeypatch.setattr(deadlines, "deadline_expire", breaks)
    assert deadline_sweep() == 0


@pytest.mark.parametrize("sleeps", [True, False], ids=["night", "day"])
def test_deadlines_are_whole_turns(sleeps: bool) -> None:
    """Half of an hour is time enough for a reminder, but not in the player's night."""
    play = table(turn_hours=1)
    hour = play.waiting.since.hour
    night = [f"{(hour + shift) % 24:02}:00" for shift in (23, 6)]
    User.objects.update(quiet=night if sleeps else None)
    run_out(play)
    deadline_sweep()
    row = play.waiting
    assert isinstance(row.deadline_at, datetime)
    assert row.deadline_at - row.since == timedelta(hours=1)
    assert row.remind_at == (None if sleeps else row.since + timedelta(minutes=30))


def test_a_game_that_nobody_plays_waits_for_somebody_to_come_back() -> None:
    play = table(late_policy=Game.Late.CARETAKER)
    for _ in range(2):
        run_out(play)
        deadline_sweep()
    game = play.fresh()
    assert game.status == Game.Status.PAUSED and game.deserted
    seq = game.seq
    assert deadline_sweep() == 0 and play.fresh().seq == seq
    take_back(game_id=game.pk, user_id=play.alice.pk)
    game = play.fresh()
    assert game.is_running and not game.deserted
    row = play.waiting
    assert row.player.user == play.alice and row.deadline_at and row.deadline_at > timezone.now() + timedelta(hours=71)


def deserted(rules: str = "classic_1959", **fields: Any) -> Table:
    """Alice and Bob have both missed a turn, and the caretaker holds their seats."""
    play = table(rules, late_policy=Game.Late.CARETAKER, **fields)
    for _ in range(2):
        run_out(play)
        deadline_sweep()
    assert play.fresh().deserted
    return play


@pytest.mark.parametrize("taker", ["person", "bot"])
def test_a_deserted_game_goes_on_once_an_organizer_finds_somebody(taker: str) -> None:
    play = deserted()
    by, bot = (person("carol"), "") if taker == "person" else (None, "recruit")
    seat = play.seat(play.bob)
    organize.game_replace(game_id=play.game.pk, user=organizer("olga"), reason="found", seat=seat, by=by, bot=bot)
    assert play.fresh().deserted == (taker == "bot"), "a bot alone keeps nobody company"


def test_a_deserted_game_that_nobody_can_come_back_to_does_not_wait() -> None:
    play = deserted("classic_1959_2p", bots=())
    resign(game_id=play.game.pk, user_id=play.alice.pk)
    assert play.fresh().deserted
    delete_account(play.bob)
    game = play.fresh()
    assert game.status == Game.Status.VOID and not game.deserted
    assert not Waiting.objects.filter(game=game).exists()


def test_the_bots_finish_a_deserted_game_that_nobody_can_come_back_to() -> None:
    play = deserted(bots=("recruit",))
    seq = play.fresh().seq
    for user in (play.alice, play.bob):
        resign(game_id=play.game.pk, user_id=user.pk)
    game = play.fresh()
    assert game.is_running or game.status == Game.Status.OVER
    assert not game.deserted and game.paused_at is None and game.seq > seq + 20


def test_bots_play_an_abandoned_game_through_its_last_round(monkeypatch: pytest.MonkeyPatch) -> None:
    play = deserted(bots=("recruit",))
    last = play.fresh().round
    monkeypatch.setattr(autoplay, "LONGEST_ABANDONED", last)
    for user in (play.alice, play.bob):
        resign(game_id=play.game.pk, user_id=user.pk)
    game = play.fresh()
    assert (game.status, game.round) == (Game.Status.VOID, last + 1)


@pytest.mark.no_cover
def test_a_game_that_everybody_has_left_is_called_off() -> None:
    play = table()
    Player.objects.filter(game=play.game, bot="random").update(bot="caretaker")  # who never wins
    resign(game_id=play.game.pk, user_id=play.alice.pk)
    resign(game_id=play.game.pk, user_id=play.bob.pk)
    Player.objects.filter(game=play.game).exclude(bot="").update(state=Player.State.OUT)
    game = play.fresh()
    for _ in range(40):
        if game.has_ended:
            break
        deadline_expire(game_id=game.pk)
        game = play.fresh()
    assert game.has_ended


# ---- what another worker did meanwhile, and what must not happen


def test_an_answer_that_another_worker_claims_first_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    play = table()
    row = run_out(play)
    monkeypatch.setattr(deadlines, "due_answers", lambda now, limit: [row.pk, row.pk])
    monkeypatch.setattr(deadlines, "deadline_expire", lambda game_id: True)
    assert deadline_sweep() == 1


def test_a_sweep_that_takes_long_leaves_the_rest_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    play = table()
    run_out(play)
    monkeypatch.setattr(deadlines, "SWEEP_SECONDS", -1.0)
    assert deadline_sweep() == 0
    monkeypatch.setattr(deadlines, "SWEEP_SECONDS", 30.0)
    assert deadline_sweep() == 1


def test_nobody_is_passed_in_a_game_that_is_gone_or_stands_still() -> None:
    play = table()
    run_out(play)
    assert not deadline_expire(game_id=play.game.pk + 1)
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.PAUSED)
    seq = play.fresh().seq
    assert not deadline_expire(game_id=play.game.pk)
    assert play.fresh().seq == seq


def test_an_open_answer_of_an_earlier_question_passes_nobody() -> None:
    play = table()
    row = run_out(play)
    Waiting.objects.filter(pk=row.pk).update(ref=row.ref - 1)
    deadline_expire(game_id=play.game.pk)
    assert Player.objects.get(pk=row.player_id).missed == 0
    assert not Entry.objects.filter(game=play.game, source="deadline").exists()


def test_a_late_order_that_the_rules_refuse_gives_way_to_the_default() -> None:
    play = table()
    row = play.waiting
    view = play.view(row.seat)
    theirs = engine.mapgraph(view.map).names[next(t for t, seat in enumerate(view.owner) if seat != row.seat)]
    order = f"place 1 {theirs}"
    standing_set(game_id=play.game.pk, user_id=row.player.user_id or 0, text=f"when late: {order}")
    run_out(play)
    assert deadline_sweep() == 1
    made = Entry.objects.filter(game=play.game, seat=row.seat, source="deadline", kind="action")
    assert made.exists() and not made.filter(order=order).exists()


def test_a_turn_that_defaults_do_not_end_is_told_to_the_operator(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play = table()
    row = run_out(play)
    monkeypatch.setattr(deadlines, "LONGEST_TURN", 1)
    deadline_sweep()
    assert f"the turn of seat {row.seat} does not end by default answers" in caplog.text
    assert play.waiting.seat == row.seat


def test_two_workers_remind_once() -> None:
    play = table()
    row, now = play.waiting, timezone.now()
    assert deadlines.queue_reminder(row, now)
    assert not deadlines.queue_reminder(row, now)
    assert OutboxMail.objects.filter(template="reminder").count() == 1
