"""Vacations and stand-ins: the budget, the clock that stops, who plays meanwhile, and the way back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.db import connection
from django.db.models import CharField, F
from django.db.models.functions import Concat
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from accounts.models import User
from accounts.services import delete_account
from games.api.serializers import serialize_history
from games.clocks.lateness import read_settings
from games.clocks.values import ClockError, usual_clock
from games.clocks.words import tell_further
from games.decisions.registry import timeout_text
from games.errors import GameError, NotAllowed
from games.mail.render import mail_for
from games.models import (
    AuditEntry,
    Entry,
    Game,
    OutboxMail,
    Player,
    SiteClock,
    Snapshot,
    StandIn,
    StandingOrder,
    TurnRecord,
    Vacation,
    Waiting,
)
from games.models.upkeep import OPENED
from games.organize.game_detail import source_words
from games.play.auto_actions import auto_player
from games.play.sealed import visible_stand_in
from games.play.standing_uses import StandingUses
from games.selectors.absence import effect_of, plan_of
from games.selectors.access import game_for
from games.selectors.seen import seats_seen
from games.selectors.story import entries_since, story_of
from games.services import absence, organize
from games.services.absence import (
    BadVacation,
    Wanted,
    due_begins,
    is_now,
    settle_stand_ins,
    stand_in_agree,
    stand_in_begin,
    stand_in_decline,
    stand_in_end,
    stand_in_time,
    vacation_announce,
    vacation_choose,
    vacation_give_back,
)
from games.services.anonymize import forget_person
from games.services.deadlines import deadline_expire, queue_reminders
from games.services.disputes import dispute_raise, reveal_hidden, revealed_until
from games.services.locks import db_now
from games.services.receivers import export_games
from games.services.seats import resign, standing_set, take_back
from games.services.site_outage import move_deadlines
from tests.games.kit import Table, person, table
from tests.routes_kit import organizer

pytestmark = [pytest.mark.django_db, pytest.mark.once]  # the clock of PostgreSQL cannot be moved

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


def play_with(vacation: str = "stand_in", **changes: Any) -> Table:
    """A table of people in UTC who never sleep, begun on Monday at nine, without a bank."""
    clock = {**usual_clock("UTC"), "vacation": vacation, "quiet": False, **changes}
    with time_machine.travel(MONDAY, tick=False):
        clock.pop("bank")
        return table("classic_1959", clock=clock)


def announce(user: User, first: date, last: date, at: datetime = MONDAY, **fields: Any) -> Vacation:
    with time_machine.travel(at, tick=False):
        return vacation_announce(user=user, wanted=Wanted(first, last, **fields))


def sweep(at: datetime) -> int:
    with time_machine.travel(at, tick=False):
        return settle_stand_ins(db_now())


def notes(play: Table) -> list[str]:
    rows = Entry.objects.filter(game=play.game, kind="note").order_by("seq")
    return [entry.events[0]["type"].removeprefix("host.") for entry in rows]


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


# ---- the budget


def test_a_year_has_28_days_and_a_piece_21() -> None:
    play = play_with()
    with pytest.raises(BadVacation, match="21 days in one piece"):
        announce(play.alice, date(2026, 12, 1), date(2026, 12, 22))
    announce(play.alice, date(2026, 12, 1), date(2026, 12, 20))
    with pytest.raises(BadVacation, match="21 days in one piece"):
        announce(play.alice, date(2026, 12, 21), date(2026, 12, 22))
    with pytest.raises(BadVacation, match="8 left in 2026"):
        announce(play.alice, date(2026, 12, 23), date(2026, 12, 31))
    announce(play.alice, date(2026, 12, 24), date(2027, 1, 3))
    with pytest.raises(BadVacation, match="already"):
        announce(play.alice, date(2027, 1, 3), date(2027, 1, 4))
    with pytest.raises(BadVacation, match="today at the earliest"):
        announce(play.alice, date(2026, 11, 22), date(2026, 11, 23))


def test_the_bounds_of_a_vacation_are_within_it() -> None:
    alice, today = person("alice"), MONDAY.date()
    last = today + 366 * DAY
    with pytest.raises(BadVacation, match="up to a year ahead"):
        announce(alice, last, last + DAY)
    announce(alice, last, last)
    announce(alice, today, today)
    announce(alice, date(2026, 12, 1), date(2026, 12, 21))
    with pytest.raises(BadVacation, match="21 days in one piece"):
        announce(alice, date(2026, 12, 22), date(2026, 12, 22))
    with pytest.raises(BadVacation, match="21 days in one piece"):
        announce(alice, date(2026, 11, 30), date(2026, 11, 30))
    announce(alice, date(2026, 12, 23), date(2026, 12, 28))
    with pytest.raises(BadVacation, match="28 days of vacation, and you have 0 left in 2026"):
        announce(alice, date(2026, 12, 30), date(2026, 12, 30))


def test_the_same_days_count_once_for_other_games_and_never_twice_for_one() -> None:
    alice, begin = person("alice"), date(2026, 12, 1)
    end = begin + 10 * DAY
    announce(alice, begin, end, games=[1, 2])
    announce(alice, begin, end, games=[3, 3])
    assert list(Vacation.objects.order_by("pk").values_list("games", flat=True)) == [[1, 2], [3]]
    for games in ([2, 4], None):
        with pytest.raises(BadVacation, match="already"):
            announce(alice, end, end + DAY, games=games)
    announce(alice, end + DAY, end + 2 * DAY)
    for games in ([4], None):
        with pytest.raises(BadVacation, match="already"):
            announce(alice, end + 2 * DAY, end + 3 * DAY, games=games)


def test_only_somebody_with_an_open_account_is_asked_to_stand_in() -> None:
    alice, friend = person("alice"), person("friend")
    made = announce(alice, date(2026, 12, 1), date(2026, 12, 2), friend=friend)
    asked = OutboxMail.objects.get(template="stand_in_request")
    assert (asked.user, asked.context) == (friend, {"vacation": made.pk})
    User.objects.filter(pk=friend.pk).update(is_active=False)
    friend.refresh_from_db()
    with pytest.raises(BadVacation, match="another person with an account"):
        announce(alice, date(2026, 12, 4), date(2026, 12, 5), friend=friend)
    announce(alice, date(2026, 12, 4), date(2026, 12, 5))
    assert OutboxMail.objects.filter(template="stand_in_request").count() == 1


def test_days_that_have_not_begun_can_be_given_back() -> None:
    play = play_with()
    whole = announce(play.alice, date(2026, 12, 1), date(2026, 12, 20))
    begun = announce(play.alice, date(2026, 11, 23), date(2026, 11, 28))
    with time_machine.travel(MONDAY + 3 * DAY, tick=False):
        for vacation in (whole, begun):
            vacation_give_back(user=play.alice, vacation_id=vacation.pk)
    assert list(Vacation.objects.values_list("first", "last")) == [(date(2026, 11, 23), date(2026, 11, 26))]
    play.alice.refresh_from_db()
    assert [each["to"] for each in play.alice.away] == ["2026-11-26"]


# ---- a clock that stops


def test_a_vacation_moves_the_running_deadline_where_the_clock_stops() -> None:
    play = play_with("stops", span=4320)
    seat = play.waiting
    assert seat.until == MONDAY + 72 * HOUR
    user = play.asked_user
    made = announce(user, date(2026, 11, 25), date(2026, 11, 27))
    assert play.waiting.until == midnight(date(2026, 11, 28)) + 33 * HOUR, "39 hours before it, and 33 after it"
    with time_machine.travel(MONDAY + HOUR, tick=False):
        vacation_give_back(user=user, vacation_id=made.pk)
    assert play.waiting.until == MONDAY + 72 * HOUR


def test_a_vacation_given_back_after_an_outage_shortens_no_answer_in_secret() -> None:
    SiteClock.objects.get_or_create()
    clock = {**usual_clock("UTC"), "vacation": "stops", "quiet": False, "bank": None}
    with time_machine.travel(MONDAY, tick=False):
        play = table("modern", clock=clock, options={"setup_orders": "planned"})
    made = announce(play.alice, date(2026, 11, 25), date(2026, 11, 27))
    with time_machine.travel(MONDAY + 21 * HOUR, tick=False):
        move_deadlines(20 * HOUR)
        told = told_until(play)
        assert told == {midnight(date(2026, 11, 28)) + 5 * HOUR}, "open time of who is away comes after it"
        vacation_give_back(user=play.alice, vacation_id=made.pk)
        assert told_until(play) == told


def told_until(play: Table) -> set[datetime | None]:
    """Until when answers are awaited, as all are told."""
    return {row.until for row in Waiting.objects.filter(game=play.game).exclude(deadline_at=None)}


def test_at_most_ten_days_stop_a_clock_and_then_somebody_stands_in() -> None:
    play = play_with("stops")
    user = play.asked_user
    announce(user, date(2026, 11, 24), date(2026, 12, 8))
    player = play.waiting.player
    assert [(each.first, each.last) for each in player.stopping_absences] == [(date(2026, 11, 24), date(2026, 12, 3))]
    assert not sweep(midnight(date(2026, 12, 3)) + HOUR)
    assert sweep(midnight(date(2026, 12, 4)) + HOUR) == 1
    assert notes(play)[0] == "stand_in"


def test_a_game_may_stop_for_fewer_days_from_a_date_on_and_says_so() -> None:
    stops = {"most": 3, "since": "2026-11-25"}
    play = play_with("stops", stops=stops)
    user = play.asked_user
    announce(user, date(2026, 11, 24), date(2026, 11, 30))
    player = play.waiting.player
    assert [(each.first, each.last) for each in player.stopping_absences] == [(date(2026, 11, 24), date(2026, 11, 27))]
    assert effect_of(play.game).endswith("here for 3 days at most; then your stand-in plays")
    assert plan_of(player, user.vacations.get()).endswith("then your stand-in plays")
    assert "a vacation stops the clock for 3 days at most" in [*tell_further(play.game.time)]
    assert not sweep(midnight(date(2026, 11, 27)) + HOUR)
    assert sweep(midnight(date(2026, 11, 28)) + HOUR) == 1 and notes(play)[0] == "stand_in"


@pytest.mark.parametrize("stops", [{"most": 11}, {"most": -1}, {"most": True}, {"since": "soon"}, {"days": 1}, 3])
def test_days_that_stop_a_clock_have_bounds(stops: Any) -> None:
    with pytest.raises(ClockError, match="stops"):
        read_settings({**usual_clock("UTC"), "vacation": "stops", "stops": stops})


def test_other_games_keep_their_clock() -> None:
    play = play_with("ignored")
    announce(play.asked_user, date(2026, 11, 24), date(2026, 11, 30))
    assert play.waiting.until == MONDAY + 24 * HOUR
    assert not sweep(MONDAY + 2 * DAY)
    assert notes(play) == []


def test_replies_of_somebody_away_are_not_waited_for_where_the_clock_stops() -> None:
    play = play_with("stops")
    user = play.asked_user
    player = play.waiting.player
    announce(user, date(2026, 11, 25), date(2026, 11, 27))
    asked = msgspec.structs.replace(play.view().asked, pace="reaction")
    player = Player.objects.select_related("user", "game").get(pk=player.pk)
    for at, source in ((MONDAY, ""), (midnight(date(2026, 11, 26)), "standing")):
        standing = StandingUses(play.game, at, frozenset)
        standing.orders[player.pk] = StandingOrder(text="when attacked: ask me")
        assert auto_player(player, asked, standing, lambda: play.view(player.seat), at) == source


# ---- who stands in


def test_the_caretaker_stands_in_once_under_two_workers_and_leaves_once() -> None:
    play = play_with(span=4320)
    user, seat = play.asked_user, play.waiting.seat
    made = announce(user, date(2026, 11, 24), date(2026, 11, 26))
    assert not sweep(midnight(date(2026, 11, 24)) + HOUR), "it begins a day after it was announced"
    with time_machine.travel(MONDAY + 25 * HOUR, tick=False):
        due = due_begins(db_now())
        assert due == [(play.waiting.player_id, made.pk)]
        begun = [stand_in_begin(player_id=due[0][0], vacation_id=made.pk) for _ in range(2)]
    assert begun == [True, False]
    assert play.waiting.seat != seat, "the caretaker has played"
    row = StandIn.objects.get()
    with time_machine.travel(midnight(date(2026, 11, 27)) + HOUR, tick=False):
        assert [stand_in_end(stand_in_id=row.pk) for _ in range(2)] == [True, False]
    assert notes(play) == ["stand_in", "stand_in_ended"]
    assert Player.objects.get(game=play.game, seat=seat).stand_in is None
    assert not TurnRecord.objects.filter(user=user).exists(), "a turn by the caretaker is nobody's"
    assert not sweep(midnight(date(2026, 11, 27)) + 2 * HOUR), "and it does not begin again"


def test_who_answers_replies_alone_changes_nothing_of_the_owners_turn() -> None:
    play = play_with(span=4320)
    announce(play.asked_user, date(2026, 11, 24), date(2026, 11, 25), scope="reactions")
    before = play.waiting
    assert sweep(MONDAY + 25 * HOUR) == 1 and Player.objects.get(pk=before.player_id).stand_in
    assert (play.waiting.since, play.waiting.until) == (before.since, before.until)
    assert sweep(midnight(date(2026, 11, 26)) + HOUR) == 1 and not Player.objects.get(pk=before.player_id).stand_in
    assert (play.waiting.since, play.waiting.until) == (before.since, before.until)


def test_who_resigns_ends_what_stood_in_with_the_same_move() -> None:
    play = play_with(span=4320)
    user = play.asked_user
    announce(user, date(2026, 11, 24), date(2026, 11, 30), scope="reactions")
    assert sweep(MONDAY + 25 * HOUR) == 1
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        resign(game_id=play.game.pk, user_id=user.pk)
    assert notes(play)[-1] == "stand_in_ended" and StandIn.objects.get().ended_at is not None


def test_the_first_order_of_the_owner_ends_it() -> None:
    play = play_with(span=4320)
    user = play.asked_user
    announce(user, date(2026, 11, 23), date(2026, 11, 30), scope="reactions")
    at = MONDAY + 25 * HOUR
    assert sweep(at) == 1
    assert play.asked_user == user, "turns are still waited for"
    with time_machine.travel(at + HOUR, tick=False):
        play.order(play.likely())
    assert notes(play) == ["stand_in", "stand_in_ended"]
    assert StandIn.objects.get().ended_at is not None
    assert not sweep(at + 2 * HOUR), "it does not begin again"


def test_own_orders_answer_at_once_and_count_as_nothing() -> None:
    play = play_with(span=4320)
    user, seat = play.asked_user, play.waiting.seat
    with time_machine.travel(MONDAY, tick=False):
        standing_set(game_id=play.game.pk, user_id=user.pk, text="when attacked: ask me\nwhen late: end turn")
    announce(user, date(2026, 11, 23), date(2026, 11, 30), bot="orders")
    assert sweep(MONDAY + 25 * HOUR) == 1
    assert play.waiting.seat != seat
    made = Entry.objects.filter(game=play.game, seat=seat, kind="action")
    assert set(made.values_list("source", flat=True)) == {"standing"}
    assert not TurnRecord.objects.filter(user=user).exists()


def test_nobody_plays_a_game_to_its_end_while_all_are_away() -> None:
    play = play_with()
    for user in (play.alice, play.bob):
        announce(user, date(2026, 11, 24), date(2026, 11, 30))
    sweep(MONDAY + 25 * HOUR)
    game = play.fresh()
    assert (game.status, game.deserted) == (Game.Status.PAUSED, True)
    with time_machine.travel(MONDAY + 30 * HOUR, tick=False):
        take_back(game_id=game.pk, user_id=play.alice.pk)
    assert play.fresh().status == Game.Status.RUNNING
    assert play.asked_user == play.alice


def test_without_a_vacation_the_deadline_passes_as_ever() -> None:
    play = play_with()
    with time_machine.travel(MONDAY + 25 * HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    assert notes(play)[0] == "missed"


# ---- friends


def away_with_friend(play: Table, friend: User, **fields: Any) -> Vacation:
    """Whoever is asked is away for a week from Monday on, and this friend stands in from Tuesday, ten o'clock."""
    made = announce(play.asked_user, date(2026, 11, 23), date(2026, 11, 30), friend=friend, **fields)
    with time_machine.travel(MONDAY, tick=False):
        stand_in_agree(user=friend, vacation_id=made.pk)
    assert sweep(MONDAY + 25 * HOUR) == 1
    return made


def test_a_friend_sees_and_plays_the_seat_while_it_runs_and_nothing_after() -> None:
    play, friend = play_with(span=4320), person("friend")
    Game.objects.filter(pk=play.game.pk).update(watch=Game.Watch.PLAYERS)
    user, row = play.asked_user, play.waiting
    standing_set(game_id=play.game.pk, user_id=user.pk, text="when late: end turn")
    with pytest.raises(Http404):
        game_for(friend, play.game.slug)
    away_with_friend(play, friend)
    access = game_for(friend, play.game.slug)
    assert (access.viewer, access.may_play, access.standing) == (row.seat, True, None)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        play.order(play.likely(), user_id=friend.pk)
        play.order("end turn", user_id=friend.pk)
    entry = Entry.objects.filter(game=play.game, seat=row.seat, kind="action").first()
    assert entry is not None and entry.actor == f"user:{friend.pk}"
    assert entry.stand_in == {"by": "friend", "bot": "", "owner": user.username}
    assert [record.outcome for record in TurnRecord.objects.filter(user=user)] == ["in_time"]
    assert sweep(midnight(date(2026, 12, 1)) + HOUR) == 1
    with pytest.raises(Http404):
        game_for(friend, play.game.slug)
    mails = OutboxMail.objects.filter(template="stand_in_summary")
    assert list(mails.values_list("user", flat=True)) == [user.pk]
    sweep(midnight(date(2026, 12, 1)) + 2 * HOUR)
    assert mails.count() == 1


def test_a_friend_reads_for_whom_they_play_and_cannot_leave_the_seat() -> None:
    play, friend = play_with(span=4320), person("friend")
    owner = play.asked_user
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        mail = mail_for(OutboxMail.objects.get(template="turn", user=friend))
        told = mail_for(OutboxMail.objects.filter(template="turn", user=owner).earliest("pk"))
    assert f"You get this because you stand in for {owner.username}." in " ".join(str(mail.body).split())
    settings = f"/g/{play.game.slug}/settings/"
    letters = [str(each.alternatives[0][0]) for each in (mail, told)]  # type: ignore[attr-defined]
    assert [settings in letter for letter in letters] == [False, True]


def test_a_turn_that_a_friend_does_not_play_costs_its_owner_nothing() -> None:
    play, friend = play_with(), person("friend")
    user = play.asked_user
    away_with_friend(play, friend)
    row = play.waiting
    said = timeout_text(play.view(row.seat), play.fresh(), row.player, row)
    assert row.player.is_played_by_friend and "seat" not in said and "passes to" in said
    assert row.due_at is not None
    with time_machine.travel(row.due_at + HOUR, tick=False):
        assert deadline_expire(game_id=play.game.pk)
    player = Player.objects.get(pk=row.player.pk)
    assert (player.state, player.missed) == (Player.State.PLAYING, 0)
    assert not TurnRecord.objects.filter(user=user).exists()
    mail = mail_for(OutboxMail.objects.get(template="passed", user=user))
    assert mail is not None and "friend did not answer in time." in " ".join(str(mail.body).split())


def told_to(play: Table, viewer: int | None) -> list[str]:
    """The lines of the whole story as a seat or a spectator reads them."""
    view = play.view(viewer)
    lines = story_of(play.game, entries_since(play.game, 0), view, now=MONDAY, zone=UTC)
    return [strip_tags(line.text) for line in lines]


def test_the_story_names_the_friend_behind_the_seat_and_nobody_behind_the_owner() -> None:
    play, friend = play_with(span=4320), person("friend")
    user, row = play.asked_user, play.waiting
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        play.order(play.likely(), user_id=friend.pk)
        play.undo(row, user_id=friend.pk)
        play.order(play.likely(), user_id=friend.pk)
        play.order("end turn", user_id=friend.pk)
    colour, by = row.player.colour.capitalize(), f"(friend for {user.username})"
    told = told_to(play, None)
    assert [line for line in told if by in line][-1].startswith(f"{colour} {by} ")
    assert f"{colour} {by} undid the last order." in told
    assert any(line.startswith(f"You {by} ") for line in told_to(play, row.seat))
    other = [line for line in told if not line.startswith(colour)]
    assert other and not any("for " + user.username in line for line in other)
    reader = play.bob if user == play.alice else play.alice
    history = serialize_history(game_for(reader, play.game.slug), 0, 100)
    given = [entry for entry in history.entries if entry.stand_in]
    assert {(entry.seat, entry.stand_in and entry.stand_in.by) for entry in given} == {(row.seat, "friend")}
    assert given[0].story[0].startswith(f"{colour} {by} ")
    first = Entry.objects.get(game=play.game, seq=given[0].seq)
    assert source_words(first, whole=False) == f"Page, friend for {user.username}"


def test_bots_that_stand_in_are_named_and_own_orders_are_the_owners() -> None:
    for bot, said in (("caretaker", "(the caretaker for {})"), ("orders", None)):
        play = play_with(span=4320)
        user, seat = play.asked_user, play.waiting.seat
        announce(user, date(2026, 11, 23), date(2026, 11, 30), bot=bot)
        assert sweep(MONDAY + 25 * HOUR) == 1
        lines = [line for line in told_to(play, None) if " for " + user.username in line]
        assert bool(lines) == bool(said) and all(said and said.format(user.username) in line for line in lines)
        assert Entry.objects.filter(game=play.game, seat=seat, stand_in__isnull=False).exists() == bool(said)
        User.objects.update(username=Concat(F("username"), F("pk"), output_field=CharField()))


def test_names_in_orders_for_others_go_with_the_account() -> None:
    play, friend = play_with(span=4320), person("friend")
    user, row = play.asked_user, play.waiting
    away_with_friend(play, friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        play.order(play.likely(), user_id=friend.pk)
        forget_person(friend)
    entry = Entry.objects.get(game=play.game, seat=row.seat, stand_in__isnull=False)
    assert entry.stand_in == {"by": "", "bot": "", "owner": user.username}
    assert any(f"(somebody who has left for {user.username})" in line for line in told_to(play, None))


def test_a_reply_at_a_window_does_not_tell_who_gave_it() -> None:
    entry = Entry(seat=1, pace="window", stand_in={"by": "friend", "bot": "", "owner": "alice"})
    assert visible_stand_in(entry, None) is None and visible_stand_in(entry, 0) is None
    assert visible_stand_in(entry, 1) == ("friend", "", "alice")


def test_mail_about_the_seat_goes_to_the_friend() -> None:
    play, friend = play_with(span=4320), person("friend")
    away_with_friend(play, friend)
    assert OutboxMail.objects.filter(template="turn", user=friend, seat=play.waiting.seat).count() == 1
    with time_machine.travel(MONDAY + 25 * HOUR + 60 * HOUR, tick=False):
        queue_reminders(db_now())
    assert OutboxMail.objects.filter(template="reminder").values_list("user", flat=True)[0] == friend.pk


def test_a_friend_with_a_seat_in_the_game_may_not_and_the_caretaker_plays() -> None:
    play = play_with(span=4320)
    friend = play.bob if play.asked_user == play.alice else play.alice
    away_with_friend(play, friend)
    assert StandIn.objects.get().by is None
    assert "caretaker" in StandIn.objects.get().bot


def test_the_owner_takes_the_seat_back_from_a_friend_by_an_order() -> None:
    play, friend = play_with(span=4320), person("friend")
    away_with_friend(play, friend)
    owner = play.asked_user
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        play.order(play.likely(), user_id=owner.pk)
        with pytest.raises(NotAllowed):
            play.order("end turn", user_id=friend.pk)
    assert notes(play) == ["stand_in", "stand_in_ended"]


def test_a_friend_who_goes_or_stops_leaves_the_seat_to_the_caretaker() -> None:
    play, friend = play_with(span=4320), person("friend")
    made = away_with_friend(play, friend)
    seat = play.waiting.seat
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        stand_in_decline(user=friend, vacation_id=made.pk)
    assert (StandIn.objects.get().by, StandIn.objects.get().bot) == (None, "caretaker")
    assert play.waiting.seat != seat
    assert not Player.objects.get(game=play.game, seat=seat).is_played_by(friend.pk)


def test_a_friend_who_takes_over_from_the_caretaker_is_asked() -> None:
    play, friend = play_with(span=4320), person("friend")
    user, seat = play.asked_user, play.waiting.seat
    made = announce(user, date(2026, 11, 23), date(2026, 11, 30), friend=friend)
    assert sweep(MONDAY + 25 * HOUR) == 1
    assert StandIn.objects.get().bot == "caretaker", "the friend has not answered yet"
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        stand_in_agree(user=friend, vacation_id=made.pk)
    assert Player.objects.get(game=play.game, seat=seat).is_played_by(friend.pk)


def test_single_games_are_played_by_whom_one_chooses_there_and_at_once() -> None:
    play, friend = play_with(span=4320), person("friend")
    user, game = play.asked_user, play.game.pk
    made = away_with_friend(play, friend)
    assert StandIn.objects.get().by == friend
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        vacation_choose(user=user, vacation_id=made.pk, choices={game: "caretaker"})
        assert (StandIn.objects.get().by, StandIn.objects.get().bot) == (None, "caretaker")
        vacation_choose(user=user, vacation_id=made.pk, choices={})
        assert StandIn.objects.get().bot == "caretaker", "what is not named stays"
        vacation_choose(user=user, vacation_id=made.pk, choices={game: ""})
        assert StandIn.objects.get().by == friend
        with pytest.raises(BadVacation, match="Choose who plays"):
            vacation_choose(user=user, vacation_id=made.pk, choices={game: "nobody"})
        with pytest.raises(BadVacation, match="over already"):
            vacation_choose(user=friend, vacation_id=made.pk, choices={game: "caretaker"})


def test_a_choice_for_a_game_counts_when_the_vacation_begins_there() -> None:
    play, friend = play_with(span=4320), person("friend")
    user = play.asked_user
    made = announce(user, date(2026, 11, 23), date(2026, 11, 30), friend=friend)
    with time_machine.travel(MONDAY, tick=False):
        stand_in_agree(user=friend, vacation_id=made.pk)
        vacation_choose(user=user, vacation_id=made.pk, choices={play.game.pk: "orders"})
    assert sweep(MONDAY + 25 * HOUR) == 1
    assert (StandIn.objects.get().by, StandIn.objects.get().bot) == (None, "orders")


def test_an_organizer_ends_an_absence_with_a_reason() -> None:
    play, friend = play_with(span=4320), person("friend")
    away_with_friend(play, friend)
    seat = play.waiting.seat
    with time_machine.travel(MONDAY + 27 * HOUR, tick=False):
        organize.game_end_absence(game_id=play.game.pk, user=person("olga"), reason="two hands", seat=seat)
        assert not settle_stand_ins(db_now())
    player = Player.objects.select_related("user", "game").get(game=play.game, seat=seat)
    assert (player.stand_in, player.absences) == (None, [])
    assert AuditEntry.objects.get().reason == "two hands"


def test_who_is_away_is_locked_before_the_game_as_in_every_change_of_a_vacation() -> None:
    play = play_with(span=4320)
    seat = play.waiting.seat
    announce(play.asked_user, date(2026, 11, 24), date(2026, 11, 28))
    sweep(MONDAY + DAY)
    olga = person("olga")
    with time_machine.travel(MONDAY + DAY, tick=False), CaptureQueriesContext(connection) as queries:
        organize.game_end_absence(game_id=play.game.pk, user=olga, reason="back", seat=seat)
    read = [each["sql"].partition(' FROM "')[2].partition('"')[0] for each in queries if " FROM " in each["sql"]]
    assert read[:3] == ["accounts_user", "games_vacation", "games_game"]


@pytest.mark.parametrize("is_superuser", [False, True])
def test_an_organizer_who_stands_in_acts_on_the_game_as_little_as_one_who_plays(is_superuser: bool) -> None:
    play, olga = play_with(span=4320), organizer("olga")
    User.objects.filter(pk=olga.pk).update(is_superuser=is_superuser)
    olga.refresh_from_db()
    away_with_friend(play, olga)
    game_id, player = play.game.pk, play.waiting.player
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        assert player.user is not None
        dispute_raise(game_id=game_id, user=player.user, text="Was that right?")
        assert OutboxMail.objects.filter(template="question").exists() == is_superuser
        if not is_superuser:
            with pytest.raises(NotAllowed, match="another organizer"):
                organize.game_extend(game_id=game_id, user=olga, reason="more time", hours=10)
        with pytest.raises(NotAllowed, match="You play in this game"):
            reveal_hidden(game_id=game_id, user=olga, reason="to see the hands")
        AuditEntry.objects.create(game=play.game, user=olga, action=OPENED, reason="opened before")
        assert revealed_until(play.game, olga, db_now()) is None
        take_back(game_id=game_id, user_id=player.user.pk)
        assert revealed_until(play.game, olga, db_now()) is not None


@pytest.mark.parametrize("is_declined", [False, True])
def test_who_stood_in_at_one_seat_gets_the_eyes_of_no_other(is_declined: bool) -> None:
    play, friend = play_with(span=4320), person("friend")
    owner, seat = play.asked_user, play.waiting.seat
    made = away_with_friend(play, friend)
    assert seats_seen(play.game, friend) == {seat}
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        if is_declined:
            stand_in_decline(user=friend, vacation_id=made.pk)
        take_back(game_id=play.game.pk, user_id=owner.pk)
    other = play.bob if owner == play.alice else play.alice
    again = announce(other, date(2026, 11, 24), date(2026, 11, 30), at=MONDAY + 26 * HOUR, friend=friend)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        stand_in_agree(user=friend, vacation_id=again.pk)
    assert sweep(MONDAY + 52 * HOUR) == 1
    assert StandIn.objects.get(vacation=again).bot == "caretaker"
    assert game_for(friend, play.game.slug).player is None
    replaced = {"game_id": play.game.pk, "user": person("olga"), "reason": "gone", "by": friend}
    with time_machine.travel(MONDAY + 53 * HOUR, tick=False):
        with pytest.raises(GameError, match="has seen hidden information"):
            organize.game_replace(**replaced, seat=play.seat(other))
        organize.game_replace(**replaced, seat=seat)
    assert game_for(friend, play.game.slug).viewer == seat, "whose hand they know already"


def test_who_had_a_seat_stands_in_at_no_other() -> None:
    play, newcomer = play_with(span=4320), person("newcomer")
    former = play.bob if play.asked_user == play.alice else play.alice
    organize.game_replace(game_id=play.game.pk, user=person("olga"), reason="gone", seat=play.seat(former), by=newcomer)
    away_with_friend(play, former)
    assert StandIn.objects.get().by is None


# ---- what is refused, and what comes to nothing


@pytest.mark.parametrize(
    ("first", "days", "fields", "said"),
    [
        (3, -1, {}, "ends on the day it begins, or later"),
        (-1, 3, {}, "begins today at the earliest"),
        (370, 3, {}, "up to a year ahead"),
        (3, 3, {"games": ()}, "Choose the games"),
        (3, 3, {"bot": "nobody"}, "Choose who plays for you"),
        (3, 3, {"scope": "nights"}, "turns, replies, or both"),
    ],
)
def test_a_vacation_says_what_would_be_right(first: int, days: int, fields: dict[str, Any], said: str) -> None:
    begin = MONDAY.date() + first * DAY
    with pytest.raises(BadVacation, match=said):
        announce(person("alice"), begin, begin + days * DAY, **fields)


def test_nobody_stands_in_for_themselves() -> None:
    alice = person("alice")
    with pytest.raises(BadVacation, match="another person with an account"):
        announce(alice, date(2026, 12, 1), date(2026, 12, 2), friend=alice)


def test_a_vacation_that_has_begun_ends_today_with_its_stand_in() -> None:
    play = play_with(span=4320)
    away = play.asked_user
    made = announce(away, date(2026, 11, 23), date(2026, 11, 30))
    assert sweep(MONDAY + 25 * HOUR)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        vacation_give_back(user=away, vacation_id=made.pk)
    made.refresh_from_db()
    assert made.last == date(2026, 11, 24) and StandIn.objects.get().ends_at == midnight(date(2026, 11, 25))
    with time_machine.travel(MONDAY + 4 * DAY, tick=False), pytest.raises(BadVacation, match="over already"):
        vacation_give_back(user=away, vacation_id=made.pk)
    assert sweep(MONDAY + 4 * DAY) == 1 and StandIn.objects.get().ended_at is not None


def test_a_download_of_ones_data_has_vacations_and_seats_played_for_others() -> None:
    play, friend = play_with(span=4320), person("friend")
    user, colour = play.asked_user, play.waiting.player.colour
    away_with_friend(play, friend)
    own, played = export_games(user), export_games(friend)
    (vacation,) = own["vacations"]
    assert (vacation["from"], vacation["until"], vacation["friend"]) == ("2026-11-23", "2026-11-30", "friend")
    seat = {"game": "Long Winter", "colour": colour, "by": "friend", "until": "2026-12-01T00:00:00+00:00"}
    assert vacation["played"] == played["played_for_others"] and seat.items() <= vacation["played"][0].items()
    assert own["played_for_others"] == [] == played["vacations"]


def test_a_request_is_answered_by_who_was_asked_as_often_as_they_like() -> None:
    alice, friend, other = person("alice"), person("friend"), person("other")
    made = announce(alice, date(2026, 12, 1), date(2026, 12, 4), friend=friend)
    with time_machine.travel(MONDAY, tick=False), pytest.raises(BadVacation, match="no longer open"):
        stand_in_agree(user=other, vacation_id=made.pk)
    for at, answer in enumerate((stand_in_agree, stand_in_agree, stand_in_decline, stand_in_decline)):
        with time_machine.travel(MONDAY + at * HOUR, tick=False):
            answer(user=friend, vacation_id=made.pk)
    made.refresh_from_db()
    assert made.agreed_at is None and made.declined_at is not None
    assert OutboxMail.objects.filter(template="stand_in_answer").count() == 2
    with time_machine.travel(MONDAY + 30 * DAY, tick=False), pytest.raises(BadVacation, match="no longer open"):
        stand_in_agree(user=friend, vacation_id=made.pk)


def test_a_friend_who_declines_amid_a_vacation_leaves_it_to_the_caretaker() -> None:
    play, friend = play_with(span=4320), person("friend")
    made = away_with_friend(play, friend)
    seat = play.waiting.seat
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        stand_in_decline(user=friend, vacation_id=made.pk)
    row = StandIn.objects.get()
    assert (row.by, row.bot) == (None, "caretaker")
    assert not Player.objects.get(game=play.game, seat=seat).is_played_by(friend.pk)


def test_a_stand_in_of_a_game_that_has_ended_is_forgotten() -> None:
    play, friend = play_with(span=4320), person("friend")
    away_with_friend(play, friend)
    row = StandIn.objects.get()
    Game.objects.update(status=Game.Status.VOID)
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        assert stand_in_end(stand_in_id=row.pk) and not stand_in_end(stand_in_id=row.pk)
        assert not stand_in_end(stand_in_id=row.pk + 1)
        assert not stand_in_begin(player_id=row.player_id, vacation_id=row.vacation_id or 0)
        assert not stand_in_begin(player_id=0, vacation_id=0)
    assert Player.objects.get(pk=row.player_id).stand_in is None


def test_one_stand_in_that_cannot_be_settled_does_not_hold_up_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play = play_with(span=4320)
    announce(play.asked_user, date(2026, 11, 23), date(2026, 11, 30))

    def breaks(**fields: object) -> bool:
        raise RuntimeError("a fault of the rules")

    monkeypatch.setattr(absence, "stand_in_begin", breaks)
    assert sweep(MONDAY + 25 * HOUR) == 0
    assert "a stand-in could not be settled: {'player_id'" in caplog.text


def test_a_stand_in_ends_with_the_last_moment_and_only_who_had_one_is_told_of_it() -> None:
    play = play_with(span=4320)
    away, other = play.asked_user, person("other")
    for user in (away, other):
        announce(user, date(2026, 11, 23), date(2026, 11, 26))
    assert sweep(MONDAY + 25 * HOUR) == 1
    end = midnight(date(2026, 11, 27))
    row = StandIn.objects.get()
    assert row.ends_at == end
    with time_machine.travel(end - timedelta(seconds=1), tick=False):
        assert not stand_in_end(stand_in_id=row.pk) and not settle_stand_ins(db_now())
    assert not Vacation.objects.exclude(summed_up_at=None).exists()
    with time_machine.travel(end, tick=False):
        assert stand_in_end(stand_in_id=row.pk)
    assert sweep(end) == 0
    assert Vacation.objects.filter(summed_up_at=end).count() == 2
    assert OutboxMail.objects.filter(template="stand_in_summary").get().user == away


def test_who_is_back_before_somebody_has_begun_to_stand_in_plays_on() -> None:
    play = play_with(span=4320)
    made = announce(play.asked_user, date(2026, 11, 23), date(2026, 11, 26))
    player = play.waiting.player
    time = stand_in_time(Player.objects.select_related("user", "game").get(pk=player.pk), made)
    assert time is not None and (time.start, time.end) == (MONDAY + 24 * HOUR, midnight(date(2026, 11, 27)))
    assert is_now(time, time.start) and not is_now(time, time.end) and not is_now(None, MONDAY)
    with time_machine.travel(time.end, tick=False):
        assert not stand_in_begin(player_id=player.pk, vacation_id=made.pk)
    assert due_begins(time.end) == [] and due_begins(time.start) == [(player.pk, made.pk)]


def test_with_an_account_go_its_vacations_and_who_stood_in_for_others() -> None:
    play, friend = play_with(span=4320), person("friend")
    owner = play.asked_user
    made = away_with_friend(play, friend)
    announce(friend, date(2026, 12, 10), date(2026, 12, 11))
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        delete_account(friend)
    assert [row.user for row in Vacation.objects.all()] == [owner]
    made.refresh_from_db()
    assert (made.by, made.agreed_at) == (None, None)
    assert (StandIn.objects.get().by, StandIn.objects.get().bot) == (None, "caretaker")
    friend.refresh_from_db()
    assert friend.away is None


def test_a_friend_leaves_the_seat_of_a_game_that_this_site_cannot_play() -> None:
    play, friend = play_with(span=4320), person("friend")
    away_with_friend(play, friend)
    start = Entry.objects.get(game=play.game, kind=Entry.Kind.START)
    Entry.objects.filter(pk=start.pk).update(action={**(start.action or {}), "family": "classic@99"})
    Snapshot.objects.filter(game=play.game).delete()
    with time_machine.travel(MONDAY + 26 * HOUR, tick=False):
        delete_account(friend)
    assert not Player.objects.filter(game=play.game).exclude(stand_in=None).exists()
